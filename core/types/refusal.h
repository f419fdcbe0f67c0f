// How an answer says that the text says nothing: what the answer weights were taught, and what chat models tend to write. No state, any
// thread.
#pragma once

#include "core/types/ascii.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace cairn
{

inline bool isRefusal(std::string_view answer)
{
    constexpr auto kForms = std::to_array<std::string_view>(
        {"text does not say", "does not seem to say", "not mentioned in the", "not specified in the", "does not mention",
         "not stated in the", "does not provide", "not provided in the", "does not specify", "cannot be determined",
         "no information about", "does not contain"});
    const std::string lower = asciiLower(answer);
    return std::any_of(kForms.begin(), kForms.end(), [&](std::string_view form) { return lower.find(form) != std::string::npos; });
}

}  // namespace cairn
