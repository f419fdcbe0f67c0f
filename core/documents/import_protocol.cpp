#include "core/documents/import_protocol.h"

#include "core/formats/byte_reader.h"
#include "core/formats/utf8.h"

#include <array>
#include <cstring>

namespace cairn
{
namespace
{

constexpr std::uint32_t kMagic = 0x4D4E5243; // "CRNM"
constexpr std::uint16_t kVersion = 1;
constexpr std::size_t kFrameBytes = 24;
constexpr std::size_t kMaxHeader = 4 * (4 + kMaxSkippedPages);
constexpr std::size_t kMaxSentence = 4096;
constexpr std::uint32_t kLastErrorCode = std::uint32_t(ErrorCode::Device);

struct Frame
{
    ImportMessageType type{};
    std::uint64_t sequence = 0;
    std::vector<std::uint32_t> header;
    std::string_view payload;
};

template <typename T>
void put(std::vector<std::byte>& out, T value)
{
    const auto* raw = reinterpret_cast<const std::byte*>(&value);
    out.insert(out.end(), raw, raw + sizeof value);
}

std::vector<std::byte> encodeFrame(const Frame& frame)
{
    std::vector<std::byte> out;
    put(out, kMagic);
    put(out, kVersion);
    put(out, std::uint16_t(frame.type));
    put(out, std::uint32_t(frame.header.size() * 4));
    put(out, std::uint32_t(frame.payload.size()));
    put(out, frame.sequence);
    for (std::uint32_t value : frame.header)
        put(out, value);
    const auto* raw = reinterpret_cast<const std::byte*>(frame.payload.data());
    out.insert(out.end(), raw, raw + frame.payload.size());
    return out;
}

Error violation()
{
    return {ErrorCode::Corruption, "This file could not be read: the import worker sent a damaged message. Try again."};
}

// Reads the frame at the front; nullopt: incomplete. Sizes are checked as soon as the fixed part is there.
Result<std::optional<Frame>> parseFrame(std::span<const std::byte> bytes, std::size_t& used)
{
    if (bytes.size() < kFrameBytes)
        return std::optional<Frame>();
    ByteReader in(bytes);
    const auto magic = in.number<std::uint32_t>();
    const auto version = in.number<std::uint16_t>();
    const auto type = in.number<std::uint16_t>();
    const auto headerBytes = in.number<std::uint32_t>();
    const auto payloadBytes = in.number<std::uint32_t>();
    const auto sequence = in.number<std::uint64_t>();
    if (*magic != kMagic || *version != kVersion || *type < std::uint16_t(ImportMessageType::Request) ||
        *type > std::uint16_t(ImportMessageType::Failed) || *headerBytes > kMaxHeader || *headerBytes % 4 != 0 ||
        *payloadBytes > kMaxImportPayload)
        return violation();
    if (in.remaining() < std::size_t(*headerBytes) + *payloadBytes)
        return std::optional<Frame>();
    Frame frame{ImportMessageType(*type), *sequence, std::vector<std::uint32_t>(*headerBytes / 4), {}};
    for (std::uint32_t& value : frame.header)
        value = *in.number<std::uint32_t>();
    frame.payload = *in.text(*payloadBytes);
    if (!isValidUtf8(frame.payload))
        return violation();
    used = kFrameBytes + *headerBytes + *payloadBytes;
    return std::optional<Frame>(std::move(frame));
}

std::optional<ImportMessage> messageOf(const Frame& frame)
{
    ImportMessage message{frame.type};
    const std::vector<std::uint32_t>& header = frame.header;
    const bool bare = frame.payload.empty();
    switch (frame.type) {
    case ImportMessageType::Ready:
        return bare && header.empty() ? std::optional(message) : std::nullopt;
    case ImportMessageType::Progress:
        if (!bare || header.size() != 2 || header[0] > header[1])
            return std::nullopt;
        message.current = header[0];
        message.total = header[1];
        return message;
    case ImportMessageType::Done:
        if (!bare || header.size() != 2)
            return std::nullopt;
        message.resultBytes = (std::uint64_t(header[1]) << 32) | header[0];
        return message;
    case ImportMessageType::Failed:
        if (header.size() != 1 || header[0] > kLastErrorCode || bare || frame.payload.size() > kMaxSentence)
            return std::nullopt;
        message.error = {ErrorCode(header[0]), std::string(frame.payload)};
        return message;
    case ImportMessageType::Request:
        break;
    }
    return std::nullopt;
}

} // namespace

std::vector<std::byte> encodeRequest(const ImportRequest& request)
{
    Frame frame{ImportMessageType::Request,
                0,
                {std::uint32_t(request.mode), std::uint32_t(request.fileName.size()), std::uint32_t(request.password.size()),
                 std::uint32_t(request.skipPages.size())},
                {}};
    frame.header.insert(frame.header.end(), request.skipPages.begin(), request.skipPages.end());
    const std::string payload = request.fileName + request.password;
    frame.payload = payload;
    return encodeFrame(frame);
}

Result<ImportRequest> decodeRequest(std::span<const std::byte> bytes)
{
    std::size_t used = 0;
    const Result<std::optional<Frame>> parsed = parseFrame(bytes, used);
    if (!parsed || !parsed->has_value() || used != bytes.size())
        return violation();
    const Frame& frame = **parsed;
    const std::vector<std::uint32_t>& header = frame.header;
    if (frame.type != ImportMessageType::Request || header.size() < 4 || header[0] != std::uint32_t(ImportMode::Text) ||
        std::uint64_t(header[1]) + header[2] != frame.payload.size() || header[3] != header.size() - 4)
        return violation();
    ImportRequest request;
    request.fileName = frame.payload.substr(0, header[1]);
    request.password = frame.payload.substr(header[1]);
    request.skipPages.assign(header.begin() + 4, header.end());
    return request;
}

std::vector<std::byte> encodeMessage(const ImportMessage& message, std::uint64_t sequence)
{
    Frame frame{message.type, sequence, {}, {}};
    if (message.type == ImportMessageType::Progress)
        frame.header = {message.current, message.total};
    if (message.type == ImportMessageType::Done)
        frame.header = {std::uint32_t(message.resultBytes), std::uint32_t(message.resultBytes >> 32)};
    if (message.type == ImportMessageType::Failed) {
        frame.header = {std::uint32_t(message.error.code)};
        const std::string_view sentence = std::string_view(message.error.message).substr(0, kMaxSentence);
        frame.payload = sentence.substr(0, validUtf8Prefix(sentence));
    }
    return encodeFrame(frame);
}

bool ImportMessageParser::allowed(ImportMessageType type) const
{
    if (m_ended || type == ImportMessageType::Request)
        return false;
    return m_sawReady != (type == ImportMessageType::Ready);
}

Result<bool> ImportMessageParser::takeOne()
{
    std::size_t used = 0;
    const Result<std::optional<Frame>> frame = parseFrame(m_buffer, used);
    if (!frame)
        return frame.error();
    if (!frame->has_value())
        return false;
    const std::optional<ImportMessage> message = messageOf(**frame);
    if (!message || (*frame)->sequence != m_sequence || !allowed(message->type))
        return violation();
    ++m_sequence;
    m_sawReady = true;
    m_ended = message->type == ImportMessageType::Done || message->type == ImportMessageType::Failed;
    m_ready.push_back(*message);
    m_buffer.erase(m_buffer.begin(), m_buffer.begin() + std::ptrdiff_t(used));
    return true;
}

Result<void> ImportMessageParser::feed(std::span<const std::byte> bytes)
{
    m_buffer.insert(m_buffer.end(), bytes.begin(), bytes.end());
    while (true) {
        const Result<bool> taken = takeOne();
        if (!taken)
            return taken.error();
        if (!*taken)
            return {};
    }
}

std::optional<ImportMessage> ImportMessageParser::next()
{
    if (m_ready.empty())
        return std::nullopt;
    ImportMessage message = std::move(m_ready.front());
    m_ready.erase(m_ready.begin());
    return message;
}

} // namespace cairn
