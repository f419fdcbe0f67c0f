// The integers of one step, in the letters of landmark_semantics.md 1.
#pragma once

#include "core/engine/common/stream_layout.h"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace cairn
{

struct StepShape
{
    std::uint32_t rows = 0;          // T
    std::uint32_t openTokens = 0;    // r
    std::uint32_t completed = 0;     // N
    std::uint32_t memoryBlocks = 0;  // n = min(N, M), the newest
    std::uint32_t places = 0;        // k = min(K, n)
    std::uint32_t blockTokens = 0;   // F
    std::uint32_t blockLength = 0;   // B
    bool landmarks = true;

    std::uint32_t localTokens() const { return openTokens + rows; }
    std::uint32_t closedBlocks() const { return localTokens() / blockLength; }
    std::uint32_t firstBlock() const { return completed - memoryBlocks; }   // absolute id of memory index 0
    std::uint32_t offsetOf(std::uint32_t row) const { return (openTokens + row) % blockLength; }
    bool isLandmark(std::uint32_t row) const { return landmarks && offsetOf(row) == blockTokens; }
    // Largest relative position looked up: the context miss token stands one before slot 0.
    std::uint32_t positions() const { return (places + 1) * blockLength + localTokens() + 1; }
};

}  // namespace cairn
