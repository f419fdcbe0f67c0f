#include "storage/files/file_warming.h"

#include <algorithm>
#include <chrono>

namespace cairn
{

namespace
{

constexpr std::uint64_t kPiece = std::uint64_t{1} << 20;
constexpr std::chrono::milliseconds kLook{1};
constexpr int kMostLooks = 5000;   // a piece that isn't there by then won't stay: the disk or the memory is busy

void warm(const FileHints& hints, std::uint64_t bytes, const std::stop_token& stop)
{
    std::uint64_t before = bytes;   // the piece asked for last
    const auto isThere = [&](std::uint64_t piece) { return piece >= bytes || hints.isCached(std::min(piece + kPiece, bytes) - 1); };
    for (std::uint64_t piece = 0; piece < bytes && !stop.stop_requested(); piece += kPiece) {
        if (hints.isCached(piece) && isThere(piece))
            continue;
        hints.willRead(piece, std::min(kPiece, bytes - piece));
        for (int looks = 0; !isThere(before) && !stop.stop_requested(); ++looks) {
            if (looks == kMostLooks)
                return;
            std::this_thread::sleep_for(kLook);
        }
        before = piece;
    }
}

}  // namespace

FileWarming::FileWarming(const FileHints& hints, std::uint64_t bytes)
    : m_thread([&hints, bytes](const std::stop_token& stop) { warm(hints, bytes, stop); })
{
}

}  // namespace cairn
