// Work beside the caller's, on a thread of its own; where none can be had, when its result is waited for. Any thread.
#pragma once

#include <future>
#include <utility>

namespace cairn
{

// The future waits for the work when it is destroyed; what the work throws comes out of get().
template <typename Work>
auto beside(Work work)
{
    return std::async(std::launch::async | std::launch::deferred, std::move(work));
}

}  // namespace cairn
