// The work thread of an engine that takes a text from a memory instead of serving a session (app/protocol/restore_messages.h).
#pragma once

#include "app/engine/message_output.h"
#include "app/engine/request_queue.h"

#include <functional>

namespace cairn
{

class RestoreWorker
{
public:
    // `lockDown` runs once, before anything is opened.
    RestoreWorker(MessageOutput& output, RequestQueue& queue, std::function<void()> lockDown);

    void run();                               // until the queue is closed

private:
    void restore(const RestoreTextCommand& command);

    MessageOutput& m_output;
    RequestQueue& m_queue;
    std::function<void()> m_lockDown;
};

}  // namespace cairn
