#include "app/protocol/message.h"

#include "core/types/limits.h"

#include <algorithm>

namespace cairn
{
namespace
{

constexpr QLatin1String kBody("body");
constexpr std::uint64_t kDocumentBytes = 2 * limits::kGiB;   // canonical text of 256 MiB with its maps
constexpr std::uint64_t kQuestionBytes = 16 * limits::kMiB;  // question, options with earlier turns
constexpr std::uint64_t kAnswerBytes = 2 * limits::kGiB;     // with its trace
constexpr std::uint64_t kTokenBytes = 64 * limits::kKiB;
constexpr std::uint64_t kDraftBytes = 64 * limits::kMiB;     // a few tokens with their rows of the trace

Error broken(const char* what)
{
    return {ErrorCode::Corruption, std::string("The message stream is broken: ") + what + "."};
}

std::optional<std::uint64_t> largestToEngine(MessageType type)
{
    switch (type) {
    case MessageType::Document: return kDocumentBytes;
    case MessageType::Ask:
    case MessageType::Search:
    case MessageType::FindPassages: return kQuestionBytes;
    case MessageType::Rescore: return kQuestionBytes + 64 * limits::kMiB;   // the answer without its trace
    case MessageType::Open:
    case MessageType::Read:
    case MessageType::RestoreText:
    case MessageType::Cancel: return 0;
    default: return std::nullopt;
    }
}

std::optional<std::uint64_t> largestFromEngine(MessageType type)
{
    switch (type) {
    case MessageType::Opened: return limits::kGiB;          // four bytes a token
    case MessageType::Answered: return kAnswerBytes;
    case MessageType::RestoredText: return limits::kCanonicalTextBytes;
    case MessageType::Token: return kTokenBytes;
    case MessageType::Draft: return kDraftBytes;
    case MessageType::Rescored: return 4 * limits::kMiB;    // four bytes a token
    case MessageType::Passages:
    case MessageType::Links:
    case MessageType::FoundInLibrary: return 4 * limits::kMiB;
    case MessageType::Hello:
    case MessageType::ReadProgress:
    case MessageType::RescoreProgress:
    case MessageType::Stored:
    case MessageType::AskState:
    case MessageType::Failed:
    case MessageType::Cancelled:
    case MessageType::Done:
    case MessageType::Heartbeat:
    case MessageType::MemoryShort:
    case MessageType::Searched: return 0;
    default: return std::nullopt;
    }
}

}  // namespace

std::optional<std::uint64_t> largestBody(MessageType type, Direction direction)
{
    return direction == Direction::ToEngine ? largestToEngine(type) : largestFromEngine(type);
}

Bytes MessageCutter::next(std::uint64_t& sequence)
{
    const std::size_t count = std::min(kPieceBytes, bodyBytes() - m_sent);
    const auto piece = count > 0 ? std::span(*m_message.body).subspan(m_sent, count) : std::span<const std::byte>();
    m_sent += count;
    if (m_begun)
        return encodeFrame(static_cast<std::uint16_t>(MessageType::Piece), sequence++, {}, piece);
    m_begun = true;
    if (bodyBytes() > 0)
        m_message.header.insert(kBody, static_cast<qint64>(bodyBytes()));
    return encodeFrame(static_cast<std::uint16_t>(m_message.type), sequence++, encodeHeader(m_message.header), piece);
}

Result<std::optional<Message>> MessageReader::take(std::span<const std::byte>& bytes)
{
    while (!m_broken) {
        auto frame = m_frames.take(bytes);
        if (frame && !*frame)
            return std::optional<Message>();
        const Result<bool> complete = frame ? add(std::move(**frame)) : Result<bool>(frame.error());
        if (!complete) {
            m_broken = true;
            return complete.error();
        }
        if (*complete)
            return std::optional<Message>(std::exchange(m_message, {}));
    }
    return broken("an earlier message was wrong");
}

Result<void> MessageReader::begin(const Frame& frame)
{
    const auto type = static_cast<MessageType>(frame.type);
    const auto largest = largestBody(type, m_direction);
    if (!largest)
        return broken("a message of this kind is not expected");
    auto header = decodeHeader(frame.header);
    if (!header)
        return header.error();
    m_bodyBytes = 0;
    if (header->contains(kBody)) {
        const QCborValue size = header->take(kBody);
        if (!size.isInteger() || size.toInteger() <= 0 || static_cast<std::uint64_t>(size.toInteger()) > *largest)
            return broken("a message is larger than it may be");
        m_bodyBytes = static_cast<std::uint64_t>(size.toInteger());
    }
    m_message = {type, *std::move(header), nullptr};
    m_body = {};
    return {};
}

Result<bool> MessageReader::add(Frame frame)
{
    const bool goesOn = m_body.size() < m_bodyBytes;
    if (goesOn != (frame.type == static_cast<std::uint16_t>(MessageType::Piece)))
        return broken("a piece of a message is missing, or one too many came");
    if (!goesOn) {
        if (auto begun = begin(frame); !begun)
            return begun.error();
    } else if (!frame.header.empty()) {
        return broken("a piece has a header");
    }
    if (frame.payload.size() != std::min<std::uint64_t>(kPieceBytes, m_bodyBytes - m_body.size()))
        return broken("a piece has a wrong size");
    if (m_body.empty())
        m_body = std::move(frame.payload);
    else
        m_body.insert(m_body.end(), frame.payload.begin(), frame.payload.end());
    if (m_body.size() < m_bodyBytes)
        return false;
    if (m_bodyBytes > 0)
        m_message.body = std::make_shared<const Bytes>(std::move(m_body));
    m_bodyBytes = 0;
    m_body = {};
    return true;
}

}  // namespace cairn
