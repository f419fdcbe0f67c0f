// Desktop entry, description and file type: their validators, that they agree with each other, and that a session is recognised.

#include "tests/support/patience.h"

#include <QDir>
#include <QFile>
#include <QMimeDatabase>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

namespace
{

QString fileOf(const char* name) { return QStringLiteral(CAIRN_SOURCE_DIR "/packaging/desktop/") + QLatin1String(name); }

QString textOf(const char* name)
{
    QFile file(fileOf(name));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QStringList desktopTypes()
{
    const auto match =
        QRegularExpression(QStringLiteral("^MimeType=(.*);$"), QRegularExpression::MultilineOption).match(textOf("cairn.desktop"));
    return match.captured(1).split(QLatin1Char(';'));
}

// Before any QMimeDatabase looks for its folders.
const QTemporaryDir& dataFolder()
{
    static const QTemporaryDir folder;
    return folder;
}

}  // namespace

class DesktopFilesTest : public QObject
{
    Q_OBJECT
    bool m_typesKnown = false;

private Q_SLOTS:
    void initTestCase()
    {
        // As an installation has it: one cache of the system's types and ours.
        const QString system =
            QStandardPaths::locate(QStandardPaths::GenericDataLocation, QStringLiteral("mime/packages/freedesktop.org.xml"));
        qputenv("XDG_DATA_HOME", dataFolder().path().toUtf8());
        qputenv("XDG_DATA_DIRS", dataFolder().filePath(QStringLiteral("none")).toUtf8());
        QVERIFY(QDir(dataFolder().path()).mkpath(QStringLiteral("mime/packages")));
        QVERIFY(QFile::copy(fileOf("cairn-session.xml"), dataFolder().filePath(QStringLiteral("mime/packages/cairn-session.xml"))));
        if (system.isEmpty() || QStandardPaths::findExecutable(QStringLiteral("update-mime-database")).isEmpty())
            return;
        qputenv("PKGSYSTEM_ENABLE_FSYNC", "0");
        QVERIFY(QFile::copy(system, dataFolder().filePath(QStringLiteral("mime/packages/freedesktop.org.xml"))));
        QCOMPARE(QProcess::execute(QStringLiteral("update-mime-database"), {dataFolder().filePath(QStringLiteral("mime"))}), 0);
        m_typesKnown = true;
    }

    void validatorsFindNothing_data()
    {
        QTest::addColumn<QString>("program");
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("desktop entry") << QStringLiteral("desktop-file-validate") << QStringList{fileOf("cairn.desktop")};
        QTest::newRow("description") << QStringLiteral("appstreamcli")
                                     << QStringList{QStringLiteral("validate"), QStringLiteral("--no-net"),
                                                    fileOf("org.cairn.Cairn.metainfo.xml")};
    }
    void validatorsFindNothing()
    {
        QFETCH(QString, program);
        QFETCH(QStringList, arguments);
        if (QStandardPaths::findExecutable(program).isEmpty())
            QSKIP(qPrintable(program + QStringLiteral(" is not installed")));
        QProcess process;
        process.start(program, arguments);
        QVERIFY(process.waitForFinished(cairn::test::kPatienceMs));
        QVERIFY2(process.exitCode() == 0, process.readAll().constData());
    }

    void entryAndDescriptionNameTheSameTypes()
    {
        QStringList described;
        auto all = QRegularExpression(QStringLiteral("<mediatype>(.*)</mediatype>")).globalMatch(textOf("org.cairn.Cairn.metainfo.xml"));
        while (all.hasNext())
            described << all.next().captured(1);
        QCOMPARE(described, desktopTypes());
    }

    void everyTypeOfOurDocumentsIsNamed_data()
    {
        QTest::addColumn<QString>("file");
        for (const char* name : {"a.pdf", "a.epub", "a.docx", "a.odt", "a.ott", "a.fodt", "a.html", "a.xhtml", "a.md", "a.txt", "a.rtf", "a.csv",
                                 "a.tsv", "a.ipynb", "session.db"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }
    void everyTypeOfOurDocumentsIsNamed()
    {
        QFETCH(QString, file);
        if (!m_typesKnown)
            QSKIP("shared-mime-info is not installed");
        const QString type = QMimeDatabase().mimeTypeForFile(file, QMimeDatabase::MatchExtension).name();
        QVERIFY2(desktopTypes().contains(type), qPrintable(type));
    }

    void aSessionIsRecognisedByItsBytes()
    {
        if (!m_typesKnown)
            QSKIP("shared-mime-info is not installed");
        QByteArray header("SQLite format 3");
        header.append(QByteArray(100 - header.size(), 0));
        QVERIFY(QMimeDatabase().mimeTypeForData(header).name() != QStringLiteral("application/x-cairn-session"));
        header.replace(68, 4, "CrnS");
        QCOMPARE(QMimeDatabase().mimeTypeForData(header).name(), QStringLiteral("application/x-cairn-session"));
    }

    void theWindowsClassIsTheEntrysName()
    {
        QVERIFY(textOf("cairn.desktop").contains(QStringLiteral("\nStartupWMClass=cairn\n")));
        QVERIFY(textOf("cairn.desktop").contains(QStringLiteral("\nExec=cairn %F\n")));
        QVERIFY(
            textOf("org.cairn.Cairn.metainfo.xml").contains(QStringLiteral("<launchable type=\"desktop-id\">cairn.desktop</launchable>")));
    }
};

QTEST_GUILESS_MAIN(DesktopFilesTest)
#include "desktop_files_test.moc"
