// SPDX-License-Identifier: MIT
#include "core/import/report_cache.h"

#include "core/store/format.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace pv::core {

namespace fs = std::filesystem;

namespace {

// Raised whenever an importer gives other reports than before, so that old conversions are not taken for current ones.
constexpr int kImportVersion = 1;

class Hash {
public:
    void add(std::string_view bytes)
    {
        for (const char c : bytes) {
            m_a = (m_a ^ static_cast<unsigned char>(c)) * 1099511628211ull;
            m_b = (m_b + static_cast<unsigned char>(c)) * 0x9E3779B97F4A7C15ull;
            m_b ^= m_b >> 29;
        }
    }
    void add(std::int64_t v) { add(std::string_view(reinterpret_cast<const char*>(&v), sizeof v)); }
    std::string text() const
    {
        static constexpr char kHex[] = "0123456789abcdef";
        std::string out;
        for (const std::uint64_t v : {m_a, m_b}) {
            for (int shift = 60; shift >= 0; shift -= 4) {
                out += kHex[(v >> shift) & 0xF];
            }
        }
        return out;
    }

private:
    std::uint64_t m_a = 14695981039346656037ull;
    std::uint64_t m_b = 0x243F6A8885A308D3ull;
};

fs::path cacheHome()
{
    if (const char* xdg = std::getenv("XDG_CACHE_HOME"); xdg != nullptr && *xdg == '/') {
        return xdg;
    }
    if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/') {
        return fs::path(home) / ".cache";
    }
    return {};
}

} // namespace

std::optional<ReportCache> ReportCache::open(std::uint64_t limitBytes)
{
    const fs::path home = cacheHome();
    if (home.empty()) {
        return std::nullopt;
    }
    std::error_code problem;
    fs::create_directories(home, problem);
    const fs::path folder = home / "profviewer";
    mkdir(folder.c_str(), 0700);
    struct stat st {};
    // Not through a symbolic link, not a folder that others own or may write to.
    if (lstat(folder.c_str(), &st) != 0 || !S_ISDIR(st.st_mode) || st.st_uid != geteuid() || (st.st_mode & 022) != 0 ||
        access(folder.c_str(), W_OK | X_OK) != 0) {
        return std::nullopt;
    }
    return ReportCache(folder, limitBytes);
}

fs::path ReportCache::entryFor(const fs::path& source, const ImportOptions& options) const
{
    Hash hash;
    std::error_code problem;
    const fs::path real = fs::weakly_canonical(source, problem);
    hash.add(real.string());
    hash.add(std::int64_t{kSchemaVersion} * 1000 + kImportVersion);
    hash.add(std::int64_t{options.environment} * 2 + std::int64_t{options.sourceRows});
    struct stat st {};
    if (stat(source.c_str(), &st) == 0) {
        hash.add(st.st_size);
        hash.add(std::int64_t{st.st_mtim.tv_sec} * 1'000'000'000 + st.st_mtim.tv_nsec);
        const int fd = ::open(source.c_str(), O_RDONLY | O_CLOEXEC);
        if (fd >= 0) {
            std::array<char, 65536> bytes{};
            for (const off_t at : {off_t{0}, std::max<off_t>(0, st.st_size - static_cast<off_t>(bytes.size()))}) {
                const ssize_t n = pread(fd, bytes.data(), bytes.size(), at);
                hash.add(std::string_view(bytes.data(), n > 0 ? static_cast<std::size_t>(n) : 0));
            }
            close(fd);
        }
    }
    return m_folder / (hash.text() + ".rep");
}

void ReportCache::touch(const fs::path& entry) const { utimensat(AT_FDCWD, entry.c_str(), nullptr, 0); }

void ReportCache::trim(const fs::path& keep) const
{
    struct Entry {
        fs::file_time_type time;
        std::uint64_t size;
        fs::path path;
    };
    std::vector<Entry> entries;
    std::uint64_t total = 0;
    std::error_code problem;
    for (const auto& file : fs::directory_iterator(m_folder, problem)) {
        if (file.path().extension() == ".rep" && file.is_regular_file(problem)) {
            entries.push_back({file.last_write_time(problem), file.file_size(problem), file.path()});
            total += entries.back().size;
        }
    }
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.time < b.time; });
    for (const Entry& e : entries) {
        if (total <= m_limit) {
            break;
        }
        if (e.path != keep) {
            fs::remove(e.path, problem);
            total -= e.size;
        }
    }
}

} // namespace pv::core
