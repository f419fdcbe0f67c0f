// A made-up run for the study views: a document of sentences whose tokens are words, and an answer that opens a few blocks strongly and
// many weakly. Every number comes from a fixed seed, so that tests can sum it again by plain loops.
#pragma once

#include "core/types/half.h"
#include "ui/run.h"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace cairn
{

struct MadeRunShape
{
    std::uint32_t tokens = 12, layers = 4, heads = 3, k = 3, blocks = 40, blockTokens = 8;
    unsigned seed = 7;
    std::string answer = "Ever since, Time won't do a thing he asks, and it is always six o'clock.";
};

inline std::shared_ptr<CanonicalText> madeDocument(std::uint32_t words)
{
    static const std::vector<std::string> kWords{"And", "ever", "since", "that", "the", "Hatter", "went", "on", "in", "a", "mournful",
                                                 "tone,",
                                                 "he", "won't", "do", "a", "thing", "I", "ask!", "It's", "always", "six", "o'clock",
                                                         "now."};
    auto document = std::make_shared<CanonicalText>();
    document->format = DocumentFormat::Pdf;
    document->title = "Made-up book";
    for (std::uint32_t i = 0; i < words; ++i) {
        if (i > 0)
            document->text += i % 96 == 0 ? "\n\n" : " ";
        if (i % 480 == 0)
            document->units.push_back({std::to_string(i / 480 + 3), {document->text.size(), 0}});
        document->text += kWords[i % kWords.size()];
    }
    for (std::size_t i = 0; i < document->units.size(); ++i)
        document->units[i].text.end = i + 1 < document->units.size() ? document->units[i + 1].text.begin : document->text.size();
    return document;
}

inline std::shared_ptr<StreamMap> madeMap(const CanonicalText& document, std::uint32_t blockTokens)
{
    StreamMapData map;
    map.blockTokens = blockTokens;
    for (std::size_t i = 1; i <= document.text.size(); ++i) {
        const auto space = [&](std::size_t at) { return document.text[at] == ' ' || document.text[at] == '\n'; };
        if (i == document.text.size() || (space(i) && !space(i - 1)))
            map.ends.push_back(std::uint32_t(i));
    }
    map.documentTokens = {{0, map.ends.size()}};
    return std::make_shared<StreamMap>(map);
}

// Block of rank r is opened with a strength that falls with r; each (t, l, h) opens k different blocks, ascending.
inline Trace madeTrace(const MadeRunShape& shape)
{
    Trace trace;
    trace.tokens = shape.tokens;
    trace.layers = shape.layers;
    trace.heads = shape.heads;
    trace.k = shape.k;
    trace.blockTokens = shape.blockTokens;
    trace.documentBlocks = shape.blocks;
    std::mt19937 random(shape.seed);
    std::uniform_real_distribution<double> unit(0, 1);
    std::vector<std::vector<double>> read(shape.blocks);   // gates per (token, block), for the word heat
    trace.heatOffsets.push_back(0);
    for (std::uint32_t t = 0; t < shape.tokens; ++t) {
        std::vector<double> reached(shape.blocks, 0.0);
        for (std::uint32_t lh = 0; lh < shape.layers * shape.heads; ++lh) {
            std::vector<std::uint32_t> chosen{0};
            while (chosen.size() < shape.k) {
                const double r = unit(random);
                const auto block = std::uint32_t(r < 0.5 ? shape.blocks / 2 + r * 8 : unit(random) * shape.blocks) % shape.blocks;
                if (std::find(chosen.begin(), chosen.end(), block) == chosen.end())
                    chosen.push_back(block);
            }
            std::sort(chosen.begin(), chosen.end());
            const double focus = unit(random) * (lh % 5 == 2 ? 0.9 : 0.3);
            double sum = 0;
            for (const std::uint32_t block : chosen) {
                const bool hot = block >= shape.blocks / 2 && block < shape.blocks / 2 + 4;
                const std::uint16_t gate = floatToHalf(float(focus * (hot ? 0.6 : 0.1) * (0.3 + 0.7 * unit(random))));
                trace.blocks.push_back(block);
                trace.gates.push_back(gate);
                trace.scores.push_back(floatToHalf(halfToFloat(gate) * 10));
                sum += double(halfToFloat(gate));
                reached[block] += double(halfToFloat(gate));
            }
            trace.memoryShare.push_back(floatToHalf(float(sum)));
            trace.ties.push_back(0);
        }
        for (std::uint32_t block = 0; block < shape.blocks; ++block) {
            if (reached[block] <= 0)
                continue;
            trace.heatBlocks.push_back(block);
            trace.heatScale.push_back(float(reached[block]));
            for (std::uint32_t i = 0; i < shape.blockTokens; ++i) {
                const bool word = i % 8 > 4;
                trace.heatWeights.push_back(std::uint8_t(word ? 120 + unit(random) * 135 : unit(random) * 12));
            }
        }
        trace.heatOffsets.push_back(std::uint32_t(trace.heatBlocks.size()));
    }
    return trace;
}

inline std::vector<AnswerToken> madeTokens(const std::string& text, std::uint32_t count)
{
    std::vector<AnswerToken> tokens(count);
    for (std::uint32_t t = 0; t < count; ++t) {
        tokens[t].text = {text.size() * t / count, text.size() * (t + 1) / count};
        tokens[t].logProbability = -0.2f - 0.1f * float(t % 5);
        tokens[t].memoryShare = 0.4f;
    }
    return tokens;
}

// One token per word of the answer.
inline std::vector<AnswerToken> wordTokens(const std::string& text)
{
    std::vector<AnswerToken> tokens;
    for (std::size_t begin = 0, i = 1; i <= text.size(); ++i) {
        if (i == text.size() || text[i] == ' ') {
            tokens.push_back({});
            tokens.back().text = {begin, i};
            tokens.back().logProbability = -0.2f - 0.1f * float(tokens.size() % 5);
            tokens.back().memoryShare = 0.4f;
            begin = i;
        }
    }
    return tokens;
}

inline std::shared_ptr<Run> madeRun(MadeRunShape shape = {})
{
    auto run = std::make_shared<Run>();
    run->id = QStringLiteral("run-4");
    run->question = QStringLiteral("Why is it always tea-time at the Hatter's table?");
    run->model = QStringLiteral("made-up model");
    const auto document = madeDocument(shape.blocks * shape.blockTokens + shape.blockTokens / 2);
    run->documents = {document};
    run->map = madeMap(*document, shape.blockTokens);
    run->answer.question = run->question.toStdString();
    run->answer.text = shape.answer;
    run->answer.tokens = wordTokens(shape.answer);
    shape.tokens = std::uint32_t(run->answer.tokens.size());
    run->answer.trace = madeTrace(shape);
    run->answer.found = true;
    run->sinks = {0};
    const std::uint32_t hot = shape.blocks / 2;
    for (const std::uint32_t block : {hot + 1, hot}) {
        const auto place = run->map->placesOf(BlockId{block}).front();
        Citation citation;
        citation.document = 0;
        citation.range = {place.range.begin + place.range.size() / 3, place.range.end - 4};
        citation.blocks = {block};
        citation.page = "89";
        citation.answerRange = {0, shape.answer.size()};
        run->answer.citations.push_back(citation);
    }
    run->answer.coverage = {6, shape.blocks - 2, shape.blocks};
    return run;
}

}  // namespace cairn
