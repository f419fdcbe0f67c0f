// What is shown of a text that a search has found. No state, any thread.
#pragma once

#include <QString>

#include <string>

namespace cairn
{

// Words of `text` around the first of the sought ones, so that it is in sight where a few lines are: from the text's beginning where
// that reaches them. As the search finds them: whatever case and accents, the last word may be a beginning.
QString excerptAround(const std::string& text, const QString& sought);

// The first `characters` of them at most, "…" after a whole word where it goes on.
QString shortenedAtWord(const std::string& text, int characters);

// Of a block, which may begin within a sentence or a word: "…" before its first whole word then.
QString excerptOfBlock(const std::string& text, int characters);

}  // namespace cairn
