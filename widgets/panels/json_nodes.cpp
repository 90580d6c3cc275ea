// SPDX-License-Identifier: GPL-3.0-or-later

// Arguments of an event as a tree. Own small reader, because a library's numbers would not come back digit for digit.

#include "widgets/panels/event_details.h"

#include "widgets/text.h"

namespace pv::widgets {
namespace {

constexpr int kMaxDepth = 24;

class JsonTree {
public:
    JsonTree(std::string_view json, std::size_t limit) : m_json(json), m_left(limit) {}

    bool cut() const { return m_cut; }
    bool read(std::vector<DetailNode>& out)
    {
        DetailNode root;
        if (!value(root, 0) || (blanks(), m_at != m_json.size())) {
            return false;
        }
        if (root.children.empty()) {
            out.push_back(std::move(root));
        } else {
            out = std::move(root.children);
        }
        return true;
    }

private:
    void blanks()
    {
        while (m_at < m_json.size() && (m_json[m_at] == ' ' || m_json[m_at] == '\n' || m_json[m_at] == '\t' || m_json[m_at] == '\r')) {
            ++m_at;
        }
    }
    bool eat(char c)
    {
        blanks();
        if (m_at < m_json.size() && m_json[m_at] == c) {
            ++m_at;
            return true;
        }
        return false;
    }
    bool string(QString& out)
    {
        if (!eat('"')) {
            return false;
        }
        std::string bytes;
        while (m_at < m_json.size() && m_json[m_at] != '"') {
            char c = m_json[m_at++];
            if (c != '\\') {
                bytes += c;
                continue;
            }
            if (m_at >= m_json.size()) {
                return false;
            }
            c = m_json[m_at++];
            switch (c) {
            case 'n': bytes += '\n'; break;
            case 't': bytes += '\t'; break;
            case 'r': bytes += '\r'; break;
            case 'b': bytes += '\b'; break;
            case 'f': bytes += '\f'; break;
            case 'u': {
                bool ok = false;
                const uint unit = fromUtf8(m_json.substr(m_at, 4)).toUInt(&ok, 16);
                if (!ok || m_at + 4 > m_json.size()) {
                    return false;
                }
                m_at += 4;
                out += fromUtf8(bytes);
                bytes.clear();
                out += QChar(static_cast<char16_t>(unit)); // surrogate halves meet in the QString
                break;
            }
            default: bytes += c;
            }
        }
        if (m_at >= m_json.size()) {
            return false;
        }
        ++m_at;
        out += fromUtf8(bytes);
        return true;
    }
    bool value(DetailNode& node, int depth)
    {
        blanks();
        if (m_at >= m_json.size() || depth > kMaxDepth) {
            return false;
        }
        const std::size_t begin = m_at;
        const char c = m_json[m_at];
        if (c == '"') {
            if (!string(node.value)) {
                return false;
            }
            node.raw = node.value;
            node.value.replace(QLatin1Char('\n'), QChar(0x21B5));
            return true;
        }
        if (c == '{' || c == '[') {
            if (!members(node, c == '{', depth)) {
                return false;
            }
            node.raw = fromUtf8(m_json.substr(begin, m_at - begin));
            node.value = node.raw.size() > 200 ? node.raw.left(200) + QChar(0x2026) : node.raw;
            node.expanded = node.children.size() <= 8;
            return true;
        }
        while (m_at < m_json.size() && std::string_view(",]} \t\r\n").find(m_json[m_at]) == std::string_view::npos) {
            ++m_at;
        }
        node.value = fromUtf8(m_json.substr(begin, m_at - begin));
        return m_at > begin;
    }
    bool members(DetailNode& node, bool object, int depth)
    {
        const char close = object ? '}' : ']';
        ++m_at;
        if (eat(close)) {
            return true;
        }
        for (std::int64_t index = 0;; ++index) {
            DetailNode child;
            if (object) {
                if (!string(child.label) || !eat(':')) {
                    return false;
                }
            } else {
                child.label = QStringLiteral("[%1]").arg(index);
            }
            if (!value(child, depth + 1)) {
                return false;
            }
            if (m_left > 0) {
                --m_left;
                node.children.push_back(std::move(child));
            } else {
                m_cut = true;
            }
            if (eat(close)) {
                return true;
            }
            if (!eat(',')) {
                return false;
            }
        }
    }

    std::string_view m_json;
    std::size_t m_at = 0;
    std::size_t m_left;
    bool m_cut = false;
};

} // namespace

std::vector<DetailNode> jsonNodes(std::string_view json, std::size_t limit)
{
    std::vector<DetailNode> nodes;
    JsonTree tree(json, limit);
    if (!tree.read(nodes)) {
        nodes.clear();
        nodes.push_back({{}, oneLine(json), fromUtf8(json), {}, core::kNoLane, true, {}});
    } else if (tree.cut()) {
        nodes.push_back({QString(QChar(0x2026)), QString(QChar(0x2026)), {}, {}, core::kNoLane, true, {}});
    }
    return nodes;
}

} // namespace pv::widgets
