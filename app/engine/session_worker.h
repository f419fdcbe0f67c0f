// The engine's work thread: model, stream, memory, blocks.db and answers of one session (architecture.md 2). Takes requests, sends
// events. An error of the device ends the process (reliability.md 6): nothing it computes from then on can be trusted.
#pragma once

#include "app/engine/message_output.h"
#include "app/engine/request_queue.h"
#include "app/session/session_memory.h"

#include <atomic>
#include <functional>
#include <memory>
#include <vector>

namespace cairn
{

class SessionWorker
{
public:
    // `progress` counts on while work is done; it tells a slow engine from one that hangs. `lockDown` runs once, when model and
    // libraries are loaded.
    SessionWorker(MessageOutput& output, RequestQueue& queue, std::atomic<std::uint64_t>& progress, std::function<void()> lockDown);

    void run();                               // until the queue is closed; what is read is durable then

private:
    bool open(const OpenRequest& request);
    void read(const ReadCommand& read, std::stop_token stop);
    void ask(const AskCommand& ask, std::stop_token stop);
    void rescore(const RescoreCommand& rescore, std::stop_token stop);
    void findPassages(const FindPassagesCommand& find, std::stop_token stop);
    void perform(const Job& job);
    void makeDurable();
    void announceStored(RequestId request);
    void endWithError(RequestId request, const Error& error);

    MessageOutput& m_output;
    RequestQueue& m_queue;
    std::atomic<std::uint64_t>& m_progress;
    std::function<void()> m_lockDown;
    std::vector<std::unique_ptr<const CanonicalText>> m_documents;
    std::unique_ptr<SessionMemory> m_session;
    RequestId m_lastRead = 0;                 // whose blocks may not be durable yet; 0: all are
    std::uint32_t m_announced = 0;
};

}  // namespace cairn
