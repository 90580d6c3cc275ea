// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/import/chrome_support.h"

#include <algorithm>
#include <fstream>

#include <fmt/format.h>
#include <zlib.h>
#include <zstd.h>

namespace pv::test {

using namespace core;

void writeFile(const std::filesystem::path& path, std::string_view bytes)
{
    std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

ImportedTrace::ImportedTrace(std::string_view bytes, const std::string& name, const ImportOptions& options)
{
    writeFile(m_dir / name, bytes);
    open(m_dir / name, options);
}

ImportedTrace::ImportedTrace(const File& source) { open(source.path, {}); }

void ImportedTrace::open(const std::filesystem::path& source, const ImportOptions& options)
{
    const auto target = m_dir / "out.rep";
    {
        ReportWriter writer(target, {.overwrite = true});
        chromeJsonImporter().import(source, writer, options, {});
        writer.finish();
    }
    m_report = Report::open(target);
    for (const ChunkInfo& info : m_report->chunks()) {
        const ColumnId columns[] = {col::start};
        const ChunkPtr chunk = m_report->chunk(info.id, columns);
        REQUIRE(chunk);
        for (std::uint32_t i = 0; i < info.count; ++i) {
            const auto e = m_report->event(chunk->eventId(i));
            REQUIRE(e);
            TraceEvent t;
            t.id = e->id;
            t.name = m_report->string(e->name);
            t.kind = e->kind;
            t.start = e->start;
            t.dur = e->durationNs;
            t.row = e->row;
            t.flags = e->flags;
            t.correlation = e->correlation;
            t.lane = m_report->lanes()[e->lane.value];
            t.args = e->args;
            for (const auto& [id, value] : e->columns) {
                const auto column = m_report->columnInfo(id);
                REQUIRE(column);
                t.columns[std::string(column->sqlName)] = value;
                if (column->type == ColumnType::string) {
                    t.texts[std::string(column->sqlName)] = m_report->string(StringId{static_cast<std::uint32_t>(value)});
                }
            }
            if (t.name != "zero" || t.kind != EventKind::mark) {
                m_events.push_back(std::move(t));
            }
        }
    }
}

std::size_t ImportedTrace::count(EventKind kind) const
{
    return static_cast<std::size_t>(std::count_if(m_events.begin(), m_events.end(), [&](const TraceEvent& e) { return e.kind == kind; }));
}

std::vector<const TraceEvent*> ImportedTrace::all(std::string_view name) const
{
    std::vector<const TraceEvent*> found;
    for (const TraceEvent& e : m_events) {
        if (e.name == name) {
            found.push_back(&e);
        }
    }
    return found;
}

bool ImportedTrace::has(std::string_view name) const { return !all(name).empty(); }

const TraceEvent& ImportedTrace::operator[](std::string_view name) const
{
    const auto found = all(name);
    INFO("event '" << name << "'");
    REQUIRE_FALSE(found.empty());
    return *found.front();
}

std::vector<std::string> ImportedTrace::names(EventKind kind) const
{
    std::vector<std::string> names;
    for (const TraceEvent& e : m_events) {
        if (e.kind == kind) {
            names.push_back(e.name);
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

std::int64_t ImportedTrace::warning(std::string_view code) const
{
    for (const Warning& w : m_report->warnings()) {
        if (w.code == code) {
            return w.count;
        }
    }
    return 0;
}

std::string ImportedTrace::warningText(std::string_view code) const
{
    for (const Warning& w : m_report->warnings()) {
        if (w.code == code) {
            return w.text;
        }
    }
    return {};
}

std::string ImportedTrace::meta(std::string_view key) const
{
    const auto it = m_report->meta().find(key);
    return it == m_report->meta().end() ? std::string() : it->second;
}

const Process* ImportedTrace::process(std::int64_t pid) const
{
    for (const Process& p : m_report->processes()) {
        if (p.pid == pid) {
            return &p;
        }
    }
    return nullptr;
}

std::vector<Lane> ImportedTrace::lanes(LaneKind kind) const
{
    std::vector<Lane> found;
    for (const Lane& l : m_report->lanes()) {
        if (l.kind == kind) {
            found.push_back(l);
        }
    }
    return found;
}

std::vector<std::string> ImportedTrace::linksFrom(std::string_view name) const
{
    std::vector<std::string> found;
    for (const TraceEvent* e : all(name)) {
        for (const Link& link : m_report->linked(e->id)) {
            if (link.source == e->id) {
                const auto target = m_report->event(link.target);
                REQUIRE(target);
                found.push_back(fmt::format("{}->{}", name, m_report->string(target->name)));
            }
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

std::vector<std::string> ImportedTrace::allLinks() const
{
    std::vector<std::string> found;
    m_report->forEachStoredLink([&](const Link& link) {
        const auto source = m_report->event(link.source);
        const auto target = m_report->event(link.target);
        REQUIRE(source);
        REQUIRE(target);
        found.push_back(fmt::format("{}->{}", m_report->string(source->name), m_report->string(target->name)));
        return true;
    });
    std::sort(found.begin(), found.end());
    return found;
}

std::string traceOf(std::string_view events)
{
    return fmt::format(R"({{"traceEvents":[{{"ph":"i","s":"g","name":"zero","ts":0}}{}{}]}})", events.empty() ? "" : ",", events);
}

std::string importError(std::string_view bytes, const std::string& name)
{
    const TempDir dir;
    writeFile(dir / name, bytes);
    try {
        ReportWriter writer(dir / "out.rep", {.overwrite = true});
        chromeJsonImporter().import(dir / name, writer, {}, {});
        writer.finish();
    } catch (const Error& e) {
        return e.what();
    }
    return {};
}

std::string gzipped(std::string_view bytes, bool extraField)
{
    z_stream z{};
    REQUIRE(deflateInit2(&z, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY) == Z_OK);
    gz_header header{};
    Bytef extra[8] = {'p', 'v', 4, 0, 1, 2, 3, 4};
    if (extraField) {
        header.extra = extra;
        header.extra_len = sizeof(extra);
        deflateSetHeader(&z, &header);
    }
    std::string out(deflateBound(&z, bytes.size()) + 64, '\0');
    z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    z.avail_in = static_cast<uInt>(bytes.size());
    z.next_out = reinterpret_cast<Bytef*>(out.data());
    z.avail_out = static_cast<uInt>(out.size());
    REQUIRE(deflate(&z, Z_FINISH) == Z_STREAM_END);
    out.resize(z.total_out);
    deflateEnd(&z);
    return out;
}

std::string zstdPacked(std::string_view bytes)
{
    std::string out(ZSTD_compressBound(bytes.size()), '\0');
    out.resize(ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), 3));
    return out;
}

namespace {
void little(std::string& out, std::uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; ++i) {
        out += static_cast<char>(value >> (8 * i) & 0xFF);
    }
}

std::string deflated(std::string_view bytes)
{
    z_stream z{};
    REQUIRE(deflateInit2(&z, 6, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) == Z_OK);
    std::string out(deflateBound(&z, bytes.size()) + 16, '\0');
    z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    z.avail_in = static_cast<uInt>(bytes.size());
    z.next_out = reinterpret_cast<Bytef*>(out.data());
    z.avail_out = static_cast<uInt>(out.size());
    REQUIRE(deflate(&z, Z_FINISH) == Z_STREAM_END);
    out.resize(z.total_out);
    deflateEnd(&z);
    return out;
}
} // namespace

std::string zipOf(const std::vector<ArchiveFile>& files, bool directory)
{
    std::string out;
    std::string central;
    for (const ArchiveFile& f : files) {
        const std::string packed = f.deflate ? deflated(f.bytes) : f.bytes;
        const auto crc = crc32(0, reinterpret_cast<const Bytef*>(f.bytes.data()), static_cast<uInt>(f.bytes.size()));
        std::string common;
        little(common, 20, 2);
        little(common, f.encrypted ? 1 : 0, 2);
        little(common, f.deflate ? 8 : 0, 2);
        little(common, 0, 4);
        little(common, crc, 4);
        little(common, packed.size(), 4);
        little(common, f.bytes.size(), 4);
        little(common, f.name.size(), 2);
        little(common, 0, 2);
        central += "PK\x01\x02";
        little(central, 20, 2);
        central += common;
        little(central, 0, 2 + 2 + 2);
        little(central, 0, 4);
        little(central, out.size(), 4);
        central += f.name;
        out += "PK\x03\x04" + common + f.name + packed;
    }
    if (directory) {
        const std::size_t at = out.size();
        out += central + "PK\x05\x06";
        little(out, 0, 4);
        little(out, files.size(), 2);
        little(out, files.size(), 2);
        little(out, central.size(), 4);
        little(out, at, 4);
        little(out, 0, 2);
    }
    return out;
}

std::string tarOf(const std::vector<ArchiveFile>& files)
{
    std::string out;
    for (const ArchiveFile& f : files) {
        std::string header(512, '\0');
        header.replace(0, f.name.size(), f.name);
        header.replace(100, 7, "0000644");
        header.replace(124, 11, fmt::format("{:011o}", f.bytes.size()));
        header[156] = '0';
        header.replace(257, 8, std::string("ustar\00000", 8));
        header.replace(148, 8, "        ");
        unsigned sum = 0;
        for (char c : header) {
            sum += static_cast<unsigned char>(c);
        }
        header.replace(148, 8, fmt::format("{:06o}", sum) + std::string("\0 ", 2));
        out += header + f.bytes;
        out.append((512 - f.bytes.size() % 512) % 512, '\0');
    }
    out.append(1024, '\0');
    return out;
}

std::string utf16Of(std::string_view ascii, bool bigEndian)
{
    std::string out = bigEndian ? "\xFE\xFF" : "\xFF\xFE";
    for (char c : ascii) {
        if (bigEndian) {
            out += '\0';
        }
        out += c;
        if (!bigEndian) {
            out += '\0';
        }
    }
    return out;
}

} // namespace pv::test
