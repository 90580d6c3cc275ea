// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/event_details.h"

#include "widgets/text.h"
#include "widgets/timeline/time_format.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace pv::widgets {
namespace {

namespace col = core::col;

struct Details {
    Q_DECLARE_TR_FUNCTIONS(pv::widgets::EventDetails)
};

constexpr std::size_t kMaxLinks = 200;
constexpr std::size_t kMaxFrames = 200;

QString hex(std::int64_t value) { return QStringLiteral("0x") + QString::number(static_cast<quint64>(value), 16); }

QString columnLabel(core::ColumnId column, std::string_view sqlName)
{
    if (column == col::category)
        return Details::tr("Category");
    if (column == col::shortName)
        return Details::tr("Short name");
    if (column == col::mangledName)
        return Details::tr("Mangled name");
    if (column == col::registers)
        return Details::tr("Registers per thread");
    if (column == col::staticShared)
        return Details::tr("Static shared memory");
    if (column == col::dynamicShared)
        return Details::tr("Dynamic shared memory");
    if (column == col::localPerThread)
        return Details::tr("Local memory per thread");
    if (column == col::graphId)
        return Details::tr("Graph");
    if (column == col::graphNodeId)
        return Details::tr("Graph node");
    if (column == col::graphExecId)
        return Details::tr("Executable graph");
    if (column == col::bytes)
        return Details::tr("Size");
    if (column == col::copyKind)
        return Details::tr("Direction");
    if (column == col::srcKind)
        return Details::tr("Source memory");
    if (column == col::dstKind)
        return Details::tr("Destination memory");
    if (column == col::memKind)
        return Details::tr("Memory");
    if (column == col::value)
        return Details::tr("Value");
    if (column == col::srcDevice)
        return Details::tr("Source device");
    if (column == col::dstDevice)
        return Details::tr("Destination device");
    if (column == col::address)
        return Details::tr("Address");
    if (column == col::operation)
        return Details::tr("Operation");
    if (column == col::api)
        return Details::tr("API");
    if (column == col::returnValue)
        return Details::tr("Return value");
    if (column == col::payload)
        return Details::tr("Payload");
    if (column == col::color)
        return Details::tr("Colour");
    if (column == col::cpu)
        return Details::tr("CPU");
    if (column == col::shapes)
        return Details::tr("Shapes");
    if (column == col::sequence)
        return Details::tr("Sequence number");
    if (column == col::flops)
        return Details::tr("Floating-point operations");
    if (column == col::sourceRow)
        return Details::tr("Row in the source");
    if (column == col::context)
        return Details::tr("Context");
    if (column == col::stream)
        return Details::tr("Stream");
    if (column == col::device)
        return Details::tr("Device");
    if (column == col::pid)
        return Details::tr("Process id");
    if (column == col::tid)
        return Details::tr("Thread id");
    if (column == col::endTid)
        return Details::tr("Ended by thread");
    // The name under which SQL knows it.
    return fromUtf8(sqlName);
}

QString columnText(const core::Report& report, core::ColumnId column, core::ColumnType type, std::int64_t value)
{
    if (type == core::ColumnType::string) {
        return fromUtf8(report.string(core::StringId{static_cast<std::uint32_t>(value)}));
    }
    if (type == core::ColumnType::real) {
        return QString::number(core::realFromBits(value), 'g', 17);
    }
    if (column == col::bytes || column == col::staticShared || column == col::dynamicShared || column == col::localPerThread) {
        return value < 1024 ? QStringLiteral("%1\u00A0B").arg(value)
                            : QStringLiteral("%1 (%2\u00A0B)").arg(formatBytes(value), formatCount(value));
    }
    if (column == col::copyKind)
        return copyKindLabel(value);
    if (column == col::srcKind || column == col::dstKind || column == col::memKind)
        return memoryKindLabel(value);
    if (column == col::address || column == col::eventId)
        return hex(value);
    if (column == col::color)
        return QStringLiteral("#%1").arg(static_cast<quint64>(value) & 0xFFFFFFFFu, 8, 16, QLatin1Char('0'));
    if (column == col::api)
        return value == 0 ? Details::tr("CUDA runtime") : value == 1 ? Details::tr("CUDA driver") : QString::number(value);
    if (column == col::rangeKind)
        return value == 0 ? Details::tr("push/pop") : Details::tr("start/end");
    if (column == col::flops)
        return formatCount(value);
    return QString::number(value);
}

DetailNode timeSection(const core::Report& report, const core::Event& event)
{
    DetailNode section{Details::tr("Time"), {}, {}, {}, core::kNoLane, true, {}};
    const auto add = [&](const QString& label, std::int64_t ns) {
        section.children.push_back({label, formatExact(ns), QString::number(ns), {}, core::kNoLane, true, {}});
    };
    add(Details::tr("Start"), event.start);
    const bool instant = core::isInstantKind(event.kind) || (event.flags & core::kFlagInstant) != 0;
    if (!instant) {
        add(Details::tr("End"), event.end());
        add(Details::tr("Duration"), event.durationNs);
        const std::int64_t whole = report.range().durationNs();
        section.children.push_back(
            {Details::tr("Share of the report"), formatShare(event.durationNs, whole), {}, {}, core::kNoLane, true, {}});
    }
    if (event.flags != 0) {
        section.children.push_back(
            {Details::tr("Flags"), flagsLabel(event.flags), QString::number(event.flags), {}, core::kNoLane, true, {}});
    }
    return section;
}

DetailNode placeSection(const core::Report& report, const core::Event& event)
{
    DetailNode section{Details::tr("Place"), {}, {}, {}, core::kNoLane, true, {}};
    section.children.push_back({Details::tr("Lane"), laneTitle(report, event.lane), {}, {}, event.lane, true, {}});
    if (event.lane.value >= report.lanes().size()) {
        return section;
    }
    const core::Lane& lane = report.lanes()[event.lane.value];
    const auto add = [&](const QString& label, std::int64_t number, const QString& name = {}) {
        if (number != core::kNull) {
            const QString text = QString::number(number);
            section.children.push_back(
                {label, name.isEmpty() ? text : QStringLiteral("%1 (%2)").arg(text, name), text, {}, core::kNoLane, true, {}});
        }
    };
    QString processName;
    for (const core::Process& p : report.processes()) {
        if (p.pid == lane.pid) {
            processName = oneLine(p.name, 200);
        }
    }
    QString threadName;
    for (const core::Thread& t : report.threads()) {
        if (t.pid == lane.pid && t.tid == lane.tid) {
            threadName = oneLine(t.name, 200);
        }
    }
    QString gpuName;
    for (const core::Gpu& g : report.gpus()) {
        if (g.device == lane.device) {
            gpuName = oneLine(g.name, 200);
        }
    }
    add(Details::tr("Process"), lane.pid, processName);
    add(Details::tr("Thread"), lane.tid, threadName);
    add(Details::tr("GPU"), lane.device, gpuName);
    add(Details::tr("Context"), lane.context);
    add(Details::tr("Stream"), lane.stream);
    if (!lane.domain.empty()) {
        section.children.push_back({Details::tr("NVTX domain"), oneLine(lane.domain, 200), {}, {}, core::kNoLane, true, {}});
    }
    return section;
}

DetailNode columnSection(const core::Report& report, const core::Event& event)
{
    DetailNode section{kindLabel(event.kind), {}, {}, {}, core::kNoLane, true, {}};
    const auto find = [&](core::ColumnId wanted) {
        const auto it = std::find_if(event.columns.begin(), event.columns.end(), [&](const auto& c) { return c.first == wanted; });
        return it == event.columns.end() ? core::kNull : it->second;
    };
    const auto add = [&](const QString& label, const QString& value, const QString& raw = {}) {
        section.children.push_back({label, value, raw, {}, core::kNoLane, true, {}});
    };
    if (event.correlation != core::kNull) {
        add(Details::tr("Correlation"), QString::number(event.correlation));
    }
    const auto triple = [&](const QString& label, core::ColumnId x, core::ColumnId y, core::ColumnId z) {
        if (find(x) == core::kNull) {
            return;
        }
        const std::int64_t a = find(x);
        const std::int64_t b = std::max<std::int64_t>(find(y), 1);
        const std::int64_t c = std::max<std::int64_t>(find(z), 1);
        std::int64_t product = 0;
        QString text = QStringLiteral("%1 \u00D7 %2 \u00D7 %3").arg(a).arg(b).arg(c);
        if (!__builtin_mul_overflow(a, b, &product) && !__builtin_mul_overflow(product, c, &product)) {
            text += QStringLiteral(" = ") + formatCount(product);
        }
        add(label, text, QStringLiteral("%1,%2,%3").arg(a).arg(b).arg(c));
    };
    triple(Details::tr("Grid (blocks)"), col::gridX, col::gridY, col::gridZ);
    triple(Details::tr("Block (threads)"), col::blockX, col::blockY, col::blockZ);
    static constexpr std::array kShownElsewhere{col::gridX,  col::gridY,     col::gridZ, col::blockX, col::blockY,
                                                col::blockZ, col::argsShape, col::row,   col::depth};
    for (const auto& [column, value] : event.columns) {
        if (std::find(kShownElsewhere.begin(), kShownElsewhere.end(), column) != kShownElsewhere.end()) {
            continue;
        }
        const auto info = report.columnInfo(column);
        const core::ColumnType type = info ? info->type : core::ColumnType::integer;
        const QString text = columnText(report, column, type, value);
        const bool number = type == core::ColumnType::integer;
        add(columnLabel(column, info ? info->sqlName : std::string_view("column")), text, number ? QString::number(value) : QString());
    }
    if (const std::int64_t bytes = find(col::bytes); bytes > 0 && event.durationNs > 0 && core::isGpuWork(event.kind)) {
        const double perSecond = static_cast<double>(bytes) / (static_cast<double>(event.durationNs) / 1e9);
        add(Details::tr("Throughput"), QStringLiteral("%1 GB/s").arg(perSecond / 1e9, 0, 'f', perSecond < 1e9 ? 3 : 1));
    }
    return section;
}

DetailNode linkSection(const core::Report& report, const core::Event& event, const core::Progress& progress)
{
    DetailNode section{Details::tr("Linked events"), {}, {}, {}, core::kNoLane, true, {}};
    const auto links = report.linked(event.id, kMaxLinks + 1);
    for (const core::Link& link : links) {
        progress.throwIfStopped();
        if (section.children.size() >= kMaxLinks) {
            section.children.push_back(
                {Details::tr("More"), Details::tr("only the first %1 are listed").arg(kMaxLinks), {}, {}, core::kNoLane, true, {}});
            break;
        }
        const bool forward = link.source == event.id;
        const core::EventId other = forward ? link.target : link.source;
        const auto partner = report.event(other);
        if (!partner) {
            continue;
        }
        QString label = fromUtf8(link.kind);
        if (link.kind == "launch") {
            label = forward ? Details::tr("Launches") : Details::tr("Launched by");
        } else if (forward) {
            label = Details::tr("%1 to").arg(label);
        } else {
            label = Details::tr("%1 from").arg(label);
        }
        DetailNode node{label, oneLine(report.string(partner->name), 400), {}, other, core::kNoLane, false, {}};
        const auto child = [&](const QString& title, const QString& value, const QString& raw) {
            node.children.push_back({title, value, raw, {}, core::kNoLane, true, {}});
        };
        child(Details::tr("Kind"), kindLabel(partner->kind), {});
        child(Details::tr("Start"), formatExact(partner->start), QString::number(partner->start));
        child(Details::tr("Duration"), formatExact(partner->durationNs), QString::number(partner->durationNs));
        std::int64_t distance = 0;
        if (!__builtin_sub_overflow(partner->start, event.start, &distance)) {
            child(Details::tr("From start to start"), formatExact(distance), QString::number(distance));
        }
        child(Details::tr("Lane"), laneTitle(report, partner->lane), {});
        section.children.push_back(std::move(node));
    }
    return section;
}

} // namespace

EventDetails describeEvent(const core::Report& report, core::EventId id, const core::Progress& progress)
{
    EventDetails details;
    details.id = id;
    const auto event = report.event(id);
    if (!event) {
        return details;
    }
    details.found = true;
    details.kind = event->kind;
    details.lane = event->lane;
    details.range = {event->start, event->end()};
    details.name = oneLine(report.string(event->name));
    details.sections.push_back(timeSection(report, *event));
    details.sections.push_back(placeSection(report, *event));
    if (DetailNode columns = columnSection(report, *event); !columns.children.empty()) {
        details.sections.push_back(std::move(columns));
    }
    progress.throwIfStopped();
    if (!event->args.empty()) {
        details.argsJson = fromUtf8(event->args);
        details.sections.push_back({Details::tr("Arguments"), {}, {}, {}, core::kNoLane, true, jsonNodes(event->args)});
    }
    if (DetailNode links = linkSection(report, *event, progress); !links.children.empty()) {
        details.sections.push_back(std::move(links));
    }
    return details;
}

} // namespace pv::widgets
