// A made-up answer with words, trace and a document of chapters whose blocks stand where the map says. 40 blocks of 8 tokens.
#pragma once

#include "tests/support/trace_samples.h"
#include "ui/run.h"

#include <array>
#include <cstring>
#include <memory>

namespace cairn::samples
{

inline constexpr std::array kPieces{"The",   " Hatter", " quarrel", "led", " with", " Time", ".",
                                    " Ever", " since",  ",",        " it", " is",   " six",  "."};

inline void addWords(Answer& answer, std::uint32_t tokens)
{
    for (std::uint32_t token = 0; token < tokens; ++token) {
        const char* piece = kPieces[token % kPieces.size()];
        const std::uint64_t begin = answer.text.size();
        answer.text += token > 0 && token % kPieces.size() == 0 ? std::string(" ") + piece : piece;
        AnswerToken word;
        word.text = {begin, answer.text.size()};
        answer.tokens.push_back(word);
    }
}

inline void addDocument(Run& run, const TraceSize& size)
{
    auto document = std::make_shared<CanonicalText>();
    document->title = "A Mad Tea-Party";
    StreamMapData map;
    map.blockTokens = size.blockTokens;
    map.prefixTokens = 3;
    map.ends.assign(map.prefixTokens, 0);
    const std::uint64_t tokens = std::uint64_t{size.blocks} * size.blockTokens + 5;   // the last block is open
    for (std::uint64_t token = map.prefixTokens; token < tokens; ++token) {
        if ((token - map.prefixTokens) % (tokens / 4) == 0)
            document->outline.push_back({"Chapter " + std::to_string(document->outline.size() + 1), 1, document->text.size()});
        document->text += "w" + std::to_string(token) + " ";
        map.ends.push_back(static_cast<std::uint32_t>(document->text.size()));
    }
    document->paragraphs.push_back({{0, document->text.size()}, ParagraphKind::Text, 0});
    map.documentTokens = {{map.prefixTokens, tokens}};
    run.documents = {document};
    run.map = std::make_shared<StreamMap>(map);
}

inline std::shared_ptr<Run> madeUpRun(const TraceSize& size = {.tokens = 14}, const QString& id = QStringLiteral("run-7"),
                                      std::uint32_t seed = 1)
{
    auto run = std::make_shared<Run>();
    run->id = id;
    run->question = QStringLiteral("Why is it always tea-time?");
    run->model = QStringLiteral("Tiny model, landmarks");
    run->answer.trace = madeUpTrace(size, seed);
    addWords(run->answer, size.tokens);
    addDocument(*run, size);
    run->sinks = {0};
    return run;
}

}  // namespace cairn::samples
