// Questions that ask how something is done ("How do I salt a password?"), and the words that tell it as manuals do: what it is for comes
// first ("To salt a password, ..", "If you want to salt it, ..") or somebody can do it by some means ("You can salt one using .."), and a
// command stands below the colon, or below words that lead on to it (".. use"). A small model repeats the aim instead. Rules on English
// words; no state, any thread.
#pragma once

#include "core/types/document.h"
#include "core/wording/text/document_texts.h"
#include "core/wording/words/bm25.h"

#include <optional>
#include <span>
#include <string_view>

namespace cairn
{

// "salt a password?" of "How do I salt a password?", "How to ..", "How can one ..". Empty: another question.
std::string_view aimAsked(std::string_view question);

// The sentence whose aim has most of these words by their rarity, three quarters at least, with the list or the paragraph that stands below
// where it ends in a colon, or the next sentence where it only says what is needed ("you will need ..").
// Among equals the one whose aim says least besides, then the earlier. A paragraph that leads on to a command line ("$ ..", "> ..") below
// counts with its heading. Only what `allowed` lets through. One pass over the texts.
std::optional<DocumentPlace> instructionFor(std::string_view aim, const DocumentTexts& texts, const Bm25& index,
                                            const Allowed& allowed);

}  // namespace cairn
