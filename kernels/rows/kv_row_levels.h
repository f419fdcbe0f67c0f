// Inside of kv_row: where one kv head's piece lies, and the parts that levels implement.
#pragma once

#include "kernels/rows/kv_row.h"

namespace cairn::kernels
{

struct KvPiece
{
    const void* keys;                   // [F][d] in the row's type
    const void* values;                 // [F][d]
    const std::uint16_t* keyScales;     // [d] halves; Int8 only, else null
    const std::uint16_t* valueScales;   // [F]
};

KvPiece kvPiece(const KvRowShape& shape, const void* row, std::int32_t kvHead);

namespace avx2
{
void encodeHalves(const float* from, std::size_t count, std::uint16_t* to);
void decodeHalves(const std::uint16_t* from, std::size_t count, float* to);
void quantizeKeys(const KvRowShape& shape, const float* keys, std::int8_t* to, std::uint16_t* scales);
void quantizeValues(const KvRowShape& shape, const float* values, std::int8_t* to, std::uint16_t* scales);
}

}  // namespace cairn::kernels
