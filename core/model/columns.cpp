// SPDX-License-Identifier: MIT
#include "core/model/columns.h"

#include <algorithm>
#include <array>

namespace pv::core {
namespace {
constexpr std::array kColumns{
#define PV_X(name, number, type, sql) ColumnInfo{col::name, ColumnType::type, sql},
    PV_COLUMNS(PV_X)
#undef PV_X
};
static_assert(std::is_sorted(kColumns.begin(), kColumns.end(), [](const ColumnInfo& a, const ColumnInfo& b) { return a.id < b.id; }));
} // namespace

std::span<const ColumnInfo> wellKnownColumns() { return kColumns; }

std::optional<ColumnInfo> wellKnownColumn(ColumnId id)
{
    const auto it = std::lower_bound(kColumns.begin(), kColumns.end(), id, [](const ColumnInfo& c, ColumnId i) { return c.id < i; });
    return it != kColumns.end() && it->id == id ? std::optional(*it) : std::nullopt;
}

} // namespace pv::core
