// An answer among the words of the sentence that it stands in, for rules that make it whole. English; no state, any thread.
#pragma once

#include "core/wording/words/words.h"

#include <optional>
#include <string_view>
#include <vector>

namespace cairn
{

struct SaidPhrase
{
    std::string_view text;
    std::vector<Word> words;           // of the sentence
    std::size_t first = 0, last = 0;   // of the answer

    std::string_view between(std::size_t a, std::size_t b) const
    {
        return text.substr(words[a].range.end, words[b].range.begin - words[a].range.end);
    }
    bool isCapital(std::size_t word) const { return isCapitalAt(text, words[word].range.begin); }
    bool hasNext() const { return last + 1 < words.size(); }
    ByteRange range() const { return {words[first].range.begin, words[last].range.end}; }
};

// The sentence around the answer; none of its words: the range lies elsewhere.
std::optional<SaidPhrase> saidAround(std::string_view text, const ByteRange& sentence, const ByteRange& answer);

bool hasStem(const std::vector<Word>& words, std::string_view folded);

}  // namespace cairn
