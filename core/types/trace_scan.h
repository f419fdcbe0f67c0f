// One pass over the records of a trace that a filter lets through: the loop under all questions of trace_query.h. Gates are not negative,
// so as half floats they order as their patterns do: thresholds and maxima need no conversion.
#pragma once

#include "core/types/half.h"
#include "core/types/trace_query.h"

#include <bit>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace cairn
{

// halfToFloat for gates: finite, not negative; without a branch.
inline float gateValue(std::uint16_t gate)
{
    const std::uint32_t bits = std::uint32_t{gate & 0x7FFFu} << 13;
    const float normal = std::bit_cast<float>(bits + (112u << 23));
    const float subnormal = std::bit_cast<float>((bits & 0x007FFFFFu) | (113u << 23)) - 0x1p-14f;
    return gate & 0x7C00u ? normal : subnormal;
}

// gateValue of many, eight at a time in a form that compilers turn into vectors. REQUIRES: room for kGateGroup more values; as many more
// gates may be read.
inline constexpr std::size_t kGateGroup = 8;
inline void gateValues(std::span<const std::uint16_t> gates, float* values)
{
    for (std::size_t i = 0; i < gates.size(); i += kGateGroup) {
        for (std::size_t lane = 0; lane < kGateGroup; ++lane) {
            const std::uint32_t gate = gates.data()[i + lane] & 0x7FFFu, bits = gate << 13;
            const float subnormal = std::bit_cast<float>((bits & 0x007FFFFFu) | (113u << 23)) - 0x1p-14f;
            const std::uint32_t isNormal = 0u - static_cast<std::uint32_t>(gate > 0x3FFu);
            const std::uint32_t normal = bits + (112u << 23);
            values[i + lane] = std::bit_cast<float>((normal & isNormal) | (std::bit_cast<std::uint32_t>(subnormal) & ~isNormal));
        }
    }
}

// Blocks gathered since the last take(), which gives them in order.
class BlockSet
{
public:
    explicit BlockSet(std::uint32_t blocks) : m_words((blocks + 63) / 64, 0) {}
    bool add(std::uint32_t block)   // false: it was there
    {
        std::uint64_t& word = m_words[block / 64];
        const std::uint64_t bit = std::uint64_t{1} << (block % 64);
        const bool isNew = (word & bit) == 0;
        word |= bit;
        return isNew;
    }
    // Writes those of `wanted` (a bit each, as many words) to `out` in ascending order and forgets all. Whole groups are written and those
    // too many overwritten by the next ones: a loop that ends after each word's last bit is mispredicted for nearly every word (2.5 times
    // the time at 2 bits a word).
    // REQUIRES: room for all blocks and kSlack more. Gives their number.
    std::size_t take(const std::vector<std::uint64_t>& wanted, std::uint32_t* out)
    {
        constexpr std::uint64_t kNotZero = std::uint64_t{1} << 63;   // what lies behind the last bit is overwritten
        std::size_t count = 0;
        for (std::size_t i = 0; i < m_words.size(); ++i) {
            std::uint64_t word = m_words[i] & wanted[i];
            m_words[i] = 0;
            const std::size_t end = count + bitsOf(word);
            for (; word != 0; count += kSlack) {
                for (std::size_t bit = 0; bit < kSlack; ++bit, word &= word - 1)
                    out[count + bit] = static_cast<std::uint32_t>(i * 64 + static_cast<std::size_t>(std::countr_zero(word | kNotZero)));
            }
            count = end;
        }
        return count;
    }
    static constexpr std::size_t kSlack = 4;
    std::uint64_t* words() { return m_words.data(); }   // bit b % 64 of word b / 64: block b is there

private:
    static std::size_t bitsOf(std::uint64_t word)   // std::popcount is a call of a function where not all processors have the instruction
    {
        word -= (word >> 1) & 0x5555555555555555u;
        word = (word & 0x3333333333333333u) + ((word >> 2) & 0x3333333333333333u);
        word = (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
        return static_cast<std::size_t>((word * 0x0101010101010101u) >> 56);
    }

    std::vector<std::uint64_t> m_words;
};

// `filter.minimumGate` as half: weaker gates don't count.
std::uint16_t weakestGate(const TraceFilter& filter);

// What the gates of a (token, layer, head) are multiplied by where the filter renormalises. REQUIRES: filter.renormalised.
class Renormalising
{
public:
    Renormalising(const Trace& trace, const TraceFilter& filter);

    bool counts(std::uint32_t block, std::uint16_t gate, bool reread) const
    {
        return gate >= m_weakest && block < (reread ? m_apart.size() : m_gateLimit) && !m_apart[block];
    }
    float factor(std::size_t record) const;   // 1 / sum of what counts of (t * L + l) * H + h; 1: nothing does
    static std::uint16_t times(std::uint16_t gate, float factor);   // rounded to a half above 0, 0 stays

private:
    const Trace& m_trace;
    std::uint16_t m_weakest = 0;
    std::size_t m_gateLimit = 0;         // the document's open last block may have been read again, and never been retrieved
    std::vector<std::uint8_t> m_apart;   // [blocks that can count] 1: not part of the sum
};

class TraceScan
{
public:
    struct Row
    {
        std::uint32_t token = 0;
        std::uint32_t head = 0;   // l * H + h
    };

    TraceScan(const Trace& trace, const TraceFilter& filter);

    std::uint32_t columns() const { return m_columns; }
    std::uint16_t weakest() const { return m_weakest; }   // as half: weaker gates of this scan don't count
    const std::vector<std::uint32_t>& tokens() const { return m_tokens; }
    const std::vector<std::uint32_t>& chosenHeads() const { return m_heads; }
    bool hasReread() const { return m_reread; }   // re-read shares are there and count
    bool isHidden(std::uint32_t block) const { return m_hidden[block] != 0; }   // REQUIRES: block < columns()
    std::vector<std::uint64_t> shownBits() const;   // of blocks that are not hidden; for a BlockSet of columns() + 1

    // visit(block, gate or re-read share as half, place, isReread): places of `row` whose gate is not too weak; hidden blocks too.
    template <typename Visit>
    void forEachOf(Row row, Visit&& visit) const
    {
        const std::size_t record = std::size_t{row.token} * m_perToken + row.head;
        const std::uint32_t* blocks = m_trace.blocks.data();
        const std::uint16_t* gates = m_gates;
        for (std::size_t place = record * m_trace.k; place < (record + 1) * m_trace.k; ++place) {
            if (blocks[place] < m_gateLimit && gates[place] >= m_weakest)
                visit(blocks[place], gates[place], place, false);
        }
        if (!m_reread)
            return;
        for (std::size_t place = m_trace.rereadOffsets[record]; place < m_trace.rereadOffsets[record + 1]; ++place) {
            if (m_trace.rereadBlocks[place] < m_columns && m_shares[place] >= m_weakest)
                visit(m_trace.rereadBlocks[place], m_shares[place], place, true);
        }
    }

    // What a token's heads [first, first + heads) retrieved or re-read, side by side in the trace. Tight loops go over these; a record
    // counts when its block is below `limit` and its gate not weaker than weakest().
    struct Places
    {
        const std::uint32_t* blocks = nullptr;
        const std::uint16_t* gates = nullptr;
        std::size_t count = 0;
        std::uint32_t limit = 0;
    };
    struct HeadRun
    {
        std::uint32_t first = 0, heads = 0;
    };
    Places retrieved(std::uint32_t token, HeadRun run) const
    {
        const std::size_t place = (std::size_t{token} * m_perToken + run.first) * m_trace.k;
        return {m_trace.blocks.data() + place, m_gates + place, std::size_t{run.heads} * m_trace.k, m_gateLimit};
    }
    Places reread(std::uint32_t token, HeadRun run) const
    {
        const std::size_t record = std::size_t{token} * m_perToken + run.first;
        const std::size_t begin = m_trace.rereadOffsets[record], end = m_trace.rereadOffsets[record + run.heads];
        return {m_trace.rereadBlocks.data() + begin, m_shares + begin, end - begin, m_columns};
    }
    std::vector<HeadRun> headRuns(std::size_t begin, std::size_t end) const;   // of chosenHeads()[begin, end)
    // Column of record i of `places`; columns() where it doesn't count. Without a branch.
    std::uint32_t columnOf(const Places& places, std::size_t i) const
    {
        const bool counts = (places.blocks[i] < places.limit) & (places.gates[i] >= m_weakest);
        return counts ? places.blocks[i] : m_columns;
    }
    std::size_t recordsPerToken() const { return m_perToken * m_trace.k; }   // from retrieved(t, run) to retrieved(t + 1, run)
    template <typename Visit>   // visit(places): all records of `token` and `runs`; the order inside a head is not kept
    void forEachRun(std::uint32_t token, const std::vector<HeadRun>& runs, Visit&& visit) const
    {
        for (const HeadRun& run : runs) {
            visit(retrieved(token, run));
            if (m_reread)
                visit(reread(token, run));
        }
    }

    template <typename Visit>   // visit(row, block, gate as half, place, isReread) in order of (t, l, h); hidden blocks left out
    void forEachRecord(Visit&& visit) const
    {
        for (const std::uint32_t token : m_tokens) {
            for (const std::uint32_t head : m_heads)
                forEachOf({token, head}, [&](std::uint32_t block, std::uint16_t gate, std::size_t place, bool reread) {
                    if (!m_hidden[block])
                        visit(Row{token, head}, block, gate, place, reread);
                });
        }
    }

private:
    void renormalise(const TraceFilter& filter);

    const Trace& m_trace;
    std::uint32_t m_columns = 0, m_gateLimit = 0;
    std::size_t m_perToken = 0;
    const std::uint16_t* m_gates = nullptr;    // of all places: the trace's, or m_ownGates, filled for the chosen tokens and heads only
    const std::uint16_t* m_shares = nullptr;   // of what was re-read
    std::unique_ptr<std::uint16_t[]> m_ownGates, m_ownShares;
    std::uint16_t m_weakest = 0;          // half
    bool m_reread = false;
    std::vector<std::uint32_t> m_tokens, m_heads;
    std::vector<std::uint8_t> m_hidden;   // [columns]
};

}  // namespace cairn
