#include "app/import/result_channel.h"

#include "app/import/write_all.h"

#include <unistd.h>

#include <algorithm>

namespace cairn
{

void ResultChannel::send(const ImportMessage& message)
{
    if (!writeAll(m_messages, encodeMessage(message, m_sequence++)))
        ::_exit(1);
}

void ResultChannel::progress(std::uint32_t current, std::uint32_t total)
{
    ImportMessage message{ImportMessageType::Progress};
    message.current = std::min(current, total);
    message.total = total;
    send(message);
}

void ResultChannel::fail(const Error& error)
{
    ImportMessage message{ImportMessageType::Failed};
    message.error = error;
    send(message);
}

void ResultChannel::finish(std::span<const std::byte> result)
{
    if (!writeAll(m_result, result))
        return fail({ErrorCode::OutOfMemory, "This file's text doesn't fit into memory. Close some programs and try again."});
    ImportMessage message{ImportMessageType::Done};
    message.resultBytes = result.size();
    send(message);
}

} // namespace cairn
