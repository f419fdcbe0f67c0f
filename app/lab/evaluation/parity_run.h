// `evaluate parity`: the engine against itself where the answer must not change. Work thread.
//   dense        retrieval of everything (K >= blocks) against one pass over the whole text, row by row (landmark_semantics.md 16)
//   int8         8-bit against 16-bit memory: same blocks, same answer tokens (performance.md 3, Q7)
//   interrupted  a reading that was stopped and gone on with, against one that wasn't: not one bit differs
#pragma once

#include "app/lab/evaluation/lab.h"

#include <cstdint>
#include <string>
#include <vector>

namespace cairn
{

struct ParityPlan
{
    std::vector<std::string> files;
    std::uint64_t tokens = 2048;                   // from each file's start
    std::uint32_t questions = 4;                   // of the int8 part: needles put to each text
    double logitLimit = 5e-3;                      // dense part, 32-bit memory; logits of real models reach 30
    double sameBlocksLimit = 0.97;                 // performance.md 3, Q7
};

// True: everything within its limit.
Result<bool> runParity(Lab& lab, const ParityPlan& plan);

}  // namespace cairn
