// One pass over the records of a trace that a filter lets through: the loop under all questions of trace_query.h.
#pragma once

#include "core/types/half.h"
#include "core/types/trace_query.h"

namespace cairn
{

class TraceScan
{
public:
    struct Row
    {
        std::uint32_t token = 0;
        std::uint32_t head = 0;   // l * H + h
    };

    TraceScan(const Trace& trace, const TraceFilter& filter) : m_trace(trace), m_filter(filter), m_columns(blockColumns(trace, filter))
    {
        m_tokens = resolvedTokens(trace, filter);
        const HeadMask mask = resolvedHeads(trace, filter);
        for (std::uint32_t head = 0; head < mask.size(); ++head) {
            if (mask[head])
                m_heads.push_back(head);
        }
        hideBlocks();
    }

    std::uint32_t columns() const { return m_columns; }
    const std::vector<std::uint32_t>& tokens() const { return m_tokens; }
    const std::vector<std::uint32_t>& chosenHeads() const { return m_heads; }
    bool isHidden(std::uint32_t block) const { return m_hidden[block] != 0; }   // REQUIRES: block < columns()

    // visit(place, isReread): places of `row` whose block is shown and whose gate is not too weak.
    template <typename Visit>
    void forEachOf(Row row, Visit&& visit) const
    {
        const std::size_t record = std::size_t{row.token} * m_trace.layers * m_trace.heads + row.head;
        for (std::size_t place = record * m_trace.k; place < (record + 1) * m_trace.k; ++place) {
            const std::uint32_t block = m_trace.blocks[place];
            if (block < m_gateLimit && !m_hidden[block] && passes(m_trace.gates[place]))
                visit(place, false);
        }
        if (!m_filter.reread || m_trace.rereadOffsets.empty())
            return;
        for (std::size_t place = m_trace.rereadOffsets[record]; place < m_trace.rereadOffsets[record + 1]; ++place) {
            const std::uint32_t block = m_trace.rereadBlocks[place];
            if (block < m_columns && !m_hidden[block] && passes(m_trace.rereadShares[place]))
                visit(place, true);
        }
    }

    template <typename Visit>   // visit(row, place, isReread) in order of (t, l, h)
    void forEachRecord(Visit&& visit) const
    {
        for (const std::uint32_t token : m_tokens) {
            for (const std::uint32_t head : m_heads)
                forEachOf({token, head}, [&](std::size_t place, bool reread) { visit(Row{token, head}, place, reread); });
        }
    }

    template <typename Visit>   // visit(row, block, gate or re-read share)
    void forEach(Visit&& visit) const
    {
        forEachRecord([&](const Row& row, std::size_t place, bool reread) {
            visit(row, reread ? m_trace.rereadBlocks[place] : m_trace.blocks[place],
                  halfToFloat(reread ? m_trace.rereadShares[place] : m_trace.gates[place]));
        });
    }

private:
    bool passes(std::uint16_t gate) const { return m_filter.minimumGate <= 0 || halfToFloat(gate) >= m_filter.minimumGate; }

    void hideBlocks()
    {
        m_hidden.assign(m_columns, 0);
        for (const std::uint32_t block : m_filter.hidden) {
            if (block < m_columns)
                m_hidden[block] = 1;
        }
        for (std::uint32_t block = 0; m_filter.blocks && block < m_columns; ++block)
            m_hidden[block] |= !contains(m_filter.blocks, block);
        m_gateLimit = m_filter.conversation ? m_columns : m_trace.documentBlocks;
    }

    const Trace& m_trace;
    const TraceFilter& m_filter;
    std::uint32_t m_columns = 0, m_gateLimit = 0;
    std::vector<std::uint32_t> m_tokens, m_heads;
    std::vector<std::uint8_t> m_hidden;   // [columns]
};

}  // namespace cairn
