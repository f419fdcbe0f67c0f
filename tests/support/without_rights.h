// A folder that can be read and not written, also for who may write everywhere: such a process goes on as nobody for a while.
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>

namespace cairn::test
{

// Takes the right to write from `folder` and all in it, and gives it back. Everybody may read it, and pass through the folder above.
class WriteProtected
{
public:
    explicit WriteProtected(std::string folder) : m_folder(std::move(folder))
    {
        namespace files = std::filesystem;
        files::permissions(files::path(m_folder).parent_path(), files::perms(0755));
        for (const auto& entry : files::recursive_directory_iterator(m_folder))
            files::permissions(entry.path(), files::perms(entry.is_directory() ? 0555 : 0444));
        files::permissions(m_folder, files::perms(0555));
    }
    ~WriteProtected()
    {
        namespace files = std::filesystem;
        std::error_code ignored;
        files::permissions(m_folder, files::perms(0700), ignored);
        for (const auto& entry : files::recursive_directory_iterator(m_folder, ignored))
            files::permissions(entry.path(), files::perms(entry.is_directory() ? 0700 : 0600), ignored);
    }
    WriteProtected(const WriteProtected&) = delete;
    WriteProtected& operator=(const WriteProtected&) = delete;

private:
    std::string m_folder;
};

// All threads of the process.
class AsNobody
{
public:
    AsNobody() : m_isRoot(geteuid() == 0) { become(kNobody); }
    ~AsNobody() { become(0); }
    AsNobody(const AsNobody&) = delete;
    AsNobody& operator=(const AsNobody&) = delete;

private:
    static constexpr uid_t kNobody = 65534;
    void become(uid_t user) const
    {
        if (m_isRoot && seteuid(user) != 0)
            std::abort();
    }
    bool m_isRoot;
};

}  // namespace cairn::test
