// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Files for tests: a private temporary folder, and the shared recordings where this checkout has them beside it.

#include <cstdlib>
#include <filesystem>
#include <string>

namespace pv::test {

class TempDir {
public:
    TempDir()
    {
        std::string pattern = (std::filesystem::temp_directory_path() / "pvtest-XXXXXX").string();
        if (mkdtemp(pattern.data()) == nullptr) {
            std::abort();
        }
        m_path = pattern;
    }
    ~TempDir()
    {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }
    TempDir(const TempDir&) = delete;
    TempDir& operator=(const TempDir&) = delete;
    const std::filesystem::path& path() const { return m_path; }
    std::filesystem::path operator/(const std::string& name) const { return m_path / name; }

private:
    std::filesystem::path m_path;
};

// Folder of recordings and public files that are not part of the project ("../shared" beside the checkout, or
// $PV_SHARED). Empty where absent: tests that need it then say so and pass.
inline std::filesystem::path sharedDir()
{
    if (const char* env = std::getenv("PV_SHARED")) {
        return env;
    }
    const auto beside = std::filesystem::path(PV_SOURCE_DIR).parent_path() / "shared";
    std::error_code ignored;
    return std::filesystem::exists(beside, ignored) ? beside : std::filesystem::path{};
}

} // namespace pv::test
