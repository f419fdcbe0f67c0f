#include "core/documents/client/import_protocol.h"

#include "core/documents/client/encodings.h"
#include "core/formats/utf8.h"

namespace cairn
{
namespace
{

constexpr std::size_t kFixedHeader = 6; // numbers
constexpr std::size_t kMaxHeader = 4 * (kFixedHeader + 2 * kMaxSkippedPages);
constexpr std::size_t kMaxSentence = 4096;
constexpr std::uint32_t kLastErrorCode = std::uint32_t(ErrorCode::Device);
constexpr FrameLimits kLimits{std::uint16_t(ImportMessageType::Request), std::uint16_t(ImportMessageType::Failed), kMaxHeader,
                              kMaxImportPayload};

std::optional<ImportMessage> messageOf(const ImportFrame& frame)
{
    ImportMessage message{ImportMessageType(frame.type)};
    const std::vector<std::uint32_t>& header = frame.header;
    const bool bare = frame.payload.empty();
    if (!isValidUtf8(frame.payload))
        return std::nullopt;
    switch (message.type) {
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
    ImportFrame frame{std::uint16_t(ImportMessageType::Request),
                      0,
                      {std::uint32_t(request.mode), std::uint32_t(request.fileName.size()), std::uint32_t(request.password.size()),
                       std::uint32_t(request.encoding.size()), std::uint32_t(request.skipPages.size()),
                       std::uint32_t(request.crashedPages.size())},
                      {}};
    for (const auto* pages : {&request.skipPages, &request.crashedPages})
        frame.header.insert(frame.header.end(), pages->begin(), pages->end());
    const std::string payload = request.fileName + request.password + request.encoding;
    frame.payload = payload;
    return encodeFrame(frame);
}

Result<ImportRequest> decodeRequest(std::span<const std::byte> bytes)
{
    std::size_t used = 0;
    const Result<std::optional<ImportFrame>> parsed = parseFrame(bytes, kLimits, used);
    if (!parsed || !parsed->has_value() || used != bytes.size())
        return frameViolation();
    const ImportFrame& frame = **parsed;
    const std::vector<std::uint32_t>& header = frame.header;
    if (frame.type != std::uint16_t(ImportMessageType::Request) || header.size() < kFixedHeader ||
        header[0] < std::uint32_t(ImportMode::Text) || header[0] > std::uint32_t(ImportMode::Pictures) ||
        std::uint64_t(header[1]) + header[2] + header[3] != frame.payload.size() ||
        std::uint64_t(header[4]) + header[5] != header.size() - kFixedHeader || !isValidUtf8(frame.payload))
        return frameViolation();
    ImportRequest request;
    request.mode = ImportMode(header[0]);
    request.fileName = frame.payload.substr(0, header[1]);
    request.password = frame.payload.substr(header[1], header[2]);
    request.encoding = frame.payload.substr(std::size_t(header[1]) + header[2]);
    const auto pages = header.begin() + kFixedHeader, crashed = pages + std::ptrdiff_t(header[4]);
    request.skipPages.assign(pages, crashed);
    request.crashedPages.assign(crashed, header.end());
    if (!request.encoding.empty() && !encodingNamed(request.encoding))
        return frameViolation();
    return request;
}

std::optional<std::size_t> requestLength(std::span<const std::byte> bytes)
{
    return frameLength(bytes, kLimits);
}

std::vector<std::byte> encodeMessage(const ImportMessage& message, std::uint64_t sequence)
{
    ImportFrame frame{std::uint16_t(message.type), sequence, {}, {}};
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

std::optional<ImportMessage> ImportMessageParser::accept(const ImportFrame& frame)
{
    std::optional<ImportMessage> message = messageOf(frame);
    if (!message || !allowed(message->type))
        return std::nullopt;
    m_sawReady = true;
    m_ended = message->type == ImportMessageType::Done || message->type == ImportMessageType::Failed;
    return message;
}

Result<void> ImportMessageParser::feed(std::span<const std::byte> bytes)
{
    return m_inbox.feed(bytes, kLimits, [this](const ImportFrame& frame) { return accept(frame); });
}

} // namespace cairn
