// SPDX-License-Identifier: GPL-3.0-or-later
// A stream file gives back every whole frame, however its writer ended and whatever happened to the bytes.

#include "capture/stream/frame.h"
#include "tests/support/catch.h"
#include "tests/support/files.h"

#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <random>
#include <unistd.h>

using namespace pv::capture;

namespace {

std::vector<std::byte> payloadOf(std::size_t n, unsigned seed)
{
    std::mt19937 random(seed);
    std::vector<std::byte> p(n);
    for (auto& b : p) {
        b = static_cast<std::byte>(random());
    }
    return p;
}

std::vector<std::byte> writeFile(const std::filesystem::path& path, int frames)
{
    const int fd = open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    REQUIRE(fd >= 0);
    for (int i = 0; i < frames; ++i) {
        FrameInfo info;
        info.type = FrameType::gpuWork;
        info.stream = 7;
        info.sequence = static_cast<std::uint32_t>(i);
        info.firstTimeNs = i * 10;
        info.lastTimeNs = i * 10 + 5;
        info.records = static_cast<std::uint32_t>(i);
        REQUIRE(writeFrame(fd, info, payloadOf(static_cast<std::size_t>(i * 37 % 301), static_cast<unsigned>(i))) == 0);
    }
    close(fd);
    std::ifstream in(path, std::ios::binary);
    std::vector<char> chars((std::istreambuf_iterator<char>(in)), {});
    std::vector<std::byte> bytes(chars.size());
    std::memcpy(bytes.data(), chars.data(), chars.size());
    return bytes;
}

} // namespace

TEST_CASE("frames come back as they were written")
{
    const pv::test::TempDir dir;
    const auto bytes = writeFile(dir / "s", 50);
    FrameReader reader(bytes);
    Frame f;
    int n = 0;
    while (reader.next(f)) {
        REQUIRE(f.info.sequence == static_cast<std::uint32_t>(n));
        REQUIRE(f.info.firstTimeNs == n * 10);
        REQUIRE(f.payload == payloadOf(static_cast<std::size_t>(n * 37 % 301), static_cast<unsigned>(n)));
        ++n;
    }
    REQUIRE(n == 50);
    REQUIRE(reader.skippedBytes() == 0);
    REQUIRE(reader.missingFrames() == 0);
}

TEST_CASE("a file cut anywhere gives every whole frame before the cut")
{
    const pv::test::TempDir dir;
    const auto bytes = writeFile(dir / "s", 12);
    std::vector<std::uint64_t> ends;
    {
        FrameReader reader(bytes);
        Frame f;
        while (reader.next(f)) {
            ends.push_back(f.offset + kFrameHeaderBytes + f.payload.size());
        }
    }
    for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
        FrameReader reader(std::span<const std::byte>(bytes).first(cut));
        Frame f;
        std::size_t n = 0;
        while (reader.next(f)) {
            ++n;
        }
        REQUIRE(n == static_cast<std::size_t>(std::count_if(ends.begin(), ends.end(), [&](auto e) { return e <= cut; })));
    }
}

TEST_CASE("a flipped byte costs one frame and is counted")
{
    const pv::test::TempDir dir;
    const auto bytes = writeFile(dir / "s", 20);
    std::mt19937 random(1);
    for (int round = 0; round < 300; ++round) {
        auto damaged = bytes;
        damaged[random() % damaged.size()] ^= static_cast<std::byte>(1 + random() % 255);
        FrameReader reader(damaged);
        Frame f;
        int n = 0;
        while (reader.next(f)) {
            REQUIRE(f.payload == payloadOf(static_cast<std::size_t>(f.info.sequence * 37 % 301), f.info.sequence));
            ++n;
        }
        // A flip inside padding harms nothing.
        REQUIRE(n >= 19);
        if (n == 19) {
            REQUIRE(reader.skippedBytes() > 0);
        }
    }
}
