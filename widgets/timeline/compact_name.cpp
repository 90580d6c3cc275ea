// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/compact_name.h"

namespace pv::widgets {
namespace {

constexpr std::string_view kAnonymous = "(anonymous namespace)";

// Index of the first `wanted` outside <> and () from `from`, or npos.
std::size_t outside(std::string_view name, char wanted, std::size_t from)
{
    int angle = 0;
    int round = 0;
    for (std::size_t i = from; i < name.size(); ++i) {
        const char c = name[i];
        if (angle == 0 && round == 0 && c == wanted && name.substr(i, kAnonymous.size()) != kAnonymous) {
            return i;
        }
        if (name.substr(i, 8) == "operator") {
            // operator(), operator<, operator->: their signs open nothing.
            i += 7;
            while (i + 1 < name.size() && std::string_view("<>-=!").find(name[i + 1]) != std::string_view::npos) {
                ++i;
            }
            if (name.substr(i + 1, 2) == "()") {
                i += 2;
            }
            continue;
        }
        if (c == '<') {
            ++angle;
        } else if (c == '>' && angle > 0) {
            --angle;
        } else if (c == '(') {
            ++round;
        } else if (c == ')' && round > 0) {
            --round;
        }
    }
    return std::string_view::npos;
}

} // namespace

std::string_view withoutSignature(std::string_view name)
{
    const std::size_t open = outside(name, '(', 0);
    // "name (text)" is a person's own wording.
    if (open == std::string_view::npos || open == 0 || name[open - 1] == ' ') {
        return name;
    }
    std::string_view head = name.substr(0, open);
    if (const std::size_t blank = outside(head, ' ', 0); blank != std::string_view::npos && blank + 1 < head.size()) {
        head = head.substr(blank + 1);
    }
    return head;
}

std::string_view baseName(std::string_view name)
{
    std::string_view head = withoutSignature(name);
    const std::size_t angle = outside(head, '<', 0);
    const bool isTemplate = angle != std::string_view::npos && angle > 0 && head.back() == '>';
    const std::string_view plain = isTemplate ? head.substr(0, angle) : head;
    std::size_t at = 0;
    while (true) {
        const std::size_t next = outside(plain, ':', at);
        if (next == std::string_view::npos || next + 1 >= plain.size() || plain[next + 1] != ':') {
            break;
        }
        at = next + 2;
    }
    const std::string_view last = plain.substr(at);
    if (last.empty() || (at == 0 && !isTemplate) || plain.find(' ') != std::string_view::npos) {
        return at == 0 && !isTemplate ? head : (last.empty() ? head : last);
    }
    return last;
}

} // namespace pv::widgets
