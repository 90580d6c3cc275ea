// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/screenshot.h"

#include "app/gui/document.h"
#include "app/gui/main_window.h"
#include "widgets/timeline/timeline_view.h"

#include <QElapsedTimer>
#include <QEventLoop>
#include <QFile>
#include <QFileInfo>
#include <QPixmap>
#include <QTimer>

#include <cstdio>

namespace pv::app {
namespace {

constexpr int kLongestMs = 10 * 60 * 1000; // a large foreign file is converted first
constexpr int kLongestDrawingMs = 60 * 1000;

int fail(const QString& message)
{
    std::fputs(qPrintable(QStringLiteral("profviewer: ") + message + QLatin1Char('\n')), stderr);
    return 1;
}

void pause(int ms)
{
    QEventLoop loop;
    QTimer::singleShot(ms, &loop, &QEventLoop::quit);
    loop.exec();
}

template <class Ready>
bool waitFor(Ready ready, int limitMs)
{
    QElapsedTimer timer;
    timer.start();
    while (!ready()) {
        if (timer.elapsed() > limitMs) {
            return false;
        }
        pause(10);
    }
    return true;
}

} // namespace

int takeScreenshot(MainWindow& window, const CommandLine& line)
{
    window.resize(line.size);
    window.show();
    window.openFiles(line.files);
    const auto documents = window.documents();
    for (const Document* document : documents) {
        if (!waitFor([&] { return document->state() != Document::State::loading; }, kLongestMs)) {
            return fail(QStringLiteral("Opening '%1': not done after %2 minutes. Convert it first with: profcli import")
                            .arg(document->path())
                            .arg(kLongestMs / 60000));
        }
        if (document->state() == Document::State::failed) {
            return fail(document->error());
        }
    }
    if (line.range) {
        for (const Document* document : documents) {
            const core::TimeRange whole = document->timeline()->reportRange();
            const core::TimeRange shown = line.range->intersected(whole);
            if (shown.empty()) {
                return fail(
                    QStringLiteral(
                        "Showing '%1': the range lies outside the report, which goes from %2 ns to %3 ns. Choose a range within it.")
                        .arg(document->path())
                        .arg(whole.begin)
                        .arg(whole.end));
            }
            document->timeline()->setViewRange(shown);
        }
    }
    // Settled, and still so after everything queued has been handled.
    int calm = 0;
    const bool drawn = waitFor(
        [&] {
            calm = window.isSettled() ? calm + 1 : 0;
            return calm >= 4;
        },
        kLongestDrawingMs);
    if (!drawn) {
        return fail(QStringLiteral("Rendering '%1': the picture is not complete after a minute. Try again, or a smaller --size.")
                        .arg(line.screenshot));
    }
    const QPixmap picture = window.grab();
    if (picture.isNull() || !picture.save(line.screenshot, "PNG")) {
        return fail(QStringLiteral("Writing '%1': the picture could not be saved. Check that the folder exists and can be written to.")
                        .arg(line.screenshot));
    }
    return 0;
}

} // namespace pv::app
