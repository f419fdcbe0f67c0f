// The window's client of the render worker: the real one on real files, and one that dies, hangs and lies.
#include "app/render/pdf_page_source.h"
#include "core/documents/client/import_client.h"
#include "core/documents/client/pdf_render_protocol.h"
#include "storage/bytes/hashing.h"
#include "tests/documents/pdf_file.h"
#include "tests/support/patience.h"
#include "tests/support/signal_process.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/zip_file.h"

#include <QBuffer>
#include <QElapsedTimer>
#include <QFile>
#include <QPainter>
#include <QPdfDocument>
#include <QPdfSelection>
#include <QSignalSpy>
#include <QTest>

#include <filesystem>
#include <sys/stat.h>


using namespace cairn;
using test::PdfFile;

namespace
{

using namespace std::chrono_literals;

class SourceFile
{
public:
    explicit SourceFile(const QByteArray& bytes) { write(bytes); }

    void write(const QByteArray& bytes) { test::writeContent(path(), bytes.toStdString()); }
    std::string path() const { return m_folder.file("book.pdf"); }
    PdfFileChoice choice(const char* worker = CAIRN_IMPORT_WORKER) const
    {
        PdfFileChoice choice;
        choice.path = path();
        struct stat status
        {
        };
        ::stat(path().c_str(), &status);
        choice.look = {std::uint64_t(status.st_size), std::int64_t(status.st_mtim.tv_sec) * 1'000'000'000 + status.st_mtim.tv_nsec};
        choice.workerPath = worker;
        return choice;
    }

    Hash128 bytesHash() const
    {
        QFile file(QString::fromStdString(path()));
        const QByteArray bytes = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        return hash128(std::as_bytes(std::span(bytes.constData(), std::size_t(bytes.size()))));
    }

    std::shared_ptr<const CanonicalText> imported() const
    {
        auto text = importDocument(path(), {{}, CAIRN_IMPORT_WORKER, std::chrono::seconds(30)});
        return text ? std::make_shared<const CanonicalText>(std::move(*text)) : nullptr;
    }

private:
    test::TemporaryFolder m_folder;
};

// A source with its signals recorded.
struct Watched
{
    explicit Watched(const PdfFileChoice& choice)
        : source(choice), opened(&source, &PageSource::opened), failed(&source, &PageSource::failed),
          pictures(&source, &PageSource::pageReady), pictureFailures(&source, &PageSource::pageFailed),
          glyphs(&source, &PageSource::glyphsReady), glyphFailures(&source, &PageSource::glyphsFailed)
    {
    }
    bool waitOpened() { return opened.size() > 0 || opened.wait(test::kPatienceMs); }
    QString sentence() { return QString::fromStdString(failed.at(0).at(0).value<Error>().message); }

    PdfPageSource source;
    QSignalSpy opened, failed, pictures, pictureFailures, glyphs, glyphFailures;
};

QString statusOf(int process, const char* field)
{
    QFile file(QStringLiteral("/proc/%1/status").arg(process));
    if (file.open(QIODevice::ReadOnly))
        for (const QByteArray& line : file.readAll().split('\n'))
            if (line.startsWith(field))
                return QString::fromLatin1(line.mid(qsizetype(qstrlen(field)) + 1)).trimmed();
    return {};
}

}  // namespace

class PdfPageSourceTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aPictureIsWhatQtDraws()
    {
        QByteArray bytes = PdfFile::make(test::samplePages(3));
        const SourceFile file(bytes);
        Watched watched(file.choice());
        QVERIFY(watched.waitOpened());
        QCOMPARE(watched.source.pages().size(), std::size_t(3));
        watched.source.requestPage(1, 700);
        QVERIFY(watched.pictures.wait(test::kPatienceMs));
        const QImage picture = watched.pictures[0][2].value<QImage>();
        QBuffer buffer(&bytes);
        buffer.open(QIODevice::ReadOnly);
        QPdfDocument plain;
        plain.load(&buffer);
        QImage expected(picture.size(), QImage::Format_RGB32);
        expected.fill(Qt::white);
        QPainter(&expected).drawImage(0, 0, plain.render(1, picture.size()));
        QCOMPARE(picture.width(), 700);
        int worst = 0;   // rounding of alpha alone
        for (int y = 0; y < picture.height(); ++y)
            for (int x = 0; x < picture.width(); ++x)
                worst = std::max(worst, std::abs(qGray(picture.pixel(x, y)) - qGray(expected.pixel(x, y))));
        QVERIFY2(worst <= 2, qPrintable(QString::number(worst)));
        QVERIFY(qGray(picture.pixel(0, 0)) == 255);
    }

    // Decoders of JPEG and GIF are files of their own, which the locked worker can't load any more.
    void picturesOfABookComeFromTheLockedWorkerToo_data()
    {
        QTest::addColumn<QByteArray>("file");
        QByteArray jpeg, png;
        QImage image(64, 32, QImage::Format_RGB32);
        image.fill(Qt::blue);
        for (const auto& [bytes, format] : {std::pair(&jpeg, "JPG"), std::pair(&png, "PNG")}) {
            QBuffer buffer(bytes);
            image.save(&buffer, format);
        }
        QTest::newRow("PNG") << png;
        QTest::newRow("JPEG") << jpeg;
        QTest::newRow("GIF") << QByteArray::fromHex("47494638396108000800800000ff0000ffffff2c00000000080008000002078c8fa9cbed5d005b");
    }
    void picturesOfABookComeFromTheLockedWorkerToo()
    {
        QFETCH(QByteArray, file);
        const std::string book = test::packageOf(
            {{"mimetype", "application/epub+zip"},
             {"META-INF/container.xml", "<container><rootfiles><rootfile full-path='a.opf'/></rootfiles></container>"},
             {"a.opf", "<package><manifest><item id='a' href='a.xhtml' media-type='application/xhtml+xml'/></manifest>"
                       "<spine><itemref idref='a'/></spine></package>"},
             {"a.xhtml", "<html><body><p>Words.</p><img src='b'/><p>More words.</p></body></html>"},
             {"b", file.toStdString()}});
        const SourceFile epub(QByteArray::fromStdString(book));
        PdfFileChoice choice = epub.choice();
        choice.pictures = true;
        Watched watched(choice);
        QVERIFY(watched.waitOpened());
        QCOMPARE(watched.source.pages().size(), std::size_t(1));
        QCOMPARE(watched.source.pages()[0].place, std::uint64_t(8));
        watched.source.requestPage(0, 16);
        QTRY_VERIFY(watched.pictures.size() + watched.pictureFailures.size() > 0);
        QCOMPARE(watched.pictures.size(), 1);
        QCOMPARE(watched.pictures[0][2].value<QImage>().width(), 16);
    }

    void charactersHaveOneBoxPerUnitOfTheText()
    {
        QByteArray bytes = PdfFile::make(test::samplePages(2));
        const SourceFile file(bytes);
        Watched watched(file.choice());
        watched.source.requestGlyphs(0);   // asked before it is open
        QVERIFY(watched.glyphs.wait(test::kPatienceMs));
        QBuffer buffer(&bytes);
        buffer.open(QIODevice::ReadOnly);
        QPdfDocument plain;
        plain.load(&buffer);
        const QString text = plain.getAllText(0).text();
        const auto glyphs = watched.glyphs[0][1].value<std::shared_ptr<const PageGlyphs>>();
        QCOMPARE(glyphs->size(), std::size_t(text.size()));
        for (qsizetype i = 0; i < text.size(); ++i)
            QCOMPARE((*glyphs)[std::size_t(i)].empty(), text[i].isSpace());
    }

    void theWorkerIsLockedDown()
    {
        const SourceFile file(PdfFile::make(test::samplePages(1)));
        Watched watched(file.choice());
        watched.source.requestGlyphs(0);
        QVERIFY(watched.waitOpened());
        QVERIFY(watched.glyphs.size() > 0 || watched.glyphs.wait(test::kPatienceMs));
        QTRY_COMPARE(watched.source.workerProcesses().size(), std::size_t(2));   // one of them may have been the first
        for (const int worker : watched.source.workerProcesses()) {
            QCOMPARE(statusOf(worker, "Seccomp:"), QStringLiteral("2"));
            QCOMPARE(statusOf(worker, "NoNewPrivs:"), QStringLiteral("1"));
            QCOMPARE(statusOf(worker, "Threads:"), QStringLiteral("1"));
        }
    }

    void aPasswordOpensTheFile()
    {
        test::PdfFileOptions options;
        options.userPassword = "sesame";
        const SourceFile file(PdfFile::make(test::samplePages(2), options));
        Watched without(file.choice());
        QVERIFY(without.failed.wait(test::kPatienceMs));
        QCOMPARE(without.failed[0][0].value<Error>().code, ErrorCode::PasswordRequired);
        PdfFileChoice choice = file.choice();
        choice.password = "sesame";
        Watched with(choice);
        QVERIFY(with.waitOpened());
    }

    void aMissingOrChangedFileIsSaid()
    {
        const SourceFile file(PdfFile::make(test::samplePages(2)));
        PdfFileChoice gone = file.choice();
        gone.path += ".gone";
        Watched missing(gone);
        QVERIFY(missing.failed.wait(test::kPatienceMs));
        QCOMPARE(missing.failed[0][0].value<Error>().code, ErrorCode::NotFound);
        QVERIFY2(missing.sentence().contains(QStringLiteral("text")), qPrintable(missing.sentence()));
        PdfFileChoice other = file.choice();
        other.look.modifiedNs -= 1;
        Watched changed(other);
        QVERIFY(changed.failed.wait(test::kPatienceMs));
        QVERIFY2(changed.sentence().contains(QStringLiteral("has changed")), qPrintable(changed.sentence()));
        PdfFileChoice nobody = file.choice("/nonexistent/cairn-import");
        Watched noWorker(nobody);
        QVERIFY(noWorker.failed.wait(test::kPatienceMs));
        QCOMPARE(noWorker.failed.size(), qsizetype(1));
    }

    void aFileWithAnotherTimeAndTheSameContentIsDrawn()
    {
        const SourceFile file(PdfFile::make(test::samplePages(2)));
        PdfFileChoice choice = file.choice();
        choice.text = file.imported();
        const FileLook look = choice.look;
        choice.look.modifiedNs -= 1;
        Watched watched(choice);
        const QSignalSpy same(&watched.source, &PdfPageSource::foundSame);
        watched.source.requestGlyphs(0);   // both workers ask for the file
        watched.source.requestPage(0, 200);
        QTRY_COMPARE(watched.pictures.size() + watched.glyphs.size(), qsizetype(2));
        QCOMPARE(watched.failed.size(), qsizetype(0));
        QCOMPARE(same.size(), qsizetype(1));
        const auto found = same[0][0].value<SameSource>();
        QCOMPARE(found.look, look);
        QCOMPARE(found.bytesHash, file.bytesHash());
        QVERIFY(!found.text);   // its words stand where they did
    }

    void theSameBytesAreNoChangeWhateverComesOutOfThem()   // reading files has changed, or was told another encoding
    {
        const SourceFile file(PdfFile::make(test::samplePages(2)));
        PdfFileChoice choice = file.choice();
        choice.text = std::make_shared<const CanonicalText>(CanonicalText{DocumentFormat::Pdf, {}, {}, "other words", {}, {}, {}, {}, {}});
        choice.bytesHash = file.bytesHash();
        choice.look.modifiedNs -= 1;
        Watched watched(choice);
        const QSignalSpy same(&watched.source, &PdfPageSource::foundSame);
        QVERIFY(watched.waitOpened());
        QCOMPARE(same.size(), qsizetype(1));
        QVERIFY(!same[0][0].value<SameSource>().text);
        choice.bytesHash.front() ^= 1;
        Watched others(choice);
        QVERIFY(others.failed.wait(test::kPatienceMs));
        QVERIFY2(others.sentence().contains(QStringLiteral("has changed")), qPrintable(others.sentence()));
    }

    void aFileWithOtherContentHasChanged_data()
    {
        QTest::addColumn<int>("pages");
        QTest::newRow("one page more") << 3;
        QTest::newRow("one page less") << 1;
        QTest::newRow("no PDF any more") << 0;
    }
    void aFileWithOtherContentHasChanged()
    {
        QFETCH(int, pages);
        SourceFile file(PdfFile::make(test::samplePages(2)));
        PdfFileChoice choice = file.choice();
        choice.text = file.imported();
        file.write(pages == 0 ? QByteArrayLiteral("%PDF-1.7\nnothing") : PdfFile::make(test::samplePages(pages)));
        Watched watched(choice);
        QVERIFY(watched.failed.wait(test::kPatienceMs));
        QVERIFY2(watched.sentence().contains(QStringLiteral("has changed")), qPrintable(watched.sentence()));
        QCOMPARE(watched.failed[0][0].value<Error>().code, ErrorCode::Corruption);
        QCOMPARE(watched.opened.size(), qsizetype(0));
    }

    void theSameWordsInOtherPlacesAreToldWithTheirPlaces()   // marks would stand beside the words
    {
        const SourceFile file(PdfFile::make(test::samplePages(2)));
        PdfFileChoice choice = file.choice();
        auto moved = *file.imported();
        moved.runs.back().sourceBegin += 1;
        choice.text = std::make_shared<const CanonicalText>(std::move(moved));
        choice.look.modifiedNs -= 1;
        choice.bytesHash.fill(7);   // written anew
        Watched watched(choice);
        const QSignalSpy same(&watched.source, &PdfPageSource::foundSame);
        QVERIFY(watched.waitOpened());
        QCOMPARE(same.size(), qsizetype(1));
        const auto text = same[0][0].value<SameSource>().text;
        QVERIFY(text);
        QCOMPARE(text->text, choice.text->text);
        QCOMPARE(text->runs.back().sourceBegin + 1, choice.text->runs.back().sourceBegin);
    }

    void aSourceThatIsStillBeingComparedGoesAtOnce()
    {
        const SourceFile file(PdfFile::make(test::samplePages(200)));
        PdfFileChoice choice = file.choice();
        choice.text = std::make_shared<const CanonicalText>(CanonicalText{DocumentFormat::Pdf, {}, {}, "other words", {}, {}, {}, {}, {}});
        choice.look.modifiedNs -= 1;
        QElapsedTimer timer;
        {
            Watched watched(choice);
            watched.source.requestGlyphs(0);
            timer.start();
        }
        QVERIFY2(timer.elapsed() < 20'000, qPrintable(QString::number(timer.elapsed())));   // not the reading of 200 pages, nor 30 s of silence
    }

    void aDamagedFileIsSaid()
    {
        const SourceFile file("%PDF-1.7\n1 0 obj\n<<>");
        Watched watched(file.choice());
        QVERIFY(watched.failed.wait(test::kPatienceMs));
        QCOMPARE(watched.failed[0][0].value<Error>().code, ErrorCode::Corruption);
        watched.source.requestPage(0, 100);
        test::settle(100);
        QVERIFY(watched.pictures.isEmpty());
    }

    void aKilledWorkerIsStartedAgainUnnoticed()
    {
        const SourceFile file(PdfFile::make(test::samplePages(3)));
        Watched watched(file.choice());
        QVERIFY(watched.waitOpened());
        watched.source.requestPage(0, 200);
        QVERIFY(watched.pictures.wait(test::kPatienceMs));
        const int first = watched.source.workerProcesses().at(0);
        QVERIFY(test::signalProcess(first, SIGKILL));
        watched.source.requestPage(1, 200);
        QVERIFY(watched.pictures.wait(test::kPatienceMs));
        QCOMPARE(watched.pictures[1][0].toInt(), 1);
        QVERIFY(watched.source.workerProcesses().at(0) != first);
        QCOMPARE(watched.opened.size(), qsizetype(1));
        QVERIFY(watched.failed.isEmpty() && watched.pictureFailures.isEmpty());
    }

    void aWorkerWithoutWorkEndsAndComesBack()
    {
        const SourceFile file(PdfFile::make(test::samplePages(2)));
        PdfFileChoice choice = file.choice();
        choice.idle = 60ms;
        Watched watched(choice);
        QVERIFY(watched.waitOpened());
        QTRY_VERIFY(watched.source.workerProcesses().empty());
        watched.source.requestPage(1, 200);
        QVERIFY(watched.pictures.wait(test::kPatienceMs));
        QCOMPARE(watched.opened.size(), qsizetype(1));
    }

    void pagesThatDoNotExistAreRefused()
    {
        const SourceFile file(PdfFile::make(test::samplePages(2)));
        Watched watched(file.choice());
        QVERIFY(watched.waitOpened());
        watched.source.requestPage(2, 100);
        watched.source.requestPage(-1, 100);
        watched.source.requestPage(1, 100);
        QVERIFY(watched.pictures.wait(test::kPatienceMs));
        QCOMPARE(watched.pictureFailures.size(), qsizetype(2));
        QCOMPARE(watched.pictures[0][0].toInt(), 1);
    }

    void aPageThatEndsOrLiesIsNamedAndOthersGoOn_data()
    {
        QTest::addColumn<int>("page");
        QTest::newRow("dies") << 1;
        QTest::newRow("hangs") << 2;
        QTest::newRow("lies") << 3;
        QTest::newRow("fails") << 4;
    }
    void aPageThatEndsOrLiesIsNamedAndOthersGoOn()
    {
        QFETCH(int, page);
        const SourceFile file("%PDF-1.4");
        PdfFileChoice choice = file.choice(CAIRN_FAKE_RENDER_WORKER);
        choice.silence = 1500ms;
        Watched watched(choice);
        QVERIFY(watched.waitOpened());
        for (const int one : {0, page, 5, page, 0})
            watched.source.requestPage(one, 64);
        QTRY_COMPARE(watched.pictures.size() + watched.pictureFailures.size(), qsizetype(5));
        QCOMPARE(watched.pictures.size(), qsizetype(3));
        QCOMPARE(watched.pictureFailures.size(), qsizetype(2));
        QCOMPARE(watched.pictureFailures[0][0].toInt(), page);
        QCOMPARE(watched.pictureFailures[0][2].toString(), QStringLiteral("This page could not be drawn."));
        QVERIFY(watched.failed.isEmpty());
    }

    void aPageThatHungIsNotWaitedForAgain()
    {
        const SourceFile file("%PDF-1.4");
        PdfFileChoice choice = file.choice(CAIRN_FAKE_RENDER_WORKER);
        choice.silence = 1500ms;
        Watched watched(choice);
        QVERIFY(watched.waitOpened());
        QElapsedTimer timer;
        timer.start();
        watched.source.requestPage(2, 64);
        QVERIFY(watched.pictureFailures.wait(test::kPatienceMs));
        const qint64 first = timer.restart();
        watched.source.requestPage(2, 32);
        QVERIFY(watched.pictureFailures.wait(test::kPatienceMs));
        QVERIFY2(timer.elapsed() < first, qPrintable(QString::number(timer.elapsed())));
    }

    void endingWhileAPageHangsTakesNoTime()
    {
        const SourceFile file("%PDF-1.4");
        auto watched = std::make_unique<Watched>(file.choice(CAIRN_FAKE_RENDER_WORKER));
        QVERIFY(watched->waitOpened());
        watched->source.requestPage(2, 64);
        test::settle(50);
        const int worker = watched->source.workerProcesses().at(0);
        QElapsedTimer timer;
        timer.start();
        watched.reset();
        QVERIFY2(timer.elapsed() < 20'000, qPrintable(QString::number(timer.elapsed())));
        QVERIFY(worker > 0 && !test::signalProcess(worker, 0));
    }

    void aWorkerThatNeverOpensIsSaid()
    {
        const SourceFile file("%PDF-1.4");
        PdfFileChoice choice = file.choice(CAIRN_FAKE_RENDER_WORKER);
        choice.password = "never";
        Watched watched(choice);
        QVERIFY(watched.failed.wait(test::kPatienceMs));
    }

    void theFileAndItsFolderStayAsTheyAre()
    {
        const QByteArray bytes = PdfFile::make(test::samplePages(2));
        const SourceFile file(bytes);
        {
            Watched watched(file.choice());
            watched.source.requestPage(0, 300);
            QVERIFY(watched.pictures.wait(test::kPatienceMs));
        }
        QCOMPARE(test::fileContent(file.path()), bytes.toStdString());
        const auto folder = std::filesystem::path(file.path()).parent_path();
        QCOMPARE(std::distance(std::filesystem::directory_iterator(folder), {}), std::ptrdiff_t(1));
    }
};

QTEST_GUILESS_MAIN(PdfPageSourceTest)
#include "pdf_page_source_test.moc"
