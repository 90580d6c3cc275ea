// SPDX-License-Identifier: MIT
#include "core/import/nsys_rep_strings.h"

#include "core/import/nsys_rep_wire.h"

namespace pv::core {
namespace {
constexpr std::size_t kMostStrings = 16u << 20;
constexpr std::size_t kMostAttachments = 1u << 20;
} // namespace

NsysRepStrings::NsysRepStrings(NsysRepMessage block) : m_block(std::move(block))
{
    WireReader reader(m_block.message);
    for (WireField f; reader.next(f);) {
        if (!f.isMessage()) {
            continue;
        }
        if (f.number == 1) {
            if (m_starts.size() == kMostStrings) {
                m_complete = false;
                return;
            }
            m_starts.push_back(static_cast<std::uint32_t>(reader.fieldStart()));
        } else if (f.number == 2 && m_attachments.size() < kMostAttachments) {
            m_attachments.push_back(f.bytes);
        }
    }
    m_complete = !reader.malformed();
}

std::string_view NsysRepStrings::operator[](std::size_t id) const
{
    WireReader reader(m_block.message.substr(m_starts[id]));
    WireField f;
    reader.next(f);
    return f.bytes;
}

std::string_view NsysRepStrings::find(std::int64_t id) const
{
    return id >= 0 && static_cast<std::uint64_t>(id) < m_starts.size() ? (*this)[static_cast<std::size_t>(id)] : std::string_view{};
}

} // namespace pv::core
