// SPDX-License-Identifier: MIT
#include "core/import/chrome_colors.h"

#include "core/model/columns.h"

#include <algorithm>
#include <array>

namespace pv::core::chrome {

std::int64_t traceColor(std::string_view name)
{
    struct Named {
        std::string_view name;
        std::uint32_t rgb;
    };
    static constexpr std::array<Named, 31> kColors = {{
        {"thread_state_uninterruptible", 0xB67D8F},
        {"thread_state_iowait", 0xFF8C00},
        {"thread_state_running", 0x7EC894},
        {"thread_state_runnable", 0x85A0D2},
        {"thread_state_sleeping", 0xF0F0F0},
        {"thread_state_unknown", 0xC79B7D},
        {"background_memory_dump", 0x00B4B4},
        {"light_memory_dump", 0x0000B4},
        {"detailed_memory_dump", 0xB400B4},
        {"vsync_highlight_color", 0x0000FF},
        {"generic_work", 0x7D7D7D},
        {"good", 0x007D00},
        {"bad", 0xB47D00},
        {"terrible", 0xB40000},
        {"black", 0x000000},
        {"grey", 0xDDDDDD},
        {"white", 0xFFFFFF},
        {"yellow", 0xFFFF00},
        {"olive", 0x646400},
        {"rail_response", 0x4387FD},
        {"rail_animation", 0xF44A3F},
        {"rail_idle", 0xEE8E00},
        {"rail_load", 0x0DA861},
        {"startup", 0xE6E600},
        {"heap_dump_stack_frame", 0x808080},
        {"heap_dump_object_type", 0x0000FF},
        {"heap_dump_child_node_arrow", 0xCC6600},
        {"cq_build_running", 0xFFFF77},
        {"cq_build_passed", 0x99EE66},
        {"cq_build_failed", 0xEE8888},
        {"cq_build_abandoned", 0xBBBBBB},
    }};
    const auto* it = std::find_if(kColors.begin(), kColors.end(), [&](const Named& n) { return n.name == name; });
    return it == kColors.end() ? kNull : static_cast<std::int64_t>(0xFF000000u | it->rgb);
}

} // namespace pv::core::chrome
