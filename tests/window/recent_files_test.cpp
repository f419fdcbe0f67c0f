// The desktop's list of files used lately: made where it is missing, and what other programs wrote there stays.
#include "app/window/desktop/recent_files.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include <map>

using namespace cairn;

namespace
{

const QDateTime kNow(QDate(2026, 1, 2), QTime(3, 4, 5), Qt::UTC);

struct Entry
{
    QString modified, type;
    QStringList applications;
};

// As another program reads it: with name spaces.
std::map<QString, Entry> entriesOf(const QByteArray& list)
{
    const QString bookmarks = QStringLiteral("http://www.freedesktop.org/standards/desktop-bookmarks");
    std::map<QString, Entry> entries;
    Entry* entry = nullptr;
    QXmlStreamReader in(list);
    while (!in.atEnd()) {
        if (in.readNext() != QXmlStreamReader::StartElement)
            continue;
        const auto attributes = in.attributes();
        if (in.name() == QLatin1String("bookmark")) {
            entry = &entries[attributes.value(QLatin1String("href")).toString()];
            entry->modified = attributes.value(QLatin1String("modified")).toString();
        } else if (in.name() == QLatin1String("mime-type") && entry) {
            entry->type = attributes.value(QLatin1String("type")).toString();
        } else if (in.name() == QLatin1String("application") && in.namespaceUri() == bookmarks && entry) {
            entry->applications += attributes.value(QLatin1String("name")).toString();
        }
    }
    return in.hasError() ? std::map<QString, Entry>() : entries;
}

}  // namespace

class RecentFilesTest : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_folder;

    QString list() const { return m_folder.filePath(QStringLiteral("recently-used.xbel")); }
    QByteArray bytes() const
    {
        QFile file(list());
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void write(const QByteArray& bytes) const
    {
        QFile file(list());
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    }

private Q_SLOTS:
    void init() { QFile::remove(list()); }

    void aMissingListIsMade()
    {
        QVERIFY(addToRecentFiles(list(), {QStringLiteral("/home/me/Moby & Dick.md"), QStringLiteral("/home/me/a.pdf")}, kNow));
        const auto entries = entriesOf(bytes());
        QCOMPARE(entries.size(), std::size_t(2));
        QCOMPARE(entries.at(QStringLiteral("file:///home/me/a.pdf")).type, QStringLiteral("application/pdf"));
        const Entry& novel = entries.at(QStringLiteral("file:///home/me/Moby%20&%20Dick.md"));
        QCOMPARE(novel.applications, QStringList{QStringLiteral("Cairn")});
        QVERIFY(novel.modified.startsWith(QLatin1String("2026-01-02T03:04:05")));
    }

    void copiesOfStandardInputAreLeftOut()
    {
        const QString copy = QStringLiteral("/home/me/.cache/cairn/input/session.input-aB3dE6/standard-input");
        QVERIFY(addToRecentFiles(list(), {copy}, kNow));
        QVERIFY(!QFile::exists(list()));
        QVERIFY(addToRecentFiles(list(), {copy, QStringLiteral("/home/me/standard-input")}, kNow));
        const auto entries = entriesOf(bytes());
        QVERIFY(entries.size() == 1 && entries.begin()->first == QLatin1String("file:///home/me/standard-input"));
    }

    void aMissingFolderIsMade()
    {
        const QTemporaryDir folder;
        const QString deep = folder.filePath(QStringLiteral("share/more/recently-used.xbel"));
        QVERIFY(addToRecentFiles(deep, {QStringLiteral("/a.pdf")}, kNow));
        QVERIFY(QFile::exists(deep));
    }

    void whatOthersWroteStays()
    {
        write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<xbel version=\"1.0\" xmlns:bookmark=\"http://www.freedesktop.org/standards/desktop-"
              "bookmarks\" xmlns:mime=\"http://www.freedesktop.org/standards/shared-mime-info\">\n"
              "<bookmark href=\"file:///other.odt\" added=\"2020\" modified=\"2020\" visited=\"2020\"><info><metadata owner=\"http://freedesktop.org\">"
              "<bookmark:applications><bookmark:application name=\"Writer\" exec=\"w\" count=\"3\"/></bookmark:applications></metadata></info></bookmark>"
              "<bookmark href=\"file:///a.pdf\" added=\"2020\" modified=\"2020\" visited=\"2020\"><title>A &lt;b&gt;</title><info><metadata "
              "owner=\"http://freedesktop.org\"><mime:mime-type type=\"application/pdf\"/><bookmark:applications>"
              "<bookmark:application name=\"Viewer\" exec=\"v\" count=\"1\"/></bookmark:applications></metadata></info></bookmark></xbel>");
        QVERIFY(addToRecentFiles(list(), {QStringLiteral("/a.pdf")}, kNow));
        QVERIFY(addToRecentFiles(list(), {QStringLiteral("/a.pdf")}, kNow));   // once is enough
        const auto entries = entriesOf(bytes());
        QCOMPARE(entries.size(), std::size_t(2));
        QCOMPARE(entries.at(QStringLiteral("file:///other.odt")).modified, QStringLiteral("2020"));
        QCOMPARE(entries.at(QStringLiteral("file:///other.odt")).applications, QStringList{QStringLiteral("Writer")});
        const Entry& page = entries.at(QStringLiteral("file:///a.pdf"));
        QVERIFY(page.modified.startsWith(QLatin1String("2026")));
        QCOMPARE(page.applications, (QStringList{QStringLiteral("Viewer"), QStringLiteral("Cairn")}));
        QVERIFY(bytes().contains("A &lt;b&gt;") && bytes().contains("count=\"3\""));
    }

    void whatIsNoListIsLeftAlone_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::newRow("broken") << QByteArray("<xbel><bookmark href=\"file:///b\">");
        QTest::newRow("another file") << QByteArray("<svg/>");
        QTest::newRow("no XML") << QByteArray("hello");
    }
    void whatIsNoListIsLeftAlone()
    {
        QFETCH(QByteArray, before);
        write(before);
        const auto done = addToRecentFiles(list(), {QStringLiteral("/a.pdf")}, kNow);
        QVERIFY(!done);
        QCOMPARE(done.error().code, ErrorCode::Corruption);
        QCOMPARE(bytes(), before);
    }
};

QTEST_APPLESS_MAIN(RecentFilesTest)
#include "recent_files_test.moc"
