// Room on the disk: what is free, and a ballast file that is given up when the disk runs full (reliability.md 3.6), so that the
// running answer can still be saved. Owner thread only.
#pragma once

#include "core/types/limits.h"

#include <cstdint>
#include <functional>
#include <string>

namespace cairn
{

inline constexpr const char* kDiskFullMessage =
    "Not saved: the disk is full. What was saved before is safe. Free 64 MB and try again.";

// Bytes that this user may still write where `path` lies; the largest number when that can't be told.
std::uint64_t freeDiskBytes(const std::string& path);

struct SpaceRules
{
    std::string ballastPath;                                     // empty: no ballast
    std::uint64_t ballastBytes = 64 * limits::kMiB;
    std::uint64_t ballastNeedsFree = limits::kGiB;               // created only with more than this free
    std::uint64_t reserveBytes = 256 * limits::kMiB;             // kept free besides three chunks
    std::function<std::uint64_t(const std::string&)> freeBytes = freeDiskBytes;
};

// Writes the ballast (bytes that don't compress) if it is missing and there is room. Failing is fine: nothing is left behind.
void placeBallast(const SpaceRules& rules);

// true: a ballast was there and its space is free now.
bool dropBallast(const SpaceRules& rules);

}  // namespace cairn
