// What tells tokenizers apart in files that leave the program: "49152 tokens, " and the XXH3-128 of all pieces in the order of their ids.
// A few milliseconds. No state, any thread.
#pragma once

#include "core/tokenizer/tokenizer.h"

#include <string>

namespace cairn
{

std::string tokenizerName(const Tokenizer& tokenizer);

}  // namespace cairn
