// A question to the whole text (experience.md 10, U9): each chapter, or stretch of 64 blocks, is asked alone; what the parts say is then
// put together. Retrieval opens a few places for a question; a sweep gives every chapter its turn.
// sweep() runs on the work thread.
#pragma once

#include "core/answering/sweep_parts.h"
#include "core/result.h"

#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace cairn
{

class Answerer;

struct SweepCallbacks
{
    std::function<void(std::size_t number, const SweepPart& part)> onPart;        // is asked next
    std::function<Result<void>(const PartAnswer& part)> onAnswer;                 // is finished; an error ends the sweep
    std::function<Result<bool>()> mend;   // a damaged block was met; true: it is mended, and the part is asked once more
};

struct Sweep
{
    std::vector<PartAnswer> parts;   // finished ones
    bool stopped = false;            // by request: parts are missing at the end
};

// Stop request: the finished parts are kept, the one being asked is dropped. Errors as Answerer::ask.
Result<Sweep> sweep(Answerer& answerer, const StreamMap& map, const std::string& question, const AskOptions& options,
                    std::span<const SweepPart> parts, const SweepCallbacks& callbacks = {}, std::stop_token stop = {});

}  // namespace cairn
