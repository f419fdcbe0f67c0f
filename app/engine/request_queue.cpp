#include "app/engine/request_queue.h"

#include <algorithm>
#include <utility>

namespace cairn
{

RequestId idOf(const Request& request)
{
    return std::visit([](const auto& one) {
        if constexpr (requires { one.command; })
            return one.command.request;
        else
            return one.request;
    }, request);
}

bool RequestQueue::add(Request request)
{
    const std::lock_guard lock(m_mutex);
    const RequestId id = idOf(request);
    const auto has = [id](const Request& other) { return idOf(other) == id; };
    if (id == m_running || std::any_of(m_waiting.begin(), m_waiting.end(), has))
        return false;
    if (m_runningReads && m_readable && !isRead(request))
        m_stop.request_stop();
    m_waiting.push_back(std::move(request));
    m_changed.notify_one();
    return true;
}

bool RequestQueue::cancel(RequestId request)
{
    const std::lock_guard lock(m_mutex);
    if (request == m_running) {
        m_cancelled = true;
        m_stop.request_stop();
        return false;
    }
    return std::erase_if(m_waiting, [request](const Request& other) { return idOf(other) == request; }) > 0;
}

void RequestQueue::close()
{
    const std::lock_guard lock(m_mutex);
    m_closed = m_cancelled = true;
    m_stop.request_stop();
    m_changed.notify_one();
}

std::deque<Request>::iterator RequestQueue::nextToBegin()
{
    if (std::holds_alternative<OpenRequest>(m_waiting.front()))
        return m_waiting.begin();
    const auto chosen = std::find_if(m_waiting.begin(), m_waiting.end(),
                                     [this](const Request& request) { return isRead(request) != m_readable; });
    return chosen == m_waiting.end() ? m_waiting.begin() : chosen;
}

std::optional<Job> RequestQueue::next()
{
    std::unique_lock lock(m_mutex);
    m_running = 0;
    m_runningReads = false;
    m_changed.wait(lock, [this] { return m_closed || !m_waiting.empty(); });
    if (m_closed)
        return std::nullopt;
    const auto chosen = nextToBegin();
    m_stop = std::stop_source();
    m_cancelled = false;
    Job job{std::move(*chosen), m_stop.get_token()};
    m_waiting.erase(chosen);
    m_running = idOf(job.request);
    m_runningReads = isRead(job.request);
    return job;
}

bool RequestQueue::isEmpty()
{
    const std::lock_guard lock(m_mutex);
    m_running = 0;
    m_runningReads = false;
    return m_waiting.empty();
}

void RequestQueue::setReadable()
{
    const std::lock_guard lock(m_mutex);
    const bool asked = std::any_of(m_waiting.begin(), m_waiting.end(), [this](const Request& request) { return !isRead(request); });
    if (!std::exchange(m_readable, true) && m_runningReads && asked)
        m_stop.request_stop();
}

bool RequestQueue::wasCancelled()
{
    const std::lock_guard lock(m_mutex);
    return m_cancelled;
}

bool RequestQueue::putBack(ReadCommand read)
{
    const std::lock_guard lock(m_mutex);
    m_running = 0;
    m_runningReads = false;
    if (!m_cancelled)
        m_waiting.push_front(read);
    return !m_cancelled;
}

RequestId RequestQueue::running() const
{
    const std::lock_guard lock(m_mutex);
    return m_running;
}

}  // namespace cairn
