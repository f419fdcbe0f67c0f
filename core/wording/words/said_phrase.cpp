#include "core/wording/words/said_phrase.h"

#include <algorithm>
#include <string>

namespace cairn
{

std::optional<SaidPhrase> saidAround(std::string_view text, const ByteRange& sentence, const ByteRange& answer)
{
    SaidPhrase said{text, splitWords(text.substr(sentence.begin, sentence.size())), 0, 0};
    for (Word& word : said.words)
        word.range = {word.range.begin + sentence.begin, word.range.end + sentence.begin};
    const auto isIn = [&](const Word& word) { return word.range.begin >= answer.begin && word.range.end <= answer.end; };
    const auto first = std::find_if(said.words.begin(), said.words.end(), isIn);
    const auto last = std::find_if(said.words.rbegin(), said.words.rend(), isIn);
    if (first == said.words.end())
        return std::nullopt;
    said.first = static_cast<std::size_t>(first - said.words.begin());
    said.last = said.words.size() - 1 - static_cast<std::size_t>(last - said.words.rbegin());
    return said;
}

bool hasStem(const std::vector<Word>& words, std::string_view folded)
{
    const std::string wanted = stem(folded);
    return std::any_of(words.begin(), words.end(), [&](const Word& word) { return stem(word.folded) == wanted; });
}

}  // namespace cairn
