// Everything the card of one block says, worked out once from the selection (experience.md 6 V9). Plain values. UI thread.
#pragma once

#include "core/types/back_links.h"
#include "core/types/near_misses.h"
#include "ui/selection/selection_hub.h"
#include "ui/study/passage.h"

#include <QByteArray>
#include <QStringList>

#include <optional>

namespace cairn
{

struct BlockFacts
{
    std::uint32_t block = 0;
    QString place;                                  // "p. 89 (PDF 101)"
    Passage passage;                                // with its line breaks
    float fullWeight = 0;                           // word weight in the strongest tint
    int tokens = 0, words = 0;
    QStringList copied;                             // runs of words that stand in the answer too
    double evidence = 0;
    float largestGate = 0;
    std::uint32_t rank = 0, ofBlocks = 0;           // by evidence among the blocks that are not hidden; 0: not opened
    std::optional<double> lift, effect;             // where known
    std::vector<BackLink> leansOn{};                // while it was read, strongest first; empty: not known, or nothing
    std::vector<float> gates;                       // [L * H] largest gate of each head
    std::uint32_t layers = 0, heads = 0;
    std::vector<NearMiss> near{};                   // heads that nearly opened it, closest first, a few; of deep traces
    std::uint32_t nearHeads = 0;                    // all of them
    std::vector<std::uint32_t> wordRanks;           // per word of the answer, 0: not opened
    QStringList answerWords;
    std::vector<std::pair<int, int>> selectedWords; // half open
    QString summedOver;                             // "15 words, 270 heads"
};

// REQUIRES: the hub has a run with a trace.
BlockFacts blockFacts(const SelectionHub& hub, std::uint32_t block);

// Runs of at least two words (or one of seven letters) that passage and answer share, longest first, at most four.
QStringList copiedWords(const QString& passage, const QString& answer);

// The card as text, for the clipboard and for printing; and as JSON, for scripts.
QString blockFactsText(const BlockFacts& facts, const Run& run);
QByteArray blockFactsJson(const BlockFacts& facts, const Run& run);

}  // namespace cairn
