// BM25 over short passages (the blocks of a document), built from their text. k1 = 1.2, b = 0.75 (Robertson, Zaragoza 2009).
//   score(q, p) = sum over the distinct stems s of q:  idf(s) * tf * (k1 + 1) / (tf + k1 * (1 - b + b * length / mean length))
//   idf(s) = ln(1 + (N - n_s + 0.5) / (n_s + 0.5))        N passages, n_s of them with s; tf: occurrences in p
// A word that occurs nowhere counts as one of its family or the one that it may be misspelled from: known().
// Once the last passage is added, any thread may ask. 5,000 blocks are built in well under 100 ms.
#pragma once

#include "core/wording/words/text_language.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace cairn
{

class Bm25
{
public:
    Bm25() = default;
    explicit Bm25(TextLanguage language) : m_language(language) {}   // of its stems, those of what is asked of it as well

    void add(std::string_view passage);                           // passage number size()
    TextLanguage language() const { return m_language; }
    std::uint32_t size() const { return static_cast<std::uint32_t>(m_lengths.size()); }

    // One score per passage; 0 where no word of the query occurs. "How tall" asks for "height" as well (measure_words.h).
    std::vector<float> scores(std::string_view query) const;

    // The stem itself where it occurs, or else the one that it may stand for: of its family in English (word_family.h), the most frequent,
    // in German and Dutch a compound that ends in it; or with the same first letter and one wrong, missing, too many or exchanged with the
    // next ("quequeg", "chesire"), two from nine letters on, the nearest, of these the most frequent. Stems of fewer than five and six
    // letters and those with others than ASCII's are none of these. Looked for once for each word. Valid as long as `stem` and the index.
    const std::string& known(const std::string& stem) const;

    bool has(const std::string& stem) const { return m_postings.contains(stem); }   // it occurs
    bool hasBeginning(std::string_view letters) const;                              // a stem occurs that begins so

    // How much a stem tells: idf(s); the largest possible value for one that never occurs. A page or two can't show which words are
    // rare, so N is at least kFewestToTell: else all that stands in each passage of a short text would count as nothing.
    float rarity(const std::string& stem) const;

private:
    static constexpr std::uint32_t kFewestToTell = 128;   // chosen on questions about a paragraph each: 100 that it answers, 67 that not
    const std::string* relativeOf(const std::string& stem) const;   // nullptr: none
    const std::string* spelled(const std::string& stem) const;
    float inverseFrequency(const std::string& stem, std::uint32_t passages) const;
    struct Posting
    {
        std::uint32_t passage;
        std::uint32_t count;
    };
    TextLanguage m_language = TextLanguage::English;
    std::unordered_map<std::string, std::vector<Posting>> m_postings;
    std::unordered_map<std::uint32_t, std::vector<const std::string*>> m_alike;   // its stems by first letter and length
    std::vector<std::uint32_t> m_lengths;   // stems of each passage
    std::uint64_t m_totalLength = 0;

    struct StandIns   // what words that occur nowhere stand for; nullptr: for themselves
    {
        std::mutex mutex;
        std::unordered_map<std::string, const std::string*> found;
    };
    std::unique_ptr<StandIns> m_standIns = std::make_unique<StandIns>();
};

}  // namespace cairn
