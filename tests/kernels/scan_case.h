// Random queries, angles and landmark keys (or bounds) in slabs for tests of scans.
#pragma once

#include "kernels/retrieval/landmark_scan.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>
#include <vector>

namespace cairn::kernels::test
{

struct ScanSizes
{
    int rows = 1, heads = 6, kvHeads = 2, headDim = 16, blockLength = 5, places = 3, openTokens = 2, memoryBlocks = 20;
    RowType keyType = RowType::F16;
    bool bounds = false, sameKey = false;
    int slabOffset = 0;
};

class ScanCase
{
public:
    ScanCase(const ScanSizes& s, unsigned seed) : m_random(seed)
    {
        work.rows = work.endRow = s.rows;
        work.heads = s.heads;
        work.kvHeads = work.endKvHead = s.kvHeads;
        work.headDim = s.headDim, work.blockLength = s.blockLength, work.openTokens = s.openTokens;
        work.places = std::min(s.places, s.memoryBlocks);
        work.memoryBlocks = work.endBlock = s.memoryBlocks;
        work.scale = 1 / std::sqrt(float(s.headDim));
        work.bounds = s.bounds, work.keyType = s.keyType, work.slabOffset = s.slabOffset;
        work.queries = normal(m_queries, s.rows * s.heads * s.headDim);
        fillAngles((work.places + 1) * s.blockLength + s.openTokens + s.rows);
        if (s.sameKey)
            work.sameKey = normal(m_sameKey, s.kvHeads * s.headDim);
        fillSlabs(s);
        scores.assign(std::size_t(s.rows) * s.heads * s.memoryBlocks, 7777.0f);
        work.scores = scores.data();
        m_scratch.resize(landmarkScanScratch(work) + 64);
        work.scratch = reinterpret_cast<void*>((reinterpret_cast<std::uintptr_t>(m_scratch.data()) + 63) / 64 * 64);
    }

    LandmarkScan work;
    std::vector<float> scores;
    void* slab(int index) { return m_slabs[std::size_t(index)].data(); }
    int slabs() const { return int(m_slabs.size()); }

private:
    const float* normal(std::vector<float>& into, int count)
    {
        std::normal_distribution<float> distribution;
        into.resize(std::size_t(count));
        for (float& value : into)
            value = distribution(m_random);
        return into.data();
    }

    void fillAngles(int positions)
    {
        for (int p = 0; p < positions; ++p) {
            for (int j = 0; j < work.headDim / 2; ++j) {
                const double angle = p * std::pow(10000.0, -2.0 * j / work.headDim);
                m_cosines.push_back(float(std::cos(angle)));
                m_sines.push_back(float(std::sin(angle)));
            }
        }
        work.cosines = m_cosines.data();
        work.sines = m_sines.data();
    }

    void fillSlabs(const ScanSizes& s)
    {
        const int vectors = s.kvHeads * s.headDim * (s.bounds ? 2 : 1);
        for (int first = 0; first < s.slabOffset + s.memoryBlocks; first += kSlabBlocks) {
            const int blocks = std::min(kSlabBlocks, s.slabOffset + s.memoryBlocks - first);
            std::vector<float> keys;
            normal(keys, vectors * blocks);
            for (int block = 0; s.bounds && block < blocks; ++block)   // the smaller one is the minimum
                for (int j = 0; j < vectors / 2; ++j)
                    if (keys[block * vectors + j] > keys[block * vectors + vectors / 2 + j])
                        std::swap(keys[block * vectors + j], keys[block * vectors + vectors / 2 + j]);
            m_slabs.emplace_back(keys.size() * 4);
            if (s.keyType == RowType::F32)
                std::memcpy(m_slabs.back().data(), keys.data(), keys.size() * 4);
            else
                encodeHalves(keys.data(), keys.size(), reinterpret_cast<std::uint16_t*>(m_slabs.back().data()), CpuLevel::Reference);
        }
        for (const auto& slab : m_slabs)
            m_slabPointers.push_back(slab.data());
        work.slabs = m_slabPointers.data();
    }

    std::mt19937 m_random;
    std::vector<float> m_queries, m_cosines, m_sines, m_sameKey;
    std::vector<std::vector<std::byte>> m_slabs;
    std::vector<const void*> m_slabPointers;
    std::vector<std::byte> m_scratch;
};

}  // namespace cairn::kernels::test
