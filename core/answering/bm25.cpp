#include "core/answering/bm25.h"

#include "core/answering/words.h"

#include <algorithm>
#include <cmath>

namespace cairn
{

namespace
{

constexpr float kSaturation = 1.2f;    // k1
constexpr float kLengthWeight = 0.75f; // b

}  // namespace

void Bm25::add(std::string_view passage)
{
    const std::uint32_t number = size();
    const std::vector<std::string> stems = searchStems(passage);
    for (const std::string& word : stems) {
        std::vector<Posting>& postings = m_postings[word];
        if (postings.empty() || postings.back().passage != number)
            postings.push_back({number, 0});
        ++postings.back().count;
    }
    m_lengths.push_back(static_cast<std::uint32_t>(stems.size()));
    m_totalLength += stems.size();
}

float Bm25::rarity(const std::string& stem) const
{
    return inverseFrequency(stem, std::max(size(), kFewestToTell));
}

float Bm25::inverseFrequency(const std::string& word, std::uint32_t passages) const
{
    const auto found = m_postings.find(word);
    const float with = found == m_postings.end() ? 0.0f : static_cast<float>(found->second.size());
    return std::log(1.0f + (static_cast<float>(passages) - with + 0.5f) / (with + 0.5f));
}

std::vector<float> Bm25::scores(std::string_view query) const
{
    std::vector<float> result(size(), 0.0f);
    const float meanLength = std::max(1.0f, static_cast<float>(m_totalLength) / static_cast<float>(std::max(1u, size())));
    for (const std::string& word : distinctSearchStems(query)) {
        const auto found = m_postings.find(word);
        if (found == m_postings.end())
            continue;
        const float weight = inverseFrequency(word, size()) * (kSaturation + 1);
        for (const Posting& posting : found->second) {
            const auto count = static_cast<float>(posting.count);
            const float length = static_cast<float>(m_lengths[posting.passage]) / meanLength;
            result[posting.passage] += weight * count / (count + kSaturation * (1 - kLengthWeight + kLengthWeight * length));
        }
    }
    return result;
}

}  // namespace cairn
