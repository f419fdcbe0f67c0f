// How large a tokenizer's file may be (reliability.md 4).
#pragma once

#include "core/types/limits.h"

#include <cstddef>

namespace cairn
{

inline constexpr std::size_t kTokenizerFileBytes = 64 * limits::kMiB;

}  // namespace cairn
