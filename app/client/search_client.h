// A search of many sessions by an engine process of its own (app/protocol/search_messages.h), beside the one that serves the open
// session: starts it, checks what it sends, ends it. UI thread; nothing here blocks.
#pragma once

#include "app/client/engine_times.h"
#include "app/common/search_result.h"
#include "app/protocol/message.h"
#include "core/result.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <vector>

namespace cairn
{

class EngineProcess;

class SearchClient final : public QObject
{
    Q_OBJECT
public:
    explicit SearchClient(QObject* parent = nullptr) : QObject(parent) {}
    ~SearchClient() override;

    struct Wish
    {
        QStringList command;                 // as EngineClient's; empty: the usual one
        QString words;
        QString model;                       // path; empty: the default
        int threads = 0;
        QStringList folders;                 // of sessions, absolute
    };

    // A search that runs is stopped before. Ends in exactly one of finished, failed, stopped.
    void start(const Wish& wish, const EngineTimes& times = {});
    void stop();                             // at once; stopped() follows. Nothing: none runs
    bool isRunning() const { return m_process != nullptr; }

Q_SIGNALS:
    void searched(const cairn::SearchedSession& session);   // session: place in Wish::folders; once each, once more if scoring failed
    void found(const cairn::FoundInSession& found);         // best first, those scored in full before the others
    void finished();
    void failed(const cairn::Error& error);
    void stopped();

private:
    void receive(const Message& message);
    void end();                              // the process goes; its memory was opened for reading alone, so it may be killed

    EngineProcess* m_process = nullptr;      // child
    std::size_t m_sessions = 0;
};

}  // namespace cairn
