// What has come from an import worker: bytes that are not cut into frames yet, and the messages made of frames that nobody has taken
// yet. Sequence numbers count from 0 without a gap; which message may come when is the parser's affair. One thread.
#pragma once

#include "core/documents/client/import_frame.h"

#include <utility>

namespace cairn
{

template <typename Message>
class MessageInbox
{
public:
    std::uint64_t sequence() const { return m_sequence; } // of the next frame

    // Adds bytes and hands each complete frame to `accept`, in order; its answer is std::optional<Message>, nullopt: the frame breaks
    // a rule. Corruption: a rule is broken, the inbox is of no use afterwards.
    template <typename Accept>
    Result<void> feed(std::span<const std::byte> bytes, const FrameLimits& limits, Accept accept)
    {
        m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.end());
        while (true) {
            std::size_t used = 0;
            const Result<std::optional<ImportFrame>> frame = parseFrame(m_bytes, limits, used);
            if (!frame)
                return frame.error();
            if (!frame->has_value())
                return {};
            std::optional<Message> message = (*frame)->sequence == m_sequence ? accept(**frame) : std::nullopt;
            if (!message)
                return frameViolation();
            ++m_sequence;
            m_messages.push_back(std::move(*message));
            m_bytes.erase(m_bytes.begin(), m_bytes.begin() + std::ptrdiff_t(used));
        }
    }

    std::optional<Message> next() // complete messages, in order
    {
        if (m_messages.empty())
            return std::nullopt;
        Message message = std::move(m_messages.front());
        m_messages.erase(m_messages.begin());
        return message;
    }

private:
    std::vector<std::byte> m_bytes;
    std::vector<Message> m_messages;
    std::uint64_t m_sequence = 0;
};

} // namespace cairn
