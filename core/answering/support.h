// Does the text support what the model wrote? Signals of one written answer, and the decision to say that nothing was found.
// No state, any thread.
#pragma once

#include "core/types/refusal.h"   // isRefusal()
#include "core/wording/text/overlap.h"
#include "core/wording/words/bm25.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace cairn
{

// What a reader is told when nothing was found.
inline constexpr std::string_view kNotFoundText = "The text does not seem to say.";

// How the answer weights were taught to decline.
inline constexpr std::string_view kDecliningText = "The text does not say.";

// The first words of an answer that is going to decline as the answer weights were taught.
bool startsToDecline(std::string_view answer);

// No content, or a refusal that broke off: "The text says.", "The text does".
bool saysNothing(std::string_view answer);

// No word of the answer stands in the passage that it was written from.
bool isForeign(std::string_view answer, std::string_view passage);

// An answer that only repeats the question (overlap.h), is of another kind than it wants (asked_kind.h), or has a number that `text` gives
// as the limit or the number of something else (stated.h, whole_phrase.h).
bool tellsNothingAsked(std::string_view answer, std::string_view question, std::string_view text);

struct SupportSignals
{
    bool refused = false;            // isRefusal() or saysNothing()
    double answerLikelihood = 0;     // mean log-probability of the answer's tokens
    double questionLikelihood = 0;   // mean log-probability of the question given the passage; 0: not asked
    double answerInText = 0;         // share of the answer's content words that stand in what was looked at
    double questionInText = 0;       // the same for the question's, weighted by how rare they are
    std::optional<double> declining = {};   // log-probability of kDecliningText in the answer's place; nothing: not asked
};

// SupportSignals::questionInText. 1 where the question is about the document as a whole (candidates.h): "Who wrote the book?" is answered
// by "By Ada Lovelace".
double questionInText(std::string_view question, std::string_view text, const Bm25& index);

bool isSupported(const SupportSignals& signals);

// Whether `declining` decides: all else speaks for the answer, but few of the question's words stand in what was looked at.
bool isDoubtful(const SupportSignals& signals);

}  // namespace cairn
