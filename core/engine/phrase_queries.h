// What a phrase asks of landmarks when it is run alone: the queries of its last row, from a run without memory, for every layer and head;
// and the scores of landmarks under them, wherever these are kept. So a phrase runs once for any number of memories, and of these only
// the landmarks are read. Immutable; work thread (it uses the engine's thread pool).
#pragma once

#include "core/result.h"
#include "core/types/memory.h"

#include <memory>
#include <span>
#include <vector>

namespace cairn
{

struct EngineCore;

class PhraseQueries
{
public:
    static constexpr std::size_t kPhraseTokens = 256;   // longer phrases ask by their first tokens

    std::uint32_t layers() const { return m_layers; }
    std::uint32_t heads() const { return m_heads; }

    // Raw scores (landmark_semantics.md 5.1) of `count` landmarks of one layer, as BlockArchive::readLandmarks() gives them: each as an
    // old block, which is what almost all of a memory are. `scores` [H][count]. REQUIRES: a shape of the engine's model.
    void score(std::uint32_t layer, const MemoryShape& shape, std::span<const std::byte> landmarks, std::uint32_t count,
               std::span<float> scores) const;

private:
    friend class Engine;
    std::shared_ptr<const EngineCore> m_core;
    std::uint32_t m_layers = 0, m_heads = 0, m_places = 0, m_row = 0;
    std::vector<float> m_queries;            // [L][H][d], not rotated
};

}  // namespace cairn
