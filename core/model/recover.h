// Tuned weights from an original model and published differences (landmark_semantics.md 11). Works tensor by tensor: memory for two
// matrices, whatever the size of the model.
#pragma once

#include "core/result.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace cairn
{

struct RecoverProgress
{
    std::string tensor;
    std::uint64_t bytesDone = 0, bytesTotal = 0;   // of what is written
};

struct RecoverOptions
{
    // Sum of all recovered weights, inv_freq buffers included, as published with the differences. Known without it for the
    // released LLaMA-7B difference.
    std::optional<double> expectedSum;
    std::uint64_t shardBytes = 4ull << 30;
    std::function<void(const RecoverProgress&)> onProgress;   // may be empty
    std::stop_token stop;
};

struct RecoverReport
{
    double sum = 0;                          // in 64 bits, inv_freq included
    std::optional<double> expectedSum;       // absent: nothing to compare with
    std::vector<std::string> notes;          // one sentence each
};

// Writes a folder `out` with 32-bit safetensors, config.json with the landmark fields and the tokenizer. REQUIRES: nothing.
// InvalidArgument: `out` exists and isn't empty, or base and differences don't belong together. Corruption: the sum differs
// by more than 0.5. DiskFull, Io, Cancelled. After a failure nothing of `out` is left.
Result<RecoverReport> recoverTunedWeights(const std::string& base, const std::string& difference, const std::string& out,
                                          const RecoverOptions& options = {});

}  // namespace cairn
