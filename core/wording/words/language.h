// The language of a question or a text (text_language.h), told by the words that only bind others ("der", "nicht", "pour"). English is
// told where nothing speaks for another one. No state, any thread.
#pragma once

#include "core/wording/words/text_language.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace cairn
{

// The one with most function words; English among equals, and where all of another's are English words too ("die", "man", "war").
TextLanguage languageOf(std::string_view text);

// Of a question: English where it opens with a word that asks in English alone ("What was Les Plaisirs et les Jours?").
TextLanguage languageAsked(std::string_view question);

// Of a text of any length: of a few thousand bytes at places evenly spread over it. Under a millisecond.
TextLanguage languageOfLong(std::string_view text);

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

}  // namespace cairn
