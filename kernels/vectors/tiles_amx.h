// AMX tile registers for files of the level Amx: eight of 16 rows of 64 bytes, numbered at compile time. Written as assembly, because
// GCC 12's own functions keep neither the stores before a load nor those of a configuration in place. Local to the including file.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace
{

struct TileShape
{
    int rows, rowBytes;
};

// The thread's tiles have these shapes while an object of this lives; then they are empty again, so that a thread that only waits has
// nothing to be saved. One at a time.
class TileShapes
{
public:
    template <int N>
    explicit TileShapes(const TileShape (&shapes)[N])
    {
        static_assert(N <= 8);
        struct alignas(64)   // Intel's Software Developer's Manual, LDTILECFG
        {
            uint8_t palette = 1, startRow = 0, reserved[14]{};
            uint16_t rowBytes[16]{};
            uint8_t rows[16]{};
        } config;
        for (int i = 0; i < N; ++i) {
            config.rowBytes[i] = static_cast<uint16_t>(shapes[i].rowBytes);
            config.rows[i] = static_cast<uint8_t>(shapes[i].rows);
        }
        __asm__ volatile("ldtilecfg %0" : : "m"(config) : "memory");
    }
    ~TileShapes() { __asm__ volatile("tilerelease" : : : "memory"); }
    TileShapes(const TileShapes&) = delete;
    TileShapes& operator=(const TileShapes&) = delete;
};

template <int Tile>
inline void clearTile()
{
    __asm__ volatile("tilezero %%tmm%c0" : : "i"(Tile));
}

// Rows `stride` bytes apart
template <int Tile>
inline void loadTile(const void* from, ptrdiff_t stride)
{
    __asm__ volatile("tileloadd (%0,%1,1), %%tmm%c2" : : "r"(from), "r"(stride), "i"(Tile) : "memory");
}

template <int Tile>
inline void storeTile(void* to, ptrdiff_t stride)
{
    __asm__ volatile("tilestored %%tmm%c2, (%0,%1,1)" : : "r"(to), "r"(stride), "i"(Tile) : "memory");
}

// sums[m][n] (32-bit) += sum over k, four at a time, of a[m][k] b[k / 4][n][k % 4], signed bytes
template <int Sums, int A, int B>
inline void multiplyBytes()
{
    __asm__ volatile("tdpbssd %%tmm%c2, %%tmm%c1, %%tmm%c0" : : "i"(Sums), "i"(A), "i"(B));
}

// sums[m][n] (floats) += sum over k, two at a time, of a[m][k] b[k / 2][n][k % 2], bfloat16
template <int Sums, int A, int B>
inline void multiplyBfloats()
{
    __asm__ volatile("tdpbf16ps %%tmm%c2, %%tmm%c1, %%tmm%c0" : : "i"(Sums), "i"(A), "i"(B));
}

}  // namespace
