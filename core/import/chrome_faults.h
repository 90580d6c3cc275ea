// SPDX-License-Identifier: MIT
#pragma once

// Faults of a trace, counted by code; the text of the first one stays and names the place. One object a thread.

#include "core/model/topology.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pv::core::chrome {

class Faults {
public:
    // `text` is called for the first fault of a code only.
    template <class Text>
    void add(std::string_view code, Severity severity, Text&& text, std::int64_t count = 1)
    {
        if (Warning* known = find(code)) {
            known->count += count;
            return;
        }
        m_list.push_back({std::string(code), severity, count, std::forward<Text>(text)()});
    }
    const Warning* operator[](std::string_view code) const { return const_cast<Faults*>(this)->find(code); }
    const std::vector<Warning>& list() const { return m_list; }

private:
    Warning* find(std::string_view code)
    {
        for (Warning& w : m_list) {
            if (w.code == code) {
                return &w;
            }
        }
        return nullptr;
    }
    std::vector<Warning> m_list;
};

} // namespace pv::core::chrome
