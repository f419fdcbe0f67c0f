// The encoding of a text that names none and is not UTF-8, guessed from its bytes: Chinese, Japanese and Korean by the shape and
// range of their pairs of bytes, Cyrillic, Greek, Hebrew and Arabic by their most frequent letters, Central European and Turkish by
// the letters of their languages. Any thread.
#pragma once

#include <string_view>

namespace cairn
{

struct EncodingGuess
{
    const char* name = "";       // as QStringDecoder takes it; empty: none of these, Western European most likely
    const char* script = "";     // for people: "Cyrillic"
};

// Looks at 64 KiB from the first byte on that is no ASCII. Short texts (fewer than about eight such bytes) are not guessed.
EncodingGuess guessEncoding(std::string_view bytes);

// Japanese as mail has it: ASCII throughout, and so UTF-8 as well, with escapes into rows of kanji and back.
bool isIso2022Jp(std::string_view bytes);

}  // namespace cairn
