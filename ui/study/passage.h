// The words of one block as cards and tables show them: text on one line or with its line breaks, how strongly each word was read, which
// words are cited. Values; layout and painting in passage_layout.h. UI thread.
#pragma once

#include "ui/run.h"

#include <QString>

#include <span>
#include <utility>
#include <vector>

namespace cairn
{

struct TintedWord
{
    int begin = 0;          // UTF-16 positions of Passage::text
    int end = 0;
    float weight = 0;       // gate x word weight, summed over what is selected; > 0
};

struct Passage
{
    QString text;
    std::vector<TintedWord> words;             // ascending, no overlap
    std::vector<std::pair<int, int>> cited;    // ascending, no overlap
    float peak() const;
};

enum class PassageLines { Join, Keep };

// `tokenWeights`: one per token of the block ([F]), or empty. A character that the block's edge cuts is left out.
Passage passageOf(const Run& run, std::uint32_t block, std::span<const float> tokenWeights, PassageLines lines = PassageLines::Join);

// The part of about `length` characters that holds most weight and citations, from a word's start; "…" where something is left out.
Passage excerptOf(const Passage& passage, int length);

// Words separated by white space.
int wordCount(const QString& text);

}  // namespace cairn
