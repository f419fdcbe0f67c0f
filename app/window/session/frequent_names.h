// Names that a text mentions most: words with a capital inside of sentences that never stand small. Where nouns have capitals, nouns.
// No state, any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace cairn
{

// Most frequent first, up to `count`, each at least five times; of UTF-8 text, whose first 300,000 bytes are looked at (milliseconds).
std::vector<std::string> frequentNames(std::string_view text, std::size_t count);

}  // namespace cairn
