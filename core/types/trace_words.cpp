// The heat of the document's words: gate x inner weight on single tokens.
#include "core/types/trace_query.h"

#include "core/types/trace_scan.h"

#include <algorithm>
#include <numeric>

namespace cairn
{
namespace
{

// Renormalised gates of a token's chosen heads, summed per block that is shown.
void newSums(const TraceScan& recorded, const Renormalising& renormalising, std::uint32_t token, std::size_t heads,
             std::vector<float>& sums)
{
    std::fill(sums.begin(), sums.end(), 0.0f);
    for (const std::uint32_t head : recorded.chosenHeads()) {
        float factor = 0;   // asked for where a block is shown: one card's words need few
        recorded.forEachOf({token, head}, [&](std::uint32_t block, std::uint16_t gate, std::size_t, bool reread) {
            if (recorded.isHidden(block))
                return;
            if (factor <= 0)
                factor = renormalising.factor(std::size_t{token} * heads + head);
            sums[block] += gateValue(gate) * (renormalising.counts(block, gate, reread) ? factor : 1.0f);
        });
    }
}

}  // namespace

std::vector<TokenWeight> wordHeat(const Trace& trace, const TraceFilter& filter)
{
    if (trace.heatOffsets.size() != std::size_t{trace.tokens} + 1 || trace.blockTokens == 0)
        return {};
    const TraceScan scan(trace, asRecorded(filter));
    const auto isHidden = [&](std::uint32_t block) {   // the open last block may have no column
        return block < scan.columns() ? scan.isHidden(block) : !contains(filter.blocks, block);
    };
    const std::size_t width = trace.blockTokens, heads = std::size_t{trace.layers} * trace.heads;
    const bool isPart = scan.chosenHeads().size() < heads || (filter.renormalised && trace.isDeep());   // of what the sums hold
    const bool byHead = isPart && !trace.innerOffsets.empty();
    std::vector<std::uint8_t> chosen(heads, 0);
    for (const std::uint32_t head : scan.chosenHeads())
        chosen[head] = 1;
    std::vector<std::uint32_t> places(std::size_t{trace.documentBlocks} + 1, 0);   // of a block's weights among `weights`, from 1
    std::vector<std::uint32_t> touched;
    std::vector<float> weights;
    const auto add = [&](std::uint32_t block, float scale, const std::uint8_t* parts) {
        if (block > trace.documentBlocks || isHidden(block))
            return;
        if (places[block] == 0) {
            touched.push_back(block);
            places[block] = static_cast<std::uint32_t>(touched.size());
            weights.resize(touched.size() * width, 0.0f);
        }
        float* sums = weights.data() + (places[block] - 1) * width;
        for (std::size_t i = 0; i < width; ++i)
            sums[i] += scale * static_cast<float>(parts[i]);
    };
    const auto renormalising = filter.renormalised ? std::optional<Renormalising>(std::in_place, trace, filter) : std::nullopt;
    std::vector<float> sums(renormalising ? scan.columns() : 0);
    for (const std::uint32_t token : scan.tokens()) {
        if (renormalising && !byHead)
            newSums(scan, *renormalising, token, heads, sums);
        for (std::size_t row = trace.heatOffsets[token]; !byHead && row < trace.heatOffsets[token + 1]; ++row) {
            const std::uint8_t* parts = trace.heatWeights.data() + row * width;
            const float scale = trace.heatScale[row] / 255.0f;
            if (!renormalising)
                add(trace.heatBlocks[row], scale, parts);
            else if (const int all = std::accumulate(parts, parts + width, 0); all > 0 && trace.heatBlocks[row] < sums.size())
                add(trace.heatBlocks[row], sums[trace.heatBlocks[row]] / static_cast<float>(all), parts);
        }
        for (std::size_t row = byHead ? trace.innerOffsets[token] : 0; byHead && row < trace.innerOffsets[token + 1]; ++row) {
            const InnerRow inner = innerRow(trace, token, row);
            if (!chosen[inner.head] || inner.gate < scan.weakest())
                continue;
            const bool part = renormalising && renormalising->counts(inner.block, inner.gate, trace.innerRecords[row] >= heads * trace.k);
            const float factor = part ? renormalising->factor(std::size_t{token} * heads + inner.head) : 1.0f;
            add(inner.block, gateValue(inner.gate) * factor / 255.0f, trace.innerWeights.data() + row * width);
        }
    }
    std::sort(touched.begin(), touched.end());
    std::vector<TokenWeight> heat;
    for (const std::uint32_t block : touched) {
        const float* line = weights.data() + (places[block] - 1) * width;
        for (std::size_t i = 0; i < width; ++i) {
            if (line[i] > 0)
                heat.push_back({block * std::uint64_t{width} + i, line[i]});
        }
    }
    return heat;
}

}  // namespace cairn
