// A complete block of all layers in RAM, in the stored form: one image per layer (core/types/memory.h) and its landmarks.
// Immutable once a step has ended; shared between a stream and its forks.
#pragma once

#include "core/types/aligned_bytes.h"
#include "core/types/memory.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace cairn
{

class FinishedBlock
{
public:
    explicit FinishedBlock(const MemoryShape& shape)
        : m_rowStride(rowStride(shape.rowBytes())), m_landmarkBytes(shape.landmarkBytes()),
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
