// Where words of an answer stand in a text: a small model changes capitals and endings ("teach" of "taught"), and stops within a word
// ("four" of "fourteen"). No state, any thread.
#pragma once

#include "core/types/ids.h"

#include <string_view>
#include <vector>

namespace cairn
{

enum class SameWords
{
    Folded,   // but for capitals and what stands between them
    Stems,    // but for endings; two words at least
    Begun,    // but for the end of the last word
    Garbled   // but for one word that is spelled otherwise or runs two into one ("setstandards" of "Setting standards"); of three at least
};

// Whole words of `text`, in order, with the signs at the answer's ends where they stand there too. An answer without words is looked for as
// it is written.
std::vector<ByteRange> ownWords(std::string_view text, std::string_view answer, SameWords same);

}  // namespace cairn
