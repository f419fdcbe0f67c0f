#include "app/window/session/text_restorer.h"

#include "app/window/session/import_job.h"

#include <algorithm>
#include <utility>

namespace cairn
{

TextRestorer::TextRestorer(SessionController& session, QObject* parent) : QObject(parent), m_session(session)
{
    connect(&m_session, &SessionController::closed, this, &TextRestorer::forget);
    connect(&m_client, &RestoreClient::failed, this, &TextRestorer::askMemory);
    connect(&m_client, &RestoreClient::restored, this, [this](const std::string& text) {
        m_session.restoreText(m_asked.back(), text, this, [this](const QStringList& titles) {
            if (titles.isEmpty())
                return askMemory();
            Q_EMIT restored(titles, true);
        });
    });
}

void TextRestorer::forget()
{
    if (m_session.isRenewed())
        return;
    m_client.stop();
    if (m_import) {   // it ends by itself
        m_import->disconnect(this);
        connect(m_import, &ImportJob::finished, m_import, &QObject::deleteLater);
        std::exchange(m_import, nullptr)->stop();
    }
    m_readFiles = false;
    m_asked.clear();
}

void TextRestorer::start(const QStringList& engine)
{
    const SessionContents& contents = m_session.contents();
    if (contents.readOnly || m_import || m_client.isRunning())
        return;
    m_engine = engine;
    QStringList paths;
    for (const std::size_t document : contents.damaged)
        if (!contents.records[document].damaged && !contents.records[document].source.path.empty() && !contents.fileMissing[document])
            paths.append(QString::fromStdString(contents.records[document].source.path));
    if (std::exchange(m_readFiles, true) || paths.isEmpty())
        return askMemory();
    readFiles(paths);
}

void TextRestorer::readFiles(const QStringList& paths)
{
    m_import = new ImportJob(paths, QString(), this);
    connect(m_import, &ImportJob::finished, this, [this](const std::vector<ImportedFile>& read) {
        std::exchange(m_import, nullptr)->deleteLater();
        if (read.empty())
            return askMemory();
        m_session.restoreTexts(read, this, [this](const QStringList& titles) {
            if (titles.isEmpty())
                return askMemory();
            Q_EMIT restored(titles, false);
        });
    });
    m_import->start();
}

void TextRestorer::askMemory()
{
    if (!m_session.isOpen())
        return;
    const SessionContents& contents = m_session.contents();
    for (const std::size_t document : contents.damaged) {
        const bool isLost = contents.documents[document]->text.empty() && !contents.records[document].damaged;
        const bool isHeld = document < contents.map->documents() && contents.map->holds(static_cast<std::uint32_t>(document));
        if (!isLost || !isHeld || std::find(m_asked.begin(), m_asked.end(), document) != m_asked.end())
            continue;
        m_asked.push_back(document);
        const auto& tokens = contents.map->data().documentTokens[document];
        return m_client.start({m_engine, contents.folder, m_session.modelOfMemory(), contents.model,
                               {contents.mapKey, contents.map->blockTokens(), tokens.first, tokens.second}});
    }
}

}  // namespace cairn
