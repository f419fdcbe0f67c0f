#include "app/window/session/import_job.h"

#include "app/common/input_title.h"
#include "storage/folders/session_folder.h"
#include "storage/session/input_copy.h"

#include <utility>

namespace cairn
{

ImportJob::ImportJob(QStringList paths, QString password, QObject* parent)
    : QObject(parent), m_paths(std::move(paths)), m_password(std::move(password))
{
}

ImportJob::~ImportJob()
{
    m_stop.request_stop();
    if (m_thread)
        m_thread->wait();
}

void ImportJob::start()
{
    m_thread.reset(QThread::create([this] { importAll(); }));   // the worker dies with the thread that started it
    m_thread->setObjectName(QStringLiteral("import"));
    m_thread->start();
}

void ImportJob::stop() { m_stop.request_stop(); }

void ImportJob::importAll()
{
    std::vector<ImportedFile> imported;
    std::vector<RefusedFile> refused;
    ImportOptions options;
    options.password = m_password.toStdString();
    options.encoding = m_encoding.toStdString();
    for (int file = 0; file < int(m_paths.size()); ++file) {
        const QString& path = m_paths[file];
        const auto progress = [&](std::uint32_t part, std::uint32_t parts) {
            QMetaObject::invokeMethod(this, [this, file, part, parts] { Q_EMIT progressed(file, int(part), int(parts)); });
        };
        auto text = importDocument(path.toStdString(), options, progress, m_stop.get_token());
        if (text && isInputCopy(path.toStdString()))
            nameInput(*text);
        if (text)
            imported.push_back({std::make_shared<CanonicalText>(std::move(*text)), hashedSourceOf(path.toStdString())});
        else
            refused.push_back({path, text.error()});
    }
    QMetaObject::invokeMethod(this, [this, imported = std::move(imported), refused = std::move(refused)] {
        Q_EMIT finished(imported, refused);
    });
}

}  // namespace cairn
