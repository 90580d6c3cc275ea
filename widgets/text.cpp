// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/text.h"

#include "core/store/report.h"

#include <QCoreApplication>
#include <QStringList>

#include <cmath>
#include <cstdlib>

namespace pv::widgets {
namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(pv::widgets::Text)
};

QString numbered(std::int64_t n) { return QString::number(n); }

} // namespace

QString oneLine(std::string_view s, qsizetype maxLength)
{
    const bool cut = s.size() > static_cast<std::size_t>(maxLength) * 4;
    QString text = fromUtf8(cut ? s.substr(0, static_cast<std::size_t>(maxLength) * 4) : s);
    if (cut || text.size() > maxLength) {
        text.truncate(maxLength);
        text += QChar(0x2026);
    }
    for (QChar& c : text) {
        if (c.category() == QChar::Other_Control || c == QChar::LineSeparator || c == QChar::ParagraphSeparator) {
            c = QLatin1Char(' ');
        }
    }
    return text;
}

QString kindLabel(core::EventKind kind)
{
    using core::EventKind;
    switch (kind) {
    case EventKind::kernel: return Text::tr("Kernel");
    case EventKind::memcpy: return Text::tr("Memory copy");
    case EventKind::memset: return Text::tr("Memory set");
    case EventKind::apiCall: return Text::tr("CUDA API call");
    case EventKind::sync: return Text::tr("Synchronisation");
    case EventKind::cudaEvent: return Text::tr("CUDA event");
    case EventKind::graphLaunch: return Text::tr("CUDA graph");
    case EventKind::memoryUsage: return Text::tr("GPU memory use");
    case EventKind::memoryPool: return Text::tr("Memory pool");
    case EventKind::nvtxRange: return Text::tr("NVTX range");
    case EventKind::nvtxMark: return Text::tr("NVTX mark");
    case EventKind::osrtCall: return Text::tr("OS runtime call");
    case EventKind::syscall: return Text::tr("System call");
    case EventKind::sched: return Text::tr("Context switch");
    case EventKind::threadState: return Text::tr("Thread state");
    case EventKind::sample: return Text::tr("CPU sample");
    case EventKind::overhead: return Text::tr("Profiler overhead");
    case EventKind::pageFault: return Text::tr("Page fault");
    case EventKind::gpuContext: return Text::tr("GPU context switch");
    case EventKind::op: return Text::tr("Operator");
    case EventKind::slice: return Text::tr("Slice");
    case EventKind::mark: return Text::tr("Mark");
    case EventKind::async: return Text::tr("Asynchronous slice");
    case EventKind::counter: return Text::tr("Counter sample");
    case EventKind::apiBacktrace: return Text::tr("API backtrace");
    }
    return fromUtf8(core::kindName(kind));
}

QString kindPluralLabel(core::EventKind kind)
{
    using core::EventKind;
    switch (kind) {
    case EventKind::kernel: return Text::tr("Kernels");
    case EventKind::memcpy: return Text::tr("Memory copies");
    case EventKind::memset: return Text::tr("Memory sets");
    case EventKind::apiCall: return Text::tr("CUDA API calls");
    case EventKind::sync: return Text::tr("Synchronisations");
    case EventKind::cudaEvent: return Text::tr("CUDA events");
    case EventKind::graphLaunch: return Text::tr("CUDA graphs");
    case EventKind::memoryUsage: return Text::tr("GPU memory uses");
    case EventKind::memoryPool: return Text::tr("Memory pool operations");
    case EventKind::nvtxRange: return Text::tr("NVTX ranges");
    case EventKind::nvtxMark: return Text::tr("NVTX marks");
    case EventKind::osrtCall: return Text::tr("OS runtime calls");
    case EventKind::syscall: return Text::tr("System calls");
    case EventKind::sched: return Text::tr("Context switches");
    case EventKind::threadState: return Text::tr("Thread states");
    case EventKind::sample: return Text::tr("CPU samples");
    case EventKind::overhead: return Text::tr("Profiler overheads");
    case EventKind::pageFault: return Text::tr("Page faults");
    case EventKind::gpuContext: return Text::tr("GPU context switches");
    case EventKind::op: return Text::tr("Operators");
    case EventKind::slice: return Text::tr("Slices");
    case EventKind::mark: return Text::tr("Marks");
    case EventKind::async: return Text::tr("Asynchronous slices");
    case EventKind::counter: return Text::tr("Counter samples");
    case EventKind::apiBacktrace: return Text::tr("API backtraces");
    }
    return fromUtf8(core::kindName(kind));
}

QString laneKindLabel(core::LaneKind kind)
{
    using core::LaneKind;
    switch (kind) {
    case LaneKind::host: return Text::tr("Host");
    case LaneKind::process: return Text::tr("Process");
    case LaneKind::thread: return Text::tr("Thread");
    case LaneKind::threadState: return Text::tr("Thread state");
    case LaneKind::api: return Text::tr("CUDA API");
    case LaneKind::osrt: return Text::tr("OS runtime");
    case LaneKind::nvtx: return Text::tr("NVTX");
    case LaneKind::op: return Text::tr("Operators");
    case LaneKind::gpu: return Text::tr("GPU");
    case LaneKind::stream: return Text::tr("Stream");
    case LaneKind::memory: return Text::tr("GPU memory");
    case LaneKind::counterGroup: return Text::tr("Counters");
    case LaneKind::counter: return Text::tr("Counter");
    case LaneKind::mark: return Text::tr("Marks");
    case LaneKind::async: return Text::tr("Asynchronous");
    case LaneKind::samples: return Text::tr("CPU samples");
    case LaneKind::syscall: return Text::tr("System calls");
    case LaneKind::overhead: return Text::tr("Profiler overhead");
    case LaneKind::slices: return Text::tr("Slices");
    case LaneKind::sched: return Text::tr("Context switches");
    case LaneKind::gpuContext: return Text::tr("GPU context switches");
    case LaneKind::pageFault: return Text::tr("Page faults");
    case LaneKind::group: return Text::tr("Group");
    }
    return fromUtf8(core::laneKindName(kind));
}

QString gpuStateLabel(core::GpuState state)
{
    switch (state) {
    case core::GpuState::compute: return Text::tr("Compute");
    case core::GpuState::communication: return Text::tr("Communication");
    case core::GpuState::copy: return Text::tr("Copies only");
    case core::GpuState::idle: return Text::tr("Idle");
    }
    return {};
}

QString severityLabel(core::Severity severity)
{
    switch (severity) {
    case core::Severity::info: return Text::tr("Note");
    case core::Severity::warning: return Text::tr("Warning");
    case core::Severity::error: return Text::tr("Error");
    case core::Severity::dataLoss: return Text::tr("Lost data");
    }
    return {};
}

QString copyKindLabel(std::int64_t kind)
{
    switch (kind) {
    case 1: return Text::tr("host to device");
    case 2: return Text::tr("device to host");
    case 3: return Text::tr("host to array");
    case 4: return Text::tr("array to host");
    case 5: return Text::tr("array to array");
    case 6: return Text::tr("array to device");
    case 7: return Text::tr("device to array");
    case 8: return Text::tr("device to device");
    case 9: return Text::tr("host to host");
    case 10: return Text::tr("peer to peer");
    case 11: return Text::tr("unified memory, host to device");
    case 12: return Text::tr("unified memory, device to host");
    case 13: return Text::tr("unified memory, device to device");
    default: return numbered(kind);
    }
}

QString memoryKindLabel(std::int64_t kind)
{
    switch (kind) {
    case 0: return Text::tr("pageable");
    case 1: return Text::tr("pinned");
    case 2: return Text::tr("device");
    case 3: return Text::tr("array");
    case 4: return Text::tr("managed");
    case 5: return Text::tr("device, static");
    case 6: return Text::tr("managed, static");
    default: return numbered(kind);
    }
}

QString flagsLabel(std::int64_t flags)
{
    QStringList words;
    const auto add = [&](core::EventFlag flag, const QString& word) {
        if ((flags & flag) != 0) {
            words += word;
        }
    };
    add(core::kFlagInstant, Text::tr("instant"));
    add(core::kFlagNoDuration, Text::tr("no duration in the source"));
    add(core::kFlagNotClosed, Text::tr("still open at the end of the recording"));
    add(core::kFlagInvalidTime, Text::tr("no usable time"));
    add(core::kFlagClamped, Text::tr("time cut to fit"));
    add(core::kFlagTruncated, Text::tr("source damaged here"));
    add(core::kFlagNoBegin, Text::tr("begin not recorded"));
    add(core::kFlagOutOfOrder, Text::tr("ends before it starts in the source"));
    return words.join(QStringLiteral(", "));
}

QString laneTitle(const core::Report& report, core::LaneId lane)
{
    const auto lanes = report.lanes();
    QStringList parts;
    // A report that lies about parents can't make this run for ever.
    for (int depth = 0; lane.value < lanes.size() && depth < 32; ++depth) {
        const core::Lane& l = lanes[lane.value];
        if (l.kind != core::LaneKind::host || parts.isEmpty()) {
            parts.prepend(l.name.empty() ? laneKindLabel(l.kind) : oneLine(l.name, 120));
        }
        lane = l.parent;
    }
    return parts.join(QStringLiteral(" \u203A "));
}

QString gpuTitle(const core::Report& report, std::int64_t device)
{
    for (const core::Gpu& gpu : report.gpus()) {
        if (gpu.device == device && !gpu.name.empty()) {
            return Text::tr("GPU %1 (%2)").arg(device).arg(oneLine(gpu.name, 80));
        }
    }
    return Text::tr("GPU %1").arg(device);
}

QString formatBytes(std::int64_t bytes)
{
    static constexpr const char* kUnits[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    double value = static_cast<double>(bytes);
    int unit = 0;
    while (std::abs(value) >= 1024.0 && unit < 6) {
        value /= 1024.0;
        ++unit;
    }
    return QString::number(value, unit == 0 ? 'f' : 'g', unit == 0 ? 0 : (std::abs(value) >= 1000 ? 4 : 3)) + QChar(0x00A0) +
           QLatin1String(kUnits[unit]);
}

QString formatPercent(double share, int decimals)
{
    const double percent = share * 100.0;
    const double least = std::pow(10.0, -decimals);
    const QString unit = QString(QChar(0x00A0)) + QLatin1Char('%');
    if (percent > 0 && percent < least / 2) {
        return QStringLiteral("<\u00A0") + QString::number(least, 'f', decimals) + unit;
    }
    // 99.97 % must not read as all.
    if (percent < 100 && percent > 100 - least / 2) {
        return QStringLiteral(">\u00A0") + QString::number(100 - least, 'f', decimals) + unit;
    }
    return QString::number(percent, 'f', decimals) + unit;
}

QString formatReal(double value) { return QString::number(value, 'g', 6); }

QString formatShare(std::int64_t part, std::int64_t whole)
{
    return whole > 0 ? formatPercent(static_cast<double>(part) / static_cast<double>(whole)) : QStringLiteral("\u2013");
}

QString toolTipText(const QString& plain)
{
    QString s = plain.left(3000);
    if (s.size() < plain.size()) {
        s += QChar(0x2026);
    }
    // The wrapper makes Qt break long lines; the text itself can't be read as markup.
    return QStringLiteral("<div style=\"white-space: pre-wrap\">") + s.toHtmlEscaped() + QStringLiteral("</div>");
}

} // namespace pv::widgets
