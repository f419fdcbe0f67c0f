// Where the model refuses although a passage speaks of all that was asked: the sentence of that passage that says most of it, quoted.
// A small model refuses where it can't phrase an answer; the reader is better served by the words themselves. No state, any thread.
#pragma once

#include "core/wording/text/document_texts.h"
#include "core/wording/words/bm25.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cairn
{

// Between straight marks, or curly ones where they have straight ones of their own.
std::string inQuotationMarks(std::string_view words);

// A sentence that is quoted for what it says: at most 300 bytes, and without quotation marks, since somebody else's words may be meant.
bool mayBeQuoted(std::string_view sentence);

// An answer that quotes these places in their order, each inQuotationMarks(). At least one.
struct SaidWords
{
    std::vector<DocumentPlace> places;
    std::string answer;
};

// Does a passage that made the question this much likelier (nats per token) and holds this share of its words answer it, whatever the
// model says? Chosen on 39 answerable and 16 unanswerable questions: three refused questions pass, no unanswerable one does.
bool speaksForItself(double likelihoodGain, double questionInPassage);

// The same of a sentence with that share of its words, of a question that asks what happens: a small model declines what it would have to
// tell in a sentence. Of six such questions that were declined wrongly four pass, of ten that the text did not answer none.
bool tellsWhatHappens(std::string_view question, double likelihoodGain, double questionInSentence);

// How much of the question's words a sentence has, rare ones first (questionOverlap()), and a little more where one is its subject.
double saysOf(std::string_view question, std::string_view sentence, const Bm25& index);

// Of the whole sentences of a passage the one with most of the question's words, rare ones first; one about such a word wins
// among equals, then the earlier. Empty: none that mayBeQuoted() has any and says more than the question.
std::optional<DocumentPlace> sentenceToQuote(std::string_view question, const DocumentTexts& texts, const DocumentPlace& passage,
                                             const Bm25& index);

}  // namespace cairn
