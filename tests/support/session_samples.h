// A document, an answer and a trace with every field filled, for tests of what a session keeps.
#pragma once

#include "core/types/answer.h"
#include "core/types/document.h"

#include <algorithm>

namespace cairn::test
{

inline CanonicalText sampleDocument(int paragraphs = 40)
{
    CanonicalText document;
    document.format = DocumentFormat::Pdf;
    document.title = "On whales";
    document.author = "Ishmael \xC3\x85";
    document.outline.push_back({"Beginning", 1, 0});
    for (int i = 0; i < paragraphs; ++i) {
        const std::uint64_t begin = document.text.size();
        document.text += "Paragraph number" + std::to_string(i) + " speaks of the \xE9\xAF\xA8 and its cairn.";
        const ByteRange range{begin, document.text.size()};
        document.paragraphs.push_back({range, i % 5 == 0 ? ParagraphKind::Heading : ParagraphKind::Text, static_cast<std::uint8_t>(i % 3)});
        const auto unit = static_cast<std::uint32_t>(2 * i / paragraphs);
        document.runs.push_back({range, unit, 100000 - std::uint64_t(i), range.size() + 2, i % 7 != 0});
        document.text += "\n\n";
    }
    const std::uint64_t middle = document.paragraphs[document.paragraphs.size() / 2].text.begin;
    document.units = {{"xii", {0, middle}}, {"", {middle, document.text.size()}}};
    if (paragraphs > 20)
        document.units.push_back({"3", {document.text.size(), document.text.size()}});
    document.outline.push_back({"Middle", 2, middle});
    document.warnings = {"Page 12 holds no text.", ""};
    return document;
}

inline Trace sampleTrace(std::uint32_t tokens, std::uint32_t layers = 3, std::uint32_t heads = 2, std::uint32_t k = 4)
{
    Trace trace;
    trace.tokens = tokens;
    trace.layers = layers;
    trace.heads = heads;
    trace.k = k;
    trace.blockTokens = 7;
    trace.documentBlocks = 100;
    trace.mode = SelectionMode::MaxOverHeads;
    trace.scan = ScanWay::TwoLevel;
    trace.attention = AttentionWay::Grouped;
    trace.rereadOffsets.push_back(0);
    for (std::uint32_t i = 0; i < tokens * layers * heads; ++i) {
        for (std::uint32_t place = 0; place < k; ++place) {
            trace.blocks.push_back(place == 3 ? kNoBlock : i * 3 + place);
            trace.gates.push_back(static_cast<std::uint16_t>(i * 17 + place));
            trace.scores.push_back(static_cast<std::uint16_t>(i * 31 + place));
        }
        trace.memoryShare.push_back(static_cast<std::uint16_t>(i));
        trace.ties.push_back(i % 3 == 0);
        if (i % 2 == 0) {
            trace.rereadBlocks.push_back(i);
            trace.rereadShares.push_back(static_cast<std::uint16_t>(i + 5));
        }
        trace.rereadOffsets.push_back(static_cast<std::uint32_t>(trace.rereadBlocks.size()));
    }
    trace.heatOffsets.push_back(0);
    for (std::uint32_t token = 0; token < tokens; ++token) {
        trace.heatBlocks.push_back(token + 2);
        trace.heatScale.push_back(0.5f + static_cast<float>(token));
        for (std::uint32_t i = 0; i < trace.blockTokens; ++i)
            trace.heatWeights.push_back(static_cast<std::uint8_t>(token + i));
        trace.heatOffsets.push_back(token + 1);
    }
    trace.innerOffsets.push_back(0);
    for (std::uint32_t token = 0; token < tokens; ++token) {
        for (std::uint32_t record = 0; record < layers * heads * k; ++record) {
            if (trace.blocks[std::size_t{token} * layers * heads * k + record] >= trace.documentBlocks)
                continue;
            trace.innerRecords.push_back(record);
            trace.innerWeights.insert(trace.innerWeights.end(), {255, 0, 0, 0, 0, 0, 0});
            trace.innerWeights[trace.innerWeights.size() - 7] -= static_cast<std::uint8_t>(record % 7);
            trace.innerWeights.back() = static_cast<std::uint8_t>(record % 7);
        }
        trace.innerOffsets.push_back(static_cast<std::uint32_t>(trace.innerRecords.size()));
    }
    for (std::uint32_t i = 0; i < tokens * layers * heads; ++i)
        trace.lookedAt.push_back(i % 2 ? kNoToken : i % 700);
    return trace;
}

// The same as a deep trace.
inline Trace deepened(Trace trace)
{
    trace.nearOffsets.push_back(0);
    for (std::uint32_t i = 0; i < trace.tokens * trace.layers * trace.heads; ++i) {
        for (std::uint32_t n = 0; n < i % 5; ++n) {
            trace.nearBlocks.push_back(10'000 + i * 7 + n);
            trace.nearScores.push_back(static_cast<std::uint16_t>(0x3C00 - i - n));   // descending
        }
        trace.nearOffsets.push_back(static_cast<std::uint32_t>(trace.nearBlocks.size()));
        trace.nearLimits.push_back(i % 2 ? kNoLimit : std::uint16_t{0x3C00});
    }
    return trace;
}

inline Answer sampleAnswer(std::uint32_t tokens = 5)
{
    Answer answer;
    answer.strategy = Strategy::Memory;
    answer.found = true;
    answer.stopped = true;
    for (std::uint32_t i = 0; i < tokens; ++i) {
        const std::uint64_t begin = answer.text.size();
        answer.text += " leviathan" + std::to_string(i);
        answer.tokens.push_back({static_cast<TokenId>(i * 7), {begin, answer.text.size()}, -0.25f * static_cast<float>(i), 0.5f, {i, 9}});
    }
    answer.passages = {{1, {3, 90}}, {0, {5, 6}}};
    answer.citations.push_back({1, {10, 20}, "xii", "Beginning > Middle", "the whale", 0.75, {4, 5, 6}, {0, 10}});
    const std::uint64_t end = answer.text.size();
    answer.citations.push_back({0, {1, 2}, "", "", "", 0.1, {}, {std::min<std::uint64_t>(10, end), std::min<std::uint64_t>(20, end)}});
    answer.quotations.push_back({{2, 8}, true, 1, {10, 16}});
    answer.coverage = {3, 40, 100};
    answer.trace = sampleTrace(tokens);
    answer.questionMs = 12.5;
    answer.firstTokenMs = 99.25;
    answer.tokensPerSecond = 7.75;
    return answer;
}

}  // namespace cairn::test
