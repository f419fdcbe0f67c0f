// Remarks on a document: said when it is opened, listed beside it, and leading to their pages.
#include "app/window/areas/reader_area.h"
#include "app/window/session/import_remarks.h"
#include "app/window/window_actions.h"
#include "tests/documents/pdf_file.h"
#include "tests/support/patience.h"
#include "tests/window/desktop_window.h"
#include "ui/panels/remarks_dialog.h"
#include "ui/panels/side_panel.h"
#include "ui/reader/pdf_doc_view.h"

#include <QTreeWidget>

using namespace cairn;
using cairn::test::DesktopHome;
using cairn::test::PdfFile;
using cairn::test::Window;

namespace
{

QStringList pagesOf(const char* labels) { return QString::fromLatin1(labels).split(QLatin1Char(',')); }

}  // namespace

class ImportRemarksTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { m_home = std::make_unique<DesktopHome>(); }

    void sentencesNameTheirPages_data()
    {
        QTest::addColumn<QString>("sentence");
        QTest::addColumn<QString>("words");
        QTest::addColumn<QStringList>("pages");
        QTest::newRow("one page") << "Page 2 holds no text." << "No text on p. 2." << pagesOf("2");
        QTest::newRow("several") << "Pages iv, 2 and 12 hold pictures, which Cairn can't read."
                                 << "Only a picture, which Cairn can't read: p. iv, 2 and 12." << pagesOf("iv,2,12");
        QTest::newRow("many") << "Pages 2, 12 and 40 more hold no text." << "No text on p. 2, 12 and 40 more." << pagesOf("2,12");
        QTest::newRow("letters") << "Pages iv and 12 lack letters inside words: a font doesn't say which ones it draws."
                                 << "Letters are missing inside words, a font doesn't say which ones: p. iv and 12." << pagesOf("iv,12");
        QTest::newRow("another page") << "Page 99 holds no text." << "No text on p. 99." << QStringList{};
        QTest::newRow("a part") << "The part OEBPS/a %1.svg is a picture or of an unknown type and was left out."
                                << "The part OEBPS/a %1.svg is a picture or of an unknown type and was left out." << QStringList{};
        QTest::newRow("attached files") << "Attached files are not read: plan.pdf, b %1.txt."
                                        << "Attached files are not read: plan.pdf, b %1.txt." << QStringList{};
        QTest::newRow("encoding") << "The text is not UTF-8 and was read as Greek (ISO-8859-7); if letters look wrong, choose another encoding."
                                  << "The text is not UTF-8 and was read as Greek (ISO-8859-7); if letters look wrong, choose another encoding."
                                  << QStringList{};
        QTest::newRow("unknown") << "Something else." << "Something else." << QStringList{};
    }
    void sentencesNameTheirPages()
    {
        QFETCH(QString, sentence);
        QFETCH(QString, words);
        QFETCH(QStringList, pages);
        CanonicalText document;
        for (const char* label : {"iv", "2", "12"})
            document.units.push_back({label, {}});
        document.warnings = {sentence.toStdString()};
        const auto remarks = importRemarks(document);
        QCOMPARE(remarks.size(), std::size_t{1});
        QCOMPARE(remarks.front().words, words);
        QCOMPARE(remarks.front().pages, pages);
    }

    void aPageWithoutTextIsSaidAndLedTo()
    {
        const PdfFile::Lines words(20, "A line of words about ropes, knots and other things of the sea");
        const QByteArray pdf = PdfFile::make({words, {}, words, {}}, {});
        std::ofstream(m_home->file("ropes.pdf"), std::ios::binary).write(pdf.constData(), pdf.size());
        Window shown;
        shown.window.openFiles({m_home->path("ropes.pdf")});
        QTRY_VERIFY(shown.window.session().isOpen());
        const auto* bar = shown.window.findChild<MessageBar*>();
        QTRY_VERIFY2(bar->isVisible() && bar->text().endsWith(QLatin1String("No text on p. 2 and 4.")), qPrintable(bar->text()));
        QCOMPARE(shown.window.findChild<SidePanel*>()->documents().front().remarks, QStringList(QStringLiteral("No text on p. 2 and 4.")));
        shown.press("Show");
        auto* dialog = shown.window.findChild<RemarksDialog*>();
        QVERIFY(dialog && dialog->isVisible() && !dialog->isModal());
        auto* list = dialog->findChild<QTreeWidget*>();
        QCOMPARE(list->topLevelItem(0)->childCount(), 2);

        const auto* pages = shown.window.findChild<PdfDocView*>();
        QTRY_VERIFY(pages->currentPage() == 0);   // they are there
        list->setFocus();
        list->setCurrentItem(list->topLevelItem(0)->child(1));
        QTest::keyClick(list, Qt::Key_Return);
        QTRY_COMPARE(pages->currentPage(), 3);
        QVERIFY(dialog->isVisible());
        dialog->close();
        QVERIFY(shown.window.actions()[Act::Remarks]->isEnabled());
    }

    void aDocumentWithoutRemarksSaysNothing()
    {
        Window shown;
        m_home->openLighthouses(shown);
        QVERIFY(!shown.window.actions()[Act::Remarks]->isEnabled());
        QVERIFY(shown.window.findChild<SidePanel*>()->documents().front().remarks.isEmpty());
    }

private:
    std::unique_ptr<DesktopHome> m_home;
};

QTEST_MAIN(ImportRemarksTest)
#include "import_remarks_test.moc"
