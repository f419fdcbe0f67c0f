// Made-up traces for tests and benchmarks: a hot passage, sinks, a faint spread, empty places, re-read words, word heat.
#pragma once

#include "core/types/half.h"
#include "core/types/trace.h"

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

namespace cairn::samples
{

struct TraceSize
{
    std::uint32_t tokens = 12, layers = 4, heads = 3, k = 3, blocks = 40, blockTokens = 8;
    bool reread = true, conversation = true;
};

inline void addRetrievals(Trace& trace, std::mt19937& random, bool conversation)
{
    std::uniform_real_distribution<float> unit(0, 1);
    const std::uint32_t last = trace.documentBlocks + (conversation ? 2 : 0);
    for (std::size_t record = 0; record < std::size_t{trace.tokens} * trace.layers * trace.heads; ++record) {
        std::vector<std::uint32_t> row;
        const std::size_t wanted = unit(random) < 0.1f ? trace.k - 1 : trace.k;
        const std::uint32_t hot = trace.documentBlocks * (record % 2 ? 3 : 5) / 8;
        while (row.size() < wanted) {
            const float kind = unit(random);
            const std::uint32_t near = hot + static_cast<std::uint32_t>(random() % 7);
            const std::uint32_t block = kind < 0.2f   ? 0
                                        : kind < 0.5f ? std::min(near, last - 1)
                                                      : static_cast<std::uint32_t>(random() % last);
            if (std::find(row.begin(), row.end(), block) == row.end())
                row.push_back(block);
        }
        std::sort(row.begin(), row.end());
        row.resize(trace.k, kNoBlock);
        float memory = 0;
        for (const std::uint32_t block : row) {
            const float strong = block >= hot && block < hot + 7 ? 0.3f : block == 0 ? 0.25f : 0.02f;
            const float gate = block == kNoBlock ? 0 : halfToFloat(floatToHalf(strong * unit(random)));
            trace.blocks.push_back(block);
            trace.gates.push_back(floatToHalf(gate));
            trace.scores.push_back(floatToHalf(gate * 20 - 2));
            memory += gate;
        }
        trace.memoryShare.push_back(floatToHalf(memory));
        trace.ties.push_back(record / trace.heads % trace.layers == 0);
    }
}

inline void addReread(Trace& trace, std::mt19937& random)
{
    trace.rereadOffsets.push_back(0);
    for (std::size_t record = 0; record < std::size_t{trace.tokens} * trace.layers * trace.heads; ++record) {
        if (record % 3 == 0) {
            trace.rereadBlocks.push_back(trace.documentBlocks * 5 / 8 + static_cast<std::uint32_t>(random() % 3));
            trace.rereadBlocks.push_back(trace.documentBlocks);   // the open last block
            trace.rereadShares.push_back(floatToHalf(static_cast<float>(random() % 100) / 500));
            trace.rereadShares.push_back(floatToHalf(0.01f));
        }
        trace.rereadOffsets.push_back(static_cast<std::uint32_t>(trace.rereadBlocks.size()));
    }
}

inline void addWordHeat(Trace& trace, std::mt19937& random)
{
    trace.heatOffsets.push_back(0);
    for (std::uint32_t token = 0; token < trace.tokens; ++token) {
        for (std::uint32_t row = 0; row < 4; ++row) {
            trace.heatBlocks.push_back(trace.documentBlocks * 5 / 8 + row);
            trace.heatScale.push_back(0.1f * static_cast<float>(row + 1));
            for (std::uint32_t i = 0; i < trace.blockTokens; ++i)
                trace.heatWeights.push_back(static_cast<std::uint8_t>(random() % 256));
        }
        trace.heatOffsets.push_back(static_cast<std::uint32_t>(trace.heatBlocks.size()));
    }
}

inline Trace madeUpTrace(const TraceSize& size = {}, std::uint32_t seed = 1)
{
    Trace trace;
    trace.tokens = size.tokens;
    trace.layers = size.layers;
    trace.heads = size.heads;
    trace.k = size.k;
    trace.blockTokens = size.blockTokens;
    trace.documentBlocks = size.blocks;
    std::mt19937 random(seed);
    addRetrievals(trace, random, size.conversation);
    if (size.reread)
        addReread(trace, random);
    addWordHeat(trace, random);
    return trace;
}

}  // namespace cairn::samples
