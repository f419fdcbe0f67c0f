// What an engine, its memories and their forks share: the model on its device and what describes it.
#pragma once

#include "core/engine/engine.h"
#include "core/engine/blocks/memory_ladder.h"
#include "core/engine/weights/model_loading.h"
#include "core/engine/question_pass.h"
#include "core/engine/blocks/row_cache.h"

#include <exception>
#include <memory>
#include <string_view>

namespace cairn
{

struct EngineCore
{
    std::shared_ptr<const LoadedModel> model;
    EngineInfo info;
    std::shared_ptr<const Tokenizer> tokenizer;
    ChatFormat chat;
    StreamLayout layout;
    TokenId landmarkId = 0;
    bool landmarkPredicts = false;
    std::vector<TokenId> suppressed;       // below the vocabulary's size, never generated
    std::shared_ptr<RowBudget> budget;
    std::shared_ptr<const QuestionPass> question;   // null: no question adapter
    std::shared_ptr<MemoryLadder> ladder;
};

// The one place where what LibTorch and the standard library throw becomes an Error (style.md 5).
template <typename Function>
auto guarded(const Function& function) -> decltype(function())
{
    try {
        return function();
    } catch (const std::exception& error) {
        if (isOutOfMemory(error))
            return MemoryLadder::exhausted({});
        const std::string_view what = error.what();
        return Error{ErrorCode::InvalidArgument, "The engine failed: " + std::string(what.substr(0, what.find('\n')))};
    }
}

// Largest window that fits the model's positions with K blocks: landmark_semantics.md 2.
Result<std::uint32_t> windowFor(const EngineCore& core, std::uint32_t topK, std::uint32_t wanted);

}  // namespace cairn
