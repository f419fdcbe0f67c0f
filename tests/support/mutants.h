// Damaged copies of a file: cut, flipped and overwritten with the numbers that break size arithmetic. Fixed seed.
#pragma once

#include <cstdint>
#include <cstring>
#include <random>
#include <string>

namespace cairn::test
{

class Mutants
{
public:
    // `area`: mutations fall into the first so many bytes (headers), where they matter.
    Mutants(std::string original, std::size_t area, std::uint32_t seed = 20260721)
        : m_original(std::move(original)), m_area(std::min(area, m_original.size())), m_random(seed)
    {
    }

    std::string next()
    {
        std::string mutant = m_original;
        for (int i = 0, changes = 1 + int(m_random() % 4); i < changes; ++i)
            change(mutant);
        return mutant;
    }

private:
    void change(std::string& mutant)
    {
        static constexpr std::uint64_t kNumbers[] = {0, 1, 0x7F, 0xFF, 0x7FFF, 0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF, 0x7FFFFFFFFFFFFFFF,
                                                     0xFFFFFFFFFFFFFFFF, 0x8000000000000000, 0xFFFFFFFFFFFFFFE0};
        if (mutant.empty())
            return;
        const std::size_t at = m_random() % std::min(m_area, mutant.size());
        switch (m_random() % 5) {
        case 0: mutant[at] = static_cast<char>(mutant[at] ^ (1 << (m_random() % 8))); return;
        case 1: mutant[at] = static_cast<char>(m_random()); return;
        case 2: mutant.resize(m_random() % mutant.size()); return;
        case 3: mutant.erase(at, 1 + m_random() % 8); return;
        default: {
            const std::uint64_t number = kNumbers[m_random() % std::size(kNumbers)];
            const std::size_t width = std::size_t{1} << (m_random() % 4);
            if (at + width <= mutant.size())
                std::memcpy(mutant.data() + at, &number, width);
        }
        }
    }

    std::string m_original;
    std::size_t m_area;
    std::mt19937 m_random;
};

}  // namespace cairn::test
