// One frame between the program and the import worker (reliability.md 5.3); host byte order:
//   u32 magic "CRNM", u16 version, u16 type, u32 header bytes, u32 payload bytes, u64 sequence (from 0, + 1 each), header, payload
// The header is a list of u32s. The receiver trusts no byte: sizes are checked before anything is taken.
#pragma once

#include "core/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace cairn
{

struct ImportFrame
{
    std::uint16_t type = 0;
    std::uint64_t sequence = 0;
    std::vector<std::uint32_t> header;
    std::string_view payload;   // borrowed from the bytes given
};

struct FrameLimits
{
    std::uint16_t firstType = 0, lastType = 0;
    std::size_t headerBytes = 0;
    std::size_t payloadBytes = 0;
};

inline constexpr std::size_t kFrameBytes = 24;   // before the header

std::vector<std::byte> encodeFrame(const ImportFrame& frame);

// Reads the frame at the front; nullopt: incomplete (`used` stays). Corruption as soon as the fixed part breaks a rule.
Result<std::optional<ImportFrame>> parseFrame(std::span<const std::byte> bytes, const FrameLimits& limits, std::size_t& used);

// Bytes of the whole frame at the front, once its fixed part is there.
std::optional<std::size_t> frameLength(std::span<const std::byte> bytes, const FrameLimits& limits);

Error frameViolation();   // the sentence for every broken rule

}  // namespace cairn
