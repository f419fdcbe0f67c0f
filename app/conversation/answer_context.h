// What an answer was made with; kept beside it as JSON, so that it can be shown without the model. No state, any thread.
#pragma once

#include <cstdint>
#include <string>

namespace cairn
{

struct AnswerContext
{
    std::uint64_t memoryTokens = 0;
    std::uint32_t memoryBlocks = 0, blockTokens = 0;
    std::string modelName, modelKind, adapter, attention, device;
    std::string tokenizer;                   // its size and hash (app/session/tokenizer_name.h)
    std::string version;                     // of the program
    std::string withoutHeads;                // heads that were switched off: "16:3,0:1" (app/common/head_list.h)
    double openMs = 0;                       // loading model and memory
};

std::string programVersion();                // of this build: "0.1.0"

std::string toJson(const AnswerContext& context);
AnswerContext answerContextFromJson(const std::string& json);   // fields that are missing stay empty

}  // namespace cairn
