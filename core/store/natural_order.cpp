// SPDX-License-Identifier: MIT
#include "core/store/natural_order.h"

namespace pv::core {
namespace {
bool isDigit(char c) { return c >= '0' && c <= '9'; }

std::string_view takeDigits(std::string_view& s)
{
    std::size_t zeros = 0;
    while (zeros + 1 < s.size() && s[zeros] == '0' && isDigit(s[zeros + 1])) {
        ++zeros;
    }
    std::size_t n = zeros;
    while (n < s.size() && isDigit(s[n])) {
        ++n;
    }
    const std::string_view digits = s.substr(zeros, n - zeros);
    s.remove_prefix(n);
    return digits;
}
} // namespace

bool naturalLess(std::string_view a, std::string_view b)
{
    const std::string_view wholeA = a;
    const std::string_view wholeB = b;
    while (!a.empty() && !b.empty()) {
        if (isDigit(a.front()) && isDigit(b.front())) {
            const std::string_view x = takeDigits(a);
            const std::string_view y = takeDigits(b);
            if (x.size() != y.size()) {
                return x.size() < y.size();
            }
            if (x != y) {
                return x < y;
            }
        } else if (a.front() != b.front()) {
            return static_cast<unsigned char>(a.front()) < static_cast<unsigned char>(b.front());
        } else {
            a.remove_prefix(1);
            b.remove_prefix(1);
        }
    }
    if (a.empty() != b.empty()) {
        return a.empty();
    }
    return wholeA < wholeB;
}

} // namespace pv::core
