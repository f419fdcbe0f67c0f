// The engine's messages to the window, over a descriptor that nothing else writes to. Any thread; whole messages never mix.
#pragma once

#include "app/protocol/events.h"

#include <mutex>

namespace cairn
{

class MessageOutput
{
public:
    explicit MessageOutput(int descriptor) : m_descriptor(descriptor) {}

    // Waits until the message is written. A window that is gone reads nothing: the end of input says so, here it is ignored.
    template <typename E>
    void send(const E& event)
    {
        write(encode(event));
    }

private:
    void write(Message message);
    bool writeAll(const Bytes& bytes) const;

    int m_descriptor;
    std::mutex m_mutex;
    std::uint64_t m_sequence = 0;
    bool m_broken = false;
};

}  // namespace cairn
