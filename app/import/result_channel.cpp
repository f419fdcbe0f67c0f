#include "app/import/result_channel.h"

#include "app/import/write_all.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace cairn
{

bool writeAll(int descriptor, std::span<const std::byte> bytes)
{
    while (!bytes.empty()) {
        const ssize_t n = ::write(descriptor, bytes.data(), std::min<std::size_t>(bytes.size(), 1 << 20));
        if (n <= 0 && errno != EINTR)
            return false;
        bytes = bytes.subspan(std::size_t(std::max<ssize_t>(n, 0)));
    }
    return true;
}

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
