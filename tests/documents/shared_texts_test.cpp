// Every text document among the shared ones, read in this process: text whose map holds, or one sentence. Prints what became
// of each folder, so that a change shows.
#include "core/documents/html/html_reader.h"
#include "core/documents/markup/markdown_reader.h"
#include "core/documents/markup/rst_reader.h"
#include "core/documents/packages/docx_reader.h"
#include "core/documents/packages/epub_reader.h"
#include "core/documents/packages/package.h"
#include "core/documents/text/text_reader.h"
#include "tests/documents/readings.h"
#include "tests/support/temporary_folder.h"

#include <QDir>
#include <QDirIterator>
#include <QElapsedTimer>
#include <QTest>

using namespace cairn;
using test::Reader;

namespace
{

constexpr double kMostMsPerMiB = 10'000;   // the readers need about 50; shared machines are slow at times
constexpr double kMostMsAnyFile = 20'000;

constexpr int kAny = 1'000'000;             // refused files of a folder of bad ones
constexpr Reader kReaders[] = {readText, readMarkdown, readReStructuredText, readHtml, readEpub, readDocx};

bool isPackage(Reader reader)
{
    return reader == Reader(readEpub) || reader == Reader(readDocx);
}

// What the runs point into: the file, or the part each unit is named after.
std::vector<std::string> sourcesOf(const CanonicalText& text, Reader reader, const std::string& bytes)
{
    if (!isPackage(reader))
        return {bytes};
    std::vector<std::string> sources;
    auto package = Package::open(std::as_bytes(std::span(bytes.data(), bytes.size())));
    for (const SourceUnit& unit : text.units)
        sources.push_back(package->text(unit.label).value());
    return sources;
}

}  // namespace

class SharedTextsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void foldersAreRead_data();
    void foldersAreRead();
    void knownPassagesAreFound_data();
    void knownPassagesAreFound();
};

void SharedTextsTest::foldersAreRead_data()
{
    QTest::addColumn<QString>("folder");
    QTest::addColumn<int>("reader");
    QTest::addColumn<int>("mostRefused");
    const auto row = [](const char* folder, int reader, int mostRefused) {
        QTest::addRow("%s %d", folder, reader) << QString::fromLatin1(folder) << reader << mostRefused;
    };
    row("txt", 0, 0);
    row("md", 1, 0);
    row("rst", 2, 0);
    row("html", 3, 0);
    row("epub", 4, 0);
    row("docx", 5, 10);   // pictures or headers alone, one cut, one with an external entity
    row("malformed/html-gofuzz", 3, kAny);
    row("malformed/xml-gofuzz", 3, kAny);
    row("malformed/zip-yauzl", 4, kAny);
    row("malformed/zip-yauzl", 5, kAny);
    row("malformed/docx-poi-fuzz", 5, kAny);
    for (int reader = 0; reader < 4; ++reader)   // any bytes may come under any name
        row("malformed", reader, kAny);
}

void SharedTextsTest::foldersAreRead()
{
    QFETCH(QString, folder);
    QFETCH(int, reader);
    QFETCH(int, mostRefused);
    const QString root = QStringLiteral(CAIRN_SHARED_DIR "/testdocs/") + folder;
    if (!QDir(root).exists())
        QSKIP("the shared documents are not here");
    int files = 0, refused = 0;
    qint64 bytesRead = 0;
    double ms = 0;
    for (QDirIterator it(root, QDir::Files, QDirIterator::Subdirectories); it.hasNext();) {
        const QString path = it.next();
        const std::string bytes = test::fileContent(path.toStdString());
        QElapsedTimer timer;
        timer.start();
        const auto text = test::readWith(kReaders[reader], bytes, QFileInfo(path).fileName().toStdString());
        const double taken = static_cast<double>(timer.nsecsElapsed()) / 1e6;
        QVERIFY2(taken < kMostMsAnyFile + kMostMsPerMiB * static_cast<double>(bytes.size()) / (1 << 20), qPrintable(path));
        ++files;
        bytesRead += static_cast<qint64>(bytes.size());
        ms += taken;
        if (!text) {
            ++refused;
            QVERIFY2(text.error().message.ends_with('.'), text.error().message.c_str());
            continue;
        }
        const QString wrong = test::violation(*text, sourcesOf(*text, kReaders[reader], bytes));
        QVERIFY2(wrong.isEmpty(), qPrintable(path + QStringLiteral(": ") + wrong));
    }
    qInfo("%s: %d files, %d refused, %.2f MiB/s", qPrintable(folder), files, refused,
          static_cast<double>(bytesRead) / (1 << 20) / ms * 1000);
    QVERIFY(files > 0);
    QVERIFY2(refused <= mostRefused, qPrintable(QString::number(refused)));
}

void SharedTextsTest::knownPassagesAreFound_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("reader");
    QTest::addColumn<std::string>("title");
    QTest::addColumn<std::string>("author");
    QTest::addColumn<std::string>("heading");
    QTest::addColumn<std::string>("passage");
    const auto row = [](const char* file, int reader, const char* title, const char* author, const char* heading, const char* passage) {
        QTest::newRow(file) << QString::fromLatin1(file) << reader << std::string(title) << std::string(author) << std::string(heading)
                            << std::string(passage);
    };
    row("md/moby-dick.md", 1, "Moby-Dick", "Herman Melville", "", "Call me Ishmael.");
    row("rst/pep-0020.rst", 2, "The Zen of Python", "Tim Peters", "The Zen of Python", "Although never is often better than *right* now.");
    row("epub/sherlock-holmes-adventures.epub", 4, "The Adventures of Sherlock Holmes", "Arthur Conan Doyle", "A Scandal in Bohemia",
        "To Sherlock Holmes she is always the woman. I have seldom heard him mention her under any other name.");
    row("epub/the-time-machine.epub", 4, "The Time Machine", "H. G. Wells", "I", "The Time Traveller");
    row("docx/rust-book-chapter02.docx", 5, "Programming a Guessing Game", "Eva Morrow", "Setting Up a New Project",
        "io::stdin()\n        .read_line(&mut guess)");
}

void SharedTextsTest::knownPassagesAreFound()
{
    QFETCH(QString, file);
    QFETCH(int, reader);
    QFETCH(std::string, title);
    QFETCH(std::string, author);
    QFETCH(std::string, heading);
    QFETCH(std::string, passage);
    const QString path = QStringLiteral(CAIRN_SHARED_DIR "/testdocs/") + file;
    if (!QFileInfo::exists(path))
        QSKIP("the shared documents are not here");
    const auto text = test::readWith(kReaders[reader], test::fileContent(path.toStdString()));
    QVERIFY(text.has_value());
    QCOMPARE(text->title, title);
    QCOMPARE(text->author, author);
    QVERIFY(text->text.find(passage) != std::string::npos);
    const bool known =
        heading.empty() || std::any_of(text->outline.begin(), text->outline.end(), [&](const Heading& h) { return h.text == heading; });
    QVERIFY(known);
}

QTEST_APPLESS_MAIN(SharedTextsTest)
#include "shared_texts_test.moc"
