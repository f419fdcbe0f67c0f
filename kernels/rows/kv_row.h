// The byte image of one (layer, block): performance.md 4, the same as core/types/memory.h describes.
//
//   F32, F16   K [Hkv][F][d], V [Hkv][F][d]
//   Int8       K, V as int8; then scales as halves: K [Hkv][d] (per channel), V [Hkv][F] (per token).
//              value = q * scale, symmetric, |q| <= 127; scale = largest magnitude / 127
//
// All roundings are to nearest, ties to even; values beyond the type's range saturate. Bits are the same at every level.
// Thread-safe: no state between calls. Rows need no alignment beyond that of a half; 64 bytes is faster.
#pragma once

#include "kernels/vectors/cpu_level.h"

#include <cstddef>
#include <cstdint>

namespace cairn::kernels
{

enum class RowType : std::int32_t { F32 = 0, F16 = 1, Int8 = 2 };   // values as cairn::KvType

struct KvRowShape
{
    std::int32_t kvHeads = 0;       // Hkv
    std::int32_t blockTokens = 0;   // F
    std::int32_t headDim = 0;       // d
    RowType type = RowType::F32;
};

std::size_t kvRowBytes(const KvRowShape& shape);

// keys, values: [Hkv][F][d], `headStride` floats from one kv head to the next (F * d when dense); row: kvRowBytes() bytes.
struct KvRowEncode
{
    KvRowShape shape;
    const float* keys = nullptr;
    const float* values = nullptr;
    std::ptrdiff_t headStride = 0;   // 0: dense
    void* row = nullptr;
};

void encodeKvRow(const KvRowEncode& work, CpuLevel level = cpuLevel());

// One kv head's piece as 32 bits, [F][d]. REQUIRES: 0 <= kvHead < Hkv.
void decodeKeys(const KvRowShape& shape, const void* row, std::int32_t kvHead, float* keys, CpuLevel level = cpuLevel());
void decodeValues(const KvRowShape& shape, const void* row, std::int32_t kvHead, float* values, CpuLevel level = cpuLevel());

// Plain halves, for landmark keys.
void encodeHalves(const float* from, std::size_t count, std::uint16_t* to, CpuLevel level = cpuLevel());
void decodeHalves(const std::uint16_t* from, std::size_t count, float* to, CpuLevel level = cpuLevel());

}  // namespace cairn::kernels
