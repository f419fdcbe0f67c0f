#define CAIRN_AMX_TILES
#include "simd_avx512.h"

#include "block_attention_run.h"

void cairn::kernels::amx::blockAttention(const BlockAttention& work) { attendShare(work); }
