// Writing to a pipe or file until all is written.
#pragma once

#include <cstddef>
#include <span>

namespace cairn
{

bool writeAll(int descriptor, std::span<const std::byte> bytes);   // false: the reader is gone, or the limit of files is reached

}  // namespace cairn
