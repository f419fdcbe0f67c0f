#include "core/formats/file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace cairn
{

namespace
{

Error systemError(const std::string& name, const char* action, int code)
{
    const ErrorCode kind = code == ENOENT || code == ENOTDIR ? ErrorCode::NotFound : ErrorCode::Io;
    return {kind, name + ": " + action + " failed: " + std::strerror(code) + "."};
}

Error outside(const ByteSource& source, std::uint64_t offset)
{
    return {ErrorCode::Corruption, source.name() + ": the file ends before the data it announces.", offset};
}

}  // namespace

Result<std::shared_ptr<const InputFile>> InputFile::open(const std::string& path)
{
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (descriptor < 0)
        return systemError(path, "opening", errno);
    return fromDescriptor(descriptor, path);
}

Result<std::shared_ptr<const InputFile>> InputFile::fromDescriptor(int descriptor, const std::string& name)
{
    std::shared_ptr<InputFile> file(new InputFile);
    file->m_descriptor = descriptor;
    file->m_name = name;
    struct stat status{};
    if (::fstat(descriptor, &status) != 0)
        return systemError(name, "reading its size", errno);
    if (!S_ISREG(status.st_mode))
        return Error{ErrorCode::InvalidArgument, name + ": not a regular file; choose a file on a disk."};
    file->m_size = static_cast<std::uint64_t>(status.st_size);
    file->m_inode = status.st_ino;
    file->m_modified = status.st_mtim;
    return std::shared_ptr<const InputFile>(std::move(file));
}

InputFile::~InputFile()
{
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

Result<void> InputFile::read(std::uint64_t offset, std::span<std::byte> out) const
{
    if (offset > m_size || out.size() > m_size - offset)
        return outside(*this, offset);
    while (!out.empty()) {
        const std::size_t step = std::min<std::size_t>(out.size(), 1u << 30);
        const ssize_t got = ::pread(m_descriptor, out.data(), step, static_cast<off_t>(offset));
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return systemError(m_name, "reading", errno);
        if (got == 0)
            return Error{ErrorCode::Io, m_name + ": the file became shorter while it was read; try again.", offset};
        out = out.subspan(static_cast<std::size_t>(got));
        offset += static_cast<std::uint64_t>(got);
    }
    return {};
}

Result<void> InputFile::verifyUnchanged() const
{
    struct stat status{};
    if (::fstat(m_descriptor, &status) != 0)
        return systemError(m_name, "checking", errno);
    const bool same = static_cast<std::uint64_t>(status.st_size) == m_size && status.st_ino == m_inode
                      && status.st_mtim.tv_sec == m_modified.tv_sec && status.st_mtim.tv_nsec == m_modified.tv_nsec;
    if (!same)
        return Error{ErrorCode::Busy, m_name + ": the file changed while it was read; try again when it is complete."};
    return {};
}

Result<void> MemorySource::read(std::uint64_t offset, std::span<std::byte> out) const
{
    if (offset > m_bytes.size() || out.size() > m_bytes.size() - offset)
        return outside(*this, offset);
    if (!out.empty())
        std::memcpy(out.data(), m_bytes.data() + offset, out.size());
    return {};
}

Result<std::string> readWholeFile(const std::string& path, std::uint64_t limit)
{
    auto file = InputFile::open(path);
    if (!file)
        return file.error();
    const std::uint64_t size = (*file)->size();
    if (size > limit) {
        return Error{ErrorCode::InvalidArgument,
                     path + ": larger than the limit of " + std::to_string(limit) + " bytes for this kind of file."};
    }
    std::string text(size, '\0');
    if (auto done = (*file)->read(0, std::as_writable_bytes(std::span(text))); !done)
        return done.error();
    if (auto same = (*file)->verifyUnchanged(); !same)
        return same.error();
    return text;
}

}  // namespace cairn
