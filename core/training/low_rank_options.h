// How low-rank weights of ordinary rows are made and computed with, whatever they are trained for. No torch in this header.
#pragma once

#include "core/result.h"
#include "core/training/training_device.h"

#include <cstdint>
#include <string>

namespace cairn
{

struct LowRankOptions
{
    std::uint32_t rank = 16;
    std::uint64_t seed = 0;                // of the weights' start
    bool doublePrecision = false;          // for gradient checks
    bool halfWeights = false;              // products with the base's weights in bf16 (AMX: several times as fast); not with 64 bits
    TrainingDevice device = TrainingDevice::Cpu;
};

inline constexpr std::uint32_t kLargestRank = 4'096;   // what adapter files may have

// InvalidArgument: rank 0 or above kLargestRank.
inline Result<void> checkRank(std::uint32_t rank)
{
    if (rank < 1 || rank > kLargestRank)
        return Error{ErrorCode::InvalidArgument, "The rank must be 1 to " + std::to_string(kLargestRank) + "."};
    return {};
}

}  // namespace cairn
