#include "app/window/import_job.h"

#include "storage/input_copy.h"
#include "storage/session_folder.h"

#include <QRegularExpression>

#include <algorithm>
#include <utility>

namespace cairn
{
namespace
{

constexpr qsizetype kLongestTitle = 60;   // characters

// What came through standard input has no name: it is called by its first words, unless it has a title of its own.
void nameInput(CanonicalText& text)
{
    if (text.title != kInputFile)
        return;
    static const QRegularExpression kMark(QStringLiteral("^#+\\s"));   // of a heading
    const QString line = QString::fromUtf8(text.text.data(), qsizetype(std::min<std::size_t>(text.text.size(), 4 * kLongestTitle)))
                             .trimmed().section(QLatin1Char('\n'), 0, 0).remove(kMark).simplified();
    const QString first = line.left(kLongestTitle);
    const QString words = first == line ? line : first.left(std::max<qsizetype>(first.lastIndexOf(QLatin1Char(' ')), 0));
    if (const QString title = words.isEmpty() ? first : words; !title.isEmpty())
        text.title = (title == line ? title : title + QStringLiteral(" …")).toStdString();
}

}  // namespace

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
