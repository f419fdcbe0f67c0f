// Reproducible randomness of trainings and measures: what step n sees follows from (seed, purpose, n) alone, the same on every machine. So
// the position of a sampler is the number of its step, and a resumed run goes on as an uninterrupted one would. Values; any thread.
#pragma once

#include <cassert>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <span>
#include <string_view>
#include <utility>

namespace cairn
{

// SplitMix64's finishing step (Steele, Lea, Flood 2014): a bijection that scatters neighbouring numbers.
constexpr std::uint64_t scatter(std::uint64_t value)
{
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9u;
    value = (value ^ (value >> 27)) * 0x94D049BB133111EBu;
    return value ^ (value >> 31);
}

// FNV-1a, scattered.
constexpr std::uint64_t hashOf(std::string_view text)
{
    std::uint64_t hash = 0xCBF29CE484222325u;
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
    return scatter(hash);
}

class TrainingRandom
{
public:
    // `purpose` keeps users of one seed apart ("rows", "start").
    TrainingRandom(std::uint64_t seed, std::string_view purpose, std::uint64_t index = 0)
        : m_state(scatter(scatter(seed + 0x9E3779B97F4A7C15u) ^ hashOf(purpose)) ^ scatter(index + 0x2545F4914F6CDD1Du))
    {
    }

    std::uint64_t next() { return scatter(m_state += 0x9E3779B97F4A7C15u); }

    // Uniform in [0, limit). The bias is below limit / 2^64. REQUIRES: limit > 0.
    std::uint64_t below(std::uint64_t limit)
    {
        assert(limit > 0);
        __extension__ using Wide = unsigned __int128;
        return static_cast<std::uint64_t>((Wide(next()) * limit) >> 64);
    }

    double real() { return static_cast<double>(next() >> 11) * 0x1p-53; }   // [0, 1)
    bool chance(double probability) { return real() < probability; }

    double normal()   // mean 0, variance 1; Box and Muller
    {
        const double radius = std::sqrt(-2 * std::log(1 - real()));
        return radius * std::cos(2 * std::numbers::pi * real());
    }

    template <typename Container>
    const auto& pick(const Container& values)   // REQUIRES: not empty
    {
        return values[static_cast<std::size_t>(below(values.size()))];
    }

    template <typename T>
    void shuffle(std::span<T> values)
    {
        for (std::size_t left = values.size(); left > 1; --left)
            std::swap(values[left - 1], values[static_cast<std::size_t>(below(left))]);
    }

private:
    std::uint64_t m_state;
};

}  // namespace cairn
