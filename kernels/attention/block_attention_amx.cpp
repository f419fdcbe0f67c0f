#define CAIRN_AMX_TILES
#include "kernels/vectors/simd_avx512.h"

#include "kernels/attention/block_attention_run.h"

void cairn::kernels::amx::blockAttention(const BlockAttention& work) { attendShare(work); }
