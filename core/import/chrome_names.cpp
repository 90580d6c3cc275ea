// SPDX-License-Identifier: MIT
#include "core/import/chrome_names.h"

#include "core/model/columns.h"

#include <algorithm>
#include <array>
#include <utility>

namespace pv::core::chrome {

namespace {
template <std::size_t N>
std::int64_t lookUp(const std::array<std::pair<std::string_view, std::int64_t>, N>& table, std::string_view word)
{
    const auto it = std::find_if(table.begin(), table.end(), [&](const auto& entry) { return entry.first == word; });
    return it == table.end() ? kNull : it->second;
}

std::int64_t memoryKind(std::string_view word)
{
    static constexpr std::array<std::pair<std::string_view, std::int64_t>, 7> kKinds = {
        {{"Pageable", 0}, {"Pinned", 1}, {"Device", 2}, {"Array", 3}, {"Managed", 4}, {"Device Static", 5}, {"Managed Static", 6}}};
    return lookUp(kKinds, word);
}

std::string_view inBrackets(std::string_view name)
{
    const std::size_t open = name.rfind('(');
    const std::size_t close = name.rfind(')');
    return open == name.npos || close == name.npos || close < open ? std::string_view() : name.substr(open + 1, close - open - 1);
}
} // namespace

std::string shortKernelName(std::string_view name)
{
    // Up to the first bracket of template or call arguments that is not part of the name itself.
    constexpr std::string_view kAnonymous = "(anonymous namespace)";
    std::size_t begin = 0;
    std::size_t i = 0;
    while (i < name.size()) {
        if (name.substr(i).starts_with(kAnonymous)) {
            i += kAnonymous.size();
        } else if (name[i] == '<' || name[i] == '(') {
            // A template class's method goes on after its arguments: A<int>::run.
            const char open = name[i];
            const char close = open == '<' ? '>' : ')';
            int depth = 0;
            std::size_t j = i;
            for (; j < name.size(); ++j) {
                depth += name[j] == open ? 1 : name[j] == close && (j == 0 || name[j - 1] != '-') ? -1 : 0;
                if (depth == 0) {
                    break;
                }
            }
            if (open == '<' && name.substr(std::min(j + 1, name.size())).starts_with("::")) {
                i = j + 1;
                continue;
            }
            break;
        } else if (name[i] == ' ') {
            begin = ++i;
        } else if (name.substr(i).starts_with("::")) {
            i += 2;
            begin = i;
        } else {
            ++i;
        }
    }
    const std::string_view base = name.substr(begin, i - begin);
    return std::string(base.empty() ? name : base);
}

CopyKinds copyKindsOf(std::string_view name, std::string_view kind)
{
    static constexpr std::array<std::pair<std::string_view, std::int64_t>, 9> kCopies = {
        {{"HtoD", 1}, {"DtoH", 2}, {"HtoA", 3}, {"AtoH", 4}, {"AtoA", 5}, {"AtoD", 6}, {"DtoA", 7}, {"DtoD", 8}, {"HtoH", 9}}};
    CopyKinds kinds{kNull, kNull, kNull};
    std::string_view word = name;
    if (const std::size_t blank = word.find(' '); blank != word.npos) {
        word.remove_prefix(blank + 1);
    }
    word = word.substr(0, word.find(' '));
    kinds.copy = word == "PtoP" ? 10 : lookUp(kCopies, word);
    if (kinds.copy == kNull) {
        kinds.copy = kind == "PtoP" ? 10 : lookUp(kCopies, kind);
    }
    const std::string_view ends = inBrackets(name);
    if (const std::size_t arrow = ends.find(" -> "); arrow != ends.npos) {
        kinds.source = memoryKind(ends.substr(0, arrow));
        kinds.target = memoryKind(ends.substr(arrow + 4));
    }
    return kinds;
}

std::int64_t memoryKindIn(std::string_view name) { return memoryKind(inBrackets(name)); }

std::int64_t syncTypeOf(std::string_view name)
{
    static constexpr std::array<std::pair<std::string_view, std::int64_t>, 8> kTypes = {{{"Event Sync", 1},
                                                                                         {"Event Synchronize", 1},
                                                                                         {"Stream Wait Event", 2},
                                                                                         {"Stream Wait", 2},
                                                                                         {"Stream Sync", 3},
                                                                                         {"Stream Synchronize", 3},
                                                                                         {"Context Sync", 4},
                                                                                         {"Context Synchronize", 4}}};
    return lookUp(kTypes, name);
}

} // namespace pv::core::chrome
