// What a question adapter is trained and measured on: documents as their landmark keys, questions with the blocks that answer them.
// Plain values, made by whoever can read documents (this folder can't).
#pragma once

#include "core/types/ids.h"

#include <cstdint>
#include <string>
#include <vector>

namespace cairn
{

struct PlacedQuestion
{
    std::string text;
    std::vector<TokenId> tokens;           // of the text alone
    std::vector<std::uint32_t> gold;       // blocks that the answer stands in, ascending; never block 0
    std::vector<float> words;              // [blocks] BM25 of each block
};

// Landmark keys are rotated by F, as a memory keeps them.
struct ReadArticle
{
    std::string id;
    std::uint32_t layers = 0, width = 0;   // L, Hkv * d
    std::uint32_t blocks = 0;
    std::vector<float> landmarks;          // [L][blocks][width]
    std::vector<PlacedQuestion> questions;
};

}  // namespace cairn
