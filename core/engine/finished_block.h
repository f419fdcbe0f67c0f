// A complete block of all layers in RAM, in the stored form: one image per layer (core/types/memory.h) and its landmarks.
// Immutable once a step has ended; shared between a stream and its forks.
#pragma once

#include "core/types/memory.h"

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <vector>

namespace cairn
{

inline constexpr std::size_t kRowAlignment = 64;

struct FreeAligned
{
    void operator()(std::byte* bytes) const { std::free(bytes); }
};
using AlignedBytes = std::unique_ptr<std::byte[], FreeAligned>;

// REQUIRES: bytes > 0. Throws bad_alloc.
inline AlignedBytes alignedBytes(std::size_t bytes)
{
    auto* memory = static_cast<std::byte*>(std::aligned_alloc(kRowAlignment, (bytes + kRowAlignment - 1) / kRowAlignment * kRowAlignment));
    if (!memory)
        throw std::bad_alloc();
    return AlignedBytes(memory);
}

class FinishedBlock
{
public:
    explicit FinishedBlock(const MemoryShape& shape)
        : m_rowStride((shape.rowBytes() + kRowAlignment - 1) / kRowAlignment * kRowAlignment), m_landmarkBytes(shape.landmarkBytes()),
          m_rows(alignedBytes(m_rowStride * shape.layers)), m_landmarks(alignedBytes(m_landmarkBytes * shape.layers))
    {
    }

    std::byte* row(std::uint32_t layer) { return m_rows.get() + layer * m_rowStride; }
    const std::byte* row(std::uint32_t layer) const { return m_rows.get() + layer * m_rowStride; }
    std::byte* landmark(std::uint32_t layer) { return m_landmarks.get() + layer * m_landmarkBytes; }
    const std::byte* landmark(std::uint32_t layer) const { return m_landmarks.get() + layer * m_landmarkBytes; }

    std::vector<TokenId> tokens;   // [F]

private:
    std::size_t m_rowStride;
    std::size_t m_landmarkBytes;
    AlignedBytes m_rows;        // [L] rows
    AlignedBytes m_landmarks;   // [L] landmarks
};

using FinishedBlockPtr = std::shared_ptr<const FinishedBlock>;

}  // namespace cairn
