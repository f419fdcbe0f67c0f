#include "app/client/restore_client.h"

#include "app/client/engine_process.h"
#include "app/protocol/restore_messages.h"

#include <utility>

namespace cairn
{
namespace
{

constexpr RequestId kRequest = 1;

Error brokenEngine() { return {ErrorCode::Corruption, "The engine sent something wrong and was stopped. Try again."}; }

}  // namespace

RestoreClient::~RestoreClient() { stop(); }

void RestoreClient::start(const Wish& wish, const EngineTimes& times)
{
    stop();
    m_process = new EngineProcess(wish.command.isEmpty() ? usualEngineCommand() : wish.command, times, this);
    connect(m_process, &EngineProcess::received, this, &RestoreClient::receive);
    connect(m_process, &EngineProcess::ended, this, [this](const QString& reason) {
        stop();
        Q_EMIT failed({ErrorCode::Device, reason.toStdString()});
    });
    m_process->send(encode(RestoreTextCommand{kRequest, wish.folder.toStdString(), wish.model.toStdString(),
                                              wish.recordedModel.toStdString(), wish.tokens}));
    m_process->expect(EngineProcess::Work::Opening);
    m_process->start();
}

// It has opened the memory for reading alone, so it may be killed.
void RestoreClient::stop()
{
    if (m_process)
        std::exchange(m_process, nullptr)->abandon(this);
}

void RestoreClient::receive(const Message& message)
{
    const auto text = message.type == MessageType::RestoredText ? decodeRestoredText(message) : Error{ErrorCode::Corruption, {}};
    const auto event = message.type == MessageType::Failed ? decodeEvent(message) : Error{ErrorCode::Corruption, {}};
    stop();
    if (text && text->request == kRequest)
        return Q_EMIT restored(text->text);
    const auto* failure = event ? std::get_if<FailedEvent>(&*event) : nullptr;
    Q_EMIT failed(failure ? failure->error : brokenEngine());
}

}  // namespace cairn
