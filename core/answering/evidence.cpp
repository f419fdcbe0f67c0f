#include "core/answering/evidence.h"

#include "core/types/half.h"

#include <algorithm>
#include <numeric>

namespace cairn
{

namespace
{

constexpr float kConsultedGate = 0.05f;      // experience.md 4
constexpr double kLiftFloor = 1e-4;

bool contains(std::span<const std::uint32_t> blocks, std::uint32_t block)
{
    return std::find(blocks.begin(), blocks.end(), block) != blocks.end();
}

// Calls visit(row in [0, L*H), block, weight) for all that tokens [begin, end) gave to document blocks.
template <typename Visit>
void visitEvidence(const Trace& trace, std::uint32_t begin, std::uint32_t end, std::span<const std::uint32_t> sinks, const Visit& visit)
{
    const std::size_t rows = std::size_t{trace.layers} * trace.heads;
    for (std::size_t row = begin * rows; row < end * rows; ++row) {
        for (std::size_t i = row * trace.k; i < (row + 1) * trace.k; ++i) {
            if (trace.blocks[i] < trace.documentBlocks && !contains(sinks, trace.blocks[i]))
                visit(row % rows, trace.blocks[i], halfToFloat(trace.gates[i]));
        }
        if (trace.rereadOffsets.empty())
            continue;
        for (std::size_t i = trace.rereadOffsets[row]; i < trace.rereadOffsets[row + 1]; ++i)
            visit(row % rows, trace.rereadBlocks[i], halfToFloat(trace.rereadShares[i]));
    }
}

// Re-read words of the open last block have an id one past the complete ones.
std::size_t evidenceSize(const Trace& trace)
{
    std::uint32_t size = trace.documentBlocks;
    for (const std::uint32_t block : trace.rereadBlocks)
        size = std::max(size, block + 1);
    return size;
}

}  // namespace

std::vector<double> evidenceOf(const Trace& trace, std::uint32_t begin, std::uint32_t end, std::span<const std::uint32_t> sinks)
{
    std::vector<double> evidence(evidenceSize(trace), 0.0);
    visitEvidence(trace, begin, end, sinks, [&](std::size_t, std::uint32_t block, float weight) { evidence[block] += weight; });
    return evidence;
}

HeadEvidence headEvidence(const Trace& trace, std::uint32_t begin, std::uint32_t end, std::span<const std::uint32_t> blocks,
                          std::span<const std::uint32_t> sinks)
{
    const std::size_t rows = std::size_t{trace.layers} * trace.heads;
    HeadEvidence result{std::vector<double>(blocks.size() * rows, 0.0), std::vector<double>(rows, 0.0)};
    visitEvidence(trace, begin, end, sinks, [&](std::size_t row, std::uint32_t block, float weight) {
        result.ofAll[row] += weight;
        const auto found = std::find(blocks.begin(), blocks.end(), block);
        if (found != blocks.end())
            result.ofBlocks[static_cast<std::size_t>(found - blocks.begin()) * rows + row] += weight;
    });
    return result;
}

Coverage coverageOf(const Trace& trace, std::span<const std::uint32_t> sinks)
{
    std::vector<std::uint8_t> state(evidenceSize(trace), 0);   // 1 opened, 2 consulted
    visitEvidence(trace, 0, trace.tokens, sinks, [&](std::size_t, std::uint32_t block, float weight) {
        state[block] = std::max<std::uint8_t>(state[block], weight >= kConsultedGate ? 2 : 1);
    });
    Coverage coverage;
    coverage.opened = static_cast<std::uint32_t>(std::count_if(state.begin(), state.end(), [](std::uint8_t s) { return s > 0; }));
    coverage.consulted = static_cast<std::uint32_t>(std::count(state.begin(), state.end(), std::uint8_t{2}));
    coverage.total = static_cast<std::uint32_t>(state.size());   // one more where the open block at the end was opened
    return coverage;
}

std::vector<std::uint32_t> openedBlocks(const Trace& trace, std::uint32_t begin, std::uint32_t end, std::span<const std::uint32_t> sinks)
{
    std::vector<std::uint8_t> opened(evidenceSize(trace), 0);
    visitEvidence(trace, begin, end, sinks, [&](std::size_t, std::uint32_t block, float) { opened[block] = 1; });
    std::vector<std::uint32_t> blocks;
    for (std::uint32_t block = 0; block < opened.size(); ++block) {
        if (opened[block])
            blocks.push_back(block);
    }
    return blocks;
}

std::vector<double> wordHeat(const Trace& trace, std::uint32_t begin, std::uint32_t end, std::uint32_t block)
{
    std::vector<double> heat(trace.blockTokens, 0.0);
    if (trace.heatOffsets.empty())
        return heat;
    for (std::size_t row = trace.heatOffsets[begin]; row < trace.heatOffsets[end]; ++row) {
        if (trace.heatBlocks[row] != block)
            continue;
        for (std::size_t i = 0; i < trace.blockTokens; ++i)
            heat[i] += trace.heatWeights[row * trace.blockTokens + i] / 255.0 * static_cast<double>(trace.heatScale[row]);
    }
    return heat;
}

float meanMemoryShare(const Trace& trace, std::uint32_t token)
{
    const std::size_t rows = std::size_t{trace.layers} * trace.heads;
    double sum = 0;
    for (std::size_t row = token * rows; row < (token + 1) * rows; ++row)
        sum += static_cast<double>(halfToFloat(trace.memoryShare[row]));
    return rows == 0 ? 0.0f : static_cast<float>(sum / static_cast<double>(rows));
}

std::vector<double> lift(std::span<const double> evidence, std::span<const double> neutral)
{
    const double sum = std::max(1e-12, std::accumulate(evidence.begin(), evidence.end(), 0.0));
    const double neutralSum = std::max(1e-12, std::accumulate(neutral.begin(), neutral.end(), 0.0));
    std::vector<double> result(evidence.size());
    for (std::size_t b = 0; b < evidence.size(); ++b) {
        const double usual = b < neutral.size() ? neutral[b] / neutralSum : 0.0;
        result[b] = (evidence[b] / sum + kLiftFloor) / (usual + kLiftFloor);
    }
    return result;
}

}  // namespace cairn
