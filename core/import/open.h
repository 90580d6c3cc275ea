// SPDX-License-Identifier: MIT
#pragma once

// Opens any file the project can read. A .rep is opened in place; anything else is converted once into the cache
// ($XDG_CACHE_HOME/profviewer, keyed by path, size, mtime and a hash of head and tail; bounded, oldest out first) and
// opened from there. Two processes that convert the same file at once both get a whole report.

#include "core/import/importer.h"
#include "core/store/report.h"

#include <cstdint>
#include <filesystem>
#include <memory>

namespace pv::core {

struct OpenAnyOptions {
    ImportOptions import;
    OpenOptions open;
    bool useCache = true; // false, or an unusable cache folder: a private temporary file
    std::uint64_t cacheLimitBytes = 20ull << 30;
};

struct OpenedReport {
    std::shared_ptr<const Report> report;
    std::string format;     // "rep", or the importer's name
    bool fromCache = false; // converted earlier
};

OpenedReport openAny(const std::filesystem::path& path, const OpenAnyOptions& options = {}, const Progress& progress = {});

} // namespace pv::core
