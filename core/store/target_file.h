// SPDX-License-Identifier: MIT
#pragma once

// A file that appears whole or not at all: written under a temporary name in the target's folder, then renamed.
// Temporary files that dead processes left there for the same target are removed first.

#include <filesystem>

namespace pv::core {

class TargetFile {
public:
    TargetFile(std::filesystem::path target, bool overwrite); // Error: it exists, or the folder does not
    ~TargetFile();                                            // removes the temporary file
    TargetFile(const TargetFile&) = delete;
    TargetFile& operator=(const TargetFile&) = delete;

    const std::filesystem::path& temporary() const { return m_temporary; }
    const std::filesystem::path& target() const { return m_target; }
    void commit(); // Error when it can't be renamed

private:
    std::filesystem::path m_target;
    std::filesystem::path m_temporary;
    bool m_overwrite;
};

} // namespace pv::core
