#include "app/engine/restore_worker.h"

#include "app/session/text_in_memory.h"

#include <utility>

namespace cairn
{

RestoreWorker::RestoreWorker(MessageOutput& output, RequestQueue& queue, std::function<void()> lockDown)
    : m_output(output), m_queue(queue), m_lockDown(std::move(lockDown))
{
}

void RestoreWorker::run()
{
    m_lockDown();
    while (const auto job = m_queue.next()) {
        if (const auto* command = std::get_if<RestoreTextCommand>(&job->request))
            restore(*command);
    }
}

void RestoreWorker::restore(const RestoreTextCommand& command)
{
    ModelWishes wishes;
    if (!command.model.empty())
        wishes.model = command.model;
    auto text = textInMemory(command.folder + "/blocks.db", command.tokens, withRecorded(wishes, command.recordedModel));
    if (text)
        m_output.send(RestoredTextEvent{command.request, std::move(*text)});
    else
        m_output.send(FailedEvent{command.request, text.error()});
}

}  // namespace cairn
