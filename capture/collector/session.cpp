// SPDX-License-Identifier: MIT
#include "capture/collector/session.h"

#include <cstdlib>
#include <ctime>
#include <fcntl.h>
#include <unistd.h>

namespace pv::capture {
namespace {

std::int64_t nowNs(clockid_t clock)
{
    timespec t{};
    clock_gettime(clock, &t);
    return std::int64_t{t.tv_sec} * 1'000'000'000 + t.tv_nsec;
}

std::string readFile(const char* path)
{
    std::string out;
    const int fd = ::open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        return out;
    }
    char buffer[4096];
    ssize_t n = 0;
    while (out.size() < 65536 && (n = read(fd, buffer, sizeof buffer)) > 0) {
        out.append(buffer, static_cast<std::size_t>(n));
    }
    close(fd);
    return out;
}

std::span<const std::byte> bytesOf(const std::string& s) { return std::as_bytes(std::span(s.data(), s.size())); }

} // namespace

bool Session::open()
{
    const char* dir = std::getenv("PROFVIEWER_SESSION_DIR");
    if (dir == nullptr || *dir == '\0') {
        return false;
    }
    const std::string path = std::string(dir) + "/p" + std::to_string(getpid()) + ".pvs";
    m_fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (m_fd < 0) {
        return false;
    }
    writeProcess();
    return true;
}

void Session::writeProcess()
{
    char exe[4096];
    const ssize_t n = readlink("/proc/self/exe", exe, sizeof exe);
    const std::string name(exe, n > 0 ? static_cast<std::size_t>(n) : 0);
    const std::string command = readFile("/proc/self/cmdline");
    ProcessRecord r{};
    r.pid = getpid();
    r.parentPid = getppid();
    r.startRealtimeNs = nowNs(CLOCK_REALTIME);
    r.startMonotonicNs = nowNs(CLOCK_MONOTONIC_RAW);
    r.nameBytes = static_cast<std::uint32_t>(name.size());
    r.commandLineBytes = static_cast<std::uint32_t>(command.size());
    std::string payload(reinterpret_cast<const char*>(&r), sizeof r);
    payload += name;
    payload += command;
    write(FrameType::process, bytesOf(payload), 1, r.startRealtimeNs, r.startRealtimeNs);
}

std::uint32_t Session::stringId(std::string_view text)
{
    if (text.empty()) {
        return 0;
    }
    // Held over the write: another thread that gets the same id must not use it before its definition is in the file.
    const std::lock_guard lock(m_mutex);
    const auto [it, isNew] = m_strings.try_emplace(std::string(text), static_cast<std::uint32_t>(m_strings.size() + 1));
    if (isNew) {
        const StringRecord r{it->second, static_cast<std::uint32_t>(text.size())};
        std::string payload(reinterpret_cast<const char*>(&r), sizeof r);
        payload += text;
        payload.resize((payload.size() + 7) & ~std::size_t{7});
        writeLocked(FrameType::strings, bytesOf(payload), 1, 0, 0);
    }
    return it->second;
}

void Session::write(FrameType type, std::span<const std::byte> payload, std::uint32_t records, std::int64_t firstNs, std::int64_t lastNs)
{
    const std::lock_guard lock(m_mutex);
    writeLocked(type, payload, records, firstNs, lastNs);
}

void Session::writeLocked(FrameType type, std::span<const std::byte> payload, std::uint32_t records, std::int64_t firstNs,
                          std::int64_t lastNs)
{
    if (m_fd < 0) {
        return;
    }
    FrameInfo info;
    info.type = type;
    info.stream = static_cast<std::uint32_t>(getpid());
    info.sequence = m_sequence;
    info.firstTimeNs = firstNs;
    info.lastTimeNs = lastNs;
    info.records = records;
    info.lost = m_lost.exchange(0);
    if (writeFrame(m_fd, info, payload) == 0) {
        ++m_sequence;
    } else {
        m_lost += info.lost + records;
    }
}

void Session::writeClockSync(std::int64_t cuptiNs)
{
    const ClockSyncRecord r{nowNs(CLOCK_REALTIME), nowNs(CLOCK_MONOTONIC_RAW), cuptiNs};
    write(FrameType::clockSync, std::as_bytes(std::span(&r, 1)), 1, r.realtimeNs, r.realtimeNs);
}

void Session::log(std::string_view text)
{
    const std::int64_t t = nowNs(CLOCK_REALTIME);
    write(FrameType::log, std::as_bytes(std::span(text.data(), text.size())), 1, t, t);
}

} // namespace pv::capture
