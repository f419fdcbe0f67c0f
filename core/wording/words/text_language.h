// Languages that questions and texts are told apart in (language.h), and what search knows of each: the words that only bind others ("der",
// "nicht", "pour"), and the form under which words of one stem are counted (Snowball, snowballstem.org). No state that callers see; any
// thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace cairn
{

enum class TextLanguage : std::uint8_t
{
    English,
    German,
    French,
    Spanish,
    Italian,
    Portuguese,
    Dutch,
    Other      // of another script than Latin: its words count as they are written
};

// "de"; empty of Other.
std::string_view isoCode(TextLanguage language);

// "German"; empty of Other.
std::string_view englishName(TextLanguage language);

// A word that says nothing of what is asked ("wer", "ist", "der"). Not of English and Other: none.
bool isFunctionWord(std::string_view folded, TextLanguage language);

// The stem of a folded word; not of English, whose rules words.h has. Of Other the word itself.
std::string stemIn(TextLanguage language, std::string_view folded);

// Words are joined to longer ones ("Haus", "Haustür"), so that one of them may stand in another.
bool joinsWords(TextLanguage language);

}  // namespace cairn
