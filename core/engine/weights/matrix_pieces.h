// How products with matrices of several parts below each other are cut among threads, and which part holds an output. Inside of
// packed_matrix.cpp and half_matrix.cpp.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace cairn
{

inline constexpr std::size_t kPiecesPerThread = 6;          // performance.md 6: 4-8, so that a delayed thread delays little
inline constexpr std::size_t kLeastPieceBytes = 12 << 10;   // of weights: about a microsecond of reading, a hand-over costs a tenth

template <typename Part>
struct MatrixPiece
{
    const Part* part;
    std::int32_t first, end;   // within the part
};

// Pieces of up to `step`; count(part): how many there are to cut.
template <typename Part, typename Count>
std::vector<MatrixPiece<Part>> cutParts(const std::vector<Part>& parts, std::int32_t step, const Count& count)
{
    std::vector<MatrixPiece<Part>> pieces;
    for (const Part& part : parts) {
        const std::int32_t all = count(part);
        for (std::int32_t first = 0; first < all; first += step)
            pieces.push_back({&part, first, std::min(all, first + step)});
    }
    return pieces;
}

// REQUIRES: parts in the order of their firstOutput, the first one's 0.
template <typename Part>
const Part& partOf(const std::vector<Part>& parts, std::int32_t output)
{
    return *(std::find_if(parts.begin(), parts.end(), [&](const Part& part) { return part.firstOutput > output; }) - 1);
}

}  // namespace cairn
