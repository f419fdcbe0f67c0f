// What a call failed with, for tests to compare.
#pragma once

#include "core/result.h"

namespace cairn::test
{

template <typename T>
ErrorCode codeOf(const Result<T>& result)
{
    return result ? ErrorCode::Cancelled : result.error().code;   // of a success: what no test expects
}

}  // namespace cairn::test
