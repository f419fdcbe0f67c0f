// `evaluate unique-blocks`: how many different blocks a layer opens while a stretch of text is read, by mode of selection: the paper's
// histogram (Mohtashami and Jaggi 2023, section 4.2; landmark_semantics.md 5). Work thread.
#pragma once

#include "app/lab/evaluation/lab.h"

#include <cstdint>
#include <string>
#include <vector>

namespace cairn
{

struct UniqueBlocksPlan
{
    std::vector<std::string> files;
    std::uint64_t tokens = 8192;                   // read into memory before
    std::uint32_t windowBlocks = 4;                // blocks in one step, each counted on its own
    std::uint32_t windows = 8;
    std::uint32_t topK = 0;                        // 0: of the model's kind
    std::vector<SelectionMode> modes;
};

Result<void> runUniqueBlocks(Lab& lab, const UniqueBlocksPlan& plan);

}  // namespace cairn
