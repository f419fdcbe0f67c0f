#include "app/protocol/frame.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace cairn
{
namespace
{

static_assert(std::endian::native == std::endian::little, "frames are copied as they lie in memory");

template <typename T>
void put(Bytes& out, T value)
{
    const auto bytes = std::as_bytes(std::span(&value, 1));
    out.insert(out.end(), bytes.begin(), bytes.end());
}

template <typename T>
T get(const Bytes& bytes, std::size_t at)
{
    T value{};
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return value;
}

Error broken(const char* what)
{
    return {ErrorCode::Corruption, std::string("The message stream is broken: ") + what + "."};
}

}  // namespace

Bytes encodeFrame(std::uint16_t type, std::uint64_t sequence, std::span<const std::byte> header, std::span<const std::byte> payload)
{
    Bytes out;
    out.reserve(kFrameHeadBytes + header.size() + payload.size());
    put(out, kFrameMagic);
    put(out, kProtocolVersion);
    put(out, type);
    put(out, static_cast<std::uint32_t>(header.size()));
    put(out, static_cast<std::uint32_t>(payload.size()));
    put(out, sequence);
    out.insert(out.end(), header.begin(), header.end());
    out.insert(out.end(), payload.begin(), payload.end());
    return out;
}

Result<void> FrameReader::checkHead()
{
    if (get<std::uint32_t>(m_bytes, 0) != kFrameMagic)
        return broken("the other side is not one of Cairn, or something else wrote in between");
    if (get<std::uint16_t>(m_bytes, 4) != kProtocolVersion)
        return broken("the other side is of another version of Cairn; install the same one on both");
    m_headerBytes = get<std::uint32_t>(m_bytes, 8);
    m_payloadBytes = get<std::uint32_t>(m_bytes, 12);
    if (m_headerBytes > kMaxHeaderBytes || m_payloadBytes > kMaxPayloadBytes)
        return broken("a frame is larger than any may be");
    if (get<std::uint64_t>(m_bytes, 16) != m_sequence)
        return broken("a frame is missing");
    return {};
}

Result<std::optional<Frame>> FrameReader::take(std::span<const std::byte>& bytes)
{
    if (m_broken)
        return broken("an earlier frame was wrong");
    const auto takeUpTo = [&](std::size_t size) {
        const std::size_t count = std::min(bytes.size(), size - m_bytes.size());
        m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(count));
        bytes = bytes.subspan(count);
        return m_bytes.size() == size;
    };
    if (m_bytes.size() < kFrameHeadBytes) {
        if (!takeUpTo(kFrameHeadBytes))
            return std::optional<Frame>();
        if (auto good = checkHead(); !good) {
            m_broken = true;
            return good.error();
        }
    }
    if (!takeUpTo(kFrameHeadBytes + m_headerBytes + m_payloadBytes))
        return std::optional<Frame>();
    const auto header = m_bytes.begin() + kFrameHeadBytes, payload = header + static_cast<std::ptrdiff_t>(m_headerBytes);
    Frame frame{get<std::uint16_t>(m_bytes, 6), Bytes(header, payload), Bytes(payload, m_bytes.end())};
    m_bytes.clear();
    ++m_sequence;
    return std::optional<Frame>(std::move(frame));
}

}  // namespace cairn
