// One message of every kind, with something in every field.
#pragma once

#include "app/protocol/commands.h"
#include "app/protocol/events.h"
#include "app/protocol/restore_messages.h"
#include "app/protocol/search_messages.h"
#include "core/types/half.h"

namespace cairn::testing
{

inline AskOptions fullOptions()
{
    AskOptions options;
    options.strategy = Strategy::Memory;
    options.topK = 7;
    options.mode = SelectionMode::PerTokenAndGroup;
    options.attention = AttentionWay::Grouped;
    options.scan = ScanWay::TwoLevel;
    options.maxTokens = 33;
    options.temperature = 0.5f;
    options.topP = 0.25f;
    options.seed = UINT64_MAX;
    options.controls.barred = {BlockId(3), BlockId(9)};
    options.controls.pinned = {BlockId(1)};
    options.controls.switchedOff = {{0, 1}, {7, 2}};
    options.until = BlockId(40);
    options.previous = {{"Whät?", "That."}, {"And?", ""}};
    options.bookOnly = options.showUnsupported = true;
    options.useAnswerAdapter = false;
    options.deepTrace = true;
    return options;
}

// Over one document of 100 bytes "abc..", 1 layer, 2 heads, 4 tokens a block, 10 blocks.
inline CanonicalText boundsDocument()
{
    CanonicalText document;
    for (int i = 0; i < 100; ++i)
        document.text += static_cast<char>('a' + i % 26);
    return document;
}

inline Answer fullAnswer()
{
    Answer answer;
    answer.text = "It says \"defgh\", and no more.";
    answer.strategy = Strategy::Memory;
    answer.found = true;
    AnswerToken token;
    token.id = 5;
    token.text = {0, 7};
    token.logProbability = -0.25f;
    token.memoryShare = 0.5f;
    token.topBlocks = {2, 1};
    answer.tokens = {token};
    answer.passages = {{0, {3, 30}}};
    Citation citation;
    citation.range = {3, 8};
    citation.page = "xii";
    citation.section = "One > Two";
    citation.text = "defgh";
    citation.evidence = 0.75;
    citation.blocks = {0, 1};
    citation.answerRange = {0, 10};
    answer.citations = {citation};
    answer.quotations = {{{9, 14}, true, 0, {3, 8}}};
    answer.coverage = {1, 2, 10};
    answer.questionMs = 12.5;
    Trace& trace = answer.trace;
    trace.tokens = trace.layers = 1;
    trace.heads = 2;
    trace.k = 2;
    trace.blockTokens = 4;
    trace.documentBlocks = 10;
    trace.blocks = {1, kNoBlock, 2, 10};
    trace.gates = {floatToHalf(0.5f), 0, floatToHalf(0.25f), floatToHalf(0.125f)};
    trace.scores = {floatToHalf(3), 0, floatToHalf(-2), floatToHalf(1)};
    trace.memoryShare = {floatToHalf(0.5f), floatToHalf(0.375f)};
    trace.ties = {0, 1};
    trace.heatOffsets = {0, 1};
    trace.heatBlocks = {1};
    trace.heatScale = {0.5f};
    trace.heatWeights = {255, 10, 0, 1};
    trace.innerOffsets = {0, 2};
    trace.innerRecords = {0, 2};
    trace.innerWeights = {255, 0, 0, 0, 5, 50, 0, 200};
    trace.lookedAt = {7, kNoToken};
    trace.nearOffsets = {0, 2, 3};
    trace.nearBlocks = {5, 3, 11};
    trace.nearScores = {floatToHalf(2), floatToHalf(-1), floatToHalf(-3)};
    trace.nearLimits = {floatToHalf(3), kNoLimit};
    return answer;
}

inline Answer fullDraft()
{
    Answer piece = fullAnswer();
    piece.citations.clear();
    piece.quotations.clear();
    piece.passages.clear();
    return piece;
}

inline EngineFacts fullFacts()
{
    EngineFacts facts;
    facts.modelName = QStringLiteral("Mödel");
    facts.modelPath = QStringLiteral("/models/a b.gguf");
    facts.modelKind = QStringLiteral("adapter");
    facts.adapter = QStringLiteral("65fb43779638ad5dc1fdb7b2c421c06f");
    facts.tokenizer = QStringLiteral("259 tokens, 0123456789abcdef0123456789abcdef");
    facts.attention = QStringLiteral("exact");
    facts.license = QStringLiteral("Apache-2.0");
    facts.device = QStringLiteral("CPU, 2 threads");
    facts.deviceReason = QStringLiteral("No GPU.");
    facts.languages = {QStringLiteral("en"), QStringLiteral("de")};
    facts.notes = {QStringLiteral("one"), QStringLiteral("two")};
    facts.layers = 30;
    facts.heads = 9;
    facts.kvHeads = 3;
    facts.blockTokens = 4;
    facts.topK = 16;
    facts.kvType = KvType::F16;
    facts.memoryKey = {1, 2, 3};
    facts.storedBlocks = 1;
    facts.totalBlocks = 2;
    facts.bytesPerToken = 12'345;
    facts.readingRate = 321.5;
    StreamMapData map{4, 1, {{1, 10}}, {0, 3, 6, 9, 12, 15, 18, 21, 24, 27}};
    facts.totalTokens = map.ends.size();
    facts.map = std::make_shared<const StreamMap>(std::move(map));
    return facts;
}

inline std::vector<Message> allCommands()
{
    OpenCommand open{1, "/sessions/ä", "/m.gguf", "/old.gguf", DeviceChoice::Cuda, KvType::F16, 1ull << 33, 4, true, 1, true, ScanWay::TwoLevel};
    const auto text = std::make_shared<const Bytes>(Bytes(3'000'000, std::byte{7}));   // three pieces
    return {encode(open),
            encode(DocumentCommand{1, text}),
            encode(ReadCommand{2}),
            encode(AskCommand{3, "Whö?", fullOptions()}),
            encode(RescoreCommand{4, fullAnswer(), fullOptions(), {4, 5}, true}),
            encode(FindPassagesCommand{5, "wörds", 12}),
            encode(CancelCommand{2})};
}

inline std::vector<Message> allEvents()
{
    return {encode(HelloEvent{"0.1.0"}),
            encode(OpenedEvent{1, fullFacts()}),
            encode(ReadProgressEvent{2, {100, 200, 50.5, 2.25, BlockId(1)}}),
            encode(StoredEvent{2, {9, 8, 7}, 1, 2}),
            encode(AskStateEvent{3, AskState::Citing}),
            encode(TokenEvent{3, "wörd"}),
            encode(TokenEvent{3, ""}),
            encode(AnsweredEvent{3, fullAnswer()}),
            encode(RescoredEvent{4, {-0.5f, -1.25f}}),
            encode(PassagesEvent{5, {{7, 0.5}, {3, 0.25}}}),
            encode(FailedEvent{6, {ErrorCode::DiskFull, "Thé disk is full."}}),
            encode(CancelledEvent{2}),
            encode(DoneEvent{2}),
            encode(HeartbeatEvent{12, 0}),
            encode(DraftEvent{3, 1, 7, fullDraft()}),
            encode(MemoryShortEvent{{MemoryStep::CachedBlocks, 96}}),
            encode(LinksEvent{2, {{BlockId(9), {{BlockId(4), 2.5f}, {BlockId(1), 0.5f}}}, {BlockId(10), {{BlockId(9), 1.0f}}}}}),
            encode(RescoreProgressEvent{4, 100, 12'345, 2.5})};
}

inline std::vector<Message> searchCommands()
{
    return {encode(SearchCommand{1, "wörds", "/m.gguf", 2, {"/sessions/ä", "/sessions/b c"}})};
}

inline std::vector<Message> searchEvents()
{
    return {encode(SearchedEvent{1, {1, SearchOutcome::Unreadable, 7, "Thé file is damaged."}}),
            encode(FoundInLibraryEvent{1, {0, true, {{4, -2.25}, {9, -3.5}}}})};
}

inline std::vector<Message> restoreCommands()
{
    return {encode(RestoreTextCommand{1, "/sessions/ä", "/m.gguf", "/old.gguf", {{9, 8, 7}, 63, 24, 4'000}})};
}

inline std::vector<Message> restoreEvents() { return {encode(RestoredTextEvent{1, "Thé text."})}; }

inline Bytes streamOf(const std::vector<Message>& messages)
{
    Bytes stream;
    std::uint64_t sequence = 0;
    for (const Message& message : messages) {
        MessageCutter cutter(message);
        while (!cutter.atEnd()) {
            const Bytes frame = cutter.next(sequence);
            stream.insert(stream.end(), frame.begin(), frame.end());
        }
    }
    return stream;
}

}  // namespace cairn::testing
