// How much of dense attention's weight a choice of blocks finds (landmark_semantics.md 12.3: recall@k). One query against n blocks.
// Pure functions; scores are natural logarithms, blocks in any order.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace cairn
{

enum class BlockSelector { Landmark, Bounds, MeanKey, Random, Best };
inline constexpr std::array kBlockSelectors = {BlockSelector::Landmark, BlockSelector::Bounds, BlockSelector::MeanKey,
    BlockSelector::Random,
                                               BlockSelector::Best};
std::string_view name(BlockSelector selector);           // "landmark", "bounds", "mean key", "random", "best possible"

// Softmax mass of each block: members [blocks][tokens] are the raw scores of one query. Sums to 1.
std::vector<double> blockMasses(std::span<const float> members, std::size_t tokens);

// Sum of the masses of the k blocks with the highest scores; equal scores: the lower block (landmark_semantics.md 5, rule 4, without its
// tolerance). All of it where k >= blocks.
double massFound(std::span<const double> masses, std::span<const float> scores, std::size_t k);
double bestMass(std::span<const double> masses, std::size_t k);

// How far the gates of grouped attention (landmark_semantics.md 6.1: softmax over the landmarks' scores) stand from the masses that they
// stand for: half the sum of the differences, 0 (each gate right) to 1. REQUIRES: as many landmarks as masses.
double gateError(std::span<const double> masses, std::span<const float> landmarks);

// What k blocks drawn at random hold on average.
inline double randomMass(std::size_t blocks, std::size_t k)
{
    return blocks == 0 || k >= blocks ? 1.0 : static_cast<double>(k) / static_cast<double>(blocks);
}

// Sums over queries of one (layer, head).
struct HeadMass
{
    std::uint64_t queries = 0;
    std::array<double, kBlockSelectors.size()> sums{};
    double gateErrors = 0;   // sum of gateError()

    void add(BlockSelector selector, double mass) { sums[static_cast<std::size_t>(selector)] += mass; }
    double mean(BlockSelector selector) const
    {
        return queries == 0 ? 0 : sums[static_cast<std::size_t>(selector)] / static_cast<double>(queries);
    }
    double ofBest(BlockSelector selector) const
    {
        const double best = mean(BlockSelector::Best);
        return best > 0 ? mean(selector) / best : 0;
    }
    double meanGateError() const { return queries == 0 ? 0 : gateErrors / static_cast<double>(queries); }
    void merge(const HeadMass& other);
};

}  // namespace cairn
