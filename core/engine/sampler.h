// From logits to the next token: suppression, greedy choice, temperature and top-p. Deterministic: the same logits and seed give
// the same tokens on every machine.
#pragma once

#include "core/types/ids.h"

#include <cstdint>
#include <random>
#include <span>
#include <vector>

namespace cairn
{

// Logits of suppressed ids become -inf. REQUIRES: ids within the logits.
void suppress(std::span<float> logits, std::span<const TokenId> ids);

// log of the softmax at `id`; -inf logits count as absent.
float logProbability(std::span<const float> logits, TokenId id);

class Sampler
{
public:
    // temperature 0: greedy, the lowest id among equals. topP: the smallest set of tokens with at least this probability.
    Sampler(float temperature, float topP, std::uint64_t seed) : m_temperature(temperature), m_topP(topP), m_random(seed) {}

    TokenId choose(std::span<const float> logits);

private:
    float m_temperature, m_topP;
    std::mt19937_64 m_random;
};

}  // namespace cairn
