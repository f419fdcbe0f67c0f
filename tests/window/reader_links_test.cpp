// Links in the pages of the reader: a click goes there and back() returns; addresses are handed on, never opened here.
#include "app/window/areas/reader_area.h"
#include "app/window/main_window.h"
#include "tests/reader/made_up_pdf.h"
#include "tests/support/patience.h"
#include "tests/support/temporary_folder.h"
#include "ui/panels/message_bar.h"
#include "ui/reader/pdf_doc_view.h"

#include <QDesktopServices>
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

// Takes what the window gives to the desktop.
class Browser final : public QObject
{
    Q_OBJECT
public:
    Browser() { QDesktopServices::setUrlHandler(QStringLiteral("https"), this, "open"); }
    ~Browser() override { QDesktopServices::unsetUrlHandler(QStringLiteral("https")); }
    QList<QUrl> opened;

public Q_SLOTS:
    void open(const QUrl& url) { opened.append(url); }
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

    void tabGoesThroughLinksAndEnterFollowsThem()
    {
        Reader reader;
        reader.area.activateWindow();
        reader.view->setFocus();
        QTRY_VERIFY(reader.view->linkAt(reader.at("word0x0")));
        QSignalSpy addresses(&reader.area, &ReaderArea::addressActivated);
        QTest::keyClick(reader.view, Qt::Key_Return);   // none is chosen
        QCOMPARE(reader.view->currentPage(), 0);
        QTest::keyClick(reader.view, Qt::Key_Tab);
        const QString said = reader.view->accessibleDescription();
        QVERIFY2(said.contains(QStringLiteral("word0x0")), qPrintable(said));
        QTest::keyClick(reader.view, Qt::Key_Tab);
        QVERIFY(reader.view->accessibleDescription().endsWith(QStringLiteral("https://example.org")));
        QTest::keyClick(reader.view, Qt::Key_Return);
        QCOMPARE(addresses.size(), 1);
        QVERIFY(reader.view->hasFocus());
        QTest::keyClick(reader.view, Qt::Key_Backtab);
        QTest::keyClick(reader.view, Qt::Key_Return);
        QTRY_COMPARE(reader.view->currentPage(), 7);
        reader.area.back();
    }

    void tabBehindTheLastLinkLeavesThePages()
    {
        Reader reader;
        reader.area.activateWindow();
        reader.view->setFocus();
        QTRY_VERIFY(reader.view->linkAt(reader.at("word0x0")));
        QTest::keyClick(reader.view, Qt::Key_Tab);
        QTest::keyClick(reader.view, Qt::Key_Escape);   // given up
        QVERIFY(reader.view->accessibleDescription().isEmpty());
        for (int i = 0; i < 3; ++i) {
            QVERIFY(reader.view->hasFocus());
            QTest::keyClick(reader.view, Qt::Key_Tab);
        }
        QVERIFY(!reader.view->hasFocus());
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

    void anAddressIsOpenedOnlyAfterAQuestion()
    {
        const test::TemporaryFolder home;
        for (const char* name : {"DATA", "CONFIG", "STATE", "CACHE"})
            qputenv((QByteArray("XDG_") + QByteArray(name) + QByteArray("_HOME")).constData(), QByteArray::fromStdString(home.path()));
        SettingsStore settings;
        MainWindow window(settings);
        window.show();
        Browser browser;
        auto* bar = window.findChild<MessageBar*>();
        const QString address = QStringLiteral("https://example.org/a?b=%3Cb%3E");
        Q_EMIT window.reader().addressActivated(address);
        QVERIFY(browser.opened.isEmpty());
        QVERIFY(bar->isVisible() && bar->text().contains(address));
        Q_EMIT bar->actionTriggered();
        QCOMPARE(browser.opened, QList<QUrl>{QUrl(address)});
        for (const char* other : {"file:///etc/passwd", "javascript:alert(1)", "no address", "cairn.desktop"}) {
            Q_EMIT window.reader().addressActivated(QString::fromLatin1(other));
            QVERIFY(bar->text().contains(QLatin1String(other)));
            Q_EMIT bar->actionTriggered();   // has nothing to do
        }
        QCOMPARE(browser.opened.size(), 1);
    }
};

QTEST_MAIN(ReaderLinksTest)
#include "reader_links_test.moc"
