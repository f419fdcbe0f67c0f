#include "app/client/search_client.h"

#include "app/client/engine_process.h"
#include "app/protocol/search_messages.h"

#include <algorithm>

namespace cairn
{
namespace
{

constexpr RequestId kRequest = 1;

Error brokenEngine()
{
    return {ErrorCode::Corruption, "The engine sent something wrong and was stopped. Search again."};
}

}  // namespace

SearchClient::~SearchClient()
{
    end();
}

void SearchClient::start(const Wish& wish, const EngineTimes& times)
{
    stop();
    SearchCommand search;
    search.request = kRequest;
    search.words = wish.words.toStdString();
    search.model = wish.model.toStdString();
    search.threads = static_cast<std::uint32_t>(std::max(0, wish.threads));
    for (const QString& folder : wish.folders)
        search.folders.push_back(folder.toStdString());
    m_sessions = search.folders.size();
    m_process = new EngineProcess(wish.command.isEmpty() ? usualEngineCommand() : wish.command, times, this);
    connect(m_process, &EngineProcess::received, this, &SearchClient::receive);
    connect(m_process, &EngineProcess::ended, this, [this](const QString& reason) {
        end();
        Q_EMIT failed({ErrorCode::Device, reason.toStdString()});
    });
    m_process->send(encode(search));
    m_process->expect(EngineProcess::Work::Opening);
    m_process->start();
}

void SearchClient::stop()
{
    if (!m_process)
        return;
    end();
    Q_EMIT stopped();
}

void SearchClient::end()
{
    if (m_process)
        std::exchange(m_process, nullptr)->abandon(this);
}

void SearchClient::receive(const Message& message)
{
    m_process->expect(EngineProcess::Work::Requests);
    if (isSearchEvent(message.type)) {
        const auto event = decodeSearchEvent(message);
        const auto* session = event ? std::get_if<SearchedEvent>(&*event) : nullptr;
        const auto* hit = event ? std::get_if<FoundInLibraryEvent>(&*event) : nullptr;
        if (session && session->searched.session < m_sessions)
            return Q_EMIT searched(session->searched);
        if (hit && hit->found.session < m_sessions)
            return Q_EMIT found(hit->found);
    } else if (const auto event = decodeEvent(message)) {
        if (std::holds_alternative<DoneEvent>(*event)) {
            end();
            return Q_EMIT finished();
        }
        if (const auto* failure = std::get_if<FailedEvent>(&*event)) {
            const Error error = failure->error;
            end();
            return Q_EMIT failed(error);
        }
    }
    end();
    Q_EMIT failed(brokenEngine());
}

}  // namespace cairn
