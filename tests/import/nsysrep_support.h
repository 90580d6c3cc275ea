// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the tests of report files share: a sink that keeps all rows, the recordings beside the checkout, and their
// exports unpacked.

#include "core/import/nsys_rep.h"
#include "tests/support/catch.h"
#include "tests/support/files.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>
#include <zstd.h>

namespace pv::test {

using Cell = std::variant<std::monostate, std::int64_t, double, std::string>;
using Row = std::vector<Cell>;

class KeptTable final : public core::NsysTable {
public:
    explicit KeptTable(std::span<const core::NsysColumn> c) : columns(c.begin(), c.end()) {}
    void row(std::span<const core::NsysValue> values) override
    {
        Row out;
        out.reserve(values.size());
        for (const auto& v : values) {
            switch (v.type) {
            case core::NsysValue::Type::null: out.emplace_back(); break;
            case core::NsysValue::Type::integer: out.emplace_back(v.integer); break;
            case core::NsysValue::Type::real: out.emplace_back(v.real); break;
            default: out.emplace_back(std::string(v.text));
            }
        }
        rows.push_back(std::move(out));
    }
    std::size_t column(std::string_view name) const
    {
        const auto it = std::find_if(columns.begin(), columns.end(), [&](const auto& c) { return c.name == name; });
        return static_cast<std::size_t>(it - columns.begin());
    }

    std::vector<core::NsysColumn> columns;
    std::vector<Row> rows;
};

class KeepingSink final : public core::NsysRowSink {
public:
    void string(std::int64_t id, std::string_view text) override
    {
        REQUIRE(id == static_cast<std::int64_t>(strings.size()));
        strings.emplace_back(text);
    }
    core::NsysTable& table(std::string_view name, std::span<const core::NsysColumn> columns) override
    {
        const auto [it, fresh] = tables.try_emplace(std::string(name), columns);
        REQUIRE(fresh);
        return it->second;
    }
    void warning(const core::Warning& w) override { warnings.push_back(w); }

    const core::Warning* find(std::string_view code) const
    {
        const auto it = std::find_if(warnings.begin(), warnings.end(), [&](const auto& w) { return w.code == code; });
        return it == warnings.end() ? nullptr : &*it;
    }
    std::size_t rowCount() const
    {
        std::size_t n = 0;
        for (const auto& [name, table] : tables) {
            n += table.rows.size();
        }
        return n;
    }

    std::vector<std::string> strings;
    std::map<std::string, KeptTable> tables;
    std::vector<core::Warning> warnings;
};

// Report files that have an export beside them; empty where the recordings are absent.
inline std::vector<std::filesystem::path> reportPairs()
{
    std::vector<std::filesystem::path> out;
    const auto folder = sharedDir() / "data" / "nsys";
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
        auto exported = entry.path();
        if (entry.path().extension() == ".nsys-rep" && std::filesystem::exists(exported.replace_extension(".sqlite.zst"))) {
            out.push_back(entry.path());
        }
    }
    std::sort(out.begin(), out.end());
    return out;
}

inline std::string readFile(const std::filesystem::path& path)
{
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}
inline void writeFile(const std::filesystem::path& path, std::string_view bytes)
{
    std::ofstream out(path, std::ios::binary | std::ios::trunc);
    out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    REQUIRE(out.good());
}

// The export of a report, unpacked into `folder`.
inline std::filesystem::path unpackExport(const std::filesystem::path& report, const TempDir& folder)
{
    auto packedPath = report;
    const std::string packed = readFile(packedPath.replace_extension(".sqlite.zst"));
    const auto size = ZSTD_getFrameContentSize(packed.data(), packed.size());
    std::string raw;
    ZSTD_DCtx* context = ZSTD_createDCtx();
    ZSTD_inBuffer in{packed.data(), packed.size(), 0};
    std::string piece(1u << 20, '\0');
    while (in.pos < in.size) {
        ZSTD_outBuffer out{piece.data(), piece.size(), 0};
        const std::size_t result = ZSTD_decompressStream(context, &out, &in);
        REQUIRE(!ZSTD_isError(result));
        raw.append(piece, 0, out.pos);
    }
    ZSTD_freeDCtx(context);
    REQUIRE((size == ZSTD_CONTENTSIZE_UNKNOWN || size == raw.size()));
    const auto target = folder / (report.stem().string() + ".sqlite");
    writeFile(target, raw);
    return target;
}

// The recording of that name; says where it is absent.
inline std::optional<std::filesystem::path> sample(const std::string& name)
{
    for (const auto& path : reportPairs()) {
        if (path.stem() == name) {
            return path;
        }
    }
    WARN("skipped: no recordings beside this checkout");
    return std::nullopt;
}

// What came of opening a file.
struct Outcome {
    bool opened = false;
    std::string error;
    core::NsysRepFacts facts;
    KeepingSink sink;
    bool told() const
    {
        return std::any_of(sink.warnings.begin(), sink.warnings.end(),
                           [](const auto& w) { return w.severity == core::Severity::dataLoss; });
    }
};

inline Outcome open(const std::filesystem::path& path, int threads = 2)
{
    Outcome out;
    try {
        out.facts = core::decodeNsysRep(path, out.sink, {threads});
        out.opened = true;
    } catch (const core::Error& e) {
        out.error = e.what();
    }
    return out;
}

} // namespace pv::test
