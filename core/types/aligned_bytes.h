// Large plain memory: aligned for vector loads, and in huge pages where it is long, because touching fresh pages of 4 KB one by one
// takes longer than filling them (269 MB read into fresh memory: 132 ms, in huge pages 74).
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace cairn
{

inline constexpr std::size_t kRowAlignment = 64;
inline constexpr std::size_t kHugePage = std::size_t{2} << 20;

// Bytes from one row to the next of those that stand one after the other.
constexpr std::size_t rowStride(std::size_t rowBytes) { return (rowBytes + kRowAlignment - 1) / kRowAlignment * kRowAlignment; }

struct FreeAligned
{
    void operator()(std::byte* bytes) const { std::free(bytes); }
};
using AlignedBytes = std::unique_ptr<std::byte[], FreeAligned>;

// Not zeroed. REQUIRES: bytes > 0. Throws bad_alloc.
inline AlignedBytes alignedBytes(std::size_t bytes)
{
    const std::size_t alignment = bytes >= 2 * kHugePage ? kHugePage : kRowAlignment;
    const std::size_t whole = rowStride(bytes);
    void* const memory = std::aligned_alloc(alignment, (whole + alignment - 1) / alignment * alignment);
    if (!memory)
        throw std::bad_alloc();
#if defined(__linux__)
    if (alignment == kHugePage)
        static_cast<void>(madvise(memory, whole / kHugePage * kHugePage, MADV_HUGEPAGE));   // refused: small pages do as well
#endif
    return AlignedBytes(static_cast<std::byte*>(memory));
}

}  // namespace cairn
