// Keys and values of the local tokens of one layer: the open block before the step and the step's own rows, and the blocks that
// the step completes in their stored form (landmark_semantics.md 3, 12.1).
#pragma once

#include "core/engine/blocks/finished_block.h"
#include "core/engine/weights/rope_table.h"
#include "core/engine/step/step_shape.h"

#include <memory>
#include <vector>

namespace cairn
{

class LocalRows
{
public:
    LocalRows(const StepShape& step, const MemoryShape& memory, std::uint32_t heads, const RopeTable& rope);

    // Takes a layer's products and the tail's rows of that layer, K [Hkv][F][d] then V [Hkv][F][d]. `fixedKey`: [Hkv][d] that replaces
    // the keys of landmark rows (layer 0), or null. Where all rows have room in the tail the step's are put behind the tail's own:
    // they count only once the stream says so, and what is read below is the tail until the next fill().
    void fill(float* qkv /* [T][(H + 2 Hkv) d] */, std::vector<float>& tail, const float* fixedKey);

    const float* queries() const { return m_queries.data(); }   // [T][H][d], not rotated
    const float* keys() const { return m_localKeys; }           // [Hkv][headRows()][d], r + T of them, rotated to the local index
    const float* values() const { return m_localValues; }       // [Hkv][headRows()][d]
    std::uint32_t headRows() const { return m_inTail ? m_step.blockTokens : m_step.localTokens(); }

    // Stores local block `block` of the layer. False: a key or value is no finite number.
    bool store(std::uint32_t block, std::uint32_t layer, FinishedBlock& into) const;

    // The rows after the last completed block into an empty tail. REQUIRES: the step completes one; else fill() has put them there.
    void keepTail(std::vector<float>& tail) const;

private:
    void storeLandmark(std::uint32_t block, std::uint32_t layer, FinishedBlock& into) const;
    void storeBounds(std::uint32_t layer, FinishedBlock& into) const;
    const float* offsetKeys() const { return m_offsetKeys.empty() ? m_localKeys : m_offsetKeys.data(); }

    StepShape m_step;
    MemoryShape m_memory;
    std::uint32_t m_heads;
    bool m_inTail;
    const RopeTable& m_rope;
    std::vector<std::int32_t> m_offsets;      // [T] in-block offsets
    std::vector<float> m_queries, m_keys, m_values;   // keys and values: none where they are in the tail
    float *m_localKeys = nullptr, *m_localValues = nullptr;
    std::vector<float> m_offsetKeys;          // keys rotated by the in-block offset; empty: the local index is the offset
};

}  // namespace cairn
