#include "simd_avx512.h"

#include "block_attention_run.h"

void cairn::kernels::avx512::blockAttention(const BlockAttention& work) { attendShare(work); }
