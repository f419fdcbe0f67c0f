// The real import worker, locked down, on real files: same text as without the sandbox, an answer for whatever it is given.
#include "app/common/crash_report.h"
#include "app/import/sandbox.h"
#include "core/documents/client/canonical_codec.h"
#include "core/documents/client/import_client.h"
#include "core/documents/client/worker_process.h"
#include "core/documents/document_reader.h"
#include "tests/documents/odt_file.h"
#include "tests/documents/pdf_file.h"
#include "tests/support/temporary_folder.h"

#include <QElapsedTimer>
#include <QRandomGenerator>
#include <QTest>

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <string>

using namespace cairn;
using test::PdfFile;

namespace
{

class ImportFile
{
public:
    explicit ImportFile(const QByteArray& bytes, const std::string& name = "book.pdf")
    {
        m_path = m_folder.file(name);
        test::writeContent(m_path, bytes.toStdString());
    }
    Result<CanonicalText> import(const std::string& password = {}) const { return importDocument(m_path, {password, CAIRN_IMPORT_WORKER}); }
    Result<CanonicalText> unsandboxed() const
    {
        const int fd = ::open(m_path.c_str(), O_RDONLY);
        ReadOptions options;
        options.fileName = std::filesystem::path(m_path).filename();
        auto text = readDocument(fd, options, {});
        ::close(fd);
        return text;
    }
    const std::string& path() const { return m_path; }

private:
    test::TemporaryFolder m_folder;
    std::string m_path;
};

} // namespace

class ImportWorkerTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void sandboxChangesNothingInTheText_data();
    void sandboxChangesNothingInTheText();
    void withoutLandlockFilesAreStillRead_data();
    void withoutLandlockFilesAreStillRead();
    void passwordReachesTheWorker();
    void aCrashIsReportedWithoutWords();
    void foreignAndBrokenFilesGetASentence_data();
    void foreignAndBrokenFilesGetASentence();
    void mutatedPdfsEndInTextOrASentence();
    void theFileAndItsFolderStayAsTheyAre();
};

void ImportWorkerTest::sandboxChangesNothingInTheText_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("name");
    test::PdfFileOptions options;
    options.title = "Title";
    options.outline = true;
    QTest::newRow("PDF") << PdfFile::make(test::samplePages(6), options) << QStringLiteral("a.pdf");
    QTest::newRow("PDF under another name") << PdfFile::make(test::samplePages(2)) << QStringLiteral("a.txt");
    QTest::newRow("text") << QByteArray("Chapter 1\n\nIt was a dark night.\nThe rain fell.\n") << QStringLiteral("a.txt");
    QTest::newRow("Markdown") << QByteArray("# Title\n\nSome *text* with a [link](https://example.org).\n") << QStringLiteral("a.md");
    QTest::newRow("reStructuredText") << QByteArray("Title\n=====\n\nSome *text*.\n") << QStringLiteral("a.rst");
    QTest::newRow("HTML") << QByteArray("<!DOCTYPE html><html><body><h1>Title</h1><p>Caf&eacute;</p></body></html>")
                          << QStringLiteral("a.html");
    test::OdtParts parts;
    parts.body = "<text:h text:outline-level='1'>Title</text:h><text:p>Some text<draw:frame><draw:object xlink:href='./Object 1'/>"
                 "</draw:frame>.</text:p>";
    QTest::newRow("OpenDocument") << QByteArray::fromStdString(test::odtFile(parts)) << QStringLiteral("a.odt");
    QTest::newRow("OpenDocument in one part") << QByteArray::fromStdString(test::flatOdtFile(parts)) << QStringLiteral("a.fodt");
}

void ImportWorkerTest::sandboxChangesNothingInTheText()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, name);
    const ImportFile file(bytes, name.toStdString());
    const auto inside = file.import();
    const auto outside = file.unsandboxed();
    QVERIFY2(inside, inside ? "" : inside.error().message.c_str());
    QVERIFY2(outside, outside ? "" : outside.error().message.c_str());
    QVERIFY(!inside->text.empty());
    QVERIFY(encodeCanonicalText(*inside) == encodeCanonicalText(*outside));
}

void ImportWorkerTest::withoutLandlockFilesAreStillRead_data()
{
    sandboxChangesNothingInTheText_data();
}

// What a worker does on a kernel without Landlock: no file can be opened any more, only the descriptor it has.
void ImportWorkerTest::withoutLandlockFilesAreStillRead()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, name);
    const ImportFile file(bytes, name.toStdString());
    const auto outside = file.unsandboxed(); // loads what is loaded on first use
    QVERIFY(outside);
    const int fd = ::open(file.path().c_str(), O_RDONLY);
    const pid_t parent = ::getpid();
    const pid_t child = ::fork();
    if (child == 0) {
        if (!sandbox::cutTies(parent) || !sandbox::filterSystemCalls(false))
            ::_exit(1);
        ReadOptions options;
        options.fileName = name.toStdString();
        const auto text = readDocument(fd, options, {});
        ::_exit(!text ? 2 : text->text == outside->text ? 0 : 3);
    }
    ::close(fd);
    int status = 0;
    ::waitpid(child, &status, 0);
    QCOMPARE(status, 0);
}

void ImportWorkerTest::passwordReachesTheWorker()
{
    test::PdfFileOptions options;
    options.userPassword = "sesame";
    const ImportFile file(PdfFile::make(test::samplePages(2), options));
    const auto without = file.import();
    QVERIFY(!without);
    QCOMPARE(without.error().code, ErrorCode::PasswordRequired);
    QVERIFY(file.import("sesame"));
}

void ImportWorkerTest::foreignAndBrokenFilesGetASentence_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* title, const QByteArray& bytes, const char* name, const char* says) {
        QTest::newRow(title) << bytes << QString::fromUtf8(name) << QString::fromUtf8(says);
    };
    row("old Word", QByteArray::fromHex("D0CF11E0A1B11AE1") + QByteArray(600, '\0'), "a.doc", "old Microsoft Office");
    row("PostScript", "%!PS-Adobe-3.0\n(Hello) show", "a.ps", "PostScript");
    row("RTF without words", "{\\rtf1 {\\pict 00}}", "a.rtf", "text");
    row("mail of Outlook", QByteArray::fromHex("D0CF11E0A1B11AE1") + QByteArray(600, '\0'), "a.msg", "Outlook");
    row("music", "ID3\x03" + QByteArray(600, '\0'), "a.mp3", "recording");
    row("film", QByteArray(4, '\0') + "ftypmp42" + QByteArray(600, '\0'), "a.mp4", "recording");
    row("photo", QByteArray(4, '\0') + "ftypheic" + QByteArray(600, '\0'), "a.heic", "picture");
    row("archive", "one.txt" + QByteArray(250, '\0') + "ustar" + QByteArray(600, '\0'), "a.tar", "archive");
    row("database", QByteArray("SQLite format 3\0", 16) + QByteArray(600, '\1'), "a.sqlite", "database");
    row("program", QByteArray("MZ\x90\0", 4) + QByteArray(600, '\0'), "a.exe", "program");
    row("picture", QByteArray("\x89PNG\r\n\x1A\n") + QByteArray(100, 'x'), "a.pdf", "picture");
    row("Kindle", QByteArray(60, '\0') + "BOOKMOBI" + QByteArray(60, '\0'), "a.mobi", "Kindle");
    row("noise", QByteArray::fromHex("000102030405060708090A0B0C0D0E0F").repeated(64), "a.bin", "binary");
    row("noise called PDF", "abc", "a.pdf", "doesn't begin like one");
    row("PDF of 20 bytes", "%PDF-1.7\n1 0 obj\n<<>", "a.pdf", "damaged");
    row("other zip", "PK\x03\x04" + QByteArray(26, '\0') + "pictures/", "a.zip", "zip archive");
    row("spreadsheet", "PK\x03\x04" + QByteArray(26, '\0') + "xl/workbook.xml", "a.xlsx", "spreadsheet");
}

void ImportWorkerTest::foreignAndBrokenFilesGetASentence()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, name);
    QFETCH(QString, says);
    const auto text = ImportFile(bytes, name.toStdString()).import();
    QVERIFY(!text);
    QVERIFY2(QString::fromStdString(text.error().message).contains(says), text.error().message.c_str());
}

void ImportWorkerTest::mutatedPdfsEndInTextOrASentence()
{
    QRandomGenerator random(100);
    test::PdfFileOptions options;
    options.outline = true;
    options.labels = "0<</S/r>>";
    const QByteArray seed = PdfFile::make(test::samplePages(4), options);
    int read = 0;
    for (int i = 0; i < 100; ++i) {
        QByteArray mutant = seed;
        for (quint32 c = 0; c <= random.bounded(8u); ++c) {
            const qsizetype at = qsizetype(random.bounded(quint32(mutant.size() - 70)));
            switch (random.bounded(4)) {
            case 0:
                mutant[at] = char(random.bounded(256));
                break;
            case 1:
                mutant.remove(at, random.bounded(64));
                break;
            case 2:
                mutant.insert(at, mutant.mid(at, random.bounded(256)));
                break;
            default:
                mutant.replace(at, 1, "4294967295");
                break;
            }
        }
        QElapsedTimer timer;
        timer.start();
        const auto text = ImportFile(mutant).import();
        QVERIFY2(timer.elapsed() < 60'000, "over time");
        read += text ? 1 : 0;
        if (!text)
            QVERIFY(!text.error().message.empty());
    }
    QVERIFY(read > 0);
}

void ImportWorkerTest::theFileAndItsFolderStayAsTheyAre()
{
    const QByteArray bytes = PdfFile::make(test::samplePages(2));
    const ImportFile file(bytes);
    const auto before = std::filesystem::last_write_time(file.path());
    QVERIFY(file.import());
    QCOMPARE(test::fileContent(file.path()), bytes.toStdString());
    QVERIFY(std::filesystem::last_write_time(file.path()) == before);
    const auto folder = std::filesystem::path(file.path()).parent_path();
    QCOMPARE(std::distance(std::filesystem::directory_iterator(folder), {}), std::ptrdiff_t(1));
}

namespace
{

std::string keptReport;

bool isLockedDown(pid_t process)
{
    return test::fileContent("/proc/" + std::to_string(process) + "/status").find("Seccomp:\t2") != std::string::npos;
}

} // namespace

void ImportWorkerTest::aCrashIsReportedWithoutWords()
{
    const test::TemporaryFolder folder;
    qputenv("XDG_STATE_HOME", QByteArray::fromStdString(folder.path()));
    keptReport.clear();
    onWorkerCrash([](std::string_view errors) { keptReport = keepCrashReport(errors).value_or(""); });
    const ImportFile file(PdfFile::make({{{"A secret sentence."}}}));
    const int document = ::open(file.path().c_str(), O_RDONLY | O_CLOEXEC);
    constexpr std::array<std::byte, 1> kBegun{}; // of a request whose rest never comes
    auto worker = WorkerProcess::start(CAIRN_IMPORT_WORKER, document, -1, kBegun);
    ::close(document);
    QVERIFY(worker);
    QTRY_VERIFY_WITH_TIMEOUT(isLockedDown(worker->pid()), 20'000);
    QVERIFY(::kill(worker->pid(), SIGSEGV) == 0);
    const auto status = worker->settle(std::chrono::seconds(20));
    onWorkerCrash(nullptr);
    QVERIFY(status && WIFSIGNALED(*status) && WTERMSIG(*status) == SIGSEGV);
    const std::string report = test::fileContent(keptReport);
    QVERIFY2(report.starts_with("cairn-import ") && report.find(" crashed: SIGSEGV\nBuild ") != std::string::npos, report.c_str());
    QVERIFY2(report.find("cairn-import(+0x") != std::string::npos, report.c_str());
}

QTEST_GUILESS_MAIN(ImportWorkerTest)
#include "import_worker_test.moc"
