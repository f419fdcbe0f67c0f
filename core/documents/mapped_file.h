// A file's bytes, mapped read-only from a descriptor for as long as the object lives. One owner.
#pragma once

#include "core/result.h"

#include <cstddef>
#include <span>

namespace cairn
{

class MappedFile
{
public:
    // REQUIRES: a regular file of `size` > 0 bytes. OutOfMemory when the address space doesn't hold it.
    static Result<MappedFile> map(int descriptor, std::size_t size);

    MappedFile(MappedFile&& other) noexcept;
    MappedFile& operator=(MappedFile&& other) noexcept;
    ~MappedFile();

    std::span<const std::byte> bytes() const { return m_bytes; }

private:
    explicit MappedFile(std::span<const std::byte> bytes) : m_bytes(bytes) {}
    std::span<const std::byte> m_bytes;
};

} // namespace cairn
