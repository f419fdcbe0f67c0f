// Frames between window and engine (reliability.md 5.3), little endian:
//   u32 magic "CRNE", u16 version, u16 type, u32 header bytes, u32 payload bytes, u64 sequence (from 0, + 1 each), header, payload
// Plain bytes here: what header and payload mean is message.h. The receiver trusts no byte.
#pragma once

#include "core/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace cairn
{

using Bytes = std::vector<std::byte>;

inline constexpr std::uint32_t kFrameMagic = 0x454E5243;   // "CRNE"
inline constexpr std::uint16_t kProtocolVersion = 5;
inline constexpr std::size_t kFrameHeadBytes = 24;
inline constexpr std::size_t kMaxHeaderBytes = 1 << 20;
inline constexpr std::size_t kMaxPayloadBytes = 64 << 20;

struct Frame
{
    std::uint16_t type = 0;
    Bytes header;
    Bytes payload;
};

// REQUIRES: header and payload within the limits.
Bytes encodeFrame(std::uint16_t type, std::uint64_t sequence, std::span<const std::byte> header, std::span<const std::byte> payload);

// Cuts a byte stream into frames. Magic, version, sizes and sequence are checked as soon as the 24 bytes are there, and memory grows
// with the bytes that came, not with those announced. One thread.
class FrameReader
{
public:
    // `bytes` shrinks by what was taken. A frame: it is complete and the rest of `bytes` belongs to the next ones. Nothing: more bytes
    // are needed. Corruption: the other side broke a rule; every later call fails too.
    Result<std::optional<Frame>> take(std::span<const std::byte>& bytes);

private:
    Result<void> checkHead();

    Bytes m_bytes;                      // of the frame that is coming
    std::size_t m_headerBytes = 0, m_payloadBytes = 0;
    std::uint64_t m_sequence = 0;
    bool m_broken = false;
};

}  // namespace cairn
