// Which single-byte encoding of Latin letters a text is in, told by the languages whose letters it would hold: Western (windows-1252),
// Central European (windows-1250, ISO-8859-2) or Turkish (windows-1254).
#pragma once

#include "core/documents/text/encoding_guess.h"

#include <string_view>

namespace cairn
{

// Empty name: Western, or too little to tell.
EncodingGuess guessLatin(std::string_view sample);

} // namespace cairn
