// Words of a text as search sees them: folded to lower case, split at everything that is neither letter nor digit, accents, plurals and
// common endings stripped. No state, any thread.
#pragma once

#include "core/types/ids.h"
#include "core/wording/words/text_language.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace cairn
{

struct Word
{
    std::string folded;      // lower case, without an English genitive 's
    ByteRange range;         // in the text it was taken from
};

// Decodes the character at `position` and moves past it; a byte that starts no character is returned alone as U+FFFD.
char32_t nextCharacter(std::string_view text, std::size_t& position);

// Not at the first byte of a character.
inline bool isInsideCharacter(std::string_view text, std::uint64_t at)
{
    return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
}

char32_t lowerCase(char32_t character);   // of any script that has one; others unchanged
inline bool isUpperCase(char32_t character) { return lowerCase(character) != character; }
inline bool isCapitalAt(std::string_view text, std::size_t position) { return isUpperCase(nextCharacter(text, position)); }
bool isWordCharacter(char32_t character); // letters, digits and marks of any script
bool isIdeograph(char32_t character);     // stands as a word of its own

// Words in order. "Alice's U.S. mail-order 3.13" gives alice, u, s, mail, order, 3.13: a dot or comma between
// digits belongs to the number, an apostrophe or a soft hyphen inside a word is dropped.
std::vector<Word> splitWords(std::string_view text);

// A word as it is written, without a genitive's end: "O'Brien" of "O'Brien's".
std::string_view spelledWithoutGenitive(std::string_view text, const Word& word);
inline bool isGenitive(std::string_view text, const Word& word)
{
    return spelledWithoutGenitive(text, word).size() < word.range.size();
}

// The form under which a folded word is counted: "ponies" and "pony" agree, "published" and "publishes", "Gödel" and "Godel" as well.
std::string stem(std::string_view folded, TextLanguage language = TextLanguage::English);

template <std::size_t N>
bool isOneOf(std::string_view folded, const std::array<std::string_view, N>& words)
{
    return std::find(words.begin(), words.end(), folded) != words.end();
}

bool isArticle(std::string_view folded);   // of English

// Words that a question has because it is a question ("what", "does", "the"): they say nothing about the passage.
bool isStopWord(std::string_view folded, TextLanguage language = TextLanguage::English);

// The folded words with one space between, without "a", "an", "the": "The Hatter's." -> "hatter s". How SQuAD compares answers (Rajpurkar
// et al. 2016, section 6.1).
std::string normalised(std::string_view text);

// The words of `part` stand in `text` in one piece, both normalised(). A part without words stands nowhere.
bool holdsWords(std::string_view text, std::string_view part);

// Stems of all words that are not stop words, in order, repeated as they occur.
std::vector<std::string> contentStems(std::string_view text, TextLanguage language = TextLanguage::English);

// These, and behind each word that hyphens make of several, as "e-mail", that of the same written as one.
std::vector<std::string> searchStems(std::string_view text, TextLanguage language = TextLanguage::English);
std::vector<std::string> distinctSearchStems(std::string_view text, TextLanguage language = TextLanguage::English);   // each once, sorted

}  // namespace cairn
