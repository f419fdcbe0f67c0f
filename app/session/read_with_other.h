// How it is said that a session was read with another model, or other settings of its memory, than are asked for now: reading it again is
// then a way out, and a model that can't run at all is told otherwise.
#pragma once

#include "core/result.h"

#include <string>

namespace cairn
{

// `way`: how it is read again, as the end of the sentence.
inline Error readWithOther(const std::string& difference, const std::string& way)
{
    return {ErrorCode::Unsupported, "This session was read with " + difference + ". Read it again" + way};
}

inline bool isReadWithOther(const Error& error)
{
    const std::string said = readWithOther({}, {}).message;
    return error.code == ErrorCode::Unsupported && error.message.starts_with(said.substr(0, said.find('.')));
}

}  // namespace cairn
