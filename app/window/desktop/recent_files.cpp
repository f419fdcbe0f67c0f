#include "app/window/desktop/recent_files.h"

#include "storage/files/atomic_file.h"
#include "storage/session/input_copy.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QMimeDatabase>
#include <QStandardPaths>
#include <QUrl>
#include <QXmlStreamReader>
#include <QXmlStreamWriter>

#include <map>
#include <span>

namespace cairn
{
namespace
{

constexpr qint64 kMostBytes = 16 << 20;
const QString kName = QStringLiteral("Cairn");
const QString kBookmark = QStringLiteral("bookmark"), kApplications = QStringLiteral("bookmark:applications");
const QString kApplication = QStringLiteral("bookmark:application");
constexpr const char* kEmpty = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<xbel version=\"1.0\"\n"
                               "      xmlns:bookmark=\"http://www.freedesktop.org/standards/desktop-bookmarks\"\n"
                               "      xmlns:mime=\"http://www.freedesktop.org/standards/shared-mime-info\">\n</xbel>\n";

// Copies the list token by token, names as they stand there, and puts the files in.
class Copy
{
public:
    Copy(const QByteArray& list, const QStringList& files, const QDateTime& now)
        : m_in(list), m_out(&m_bytes), m_now(now.toUTC().toString(Qt::ISODateWithMs))
    {
        m_in.setNamespaceProcessing(false);
        for (const QString& file : files)
            m_missing.emplace(QString::fromUtf8(QUrl::fromLocalFile(file).toEncoded()), file);
    }

    Result<QByteArray> run()
    {
        while (!m_in.atEnd()) {
            m_in.readNext();
            copy();
        }
        if (m_in.hasError() || !m_isList)
            return Error{ErrorCode::Corruption, "The desktop's list of files used lately could not be read, so nothing was added to it."};
        return m_bytes;
    }

private:
    void copy()
    {
        switch (m_in.tokenType()) {
        case QXmlStreamReader::StartDocument: m_out.writeStartDocument(); break;
        case QXmlStreamReader::StartElement: begin(); break;
        case QXmlStreamReader::EndElement: end(); break;
        case QXmlStreamReader::Characters: m_out.writeCharacters(m_in.text().toString()); break;
        case QXmlStreamReader::Comment: m_out.writeComment(m_in.text().toString()); break;
        case QXmlStreamReader::DTD: m_out.writeDTD(m_in.text().toString()); break;
        case QXmlStreamReader::EndDocument: m_out.writeEndDocument(); break;
        default: break;
        }
    }
    void begin()
    {
        const QString name = m_in.qualifiedName().toString();
        const QXmlStreamAttributes attributes = m_in.attributes();
        m_isList = m_isList || name == QLatin1String("xbel");
        if (name == kBookmark)
            m_known = m_missing.erase(attributes.value(QLatin1String("href")).toString()) > 0;
        if (m_known && name == kApplication && attributes.value(QLatin1String("name")) == kName) {
            m_in.skipCurrentElement();   // a new one comes at the end of its group
            return;
        }
        m_out.writeStartElement(name);
        for (const QXmlStreamAttribute& one : attributes) {
            const QString key = one.qualifiedName().toString();
            const bool used = m_known && name == kBookmark && (key == QLatin1String("modified") || key == QLatin1String("visited"));
            m_out.writeAttribute(key, used ? m_now : one.value().toString());
        }
    }
    void end()
    {
        const QString name = m_in.qualifiedName().toString();
        if (m_known && name == kApplications)
            writeApplication();
        if (name == QLatin1String("xbel")) {
            for (const auto& [address, file] : m_missing)
                writeBookmark(address, file);
        }
        m_known = m_known && name != kBookmark;
        m_out.writeEndElement();
    }
    void writeApplication()
    {
        m_out.writeEmptyElement(kApplication);
        m_out.writeAttribute(QStringLiteral("name"), kName);
        m_out.writeAttribute(QStringLiteral("exec"), QStringLiteral("'cairn %u'"));
        m_out.writeAttribute(QStringLiteral("modified"), m_now);
        m_out.writeAttribute(QStringLiteral("count"), QStringLiteral("1"));
    }
    void writeBookmark(const QString& address, const QString& file)
    {
        m_out.writeStartElement(kBookmark);
        m_out.writeAttribute(QStringLiteral("href"), address);
        for (const char* time : {"added", "modified", "visited"})
            m_out.writeAttribute(QLatin1String(time), m_now);
        m_out.writeStartElement(QStringLiteral("info"));
        m_out.writeStartElement(QStringLiteral("metadata"));
        m_out.writeAttribute(QStringLiteral("owner"), QStringLiteral("http://freedesktop.org"));
        m_out.writeEmptyElement(QStringLiteral("mime:mime-type"));
        m_out.writeAttribute(QStringLiteral("type"), QMimeDatabase().mimeTypeForFile(file, QMimeDatabase::MatchExtension).name());
        m_out.writeStartElement(kApplications);
        writeApplication();
        for (int open = 0; open < 4; ++open)
            m_out.writeEndElement();
        m_out.writeCharacters(QStringLiteral("\n"));
    }

    QXmlStreamReader m_in;
    QByteArray m_bytes;
    QXmlStreamWriter m_out;
    QString m_now;
    std::map<QString, QString> m_missing;   // address -> path
    bool m_isList = false, m_known = false; // known: inside the entry of one of the files
};

}  // namespace

QString recentFilesList()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + QStringLiteral("/recently-used.xbel");
}

Result<void> addToRecentFiles(const QString& list, const QStringList& used, const QDateTime& now)
{
    QStringList files = used;
    files.removeIf([](const QString& one) { return isInputCopy(one.toStdString()); });
    if (files.isEmpty())
        return {};
    QDir().mkpath(QFileInfo(list).absolutePath());
    QFile file(list);
    QByteArray before(kEmpty);
    if (file.exists()) {
        if (file.size() > kMostBytes || !file.open(QIODevice::ReadOnly))
            return Error{ErrorCode::Corruption, "The desktop's list of files used lately is too large or can't be opened."};
        before = file.readAll();
    }
    const auto after = Copy(before, files, now).run();
    if (!after)
        return after.error();
    return writeFileAtomically(QFile::encodeName(list).toStdString(),
                               std::as_bytes(std::span(after->constData(), std::size_t(after->size()))));
}

}  // namespace cairn
