// Documents on paper, printed to PDF: which pages, and what stands on them. The pages of a PDF come from the real import worker.
#include "app/render/pdf_page_source.h"
#include "core/documents/client/import_client.h"
#include "tests/documents/pdf_file.h"
#include "tests/support/patience.h"
#include "tests/support/temporary_folder.h"
#include "ui/reader/document_print.h"

#include <QPainter>
#include <QPdfDocument>
#include <QPdfSelection>
#include <QPdfWriter>
#include <QSignalSpy>
#include <QTest>

#include <fstream>

using namespace cairn;
using test::PdfFile;

namespace
{

std::shared_ptr<const CanonicalText> imported(const std::string& path)
{
    auto text = importDocument(path, {{}, CAIRN_IMPORT_WORKER, std::chrono::seconds(30)});
    return text ? std::make_shared<const CanonicalText>(std::move(*text)) : nullptr;
}

// What was printed: -1 it failed.
int print(const QString& file, PrintWishes wishes, PageSource* source)
{
    auto paper = std::make_shared<QPdfWriter>(file);
    paper->setPageSize(QPageSize(QPageSize::A5));
    wishes.paper = paper;
    paper.reset();
    int printed = -2;
    {
        DocumentPrint print(std::move(wishes), source);
        QObject::connect(&print, &DocumentPrint::finished, &print, [&](int pages) { printed = pages; });
        QObject::connect(&print, &DocumentPrint::failed, &print, [&](const Error&) { printed = -1; });
        (void)QTest::qWaitFor([&] { return printed != -2; }, test::kPatienceMs);
    }
    return printed;
}

double darkness(const QImage& drawn)
{
    QImage image(drawn.size(), QImage::Format_RGB32);
    image.fill(Qt::white);   // paper
    QPainter(&image).drawImage(0, 0, drawn);
    double dark = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            dark += 1 - qGray(image.pixel(x, y)) / 255.0;
    return dark / (double(image.width()) * image.height());
}

}  // namespace

class DocumentPrintTest : public QObject
{
    Q_OBJECT
private:
    test::TemporaryFolder m_folder;
    QString path(const char* name) const { return QString::fromStdString(m_folder.file(name)); }

private Q_SLOTS:
    // The same picture as the file itself gives, at the resolution of print.
    void pagesAreDrawnAsTheyAre()
    {
        std::vector<PdfFile::Lines> pages;
        for (int i = 0; i < 5; ++i)
            pages.push_back(PdfFile::Lines(std::size_t(10 * (i + 1)), "A line of words that stand on this page alone"));
        test::writeContent(m_folder.file("book.pdf"), PdfFile::make(pages).toStdString());
        const auto text = imported(m_folder.file("book.pdf"));
        QVERIFY(text);
        PdfFileChoice choice;
        choice.path = m_folder.file("book.pdf");
        choice.workerPath = CAIRN_IMPORT_WORKER;
        QCOMPARE(print(path("out.pdf"), {text, {}, {2, 4}, true, {}}, new PdfPageSource(choice)), 3);
        QPdfDocument before, after;
        before.load(path("book.pdf"));
        after.load(path("out.pdf"));
        QCOMPARE(after.pageCount(), 3);
        std::vector<double> ink;
        for (int page = 0; page < 3; ++page) {
            const QSizeF size = after.pagePointSize(page);
            QVERIFY(std::abs(size.width() - 420) < 1 && std::abs(size.height() - 595) < 1);
            const double printed = darkness(after.render(page, (size * 2).toSize()));
            const QSizeF original = before.pagePointSize(page + 1);
            const double wanted = darkness(before.render(page + 1, (original * 2).toSize()));
            QVERIFY2(printed > 0.5 * wanted && printed < 1.2 * wanted, qPrintable(QString::number(printed / wanted)));
            ink.push_back(printed);
        }
        QVERIFY(ink[0] < ink[1] && ink[1] < ink[2]);   // 20, 30, 40 lines
    }

    void textsAreSetInPages()
    {
        std::ofstream file(m_folder.file("long.md"));
        file << "# The beginning\n\n";
        for (int i = 0; i < 120; ++i)
            file << "Paragraph number " << i << " says a few words about ropes, sails, masts and the weather of the northern coast.\n\n";
        file.close();
        const auto text = imported(m_folder.file("long.md"));
        QVERIFY(text);
        const int all = print(path("all.pdf"), {text, {}, {}, false, {}}, nullptr);
        QVERIFY(all > 3);
        QPdfDocument printed;
        printed.load(path("all.pdf"));
        QCOMPARE(printed.pageCount(), all);
        QString words;
        for (int page = 0; page < all; ++page)
            words += printed.getAllText(page).text().simplified() + QLatin1Char(' ');
        int from = 0;
        for (int i = 0; i < 120; ++i) {   // each once, in order
            const QString paragraph = QStringLiteral("Paragraph number %1 says a few words").arg(i);
            const int found = int(words.indexOf(paragraph, from));
            QVERIFY2(found >= from, qPrintable(paragraph));
            QCOMPARE(words.count(paragraph), 1);
            from = found;
        }
        QVERIFY(words.startsWith(QStringLiteral("The beginning")));

        QCOMPARE(print(path("some.pdf"), {text, {}, {2, 3}, false, {}}, nullptr), 2);
        QPdfDocument some;
        some.load(path("some.pdf"));
        QCOMPARE(some.pageCount(), 2);
        for (int page = 0; page < 2; ++page)   // the pages that they are among all
            QCOMPARE(some.getAllText(page).text().simplified(), printed.getAllText(page + 1).text().simplified());
        QVERIFY(some.getAllText(0).text().simplified().endsWith(QStringLiteral("The beginning 2")));
    }

    void whatCantBePrintedIsSaid()
    {
        std::ofstream(m_folder.file("short.md")) << "Words.\n";
        const auto text = imported(m_folder.file("short.md"));
        QCOMPARE(print(path("no/such/folder/out.pdf"), {text, {}, {}, false, {}}, nullptr), -1);
        PdfFileChoice absent;
        absent.path = m_folder.file("absent.pdf");
        absent.workerPath = CAIRN_IMPORT_WORKER;
        QCOMPARE(print(path("out.pdf"), {text, {}, {}, true, {}}, new PdfPageSource(absent)), -1);
    }
};

QTEST_MAIN(DocumentPrintTest)
#include "document_print_test.moc"
