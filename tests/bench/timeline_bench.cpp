// SPDX-License-Identifier: GPL-3.0-or-later
// Frames of the real timeline widget, drawn offscreen at 1920x1080 while a script zooms, pans, scrolls and folds rows of the
// example report; and how long it takes from opening the report to a frame with everything in it.

#include "core/store/report.h"
#include "tests/bench/bench_output.h"
#include "widgets/timeline/timeline_view.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QScrollBar>

#include <cmath>
#include <functional>

using namespace pv;

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    bench::Output out("timeline");
    QElapsedTimer clock;
    clock.start();
    const auto report = core::Report::open(std::string(PV_SOURCE_DIR) + "/resources/example.rep");
    widgets::TimelineView view;
    view.resize(1920, 1080);
    view.setReport(report);
    view.show();
    auto settle = [&] {
        QElapsedTimer t;
        t.start();
        do {
            view.viewport()->repaint();
            QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
        } while (!view.isSettled() && t.elapsed() < 20'000);
        return static_cast<double>(t.nsecsElapsed()) / 1e6;
    };
    settle();
    out.add("open to first complete frame", static_cast<double>(clock.nsecsElapsed()) / 1e6, "ms", 400, "lower");
    std::vector<double> frames;
    std::vector<double> sharp;
    auto frame = [&] {
        QElapsedTimer t;
        t.start();
        view.viewport()->repaint();
        frames.push_back(static_cast<double>(t.nsecsElapsed()) / 1e6);
        QCoreApplication::processEvents(QEventLoop::AllEvents, 1);
    };
    const core::TimeRange whole = report->range();
    for (int place = 0; place < 10; ++place) {
        const core::TimeNs middle = whole.begin + whole.durationNs() / 11 * (place + 1);
        for (double span = static_cast<double>(whole.durationNs()); span > 2000; span *= 0.75) {
            view.setViewRange({middle - static_cast<std::int64_t>(span / 2), middle + static_cast<std::int64_t>(span / 2)});
            frame();
        }
        sharp.push_back(settle());
        for (int i = 0; i < 20; ++i) {
            view.panRight();
            frame();
        }
        view.verticalScrollBar()->setValue(view.verticalScrollBar()->maximum() * place / 10);
        place % 2 == 0 ? view.collapseAll() : view.expandAll();
        frame();
        sharp.push_back(settle());
        view.fitAll();
        frame();
    }
    out.add("frames", static_cast<double>(frames.size()), "frames");
    out.add("paint p50", bench::percentile(frames, 0.5), "ms", 4, "lower");
    out.add("paint p99", bench::percentile(frames, 0.99), "ms", 8, "lower");
    out.add("paint longest", bench::percentile(frames, 1.0), "ms", 16, "lower");
    out.add("sharp after movement p95", bench::percentile(sharp, 0.95), "ms", 100, "lower");
    out.add("peak memory", bench::peakRssMiB(), "MiB");
    out.print();
    return 0;
}
