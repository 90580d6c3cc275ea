// SPDX-License-Identifier: MIT
#pragma once

// Converted reports, so that a foreign file is converted once. The folder is private to the user (0700); entries are
// named by a hash of path, size, modification time, and the file's head and tail, and of the format version. Bounded:
// the least recently used go first. Several processes may use it at once.

#include "core/import/importer.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace pv::core {

class ReportCache {
public:
    // Empty when there is no usable folder (no home, no permission, not a private folder).
    static std::optional<ReportCache> open(std::uint64_t limitBytes);

    std::filesystem::path entryFor(const std::filesystem::path& source, const ImportOptions& options) const;
    void touch(const std::filesystem::path& entry) const; // it was used just now
    void trim(const std::filesystem::path& keep) const;   // down to the limit

private:
    ReportCache(std::filesystem::path folder, std::uint64_t limit) : m_folder(std::move(folder)), m_limit(limit) {}
    std::filesystem::path m_folder;
    std::uint64_t m_limit;
};

} // namespace pv::core
