// Takes damaged texts of the open session anew: from their files, else from the memory that was read from them. What comes is compared by
// its hash. UI thread; files are read elsewhere.
#pragma once

#include "app/client/restore_client.h"
#include "app/window/session/session_controller.h"

#include <QObject>
#include <QPointer>
#include <QStringList>

#include <vector>

namespace cairn
{

class ImportJob;

class TextRestorer final : public QObject
{
    Q_OBJECT
public:
    explicit TextRestorer(SessionController& session, QObject* parent = nullptr);

    // `engine`: the command that reads memories; empty: the usual one. What was tried since the session was opened isn't tried again.
    void start(const QStringList& engine);

Q_SIGNALS:
    void restored(const QStringList& titles, bool fromMemory);   // the session is opened anew after this

private:
    void forget();                           // another session
    void readFiles(const QStringList& paths);
    void askMemory();                        // for the next one that it holds

    SessionController& m_session;
    RestoreClient m_client;
    QPointer<ImportJob> m_import;            // child
    QStringList m_engine;
    bool m_readFiles = false;
    std::vector<std::size_t> m_asked;        // documents that the memory was asked for
};

}  // namespace cairn
