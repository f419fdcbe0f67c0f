// The stemmers of Snowball (snowballstem.org). Each thread has its own; any thread.
#pragma once

#include <string>
#include <string_view>

namespace cairn
{

// `algorithm`: as Snowball names it ("english", "german"). The word itself where there is no such one.
std::string snowballStem(std::string_view algorithm, std::string_view word);

}  // namespace cairn
