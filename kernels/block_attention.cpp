#include "block_attention.h"

namespace cairn::kernels
{

std::size_t blockAttentionScratch(const BlockAttention&) { return 64; }

std::int32_t blockAttentionRowTile(const BlockAttention&) { return 64; }

void blockAttention(const BlockAttention& work, CpuLevel) { blockAttentionReference(work); }

}  // namespace cairn::kernels
