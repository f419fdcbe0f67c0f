// A random step of block attention with everything it points to, and its results. Values N(0, 1), seeded.
#pragma once

#include "kernels/attention/block_attention.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <memory>
#include <random>
#include <utility>
#include <vector>

namespace cairn::kernels::test
{

struct AttentionSizes
{
    int rows = 1, heads = 4, kvHeads = 2, headDim = 16, blockTokens = 4, places = 2, openTokens = 0, memoryBlocks = 5;
    RowType rowType = RowType::F32;
    bool grouped = false, landmarks = true, missToken = false;
    float missCutoff = -1;
    bool sameBlocks = false;   // every row and head retrieves the newest blocks
    double barredShare = 0.1;  // places with -1
    float strength = 1;        // of queries: of strong ones most blocks' weights are near 0
};

class AttentionCase
{
public:
    AttentionCase(const AttentionSizes& sizes, unsigned seed) : m_sizes(sizes), m_random(seed)
    {
        work.rows = sizes.rows, work.heads = sizes.heads, work.kvHeads = sizes.kvHeads, work.headDim = sizes.headDim;
        work.blockTokens = sizes.blockTokens;
        work.blockLength = sizes.blockTokens + (sizes.landmarks ? 1 : 0);
        work.places = std::min(sizes.places, sizes.memoryBlocks);
        work.openTokens = sizes.openTokens;
        work.endRow = sizes.rows, work.endKvHead = sizes.kvHeads;
        work.grouped = sizes.grouped, work.landmarks = sizes.landmarks;
        work.scale = 1.0f / std::sqrt(static_cast<float>(sizes.headDim));
        work.rowType = sizes.rowType;
        work.missCutoff = sizes.missCutoff;
        const int length = sizes.openTokens + sizes.rows;
        fillAngles((work.places + 1) * work.blockLength + length);
        work.queries = normal(m_queries, std::size_t(sizes.rows) * sizes.heads * sizes.headDim);
        for (float& value : m_queries)
            value *= sizes.strength;
        work.localKeys = normal(m_localKeys, std::size_t(sizes.kvHeads) * length * sizes.headDim);
        work.localValues = normal(m_localValues, m_localKeys.size());
        if (sizes.missToken)
            work.missScores = normal(m_missScores, std::size_t(sizes.rows) * sizes.heads);
        fillBlocks(sizes);
        select(sizes);
        results(m_output, m_gates, m_miss, m_memoryWeights, m_localWeights, work);
        m_scratch.reset(static_cast<std::byte*>(std::aligned_alloc(64, (blockAttentionScratch(work) + 63) / 64 * 64)));
        work.scratch = m_scratch.get();
    }

    // Results set to `value`, so that what isn't written is seen
    void clear(float value = 7777)
    {
        for (std::vector<float>* result : {&m_output, &m_gates, &m_miss, &m_memoryWeights, &m_localWeights})
            std::fill(result->begin(), result->end(), value);
    }
    std::vector<std::vector<float>> resultsNow() const { return {m_output, m_gates, m_miss, m_memoryWeights, m_localWeights}; }

    // The same local keys and values with `more` rows behind every kv head's that are nobody's: not numbers
    void spreadLocal(int more)
    {
        const int length = work.openTokens + work.rows;
        work.localRows = length + more;
        for (std::vector<float>* values : {&m_localKeys, &m_localValues}) {
            const std::vector<float> dense = std::exchange(*values, {});
            for (int head = 0; head < work.kvHeads; ++head) {
                const auto from = dense.begin() + std::ptrdiff_t(head) * length * work.headDim;
                values->insert(values->end(), from, from + std::ptrdiff_t(length) * work.headDim);
                values->insert(values->end(), std::size_t(more) * work.headDim, std::numeric_limits<float>::quiet_NaN());
            }
        }
        work.localKeys = m_localKeys.data();
        work.localValues = m_localValues.data();
    }

    // Another random choice of blocks for every row and head, [T][H][k]
    std::vector<std::int32_t> reselected()
    {
        m_selected.clear();
        m_distances.clear();
        select(m_sizes);
        return m_selected;
    }

    BlockAttention work;

private:
    const float* normal(std::vector<float>& into, std::size_t count)
    {
        std::normal_distribution<float> distribution;
        into.resize(count);
        for (float& value : into)
            value = distribution(m_random);
        return into.data();
    }

    void fillAngles(int positions)
    {
        const int half = work.headDim / 2;
        m_cosines.resize(std::size_t(positions) * half);
        m_sines.resize(m_cosines.size());
        for (int p = 0; p < positions; ++p) {
            for (int j = 0; j < half; ++j) {
                const double angle = p * std::pow(10000.0, -2.0 * j / work.headDim);
                m_cosines[std::size_t(p) * half + j] = static_cast<float>(std::cos(angle));
                m_sines[std::size_t(p) * half + j] = static_cast<float>(std::sin(angle));
            }
        }
        work.cosines = m_cosines.data();
        work.sines = m_sines.data();
    }

    void fillBlocks(const AttentionSizes& sizes)
    {
        const KvRowShape shape{sizes.kvHeads, sizes.blockTokens, sizes.headDim, sizes.rowType};
        for (int block = 0; block < sizes.memoryBlocks; ++block) {
            std::vector<float> keys, values;
            normal(keys, std::size_t(sizes.kvHeads) * sizes.blockTokens * sizes.headDim);
            normal(values, keys.size());
            m_rows.emplace_back(kvRowBytes(shape));
            encodeKvRow({shape, keys.data(), values.data(), 0, m_rows.back().data()});
            m_landmarks.emplace_back();
            normal(m_landmarks.back(), std::size_t(sizes.kvHeads) * sizes.headDim);
        }
        for (int block = 0; block < sizes.memoryBlocks; ++block) {
            m_blocks.push_back(m_rows[block].data());
            m_landmarkKeys.push_back(m_landmarks[block].data());
        }
        work.blocks = m_blocks.data();
        work.landmarkKeys = sizes.grouped ? m_landmarkKeys.data() : nullptr;
    }

    void select(const AttentionSizes& sizes)
    {
        const int k = work.places, n = sizes.memoryBlocks;
        for (int query = 0; query < sizes.rows * sizes.heads; ++query) {
            std::vector<int> all(n), chosen;
            for (int block = 0; block < n; ++block)
                all[block] = block;
            if (sizes.sameBlocks)
                chosen.assign(all.end() - k, all.end());
            else
                std::sample(all.begin(), all.end(), std::back_inserter(chosen), k, m_random);
            for (int j = 0; j < k; ++j) {
                const bool barred = std::uniform_real_distribution<>()(m_random) < sizes.barredShare;
                m_selected.push_back(barred ? -1 : chosen[j]);
                m_distances.push_back(k + 1 - (j + (chosen[j] >= n - k ? 1 : 0)));
            }
        }
        work.selected = m_selected.data();
        work.distances = m_distances.data();
    }

    static void results(std::vector<float>& output, std::vector<float>& gates, std::vector<float>& miss, std::vector<float>& memory,
                        std::vector<float>& local, BlockAttention& work)
    {
        const std::size_t queries = std::size_t(work.rows) * work.heads;
        output.resize(queries * work.headDim);
        gates.resize(queries * work.places);
        miss.resize(queries);
        memory.resize(queries * work.places * work.blockTokens);
        local.resize(queries * (work.openTokens + work.rows));
        work.output = output.data();
        work.gates = gates.data();
        work.miss = miss.data();
        work.memoryWeights = memory.data();
        work.localWeights = local.data();
    }

    struct Free
    {
        void operator()(std::byte* bytes) const { std::free(bytes); }
    };
    AttentionSizes m_sizes;
    std::mt19937 m_random;
    std::vector<float> m_cosines, m_sines, m_queries, m_localKeys, m_localValues, m_missScores;
    std::vector<std::vector<std::byte>> m_rows;
    std::vector<std::vector<float>> m_landmarks;
    std::vector<const void*> m_blocks;
    std::vector<const float*> m_landmarkKeys;
    std::vector<std::int32_t> m_selected, m_distances;
    std::vector<float> m_output, m_gates, m_miss, m_memoryWeights, m_localWeights;
    std::unique_ptr<std::byte, Free> m_scratch;
};

}  // namespace cairn::kernels::test
