// Heads that a question switches off (Controls::switchedOff): their output is zero and their part of a record is empty, as if they had
// neither opened nor weighed anything. What they would have chosen is scored all the same; in the shared selection modes they vote.
// One object serves the layers of a step.
#pragma once

#include "core/engine/step/step_record.h"
#include "core/types/trace.h"

#include <cstdint>
#include <span>
#include <vector>

namespace cairn
{

std::vector<Head> ascendingHeads(std::vector<Head> heads);   // sorted, without repeats

class SwitchedHeads
{
public:
    explicit SwitchedHeads(const std::vector<Head>& heads) : m_heads(heads) {}   // ascending; copied

    std::vector<std::uint32_t> of(std::uint32_t layer) const;

    // Zeroes the columns of the layer's heads in values [rows][heads][width].
    void clear(std::uint32_t layer, std::span<float> values, std::size_t heads, std::size_t width) const;

    LayerRecord without(LayerRecord record);   // LayerRecord::off filled in; valid until the next call

private:
    std::vector<Head> m_heads;
    std::vector<std::uint32_t> m_off;
};

}  // namespace cairn
