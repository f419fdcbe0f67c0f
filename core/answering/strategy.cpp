#include "core/answering/strategy.h"

#include "core/answering/passage.h"

#include <algorithm>

namespace cairn
{

namespace
{

constexpr std::uint32_t kTurnPins = 16;    // blocks of the own turn that stay in reach while an attached passage is read
constexpr std::uint32_t kReplyBlocks = 16; // room for a long reply in the places of a detached prompt

// Passages are read again for themselves: with the block where the chat opens, since attention rests there, and the `ownBlocks` of the
// turn behind the document's `blocks`. With the whole memory in reach every head of every row would open blocks: most of a book is
// fetched then, and reading takes four times as long. Right answers with it and without: 16 and 15 of 20 questions about ten documents,
// 14 and 16 of 36 about encyclopedia articles, 10 and 10 of 15 about the handbook (cairn-lab evaluate questions).
void readPassagesAlone(PreparedPrompt& prompt, std::size_t tokens, std::uint32_t blocks, std::uint32_t ownBlocks)
{
    prompt.readingTokens = tokens;
    prompt.readingControls = prompt.controls;
    prompt.readingControls.pinned.clear();
    prompt.readingControls.imposed = {BlockId(0)};
    for (std::uint32_t own = 0; own < ownBlocks; ++own)
        prompt.readingControls.imposed->emplace_back(blocks + own);
}

// Places that leave a window of one block in the positions that the model was trained with (windowByRule()).
std::uint32_t mostPlaces(const EngineInfo& info)
{
    const std::uint32_t context = info.config.landmark ? info.config.landmark->trainContext : info.config.context;
    return std::max(context / info.blockLength, 3u) - 2;
}

struct BuiltTurn
{
    PromptBuilder builder;
    std::size_t beforeQuestion = 0;      // tokens of it

    std::uint32_t blocks(const AskingContext& context) const
    {
        return static_cast<std::uint32_t>(builder.tokens.size() / context.stream.blockTokens()) + 1;
    }
};

Result<BuiltTurn> buildTurn(const Question& question, const AskingContext& context, std::span<const DocumentPlace> passages, bool attached)
{
    BuiltTurn turn{PromptBuilder(context.engine.tokenizer(), context.engine.chatFormat(), context.stream)};
    PromptBuilder& builder = turn.builder;
    if (auto done = attached ? builder.addText("\n\n") : builder.openChat(); !done)
        return done.error();
    if (auto done = builder.addTurns(question.options.previous); !done)
        return done.error();
    for (const DocumentPlace& passage : passages) {
        if (auto done = builder.addPassage(passage); !done)
            return done.error();
    }
    turn.beforeQuestion = builder.tokens.size();
    if (auto done = builder.addQuestion(question.text); !done)
        return done.error();
    return turn;
}

}  // namespace

std::unique_ptr<AnswerStrategy> makeStrategy(Strategy strategy)
{
    switch (strategy) {
    case Strategy::Memory: return makeMemoryStrategy();
    case Strategy::Reread: return makeRereadStrategy();
    case Strategy::Window: return makeWindowStrategy();
    case Strategy::Bm25: return makeBm25Strategy();
    }
    return nullptr;
}

DocumentPlace corePlace(const Question& question, const AskingContext& context, BlockId block)
{
    DocumentPlace largest;
    for (const DocumentPlace& place : context.stream.placesOf(block)) {
        if (const auto asked = askedOf(question, place); asked && asked->range.size() > largest.range.size())
            largest = *asked;
    }
    return wholeCharacters(context.stream, largest);
}

DocumentPlace passageFor(const Question& question, const AskingContext& context, const DocumentPlace& core, std::uint64_t bytes)
{
    const DocumentPlace passage = passageAround(context.stream, core, bytes);
    return context.mayRead(question, passage) ? askedOf(question, passage).value_or(core) : core;
}

Result<PreparedPrompt> passagePrompt(const Question& question, const AskingContext& context, std::span<const DocumentPlace> passages,
                                     bool attached)
{
    const std::uint32_t most = mostPlaces(context.engine.info());
    auto turn = buildTurn(question, context, passages, attached);
    if (!turn)
        return turn.error();
    if (!attached && passages.size() > 1 && turn->blocks(context) > most)   // of a model with a short context
        return passagePrompt(question, context, passages.first(passages.size() - 1), attached);
    PromptBuilder& builder = turn->builder;
    PreparedPrompt prompt;
    prompt.settings = context.settings(question);
    prompt.controls = question.options.controls;
    const std::uint32_t blocks = context.blocksInReach(question);
    const std::uint32_t turnBlocks = turn->blocks(context);
    if (attached) {
        prompt.settings.maxPins = std::max(prompt.settings.maxPins, std::min(turnBlocks + 1, kTurnPins));
        const std::uint32_t places = question.options.topK == 0 ? context.engine.info().askingTopK : question.options.topK;
        if (!passages.empty() && turnBlocks + 1 <= places)
            readPassagesAlone(prompt, turn->beforeQuestion, blocks, turnBlocks);
    } else {
        prompt.settings.until = BlockId(blocks);   // no open tail of the document before the prompt
        prompt.settings.topK = std::max(turnBlocks, std::min(turnBlocks + kReplyBlocks, most));
        prompt.controls = {};
        prompt.controls.switchedOff = question.options.controls.switchedOff;
        prompt.controls.imposed.emplace();
        for (std::uint32_t own = 0; own < prompt.settings.topK; ++own)
            prompt.controls.imposed->emplace_back(blocks + own);
    }
    prompt.tokens = std::move(builder.tokens);
    prompt.sourceBlocks = std::move(builder.sourceBlocks);
    prompt.passages = std::move(builder.passages);
    return prompt;
}

}  // namespace cairn
