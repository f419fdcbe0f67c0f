// Pair merging, the common heart of byte-level BPE (merges by rank) and sentencepiece BPE (merges by score).
// Immutable after filling: any thread may call merge().
#pragma once

#include "core/types/ids.h"

#include <cstdint>
#include <vector>

namespace cairn
{

struct Symbol
{
    TokenId id = 0;
    std::uint32_t bytes = 0;   // of the text that it stands for
};

class MergeTable
{
public:
    // Two neighbours become one; smaller `priority` first, equal ones from left to right.
    struct Rule
    {
        TokenId left = 0, right = 0, result = 0;
        std::uint32_t priority = 0;
    };

    explicit MergeTable(const std::vector<Rule>& rules = {});   // of two rules for one pair the smaller priority counts

    // Merges until no rule fits: O(n log n) for n symbols.
    void merge(std::vector<Symbol>& symbols) const;

private:
    const Rule* find(TokenId left, TokenId right) const;

    std::vector<Rule> m_slots;   // open addressing, a power of two; result < 0: empty
};

}  // namespace cairn
