// What asked_kind.h knows of English, of other languages: which kind of words a question wants, and whether a sentence has any. Rules on
// words; no state, any thread.
#pragma once

#include "core/wording/words/text_language.h"

#include <string>
#include <string_view>
#include <vector>

namespace cairn
{

enum class KindAsked
{
    Anything,
    Amount,    // "Wie viele ..?", "Combien ..?"
    Money,     // "Was kostet ..?"
    Time,      // "Wann ..?", "Quand ..?"
    Name,      // "Wie heißt ..?", "Comment s'appelle ..?"
    Whether    // "Darf man ..?": not of languages that ask so by their voice alone
};

KindAsked kindAsked(std::string_view question, TextLanguage language);

// The question without the words that say which kind: "Wie hoch ist die Kaution?" is about "ist die Kaution?".
std::string withoutKind(std::string_view question, TextLanguage language);

// A number, a time, a word by which something is named, a permission; of Anything: no.
bool showsKind(std::string_view sentence, KindAsked kind, TextLanguage language);

// "(2) Die Miete ..": without the clause's number
std::string_view withoutClause(std::string_view sentence);

// An amount, a sum, a time: a sentence that shows none does not answer.
inline bool mustShow(KindAsked kind)
{
    return kind == KindAsked::Amount || kind == KindAsked::Money || kind == KindAsked::Time;
}

// "Haustiere" of "Was sagt der Vertrag über Haustiere?"; empty: another question.
std::string_view topicAskedIn(std::string_view question, TextLanguage language);

// Folded words of what a question wants explained: "vermieterin" of "Wer ist die Vermieterin?". Empty: another question, or more than
// three.
std::vector<std::string> termAskedIn(std::string_view question, TextLanguage language);

}  // namespace cairn
