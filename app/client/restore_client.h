// A damaged text from the memory that was read from it, by an engine process of its own (app/protocol/restore_messages.h): starts it,
// checks what it sends, ends it. UI thread; nothing here blocks.
#pragma once

#include "app/client/engine_times.h"
#include "app/common/tokens_in_memory.h"
#include "app/protocol/message.h"
#include "core/result.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <string>

namespace cairn
{

class EngineProcess;

class RestoreClient final : public QObject
{
    Q_OBJECT
public:
    explicit RestoreClient(QObject* parent = nullptr) : QObject(parent) {}
    ~RestoreClient() override;

    struct Wish
    {
        QStringList command;                 // as EngineClient's; empty: the usual one
        QString folder;                      // of the session, absolute; holds blocks.db
        QString model;                       // path; empty: the session's own, else the default
        QString recordedModel;               // that the session was read with; empty: none
        TokensInMemory tokens;               // of the document
    };

    // Ends in exactly one of restored, failed; not once stop() was called. One that runs is stopped before.
    void start(const Wish& wish, const EngineTimes& times = {});
    void stop();
    bool isRunning() const { return m_process != nullptr; }

Q_SIGNALS:
    void restored(const std::string& text);  // SessionStore::provenDocument() tells whether it is the right one
    void failed(const cairn::Error& error);

private:
    void receive(const Message& message);

    EngineProcess* m_process = nullptr;      // child
};

}  // namespace cairn
