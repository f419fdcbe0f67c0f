#include "app/lab/evaluation/needle_asker.h"

#include "core/answering/answerer.h"
#include "core/answering/citations.h"
#include "core/evaluation/needle_score.h"
#include "core/types/half.h"

#include <algorithm>
#include <array>
#include <chrono>

namespace cairn
{

namespace
{

using Way = NeedleStrategy::Way;

constexpr std::array kStrategies = {
    NeedleStrategy{"memory", Way::Memory, false, {}, {}, {}, "landmark memory as the application asks it"},
    NeedleStrategy{"memory-exact", Way::Memory, false, AttentionWay::Exact, {}, {}, "landmarks choose, one softmax"},
    NeedleStrategy{"memory-grouped", Way::Memory, false, AttentionWay::Grouped, {}, {}, "landmarks choose and weigh (the paper)"},
    NeedleStrategy{"memory-per-head", Way::Memory, false, {}, SelectionMode::PerTokenAndHead, {}, "every head chooses for itself"},
    NeedleStrategy{"memory-group-vote", Way::Memory, false, {}, SelectionMode::PerTokenAndGroup, {}, "one set of blocks per kv head"},
    NeedleStrategy{"bounds", Way::Memory, true, {}, {}, {}, "without adapter: bounds of the blocks' keys"},
    NeedleStrategy{"window", Way::Window, false, {}, {}, {}, "sliding window: block 0 and the newest, nothing retrieved"},
    NeedleStrategy{"dense", Way::Dense, false, {}, {}, {}, "ordinary attention where the trained length allows"},
    NeedleStrategy{"reread", Way::Answerer, false, {}, {}, Strategy::Reread, "the application's default"},
    NeedleStrategy{"bm25", Way::Answerer, false, {}, {}, Strategy::Bm25, "passages by their words"},
};

double secondsSince(std::chrono::steady_clock::time_point start)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Block 0 and the newest ones take all places.
std::vector<BlockId> newestBlocks(const Memory& memory, std::uint32_t places)
{
    std::vector<BlockId> blocks;
    const std::uint32_t count = memory.blocks(), newest = std::min(places - 1, count);
    for (std::uint32_t block = count - newest; block < count; ++block)
        blocks.emplace_back(block);
    return blocks;
}

}  // namespace

std::span<const NeedleStrategy> needleStrategies()
{
    return kStrategies;
}

const NeedleStrategy* needleStrategyNamed(std::string_view name)
{
    const auto found = std::find_if(kStrategies.begin(), kStrategies.end(), [&](const NeedleStrategy& one) { return one.name == name; });
    return found == kStrategies.end() ? nullptr : &*found;
}

double recalledShare(const NeedleQuestion& question, std::string_view reply)
{
    if (question.firstNumber)
        return firstNumberIs(reply, question.answers.front()) ? 1 : 0;
    return static_cast<double>(answersIn(reply, question.answers)) / static_cast<double>(question.answers.size());
}

void judgeTrace(const Trace& trace, std::span<const std::uint32_t> needles, NeedleReply& reply)
{
    const auto isNeedle = [&](std::uint32_t block) { return std::find(needles.begin(), needles.end(), block) != needles.end(); };
    for (std::size_t i = 0; i < trace.blocks.size() && !reply.retrieved; ++i)
        reply.retrieved = isNeedle(trace.blocks[i]) && halfToFloat(trace.gates[i]) >= kConsultedGate;
    const std::vector<double> evidence = blockEvidence(trace, 0, trace.tokens);
    double best = 0;
    for (const std::uint32_t block : needles)
        best = std::max(best, block < evidence.size() ? evidence[block] : 0.0);
    if (best > 0) {
        const auto better = std::count_if(evidence.begin() + 1, evidence.end(), [&](double other) { return other > best; });
        reply.rank = static_cast<std::uint32_t>(better) + 1;
    }
}

Result<NeedleReply> askMemory(const Engine& engine, const Memory& memory, const NeedleStrategy& strategy, std::uint32_t topK,
                              std::span<const std::uint32_t> needles, const NeedleQuestion& question)
{
    const auto start = std::chrono::steady_clock::now();
    AskingSettings settings;
    settings.topK = topK;
    settings.attention = strategy.attention;
    AskOptions asked;
    asked.strategy = Strategy::Memory;
    settings.mode = strategy.mode.value_or(modeByDefault(asked, engine.info().kind));
    Controls controls;
    if (strategy.way == Way::Window)
        controls.pinned = newestBlocks(memory, topK > 0 ? topK : engine.info().askingTopK);
    auto fork = memory.fork(settings);
    if (!fork)
        return fork.error();
    Trace trace;
    FeedOptions feed;
    feed.controls = controls;
    feed.trace = TraceRows::Predicting;
    feed.into = &trace;
    if (auto fed = fork->feed(question.tokens, feed); !fed)
        return fed.error();
    GenerateOptions generate;
    generate.controls = controls;
    generate.maxTokens = question.replyTokens;
    generate.goesOn = false;
    generate.trace = &trace;
    auto generated = fork->generate(generate, {});
    if (!generated)
        return generated.error();
    NeedleReply reply;
    for (const GeneratedToken& token : generated->tokens)
        reply.text += engine.tokenizer().decode(token.id, false);
    reply.seconds = secondsSince(start);
    reply.recalled = recalledShare(question, reply.text);
    judgeTrace(trace, needles, reply);
    return reply;
}

Result<NeedleReply> askDense(DenseAsker& asker, std::span<const TokenId> text, const NeedleQuestion& question)
{
    const auto start = std::chrono::steady_clock::now();
    std::vector<TokenId> all(text.begin(), text.end());
    all.insert(all.end(), question.tokens.begin(), question.tokens.end());
    auto said = asker.ask(all, question.replyTokens);
    if (!said)
        return said.error();
    NeedleReply reply;
    reply.text = *std::move(said);
    reply.recalled = recalledShare(question, reply.text);
    reply.retrieved = true;   // everything is in reach
    reply.seconds = secondsSince(start);
    return reply;
}

Result<NeedleReply> askAnswerer(const Engine& engine, const Memory& memory, const DocumentStream& stream, const NeedleStrategy& strategy,
                                std::span<const ByteRange> needles, const NeedleQuestion& question)
{
    const auto start = std::chrono::steady_clock::now();
    CanonicalText text;
    text.text = std::string(stream.text(0));
    Answerer answerer(engine, memory, stream, {&text});
    AskOptions options;
    options.strategy = strategy.answering;
    options.showUnsupported = true;
    auto answer = answerer.ask(question.text, options);
    if (!answer)
        return answer.error();
    NeedleReply reply;
    reply.text = answer->text;
    reply.recalled = recalledShare(question, reply.text);
    reply.seconds = secondsSince(start);
    std::vector<std::uint32_t> blocks;
    for (const ByteRange& needle : needles) {
        for (const BlockId block : stream.blocksOf({0, needle}))
            blocks.push_back(block.value);
        reply.retrieved = reply.retrieved || std::any_of(answer->passages.begin(), answer->passages.end(), [&](const DocumentPlace& place) {
                              return place.range.begin < needle.end && needle.begin < place.range.end;
                          });
    }
    const std::vector<std::uint32_t> ranked = rankedBlocks(*answer, answerer.sinks());
    const auto first = std::find_first_of(ranked.begin(), ranked.end(), blocks.begin(), blocks.end());
    reply.rank = first == ranked.end() ? 0 : static_cast<std::uint32_t>(first - ranked.begin()) + 1;
    return reply;
}

}  // namespace cairn
