#include "core/wording/words/bm25.h"

#include "core/wording/words/measure_words.h"
#include "core/wording/words/word_family.h"
#include "core/wording/words/words.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace cairn
{

namespace
{

constexpr float kSaturation = 1.2f;    // k1
constexpr float kLengthWeight = 0.75f; // b

constexpr std::size_t kShortest = 6, kTwoWrongFrom = 9, kLongest = 24;   // letters of a misspelled word
constexpr std::size_t kShortestRelative = 5;

bool isOfLetters(std::string_view stem, std::size_t fewest)
{
    return stem.size() >= fewest && stem.size() <= kLongest &&
           std::all_of(stem.begin(), stem.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

bool isCompoundOf(std::string_view word, std::string_view stem)
{
    constexpr std::size_t kFewestBefore = 3;   // letters of the word before
    return word.size() >= stem.size() + kFewestBefore && word.ends_with(stem);
}

std::uint32_t alikeKey(char first, std::size_t length)
{
    return static_cast<std::uint32_t>(static_cast<unsigned char>(first)) << 8 | static_cast<std::uint32_t>(length);
}

// Letters to insert, delete, replace or exchange with the next to make one word of the other (Damerau 1964, restricted: none twice).
std::size_t distance(std::string_view a, std::string_view b)
{
    std::array<std::array<std::size_t, kLongest + 3>, kLongest + 3> cost{};
    for (std::size_t i = 0; i <= a.size(); ++i)
        cost[i][0] = i;
    for (std::size_t j = 0; j <= b.size(); ++j)
        cost[0][j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = cost[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            cost[i][j] = std::min({replaced, cost[i - 1][j] + 1, cost[i][j - 1] + 1});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
        }
    }
    return cost[a.size()][b.size()];
}

}  // namespace

void Bm25::add(std::string_view passage)
{
    m_standIns->found.clear();
    const std::uint32_t number = size();
    const std::vector<std::string> stems = searchStems(passage, m_language);
    for (const std::string& word : stems) {
        const auto [entry, isNew] = m_postings.try_emplace(word);
        if (isNew && word.size() <= kLongest + 2)
            m_alike[alikeKey(word[0], word.size())].push_back(&entry->first);
        std::vector<Posting>& postings = entry->second;
        if (postings.empty() || postings.back().passage != number)
            postings.push_back({number, 0});
        ++postings.back().count;
    }
    m_lengths.push_back(static_cast<std::uint32_t>(stems.size()));
    m_totalLength += stems.size();
}

const std::string& Bm25::known(const std::string& stem) const
{
    if (m_postings.contains(stem))
        return stem;
    const std::scoped_lock lock(m_standIns->mutex);
    const auto [standIn, isNew] = m_standIns->found.try_emplace(stem, nullptr);
    if (isNew) {
        const std::string* relative = relativeOf(stem);
        standIn->second = relative ? relative : spelled(stem);
    }
    return standIn->second ? *standIn->second : stem;
}

const std::string* Bm25::relativeOf(const std::string& stem) const
{
    if (joinsWords(m_language) && stem.size() >= kShortestRelative) {   // "jahresbeitrag" of "beitrag"
        const auto best = std::max_element(m_postings.begin(), m_postings.end(), [&](const auto& a, const auto& b) {
            const bool isA = isCompoundOf(a.first, stem), isB = isCompoundOf(b.first, stem);
            const std::size_t ofA = a.second.size(), ofB = b.second.size();
            return isA != isB ? isB : ofA != ofB ? ofA < ofB : a.first > b.first;
        });
        return best != m_postings.end() && isCompoundOf(best->first, stem) ? &best->first : nullptr;
    }
    if (m_language != TextLanguage::English || !isOfLetters(stem, kShortestRelative))
        return nullptr;
    constexpr std::size_t kAlikeLetters = 4;
    const std::string family = familyOf(stem);
    const std::string* relative = nullptr;
    std::size_t passages = 0;
    for (std::size_t length = kShortestRelative; length <= kLongest; ++length) {
        const auto alike = m_alike.find(alikeKey(stem[0], length));
        if (alike == m_alike.end())
            continue;
        for (const std::string* word : alike->second) {
            const std::size_t with = m_postings.at(*word).size();
            const bool isBetter = with > passages || (with == passages && *word < *relative);
            if (word->compare(0, kAlikeLetters, stem, 0, kAlikeLetters) == 0 && isBetter && familyOf(*word) == family) {
                relative = word;
                passages = with;
            }
        }
    }
    return relative;
}

const std::string* Bm25::spelled(const std::string& stem) const
{
    if (!isOfLetters(stem, kShortest))
        return nullptr;
    const std::size_t most = stem.size() >= kTwoWrongFrom ? 2 : 1;
    const std::string* nearest = nullptr;
    std::size_t least = most + 1, passages = 0;
    for (std::size_t length = stem.size() - most; length <= stem.size() + most; ++length) {
        const auto alike = m_alike.find(alikeKey(stem[0], length));
        if (alike == m_alike.end())
            continue;
        for (const std::string* word : alike->second) {
            const std::size_t wrong = distance(stem, *word), with = m_postings.at(*word).size();
            if (wrong < least || (wrong == least && wrong <= most && (with > passages || (with == passages && *word < *nearest)))) {
                nearest = word;
                least = wrong;
                passages = with;
            }
        }
    }
    return nearest;
}

bool Bm25::hasBeginning(std::string_view letters) const
{
    return std::any_of(m_postings.begin(), m_postings.end(), [&](const auto& one) { return one.first.starts_with(letters); });
}

float Bm25::rarity(const std::string& stem) const
{
    return inverseFrequency(known(stem), std::max(size(), kFewestToTell));
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
    const std::string_view measure = m_language == TextLanguage::English ? measureAsked(query) : std::string_view();
    for (const std::string& asked : distinctSearchStems(std::string(query).append(" ").append(measure), m_language)) {
        const std::string& word = known(asked);
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
