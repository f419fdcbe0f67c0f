// How long the window waits for its engine before it acts (reliability.md 5.2, 6). Tests shorten them.
#pragma once

#include <chrono>

namespace cairn
{

struct EngineTimes
{
    std::chrono::milliseconds silence{5'000};        // without a message: "not responding"
    std::chrono::milliseconds standstill{30'000};    // without a message, or at work without progress: killed and started again
    std::chrono::milliseconds opening{600'000};      // a large model from a slow disk
    std::chrono::milliseconds cancel{5'000};         // a request that was cancelled must have ended by then
    std::chrono::milliseconds farewell{4'000};       // after its input was closed: to make durable what was read
    std::chrono::milliseconds failureWindow{60'000}; // this many failures within it: ask before another try
    int failures = 3;
};

}  // namespace cairn
