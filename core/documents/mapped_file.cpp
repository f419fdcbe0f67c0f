#include "core/documents/mapped_file.h"

#include <sys/mman.h>

#include <utility>

namespace cairn
{

Result<MappedFile> MappedFile::map(int descriptor, std::size_t size)
{
    void* address = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (address == MAP_FAILED)
        return Error{ErrorCode::OutOfMemory, "This file is too large to be read on this computer. Split it and open the parts."};
    return MappedFile(std::span(static_cast<const std::byte*>(address), size));
}

MappedFile::MappedFile(MappedFile&& other) noexcept : m_bytes(std::exchange(other.m_bytes, {})) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept
{
    std::swap(m_bytes, other.m_bytes);
    return *this;
}

MappedFile::~MappedFile()
{
    if (!m_bytes.empty())
        ::munmap(const_cast<std::byte*>(m_bytes.data()), m_bytes.size());
}

} // namespace cairn
