// SPDX-License-Identifier: MIT
// Which importer reads a file, and what to say where none does.

#include "core/import/byte_source.h"
#include "core/import/importer.h"
#include "core/model/error.h"
#include "core/store/format.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace pv::core {
namespace {

constexpr std::size_t kHeadBytes = 64 * 1024;

struct Signature {
    std::string_view bytes;
    std::size_t offset;
    std::string_view what;
};

// Formats people try that hold no trace this program can read.
constexpr std::array<Signature, 18> kForeign{{
    {"PERFILE2", 0, "a recording of Linux perf (perf.data)"},
    {"\x7f"
     "ELF",
     0, "a program, library or core dump (ELF)"},
    {"\x89PNG", 0, "a PNG picture"},
    {"GIF8", 0, "a GIF picture"},
    {"\xff\xd8\xff", 0, "a JPEG picture"},
    {"%PDF", 0, "a PDF document"},
    {"<!DOCTYPE", 0, "an HTML page (systrace pages are not read; export JSON instead)"},
    {"<!doctype", 0, "an HTML page (systrace pages are not read; export JSON instead)"},
    {"<html", 0, "an HTML page (systrace pages are not read; export JSON instead)"},
    {"# tracer:", 0, "an ftrace or systrace text"},
    {"tracy", 0, "a Tracy trace"},
    {"tlZ", 0, "a Tracy trace"},
    {"\x10\x00\x04\x46\x78\x54\x16\x00", 0, "a Fuchsia trace (.fxt)"},
    {"\x89HDF", 0, "an HDF5 file (nsys can export --type sqlite instead)"},
    {"PAR1", 0, "a Parquet file (nsys can export --type sqlite instead)"},
    {"ARROW1", 0, "an Arrow file (nsys can export --type sqlite instead)"},
    {"Rar!", 0, "a RAR archive"},
    {"7z\xbc\xaf\x27\x1c", 0, "a 7-Zip archive"},
}};

bool begins(std::string_view bytes, std::string_view with, std::size_t at = 0)
{
    return bytes.size() >= at + with.size() && bytes.substr(at, with.size()) == with;
}

bool isSqlite(std::string_view bytes) { return begins(bytes, std::string_view("SQLite format 3\0", 16)); }

std::uint32_t bigEndian(std::string_view bytes, std::size_t at)
{
    std::uint32_t v = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        v = (v << 8) | static_cast<unsigned char>(bytes[at + i]);
    }
    return v;
}

std::string describe(const SourceHead& head)
{
    std::string_view text = head.bytes;
    while (!text.empty() && (text.front() == ' ' || text.front() == '\n' || text.front() == '\r' || text.front() == '\t')) {
        text.remove_prefix(1);
    }
    for (const Signature& s : kForeign) {
        if (begins(text, s.bytes, s.offset)) {
            return std::string(s.what);
        }
    }
    if (isSqlite(head.bytes)) {
        return "an SQLite database without the tables of a trace";
    }
    if (text.empty()) {
        return "nothing but blanks";
    }
    if (text.front() == '{' || text.front() == '[') {
        return "JSON, but no trace events were found in it";
    }
    const bool isText = std::none_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(text.size(), 4096)),
                                     [](char c) { return c == '\0' || (static_cast<unsigned char>(c) < 9); });
    return isText ? "a text file" : "an unknown binary file";
}

} // namespace

std::span<const Importer* const> importers()
{
    static const std::array<const Importer*, 3> all{&nsysSqliteImporter(), &nsysRepImporter(), &chromeJsonImporter()};
    return all;
}

SourceHead readHead(const std::filesystem::path& path)
{
    const std::string doing = "opening";
    SourceHead head;
    head.path = path;
    struct stat st {};
    if (stat(path.c_str(), &st) != 0) {
        throw Error(doing, path.string(), errno == ENOENT ? "there is no such file" : std::strerror(errno), {}, "Check the name.");
    }
    if (S_ISDIR(st.st_mode)) {
        throw Error(doing, path.string(), "it is a folder", {}, "Name a file in it.");
    }
    if (!S_ISREG(st.st_mode)) {
        throw Error(doing, path.string(), "it is a pipe, socket or device, not a file", {}, "Save the data to a file first.");
    }
    const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        throw Error(doing, path.string(), std::strerror(errno), {}, errno == EACCES ? "Ask its owner for permission to read it." : "");
    }
    close(fd);
    if (st.st_size == 0) {
        throw Error(doing, path.string(), "the file is empty", {},
                    "The recording or the copying may have failed; record or copy it again.");
    }
    head.fileSize = static_cast<std::uint64_t>(st.st_size);
    UnpackedHead bytes = readUnpackedHead(path, kHeadBytes);
    head.bytes = std::move(bytes.bytes);
    head.compressed = bytes.unpacked;
    return head;
}

bool isReport(const SourceHead& head)
{
    return isSqlite(head.bytes) && !head.compressed && head.bytes.size() >= 72 &&
           bigEndian(head.bytes, 68) == static_cast<std::uint32_t>(kApplicationId);
}

const Importer* findImporter(const SourceHead& head, std::string* reason)
{
    const Importer* best = nullptr;
    int bestScore = 0;
    for (const Importer* importer : importers()) {
        if (const int score = importer->recognises(head); score > bestScore) {
            best = importer;
            bestScore = score;
        }
    }
    if (best == nullptr && reason != nullptr) {
        *reason = describe(head);
    }
    return best;
}

ImportSummary importFile(const std::filesystem::path& source, const std::filesystem::path& target, const ImportOptions& options,
                         const WriterOptions& writerOptions, const Progress& progress)
{
    const SourceHead head = readHead(source);
    if (isReport(head)) {
        throw Error("importing", source.string(), "it is a report already", {}, "Open it as it is, or copy it.");
    }
    std::string reason;
    const Importer* importer = findImporter(head, &reason);
    if (importer == nullptr) {
        throw Error("opening", source.string(), "it is no trace this program can read; it seems to be " + reason, {},
                    "Known are .rep, Nsight Systems reports and SQLite exports, and PyTorch or Chrome traces (JSON, also packed).");
    }
    std::error_code ignored;
    ReportWriter writer(target, writerOptions);
    const Progress reading{progress.report ? [&](double f, std::string_view stage) { progress(f < 0 ? f : f * 0.5, stage); }
                                           : decltype(progress.report){},
                           progress.stop};
    importer->import(source, writer, options, reading);
    writer.setMeta("source_file", std::filesystem::absolute(source, ignored).string());
    writer.setMeta("source_bytes", std::to_string(head.fileSize));
    writer.setMeta("imported_by", std::string(importer->name()));
    ImportSummary summary;
    summary.format = importer->name();
    summary.written = writer.finish(progress);
    return summary;
}

} // namespace pv::core
