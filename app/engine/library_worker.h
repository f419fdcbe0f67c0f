// The work thread of an engine that searches many sessions instead of serving one (app/protocol/search_messages.h): loads the model,
// searches, has nothing more to do. It opens every memory for reading only.
#pragma once

#include "app/engine/message_output.h"
#include "app/engine/request_queue.h"

#include <atomic>
#include <functional>

namespace cairn
{

class LibraryWorker
{
public:
    // `progress` counts on while work is done. `lockDown` runs once, when model and libraries are loaded.
    LibraryWorker(MessageOutput& output, RequestQueue& queue, std::atomic<std::uint64_t>& progress, std::function<void()> lockDown);

    void run();                               // until the queue is closed

private:
    Result<void> search(const SearchCommand& search, std::stop_token stop);

    MessageOutput& m_output;
    RequestQueue& m_queue;
    std::atomic<std::uint64_t>& m_progress;
    std::function<void()> m_lockDown;
};

}  // namespace cairn
