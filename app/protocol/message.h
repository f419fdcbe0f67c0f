// A message between window and engine: a type, a header, and a body that travels in pieces of at most 1 MiB, so that nothing waits
// long behind a large one. The first frame has the header and the first piece; the header's field "body" says how many bytes come in
// all; frames of type Piece with the rest follow at once. What each type holds: commands.h, events.h,
// search_messages.h, restore_messages.h.
#pragma once

#include "app/protocol/cbor_header.h"

#include <QByteArray>

#include <memory>

namespace cairn
{

using RequestId = std::uint64_t;   // from 1; in every message the request that it belongs to

enum class MessageType : std::uint16_t
{
    Piece = 1,
    // to the engine
    Open = 16, Document, Read, Ask, Rescore, FindPassages, Cancel, Search, RestoreText,
    // from the engine
    Hello = 48, Opened, ReadProgress, Stored, AskState, Token, Answered, Rescored, Passages, Failed, Cancelled, Done, Heartbeat, Draft,
    MemoryShort, Searched, FoundInLibrary, Links, RescoreProgress, RestoredText
};

enum class Direction { ToEngine, FromEngine };

inline constexpr std::size_t kPieceBytes = 1 << 20;

struct Message
{
    MessageType type = MessageType::Hello;
    QCborMap header;                        // without "body"
    std::shared_ptr<const Bytes> body;      // null: none
};

// The largest body a message of this type may have; nothing: no such type in this direction.
std::optional<std::uint64_t> largestBody(MessageType type, Direction direction);

// The frames of one message, one after the other, so that a large one needs no second copy.
class MessageCutter
{
public:
    explicit MessageCutter(Message message) : m_message(std::move(message)) {}

    bool atEnd() const { return m_begun && m_sent == bodyBytes(); }
    Bytes next(std::uint64_t& sequence);    // REQUIRES: not atEnd(). Counts `sequence` on.

private:
    std::size_t bodyBytes() const { return m_message.body ? m_message.body->size() : 0; }

    Message m_message;
    std::size_t m_sent = 0;
    bool m_begun = false;
};

// Puts messages together from a byte stream. One thread.
class MessageReader
{
public:
    explicit MessageReader(Direction direction) : m_direction(direction) {}

    // As FrameReader::take, for whole messages. Corruption: also an unknown type, a body of another size than announced or allowed.
    Result<std::optional<Message>> take(std::span<const std::byte>& bytes);

private:
    Result<bool> add(Frame frame);          // true: m_message is complete
    Result<void> begin(const Frame& frame);

    Direction m_direction;
    FrameReader m_frames;
    Message m_message;
    Bytes m_body;
    std::uint64_t m_bodyBytes = 0;
    bool m_broken = false;
};

}  // namespace cairn
