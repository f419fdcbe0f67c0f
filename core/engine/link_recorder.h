// Back-links of a step of reading: per block that the step reads, which earlier blocks its tokens opened, by summed gate. Blocks that are
// pinned by the reading settings are left out: every row gets them, whatever it asks for.
#pragma once

#include "core/engine/step/step_record.h"
#include "core/types/back_links.h"

#include <cstdint>
#include <vector>

namespace cairn
{

class LinkRecorder final : public StepRecorder
{
public:
    explicit LinkRecorder(std::vector<std::uint32_t> pinned) : m_pinned(std::move(pinned)) {}   // absolute ids, ascending

    void record(const LayerRecord& layer) override;
    bool queries() const override { return false; }

    // Of the blocks below `completed`, the stream's number of complete blocks after the step.
    std::vector<BlockLinks> links(std::uint32_t completed) const;

private:
    std::vector<std::uint32_t> m_pinned;
    std::uint32_t m_firstRead = 0;               // absolute id of the first block that the step reads
    std::uint32_t m_memoryBlocks = 0, m_firstBlock = 0;
    std::vector<float> m_sums;                   // [blocks read][memory blocks]
};

}  // namespace cairn
