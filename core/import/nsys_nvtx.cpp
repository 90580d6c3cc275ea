// SPDX-License-Identifier: MIT
// Rows of NVTX_EVENTS: ranges, marks, and the names of domains, categories and threads.

#include "core/import/nsys_sink.h"

#include <algorithm>
#include <charconv>

namespace pv::core {
namespace {

enum EventType : std::int64_t { kCategory = 33, kMark = 34, kThreadName = 39, kPushPop = 59, kStartEnd = 60, kDomain = 75 };

template <class T>
std::string textOfNumber(T value)
{
    std::array<char, 64> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value);
    return {text.data(), static_cast<std::size_t>(end.ptr - text.data())};
}

class NvtxTable : public NsysTable {
public:
    NvtxTable(NsysContext& context, NsysColumns columns) : m_context(context)
    {
        // What only report files have stays out of the side table.
        std::vector<NsysColumn> exported;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            if (columns[i].name != "rowNumber" && columns[i].name != "payloadJson" && columns[i].name != "scriptChainId") {
                exported.push_back(columns[i]);
                m_exportedAt.push_back(i);
            }
        }
        m_other = makeSideTable(context, nsys::kNvtxOther, exported);
        for (const char* name :
             {"start",        "end",        "eventType", "rangeId",     "category",   "color",       "text",        "globalTid",
              "endGlobalTid", "textId",     "domainId",  "uint64Value", "int64Value", "doubleValue", "uint32Value", "int32Value",
              "floatValue",   "jsonTextId", "jsonText",  "binaryData",  "eventId",    "rowNumber",   "payloadJson", "scriptChainId"}) {
            m_at.push_back(indexOfColumn(columns, name));
        }
        ReportWriter& w = context.writer();
        m_columns = {col::start,
                     col::duration,
                     col::name,
                     col::category,
                     col::color,
                     col::payload,
                     col::rangeKind,
                     col::endTid,
                     col::rangeId,
                     col::domain,
                     col::flags,
                     col::sourceRow,
                     w.column("category_id"),
                     w.column("registered")};
        for (const char* name : {"uint64Value", "int64Value", "uint32Value", "int32Value"}) {
            m_columns.push_back(w.column(name));
        }
        m_columns.push_back(w.column("doubleValue", ColumnType::real));
        m_columns.push_back(w.column("floatValue", ColumnType::real));
        m_columns.push_back(w.column("jsonTextId", ColumnType::string));
        m_columns.push_back(w.column("jsonText", ColumnType::string));
        m_columns.push_back(w.column("binaryData", ColumnType::string));
        m_columns.push_back(w.column("endGlobalTid"));
        m_columns.push_back(w.column("eventId"));
        if (m_at[kPayloadJson] >= 0) {
            m_columns.push_back(w.column("payload_json", ColumnType::string));
            m_columns.push_back(col::chainId);
        }
        m_values.resize(m_columns.size());
    }

    void row(std::span<const NsysValue> values) override
    {
        m_rowNumber = value(values, kRowNumber) != nullptr ? number(values, kRowNumber) : m_rowNumber + 1;
        const std::int64_t type = number(values, kType);
        const std::int64_t globalTid = number(values, kGlobalTid);
        const std::int64_t pid = globalTid == kNull ? kNull : nsysPid(globalTid);
        const std::int64_t domain = number(values, kDomainId) == kNull ? 0 : number(values, kDomainId);
        if (globalTid != kNull) {
            m_context.seeGlobalId(globalTid);
        }
        switch (type) {
        case kPushPop:
        case kStartEnd: event(values, globalTid, pid, domain, type == kStartEnd ? 1 : 0); return;
        case kMark: event(values, globalTid, pid, domain, -1); return;
        case kCategory: m_context.categories[{pid, domain, number(values, kCategoryId)}] = text(values); break;
        case kThreadName:
            if (globalTid != kNull) {
                m_context.lanes().nameThread(pid, nsysTid(globalTid), text(values));
                Thread t;
                t.pid = pid;
                t.tid = nsysTid(globalTid);
                t.name = text(values);
                m_context.writer().addThread(t);
            }
            break;
        case kDomain: {
            m_context.lanes().nameDomain(pid, domain, text(values));
            static const TableColumn kColumns[] = {{"pid", ColumnType::integer},
                                                   {"domain_id", ColumnType::integer},
                                                   {"name", ColumnType::string},
                                                   {"start", ColumnType::integer}};
            const std::int64_t row[] = {pid, domain, static_cast<std::int64_t>(m_context.writer().intern(text(values)).value),
                                        number(values, kStart)};
            m_context.writer().table("NVTX_DOMAINS", kColumns).append(row);
            break;
        }
        default: break;
        }
        m_otherValues.clear();
        for (const std::size_t i : m_exportedAt) {
            m_otherValues.push_back(values[i]);
        }
        m_other->row(m_otherValues);
    }

private:
    enum Index {
        kStart,
        kEnd,
        kType,
        kRangeId,
        kCategoryId,
        kColor,
        kText,
        kGlobalTid,
        kEndGlobalTid,
        kTextId,
        kDomainId,
        kU64,
        kI64,
        kF64,
        kU32,
        kI32,
        kF32,
        kJsonTextId,
        kJsonText,
        kBinary,
        kEventId,
        kRowNumber,
        kPayloadJson,
        kScriptChain
    };
    const NsysValue* value(std::span<const NsysValue> values, Index i) const
    {
        return m_at[i] >= 0 && values[static_cast<std::size_t>(m_at[i])].type != NsysValue::Type::null
                   ? &values[static_cast<std::size_t>(m_at[i])]
                   : nullptr;
    }
    std::int64_t number(std::span<const NsysValue> values, Index i) const
    {
        const NsysValue* v = value(values, i);
        return v != nullptr ? m_context.number(*v, "NVTX_EVENTS") : kNull;
    }
    static std::int64_t real(const NsysValue* v)
    {
        return v == nullptr                          ? kNull
               : v->type == NsysValue::Type::real    ? realValue(v->real)
               : v->type == NsysValue::Type::integer ? realValue(static_cast<double>(v->integer))
                                                     : kNull;
    }
    std::string text(std::span<const NsysValue> values) const
    {
        if (const NsysValue* v = value(values, kText);
            v != nullptr && (v->type == NsysValue::Type::text || v->type == NsysValue::Type::blob)) {
            return std::string(v->text);
        }
        const std::int64_t id = number(values, kTextId);
        return id != kNull ? std::string(m_context.textOf(id)) : std::string();
    }

    // The payload as SQL shows it: the number of whatever type, else the JSON, else nothing.
    std::int64_t payload(std::span<const NsysValue> values)
    {
        std::string text;
        if (const NsysValue* v = value(values, kU64)) {
            text = textOfNumber(static_cast<std::uint64_t>(m_context.number(*v, "NVTX_EVENTS")));
        } else if (const NsysValue* i64 = value(values, kI64)) {
            text = textOfNumber(m_context.number(*i64, "NVTX_EVENTS"));
        } else if (const NsysValue* f64 = value(values, kF64)) {
            text = textOfNumber(f64->type == NsysValue::Type::real ? f64->real : static_cast<double>(f64->integer));
        } else if (const NsysValue* u32 = value(values, kU32)) {
            text = textOfNumber(m_context.number(*u32, "NVTX_EVENTS"));
        } else if (const NsysValue* i32 = value(values, kI32)) {
            text = textOfNumber(m_context.number(*i32, "NVTX_EVENTS"));
        } else if (const NsysValue* f32 = value(values, kF32)) {
            text = textOfNumber(static_cast<float>(f32->type == NsysValue::Type::real ? f32->real : static_cast<double>(f32->integer)));
        } else if (const std::int64_t json = number(values, kJsonTextId); json != kNull) {
            return m_context.stringOf(json);
        } else if (const NsysValue* inlineJson = value(values, kJsonText)) {
            return m_context.internText(*inlineJson);
        } else {
            return kNull;
        }
        return static_cast<std::int64_t>(m_context.writer().internRare(text).value);
    }

    void event(std::span<const NsysValue> values, std::int64_t globalTid, std::int64_t pid, std::int64_t domain, int rangeKind)
    {
        std::int64_t* v = m_values.data();
        const TimeNs start = number(values, kStart);
        const TimeNs end = number(values, kEnd);
        std::int64_t flags = kNull;
        std::int64_t duration = 0;
        if (start == kNull) {
            flags = kFlagInvalidTime;
        } else if (rangeKind >= 0 && end == kNull) {
            duration = kOpenEnd;
        } else if (rangeKind >= 0 && (__builtin_sub_overflow(end, start, &duration) || duration < 0)) {
            duration = 0;
            flags = kFlagOutOfOrder;
        }
        const std::int64_t category = number(values, kCategoryId);
        const auto named = category != kNull ? m_context.categories.find({pid, domain, category}) : m_context.categories.end();
        const std::int64_t textId = number(values, kTextId);
        const NsysValue* inlineText = value(values, kText);
        const std::int64_t endGlobal = number(values, kEndGlobalTid);
        v[0] = start == kNull ? 0 : start;
        v[1] = rangeKind >= 0 ? duration : kNull;
        v[2] = inlineText != nullptr ? m_context.internText(*inlineText) : textId != kNull ? m_context.stringOf(textId) : kNull;
        v[3] = named != m_context.categories.end() ? static_cast<std::int64_t>(m_context.writer().intern(named->second).value) : kNull;
        v[4] = number(values, kColor);
        v[5] = payload(values);
        v[6] = rangeKind >= 0 ? rangeKind : kNull;
        v[7] = endGlobal == kNull ? kNull : nsysTid(endGlobal);
        v[8] = number(values, kRangeId);
        v[9] = domain;
        v[10] = flags;
        v[11] = m_rowNumber;
        v[12] = category;
        v[13] = inlineText == nullptr && textId != kNull ? 1 : kNull;
        v[14] = number(values, kU64);
        v[15] = number(values, kI64);
        v[16] = number(values, kU32);
        v[17] = number(values, kI32);
        v[18] = real(value(values, kF64));
        v[19] = real(value(values, kF32));
        v[20] = number(values, kJsonTextId) == kNull ? kNull : m_context.stringOf(number(values, kJsonTextId));
        v[21] = value(values, kJsonText) != nullptr ? m_context.internText(*value(values, kJsonText)) : kNull;
        v[22] = value(values, kBinary) != nullptr ? m_context.internText(*value(values, kBinary)) : kNull;
        v[23] = endGlobal;
        v[24] = number(values, kEventId);
        if (m_at[kPayloadJson] >= 0) {
            const std::int64_t chain = number(values, kScriptChain);
            v[25] = value(values, kPayloadJson) != nullptr ? m_context.internText(*value(values, kPayloadJson)) : kNull;
            v[26] = chain == kNull ? kNull : chain + nsys::kPythonChainBase;
        }
        const LaneId lane = m_context.lanes().nvtx(pid, globalTid == kNull ? kNull : nsysTid(globalTid), domain, rangeKind == 1);
        if (rangeKind >= 0) {
            m_context.writer().appender(lane, EventKind::nvtxRange, m_columns).append(v);
        } else {
            // A mark has no duration column.
            m_markValues.assign(m_values.begin(), m_values.end());
            m_markValues.erase(m_markValues.begin() + 1);
            if (m_markColumns.empty()) {
                m_markColumns = m_columns;
                m_markColumns.erase(m_markColumns.begin() + 1);
            }
            m_context.writer().appender(lane, EventKind::nvtxMark, m_markColumns).append(m_markValues.data());
        }
    }

    NsysContext& m_context;
    std::unique_ptr<NsysTable> m_other;
    std::vector<std::size_t> m_exportedAt;
    std::vector<NsysValue> m_otherValues;
    std::vector<int> m_at;
    std::vector<ColumnId> m_columns;
    std::vector<ColumnId> m_markColumns;
    std::vector<std::int64_t> m_values;
    std::vector<std::int64_t> m_markValues;
    std::int64_t m_rowNumber = 0;
};

} // namespace

std::unique_ptr<NsysTable> makeNvtxTable(NsysContext& context, NsysColumns columns)
{
    return std::make_unique<NvtxTable>(context, columns);
}

} // namespace pv::core
