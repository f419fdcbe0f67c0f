// Links in the pages of the reader: a click goes there and back() returns; addresses are handed on, never opened here.
#include "app/window/reader_area.h"
#include "tests/reader/made_up_pdf.h"
#include "ui/reader/pdf_doc_view.h"

#include <QSignalSpy>
#include <QTest>

using namespace cairn;
using test::FakePageSource;
using test::MadeUpPdf;

namespace
{

struct Reader
{
    Reader() : pdf(12), document(std::make_shared<const CanonicalText>(pdf.text))
    {
        area.resize(900, 700);
        area.setDocuments({document}, [this](std::uint32_t) {
            source = new FakePageSource(pdf);
            source->links[0] = {{{60, 104, 120, 118}, 7, 300, {}}, {{60, 120, 120, 134}, PageLink::kNoPage, 0, "https://example.org"}};
            return source;
        });
        area.show();
        source->open();
        view = static_cast<PdfDocView*>(area.current()->view());
    }
    QPoint at(const std::string& word)   // (0, 0) as long as the page's words aren't known
    {
        const auto places = view->rectanglesOf(pdf.range(word));
        return places.empty() ? QPoint() : places.front().center();
    }
    void click(const std::string& word) { QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, at(word)); }

    MadeUpPdf pdf;
    DocumentPtr document;
    SelectionHub hub;
    FakePageSource* source = nullptr;
    ReaderArea area{&hub};
    PdfDocView* view = nullptr;
};

}  // namespace

class ReaderLinksTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aLinkIsAJumpThatBackReturnsFrom()
    {
        Reader reader;
        QTRY_VERIFY(reader.view->linkAt(reader.at("word0x0")));
        reader.click("word0x0");
        QTRY_COMPARE(reader.view->currentPage(), 7);
        QVERIFY(reader.area.canGoBack());
        reader.area.back();
        QTRY_COMPARE(reader.view->currentPage(), 0);
        reader.area.forward();
        QTRY_COMPARE(reader.view->currentPage(), 7);
    }

    void anAddressIsHandedOn()
    {
        Reader reader;
        QSignalSpy addresses(&reader.area, &ReaderArea::addressActivated);
        QTRY_VERIFY(reader.view->linkAt(reader.at("word0x0")));
        reader.click("ken0x0");
        QCOMPARE(addresses.size(), 1);
        QCOMPARE(addresses.front().front().toString(), QStringLiteral("https://example.org"));
        QVERIFY(!reader.area.canGoBack());
    }
};

QTEST_MAIN(ReaderLinksTest)
#include "reader_links_test.moc"
