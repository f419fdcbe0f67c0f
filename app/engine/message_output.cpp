#include "app/engine/message_output.h"

#include <unistd.h>

#include <cerrno>

namespace cairn
{

bool MessageOutput::writeAll(const Bytes& bytes) const
{
    for (std::size_t written = 0; written < bytes.size();) {
        const ssize_t count = ::write(m_descriptor, bytes.data() + written, bytes.size() - written);
        if (count < 0 && errno != EINTR)
            return false;
        written += static_cast<std::size_t>(std::max<ssize_t>(count, 0));
    }
    return true;
}

void MessageOutput::write(Message message)
{
    const std::lock_guard lock(m_mutex);
    MessageCutter cutter(std::move(message));
    while (!m_broken && !cutter.atEnd())
        m_broken = !writeAll(cutter.next(m_sequence));
}

}  // namespace cairn
