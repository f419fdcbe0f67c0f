// Words that are made of one another: "lecturer" and "lecture", "indentation" and "indent". English, as the stemmer of Porter (2001,
// "Snowball", algorithm english) and the endings of who does it ("painter") tell. No state that callers see; any thread.
#pragma once

#include <string>
#include <string_view>

namespace cairn
{

// The same for all words of a family, given a stem() (words.h) in letters of ASCII; no word to show.
std::string familyOf(std::string_view stem);

// A folded word may be a plural, as far as its ending tells: "moors"; not "moss", "virus", "gas", "mice".
bool endsAsPlural(std::string_view folded);

}  // namespace cairn
