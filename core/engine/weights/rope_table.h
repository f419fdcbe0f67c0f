// Rotary positions, half split (landmark_semantics.md 10): frequencies of every scaling, and tables of cosines and sines over
// relative positions. Angles are formed in 64 bits; only differences of positions are ever looked up, so tables stay short.
#pragma once

#include "core/model/model.h"

#include <cstdint>
#include <vector>

namespace cairn
{

struct RopeFrequencies
{
    std::vector<float> inverse;   // [d/2] f_j, rounded to 32 bits, scaling included except `divisor`
    double divisor = 1;           // linear scaling divides the position
    float magnitude = 1;          // YaRN: queries and keys are multiplied by it
};

// `trainedContext`: C; dynamic NTK is computed for this length.
RopeFrequencies ropeFrequencies(std::uint32_t headDim, float theta, const RopeScaling& scaling, std::uint32_t trainedContext);

class RopeTable
{
public:
    explicit RopeTable(RopeFrequencies frequencies) : m_frequencies(std::move(frequencies)) {}

    void reserve(std::uint32_t positions);   // positions [0, positions) can be looked up afterwards; only grows
    std::uint32_t positions() const { return m_positions; }
    const float* cosines() const { return m_cosines.data(); }   // [positions][d/2], magnitude included
    const float* sines() const { return m_sines.data(); }

    // out = R(position) in, one vector of d; in place allowed. REQUIRES: position < positions().
    void rotate(const float* in, std::uint32_t position, float* out) const;

private:
    RopeFrequencies m_frequencies;
    std::uint32_t m_positions = 0;
    std::vector<float> m_cosines, m_sines;
};

}  // namespace cairn
