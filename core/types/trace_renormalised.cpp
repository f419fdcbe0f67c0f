// Gates as parts of what is left of their (token, layer, head): RenormalisedOver of trace_query.h.
#include "core/types/half.h"
#include "core/types/trace_scan.h"

#include <algorithm>

namespace cairn
{

std::uint16_t weakestGate(const TraceFilter& filter)
{
    if (!(filter.minimumGate > 0))
        return 0;
    const std::uint16_t half = floatToHalf(filter.minimumGate);
    return static_cast<std::uint16_t>(half + (halfToFloat(half) < filter.minimumGate));
}

Renormalising::Renormalising(const Trace& trace, const TraceFilter& filter) : m_trace(trace), m_weakest(weakestGate(filter))
{
    TraceFilter all;
    all.conversation = filter.renormalised->conversation;
    m_apart.assign(blockColumns(trace, all), 0);
    m_gateLimit = all.conversation ? m_apart.size() : trace.documentBlocks;
    for (const std::uint32_t block : filter.renormalised->hidden) {
        if (block < m_apart.size())
            m_apart[block] = 1;
    }
}

float Renormalising::factor(std::size_t record) const
{
    float sum = 0;
    for (std::size_t place = record * m_trace.k; place < (record + 1) * m_trace.k; ++place)
        sum += counts(m_trace.blocks[place], m_trace.gates[place], false) ? gateValue(m_trace.gates[place]) : 0.0f;
    const bool reread = !m_trace.rereadOffsets.empty();
    for (std::size_t i = reread ? m_trace.rereadOffsets[record] : 0; reread && i < m_trace.rereadOffsets[record + 1]; ++i)
        sum += counts(m_trace.rereadBlocks[i], m_trace.rereadShares[i], true) ? gateValue(m_trace.rereadShares[i]) : 0.0f;
    return sum > 0 ? 1 / sum : 1.0f;
}

std::uint16_t Renormalising::times(std::uint16_t gate, float factor)
{
    return gate == 0 ? gate : std::max(floatToHalf(gateValue(gate) * factor), std::uint16_t{1});
}

// Own columns instead of the trace's, so that every loop stays as it is. What was too weak is 0 there and below the weakest gate of this
// scan; what was not is above 0, whatever its factor.
void TraceScan::renormalise(const TraceFilter& filter)
{
    const Renormalising part(m_trace, filter);
    m_ownGates = std::make_unique_for_overwrite<std::uint16_t[]>(m_trace.gates.size());
    m_ownShares = std::make_unique_for_overwrite<std::uint16_t[]>(m_trace.rereadShares.size());
    const auto own = [&](std::uint32_t block, std::uint16_t gate, bool reread, float factor) -> std::uint16_t {
        return gate < m_weakest ? 0 : part.counts(block, gate, reread) ? Renormalising::times(gate, factor) : gate;
    };
    const auto fill = [&](std::size_t record) {
        const float factor = part.factor(record);
        for (std::size_t place = record * m_trace.k; place < (record + 1) * m_trace.k; ++place)
            m_ownGates[place] = own(m_trace.blocks[place], m_trace.gates[place], false, factor);
        const bool reread = !m_trace.rereadOffsets.empty();
        for (std::size_t i = reread ? m_trace.rereadOffsets[record] : 0; reread && i < m_trace.rereadOffsets[record + 1]; ++i)
            m_ownShares[i] = own(m_trace.rereadBlocks[i], m_trace.rereadShares[i], true, factor);
    };
    for (const std::uint32_t token : m_tokens) {
        for (const std::uint32_t head : m_heads)
            fill(std::size_t{token} * m_perToken + head);
    }
    m_gates = m_ownGates.get();
    m_shares = m_ownShares.get();
    m_weakest = std::min<std::uint16_t>(m_weakest, 1);
}

}  // namespace cairn
