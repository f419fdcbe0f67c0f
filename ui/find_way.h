// How the words of the find bar are meant.
#pragma once

namespace cairn
{

enum class FindWay { Words, Near, Pattern };   // as they stand; all of them close together; a regular expression

}  // namespace cairn
