#include "storage/files/file_hints.h"

#include <fcntl.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

namespace cairn
{

FileHints::FileHints(const std::string& path) : m_file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC)) {}

FileHints::~FileHints()
{
    if (m_file >= 0)
        ::close(m_file);
}

FileHints::FileHints(FileHints&& other) noexcept : m_file(std::exchange(other.m_file, -1)) {}

FileHints& FileHints::operator=(FileHints&& other) noexcept
{
    std::swap(m_file, other.m_file);
    return *this;
}

bool FileHints::isCached(std::uint64_t offset) const
{
    std::byte byte{};
    const iovec part{&byte, 1};
    return m_file >= 0 && ::preadv2(m_file, &part, 1, static_cast<off_t>(offset), RWF_NOWAIT) == 1;
}

void FileHints::willRead(std::uint64_t offset, std::uint64_t bytes) const
{
    constexpr std::uint64_t kAtOnce = std::uint64_t{128} << 10;   // of more, Linux may take up only so much (force_page_cache_ra)
    for (std::uint64_t done = 0; m_file >= 0 && done < bytes; done += kAtOnce)
        (void)::posix_fadvise(m_file, static_cast<off_t>(offset + done), static_cast<off_t>(std::min(kAtOnce, bytes - done)),
                              POSIX_FADV_WILLNEED);
}

void FileHints::startWriting() const
{
    if (m_file >= 0)
        (void)::sync_file_range(m_file, 0, 0, SYNC_FILE_RANGE_WRITE);
}

}  // namespace cairn
