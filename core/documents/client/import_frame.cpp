#include "core/documents/client/import_frame.h"

#include "core/formats/byte_reader.h"

#include <cstring>

namespace cairn
{
namespace
{

constexpr std::uint32_t kMagic = 0x4D4E5243; // "CRNM"
constexpr std::uint16_t kVersion = 1;

template <typename T>
void put(std::vector<std::byte>& out, T value)
{
    const std::size_t end = out.size();
    out.resize(end + sizeof value);
    std::memcpy(out.data() + end, &value, sizeof value);
}

struct Prefix
{
    std::uint16_t type = 0;
    std::uint32_t headerBytes = 0, payloadBytes = 0;
    std::uint64_t sequence = 0;
    std::size_t length() const { return kFrameBytes + std::size_t(headerBytes) + payloadBytes; }
};

std::optional<Prefix> prefixOf(ByteReader& in, const FrameLimits& limits)
{
    const auto magic = in.number<std::uint32_t>();
    const auto version = in.number<std::uint16_t>();
    const auto type = in.number<std::uint16_t>();
    const auto headerBytes = in.number<std::uint32_t>();
    const auto payloadBytes = in.number<std::uint32_t>();
    const auto sequence = in.number<std::uint64_t>();
    if (*magic != kMagic || *version != kVersion || *type < limits.firstType || *type > limits.lastType ||
        *headerBytes > limits.headerBytes || *headerBytes % 4 != 0 || *payloadBytes > limits.payloadBytes)
        return std::nullopt;
    return Prefix{*type, *headerBytes, *payloadBytes, *sequence};
}

} // namespace

Error frameViolation()
{
    return {ErrorCode::Corruption, "This file could not be read: the import worker sent a damaged message. Try again."};
}

std::vector<std::byte> encodeFrame(const ImportFrame& frame)
{
    std::vector<std::byte> out;
    out.reserve(kFrameBytes + 4 * frame.header.size() + frame.payload.size());
    put(out, kMagic);
    put(out, kVersion);
    put(out, frame.type);
    put(out, std::uint32_t(frame.header.size() * 4));
    put(out, std::uint32_t(frame.payload.size()));
    put(out, frame.sequence);
    for (std::uint32_t value : frame.header)
        put(out, value);
    const auto* raw = reinterpret_cast<const std::byte*>(frame.payload.data());
    out.insert(out.end(), raw, raw + frame.payload.size());
    return out;
}

std::optional<std::size_t> frameLength(std::span<const std::byte> bytes, const FrameLimits& limits)
{
    if (bytes.size() < kFrameBytes)
        return std::nullopt;
    ByteReader in(bytes);
    const auto prefix = prefixOf(in, limits);
    return prefix ? std::optional(prefix->length()) : std::nullopt;
}

Result<std::optional<ImportFrame>> parseFrame(std::span<const std::byte> bytes, const FrameLimits& limits, std::size_t& used)
{
    if (bytes.size() < kFrameBytes)
        return std::optional<ImportFrame>();
    ByteReader in(bytes);
    const auto prefix = prefixOf(in, limits);
    if (!prefix)
        return frameViolation();
    if (bytes.size() < prefix->length())
        return std::optional<ImportFrame>();
    ImportFrame frame{prefix->type, prefix->sequence, std::vector<std::uint32_t>(prefix->headerBytes / 4), {}};
    for (std::uint32_t& value : frame.header)
        value = *in.number<std::uint32_t>();
    frame.payload = *in.text(prefix->payloadBytes);
    used = prefix->length();
    return std::optional<ImportFrame>(std::move(frame));
}

} // namespace cairn
