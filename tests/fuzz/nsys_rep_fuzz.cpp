// SPDX-License-Identifier: GPL-3.0-or-later

// Report files. An even first byte: the rest is the file. An odd one: the rest is messages, each behind a length of two
// bytes, which are put into a whole file (blocks, strings, target, payload schemas ...), so that what lies behind
// compression and lengths is reached too. An empty corpus folder is filled with seeds first: made ones, and where
// $PV_SHARED names recordings, parts of those.

#include "core/import/nsys_rep.h"
#include "core/import/nsys_rep_container.h"
#include "core/import/nsys_rep_wire.h"
#include "core/model/error.h"
#include "tests/import/nsysrep_build.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sys/mman.h>
#include <unistd.h>

namespace {

class NullTable final : public pv::core::NsysTable {
public:
    std::size_t width = 0;
    void row(std::span<const pv::core::NsysValue> values) override
    {
        if (values.size() != width) {
            std::abort();
        }
        for (const auto& v : values) {
            m_sum += v.text.empty() ? 0 : static_cast<unsigned char>(v.text.front()) + static_cast<unsigned char>(v.text.back());
        }
    }

private:
    std::size_t m_sum = 0;
};

class NullSink final : public pv::core::NsysRowSink {
public:
    void string(std::int64_t, std::string_view) override {}
    pv::core::NsysTable& table(std::string_view, std::span<const pv::core::NsysColumn> columns) override
    {
        auto& table = m_tables.emplace_back(std::make_unique<NullTable>());
        table->width = columns.size();
        return *table;
    }
    void warning(const pv::core::Warning& w) override
    {
        if (w.code.empty() || w.text.empty() || w.count <= 0) {
            std::abort();
        }
    }

private:
    std::vector<std::unique_ptr<NullTable>> m_tables;
};

std::string fileOf(std::string_view data)
{
    std::vector<std::string_view> pieces;
    while (data.size() >= 2) {
        const std::size_t length = static_cast<unsigned char>(data[0]) | static_cast<std::size_t>(static_cast<unsigned char>(data[1])) << 8;
        pieces.push_back(data.substr(2, length));
        data.remove_prefix(std::min(data.size(), 2 + length));
    }
    const auto piece = [&](std::size_t i) { return i < pieces.size() ? std::string(pieces[i]) : std::string(); };
    pv::test::RepParts parts;
    parts.header = piece(0);
    parts.info = piece(1);
    parts.threadNames = piece(2);
    parts.target = piece(3);
    parts.extension = piece(4);
    for (std::size_t i = 5; i < pieces.size(); ++i) {
        parts.blocks.push_back(pv::test::literalFrame(pieces[i]));
    }
    return parts.file();
}

constexpr std::size_t kSeedPiece = 4096;

// The first whole fields of a message.
std::string_view beginOf(std::string_view message)
{
    std::size_t end = 0;
    pv::core::WireReader reader(message);
    for (pv::core::WireField f; reader.next(f) && reader.position() <= kSeedPiece;) {
        end = reader.position();
    }
    return message.substr(0, end);
}

std::string join(const std::vector<std::string>& pieces)
{
    std::string out(1, '\1');
    for (const auto& piece : pieces) {
        out += static_cast<char>(piece.size() & 0xff);
        out += static_cast<char>(piece.size() >> 8);
        out += piece;
    }
    return out;
}

std::vector<std::string> seeds()
{
    using namespace pv::test;
    RepParts parts;
    parts.blocks = {literalFrame(nvtxMark(5, "mark") + kernelEvent(10, 20, 1, 3)), literalFrame(hostFunction(0, 9, 11, 1, 3))};
    std::vector<std::string> out{
        std::string(1, '\0') + parts.file(),
        join({parts.header, "", "", "", "", nvtxMark(5, "mark") + hostFunction(27, 1, 2, 1), kernelEvent(1, 2, 0, 1)})};
    const char* shared = std::getenv("PV_SHARED");
    std::error_code ignored;
    if (shared == nullptr) {
        return out;
    }
    for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(shared) / "data" / "nsys", ignored)) {
        if (entry.path().extension() != ".nsys-rep") {
            continue;
        }
        const pv::core::NsysRepFile file(entry.path());
        const auto content = pv::core::readNsysRepContainer(file, {});
        std::vector<std::string> pieces;
        for (const auto* message : {&content.header, &content.info, &content.threadNames, &content.target, &content.extension}) {
            pieces.emplace_back(beginOf(*message));
        }
        // A few blocks from all over the file: kinds of events lie in runs.
        const std::size_t step = std::max<std::size_t>(1, content.blocks.size() / 4);
        for (std::size_t i = 0; i < content.blocks.size(); i += step) {
            pieces.emplace_back(beginOf(pv::core::decompressFrame(file, content.blocks[i]).message));
        }
        out.push_back(join(pieces));
        if (file.size() < 20000) {
            out.push_back(std::string(1, '\0') + file.bytes(0, static_cast<std::size_t>(file.size())));
        }
    }
    return out;
}

} // namespace

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv)
{
    for (int i = 1; i < *argc; ++i) {
        const std::filesystem::path folder((*argv)[i]);
        std::error_code ignored;
        if (!std::filesystem::is_directory(folder, ignored) || !std::filesystem::is_empty(folder, ignored)) {
            continue;
        }
        int n = 0;
        for (const auto& seed : seeds()) {
            std::ofstream(folder / ("seed-" + std::to_string(n++)), std::ios::binary) << seed;
        }
    }
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0) {
        return 0;
    }
    const std::string_view rest(reinterpret_cast<const char*>(data) + 1, size - 1);
    const std::string bytes = data[0] % 2 == 0 ? std::string(rest) : fileOf(rest);
    const int fd = memfd_create("nsys-rep", MFD_CLOEXEC);
    if (fd < 0 || write(fd, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size())) {
        std::abort();
    }
    try {
        NullSink sink;
        pv::core::decodeNsysRep("/proc/self/fd/" + std::to_string(fd), sink, {1});
    } catch (const pv::core::Error&) {
    }
    close(fd);
    return 0;
}
