// What the engine still has to do. The message reader adds and cancels, the work thread takes. Opening the session goes first, questions
// go before reading, and one that comes while a document is being read interrupts the reading, once there is something read to ask
// about. Thread-safe.
#pragma once

#include "app/protocol/commands.h"
#include "app/protocol/restore_messages.h"
#include "app/protocol/search_messages.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <stop_token>
#include <variant>
#include <vector>

namespace cairn
{

struct OpenRequest
{
    OpenCommand command;
    std::vector<std::shared_ptr<const Bytes>> documents;
};

using Request =
    std::variant<OpenRequest, ReadCommand, AskCommand, RescoreCommand, FindPassagesCommand, SearchCommand, RestoreTextCommand>;

RequestId idOf(const Request& request);

struct Job
{
    Request request;
    std::stop_token stop;
};

class RequestQueue
{
public:
    // Message reader. False: the id is in use.
    bool add(Request request);
    // True: it had not begun and is gone; its end is for the caller to announce. Else the job is stopped if it runs.
    bool cancel(RequestId request);
    void close();                             // no more will come; stops the job that runs

    // Work thread. The job runs until the next call of a function of this group.
    std::optional<Job> next();                // waits; nothing: closed
    bool isEmpty();
    void setReadable();                       // something is read: questions need no longer wait for it
    bool wasCancelled();                      // the job that runs, by cancel() or close()
    bool putBack(ReadCommand read);           // interrupted, goes on when the questions are answered; false: it was cancelled

    RequestId running() const;                // any thread; 0: none

private:
    std::deque<Request>::iterator nextToBegin();   // m_mutex is held, something waits
    bool isRead(const Request& request) const { return std::holds_alternative<ReadCommand>(request); }

    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<Request> m_waiting;
    std::stop_source m_stop;
    RequestId m_running = 0;
    bool m_runningReads = false, m_cancelled = false, m_closed = false, m_readable = false;
};

}  // namespace cairn
