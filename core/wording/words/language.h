// Languages that questions and texts are told apart in, by the words that only bind others ("der", "nicht", "pour"), and what search
// knows of each: those words, and the form under which words of one stem are counted (Snowball, snowballstem.org). English is told where
// nothing speaks for another one. No state that callers see; any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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

// The one with most function words; English among equals, and where all of another's are English words too ("die", "man", "war").
TextLanguage languageOf(std::string_view text);

// Of a question: English where it opens with a word that asks in English alone ("What was Les Plaisirs et les Jours?").
TextLanguage languageAsked(std::string_view question);

// Of a text of any length: of a few thousand bytes at places evenly spread over it. Under a millisecond.
TextLanguage languageOfLong(std::string_view text);

// "de"; empty of Other.
std::string_view isoCode(TextLanguage language);

// "German"; empty of Other.
std::string_view englishName(TextLanguage language);

// May a model write in it that states these languages (ISO 639-1)? One that states none may.
bool isAmong(TextLanguage language, std::span<const std::string> stated);

// A question in another language than all texts, and a model that was not taught both: what it writes is mostly wrong.
struct LanguageGap
{
    TextLanguage asked, written;              // `written` of the first text
};

// `stated` as in isAmong(). Texts without a word count for nothing, as of documents that were removed. Unset: some text is in the language
// of the question, or the model knows both. No text behind the first one in that language is looked at.
std::optional<LanguageGap> languageGap(std::string_view question, std::span<const std::string_view> texts,
                                       std::span<const std::string> stated);

// A word that says nothing of what is asked ("wer", "ist", "der"). Not of English and Other: none.
bool isFunctionWord(std::string_view folded, TextLanguage language);

// The stem of a folded word; not of English, whose rules words.h has. Of Other the word itself.
std::string stemIn(TextLanguage language, std::string_view folded);

// Words are joined to longer ones ("Haus", "Haustür"), so that one of them may stand in another.
bool joinsWords(TextLanguage language);

}  // namespace cairn
