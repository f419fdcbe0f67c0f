// Some words looked for in many memories of one model. The phrase runs once, without memory; of each memory its landmarks and tokens are
// read, about one percent, and give every block of all memories a place in one order. The best memories are then scored in full: how
// likely the model finds the words after a passage, from its stored keys and values (likelihood.h), which compares between memories.
//   rough(b) = z(words) + 0.25 z(vote)        both over the blocks of all memories, as candidates.h does within one
//   vote(b)  = sum over heads of the upper half of the layers: softmax over all blocks of the landmark scores
//   score(b) = likelihood(words | passage around b) + 0.15 rough(b)
// The words are counted in tokens' text block by block, so one that a block's edge cuts doesn't count. Work thread.
#pragma once

#include "core/answering/likelihood.h"
#include "core/answering/passage_finder.h"
#include "core/engine/engine.h"
#include "core/result.h"

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

namespace cairn
{

struct RankedMemory
{
    std::uint32_t memory = 0;            // number of add(), from 0
    std::vector<BlockScore> blocks;      // strongest first; a memory's count of blocks stands for the open block at its end
};

class LibrarySearch
{
public:
    // InvalidArgument: no words. Cancelled. REQUIRES: the engine outlives it.
    static Result<LibrarySearch> begin(const Engine& engine, std::string words, std::stop_token stop = {});

    // Takes a memory in; it need not stay open. Failure (Cancelled, Corruption, Io): nothing was taken.
    // REQUIRES: blocks of this engine's model and landmark adapter.
    Result<void> add(BlockArchive& memory, const MemoryShape& shape, std::stop_token stop = {});
    std::uint32_t memories() const { return static_cast<std::uint32_t>(m_taken.size()); }

    // All that were taken, best first, each with its best `blocksEach` blocks by rough score. Cancelled.
    Result<std::vector<RankedMemory>> ranked(std::size_t blocksEach, std::stop_token stop = {}) const;

    // The blocks scored in full, strongest first. `memory` is of the archive that was taken in as ranked.memory.
    Result<std::vector<BlockScore>> score(const RankedMemory& ranked, const Memory& memory, std::stop_token stop = {}) const;

private:
    struct Taken
    {
        std::uint32_t blocks = 0;                // with a landmark
        std::vector<float> scores;               // [upper half of the layers][H][blocks]
        std::vector<std::uint16_t> counts;       // [passages][stems]; passages: blocks, and the open one where there is one
        std::vector<std::uint16_t> lengths;      // [passages] stems in all
    };
    LibrarySearch(const Engine& engine, PhraseQueries queries) : m_engine(&engine), m_queries(std::move(queries)) {}
    std::uint32_t firstLayer() const { return m_queries.layers() / 2; }
    std::size_t passages() const;
    Result<void> scoreLandmarks(BlockArchive& memory, const MemoryShape& shape, Taken& taken, const std::stop_token& stop) const;
    Result<void> countWords(BlockArchive& memory, Taken& taken, const std::stop_token& stop) const;
    void countPassage(std::span<const TokenId> tokens, Taken& taken) const;
    std::vector<float> wordScores() const;       // [passages of all memories]
    std::vector<float> votes(const std::stop_token& stop) const;   // the same; unfinished after a stop request

    const Engine* m_engine;
    PhraseQueries m_queries;
    AskedTokens m_asked;
    std::vector<std::string> m_stems;            // of the words, each once
    std::vector<Taken> m_taken;
};

}  // namespace cairn
