// SPDX-License-Identifier: MIT
#include "core/import/open.h"

#include "core/import/report_cache.h"
#include "core/model/error.h"

#include <cstdlib>
#include <sys/stat.h>
#include <unistd.h>

namespace pv::core {

namespace fs = std::filesystem;

namespace {

// A converted report nobody else sees: unlinked as soon as it is open.
OpenedReport openPrivately(const fs::path& path, const OpenAnyOptions& options, const Progress& progress)
{
    std::error_code problem;
    std::string pattern = (fs::temp_directory_path(problem) / "profviewer-XXXXXX").string();
    if (problem || mkdtemp(pattern.data()) == nullptr) { // mode 0700
        throw Error("opening", path.string(), "there is neither a cache nor a temporary folder to convert it in", pattern,
                    "Set XDG_CACHE_HOME or TMPDIR to a folder with free space.");
    }
    const fs::path folder = pattern;
    // The report reads by connections made later, so its file must stay while it is open.
    struct Owner {
        fs::path folder;
        std::shared_ptr<const Report> report;
        ~Owner()
        {
            report.reset();
            std::error_code ignored;
            fs::remove_all(folder, ignored);
        }
    };
    auto owner = std::make_shared<Owner>();
    owner->folder = folder;
    const fs::path target = folder / "report.rep";
    OpenedReport out;
    out.format = importFile(path, target, options.import, {}, progress).format;
    owner->report = Report::open(target, options.open);
    out.report = std::shared_ptr<const Report>(owner, owner->report.get());
    return out;
}

} // namespace

OpenedReport openAny(const fs::path& path, const OpenAnyOptions& options, const Progress& progress)
{
    const SourceHead head = readHead(path);
    OpenedReport out;
    if (isReport(head)) {
        out.format = "rep";
        out.report = Report::open(path, options.open);
        return out;
    }
    const auto cache = options.useCache ? ReportCache::open(options.cacheLimitBytes) : std::nullopt;
    if (!cache) {
        return openPrivately(path, options, progress);
    }
    const fs::path entry = cache->entryFor(path, options.import);
    std::error_code problem;
    if (fs::is_regular_file(entry, problem)) {
        try {
            out.report = Report::open(entry, options.open);
            out.fromCache = true;
            const auto by = out.report->meta().find("imported_by");
            out.format = by != out.report->meta().end() ? by->second : std::string();
            cache->touch(entry);
            return out;
        } catch (const Error&) { // of an older version, or damaged: converted anew
            fs::remove(entry, problem);
        }
    }
    WriterOptions writer;
    writer.overwrite = true; // another process may have finished the same conversion meanwhile; both are whole
    try {
        out.format = importFile(path, entry, options.import, writer, progress).format;
    } catch (const Cancelled&) {
        throw;
    } catch (const Error&) {
        // The source may be at fault, or the cache's disk full; a private file tells.
        struct stat st {};
        if (stat(entry.parent_path().c_str(), &st) == 0 && fs::space(entry.parent_path(), problem).available > (std::uintmax_t{64} << 20)) {
            throw;
        }
        return openPrivately(path, options, progress);
    }
    chmod(entry.c_str(), 0600);
    cache->trim(entry);
    out.report = Report::open(entry, options.open);
    return out;
}

} // namespace pv::core
