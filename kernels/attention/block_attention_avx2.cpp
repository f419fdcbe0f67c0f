#include "kernels/vectors/simd_avx2.h"

#include "kernels/attention/block_attention_run.h"

void cairn::kernels::avx2::blockAttention(const BlockAttention& work) { attendShare(work); }
