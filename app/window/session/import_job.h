// Files on their way into a session: each is imported by the sandboxed worker on a thread of its own, one after the other. A file
// that can't be read never stops the others. UI thread.
#pragma once

#include "core/documents/client/import_client.h"
#include "core/types/document.h"
#include "storage/records/session_records.h"
#include "ui/run.h"

#include <QObject>
#include <QStringList>
#include <QThread>

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace cairn
{

struct ImportedFile
{
    DocumentPtr text;
    SourceFile source;
};

struct RefusedFile
{
    QString path;
    Error error;
};

class ImportJob final : public QObject
{
    Q_OBJECT
public:
    ImportJob(QStringList paths, QString password, QObject* parent = nullptr);
    ~ImportJob() override;      // stops the worker and waits for it

    void setEncoding(const QString& name) { m_encoding = name; }   // of encodings.h, for text files; before start()
    void start();
    void stop();                // ends with finished(), files that are done are kept
    const QStringList& paths() const { return m_paths; }

Q_SIGNALS:
    void progressed(int file, int part, int parts);   // file: of paths()
    // Once. `refused` names every file that is not in `imported`.
    void finished(const std::vector<cairn::ImportedFile>& imported, const std::vector<cairn::RefusedFile>& refused);

private:
    void importAll();           // on m_thread

    QStringList m_paths;
    QString m_password, m_encoding;
    std::stop_source m_stop;
    std::unique_ptr<QThread> m_thread;
};

}  // namespace cairn
