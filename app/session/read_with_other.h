// How it is said that a session was read with another model, or other settings of its memory, than are asked for now: reading it again is
// then a way out, and a model that can't run at all is told otherwise.
#pragma once

#include "core/result.h"

#include <string_view>

namespace cairn
{

inline constexpr std::string_view kReadWithOther = "This session was read with ";

inline bool isReadWithOther(const Error& error)
{
    return error.code == ErrorCode::Unsupported && error.message.starts_with(kReadWithOther);
}

}  // namespace cairn
