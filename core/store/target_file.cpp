// SPDX-License-Identifier: MIT
#include "core/store/target_file.h"

#include "core/model/error.h"

#include <atomic>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace pv::core {

namespace fs = std::filesystem;

namespace {

std::string prefixOf(const fs::path& target) { return "." + target.filename().string() + ".tmp-"; }

void removeStale(const fs::path& target)
{
    const std::string prefix = prefixOf(target);
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(target.parent_path(), ignored)) {
        const std::string name = entry.path().filename().string();
        if (!name.starts_with(prefix)) {
            continue;
        }
        pid_t pid = 0;
        std::from_chars(name.data() + prefix.size(), name.data() + name.size(), pid);
        if (pid > 0 && pid != getpid() && kill(pid, 0) != 0 && errno == ESRCH) {
            fs::remove(entry.path(), ignored);
        }
    }
}

} // namespace

TargetFile::TargetFile(fs::path target, bool overwrite) : m_target(fs::absolute(target)), m_overwrite(overwrite)
{
    static std::atomic<int> counter{0};
    std::error_code ignored;
    if (!fs::is_directory(m_target.parent_path(), ignored)) {
        throw Error("writing the report", m_target.string(), "the folder does not exist", m_target.parent_path().string(),
                    "Make it, or choose another place.");
    }
    if (!overwrite && fs::exists(m_target, ignored)) {
        throw Error("writing the report", m_target.string(), "the file exists already", {}, "Choose another name, or allow overwriting.");
    }
    removeStale(m_target);
    m_temporary = m_target.parent_path() / (prefixOf(m_target) + std::to_string(getpid()) + "-" + std::to_string(counter++));
    const int fd = open(m_temporary.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0644);
    if (fd < 0) {
        throw Error("writing the report", m_target.string(), std::strerror(errno), m_temporary.string(), "Choose another place.");
    }
    close(fd);
}

TargetFile::~TargetFile()
{
    std::error_code ignored;
    if (!m_temporary.empty()) {
        fs::remove(m_temporary, ignored);
        fs::remove(m_temporary.string() + "-journal", ignored);
    }
}

void TargetFile::commit()
{
    const int fd = open(m_temporary.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd >= 0) {
        fdatasync(fd);
        close(fd);
    }
    const int result = m_overwrite ? rename(m_temporary.c_str(), m_target.c_str()) : link(m_temporary.c_str(), m_target.c_str());
    if (result != 0 && !(errno != EEXIST && !m_overwrite && rename(m_temporary.c_str(), m_target.c_str()) == 0)) {
        throw Error("writing the report", m_target.string(), std::strerror(errno));
    }
    std::error_code ignored;
    fs::remove(m_temporary, ignored);
    m_temporary.clear();
}

} // namespace pv::core
