// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/run_summary.h"

#include "widgets/text.h"
#include "widgets/timeline/time_format.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

#include <algorithm>
#include <array>

namespace pv::widgets {
namespace {

struct Summary {
    Q_DECLARE_TR_FUNCTIONS(pv::widgets::RunSummary)
};

constexpr std::size_t kTopKernels = 8;

QString meta(const core::Report& report, std::string_view key)
{
    const auto it = report.meta().find(key);
    return it == report.meta().end() ? QString() : oneLine(it->second, 2000);
}

QString recordedAt(const core::Report& report)
{
    bool ok = false;
    const qint64 ns = meta(report, "origin_unix_ns").toLongLong(&ok);
    if (!ok || ns <= 0) {
        return {};
    }
    return QLocale().toString(QDateTime::fromMSecsSinceEpoch(ns / 1'000'000), QLocale::ShortFormat);
}

QString program(const core::Report& report)
{
    const QString command = meta(report, "command_line");
    if (!command.isEmpty()) {
        return command;
    }
    for (const core::Process& process : report.processes()) {
        if (!process.commandLine.empty()) {
            return oneLine(process.commandLine, 2000);
        }
    }
    return {};
}

} // namespace

RunSummary summariseRun(const core::Report& report, const core::Progress& progress)
{
    RunSummary summary;
    const auto add = [&](const QString& label, const QString& value) {
        if (!value.isEmpty()) {
            summary.facts.push_back({label, value});
        }
    };
    // A converted report lies in the cache under a name that says nothing: people know the file they opened.
    const QString source = meta(report, "source_file");
    summary.title = source.isEmpty() ? QString::fromStdString(report.path().filename().string()) : source.section(QLatin1Char('/'), -1);
    add(Summary::tr("Duration"), formatExact(report.range().durationNs()));
    add(Summary::tr("Command"), program(report));
    add(Summary::tr("Host"), meta(report, "host"));
    add(Summary::tr("Recorded"), recordedAt(report));
    const QString producer = meta(report, "producer");
    add(Summary::tr("Recorded by"), producer.isEmpty() ? QString() : producer + QLatin1Char(' ') + meta(report, "producer_version"));
    add(Summary::tr("Source"), meta(report, "source_file"));
    add(Summary::tr("Events"), formatCount(report.eventCount()));
    add(Summary::tr("Processes"), Summary::tr("%1, with %2 threads").arg(report.processes().size()).arg(report.threads().size()));

    for (const core::LaneId lane : gpuLanes(report)) {
        progress.throwIfStopped();
        GpuSummary gpu;
        gpu.lane = lane;
        gpu.title = gpuTitle(report, report.lanes()[lane.value].device);
        gpu.active = gpuActiveRange(report, lane);
        if (!gpu.active.empty()) {
            gpu.times = gpuTimes(report, lane, gpu.active, progress);
        }
        summary.gpus.push_back(std::move(gpu));
    }

    NameQuery query;
    query.kinds = {core::EventKind::kernel, core::EventKind::graphLaunch};
    query.shortNames = true;
    const NameStatistics kernels = nameStatistics(report, query, progress);
    summary.kernelTotalNs = kernels.totalNs;
    summary.kernelCount = kernels.count;
    for (const NameRow& row : kernels.rows) {
        if (summary.kernels.size() >= kTopKernels) {
            break;
        }
        summary.kernels.push_back({oneLine(report.string(row.name), 500), row.name, row.kind, row.count, row.totalNs, row.longest});
    }

    for (const core::Warning& warning : report.warnings()) {
        summary.warnings += warning.severity == core::Severity::info ? 0 : 1;
        summary.dataLost = summary.dataLost || warning.severity == core::Severity::dataLoss;
    }
    const auto damaged = report.damagedRanges();
    summary.warnings += static_cast<std::int64_t>(damaged.size());
    summary.dataLost = summary.dataLost || !damaged.empty();
    return summary;
}

} // namespace pv::widgets
