// Where the tokens of a document stand in a memory: what its text is taken from where that is damaged. Plain values.
#pragma once

#include "core/types/document.h"

#include <cstdint>

namespace cairn
{

struct TokensInMemory
{
    Hash128 memoryKey{};                     // of the memory that they are counted in
    std::uint32_t blockTokens = 0;
    std::uint64_t begin = 0, end = 0;
    bool operator==(const TokensInMemory&) const = default;
};

}  // namespace cairn
