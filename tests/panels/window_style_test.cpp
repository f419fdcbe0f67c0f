// The tabs of the documents, and what the window's style says by colour: where the keyboard is, which item is chosen.
#include "ui/panels/buttons.h"
#include "ui/panels/document_tabs.h"
#include "ui/panels/icons.h"
#include "ui/panels/window_style.h"
#include "ui/theme.h"

#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QHelpEvent>
#include <QMenu>
#include <QSplitter>
#include <QToolTip>
#include <QtTest>

using namespace cairn;

namespace
{

int pixelsOf(const QImage& image, const QColor& colour)
{
    int count = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            count += image.pixelColor(x, y) == colour;
    }
    return count;
}

QImage grabbed(QWidget& widget, const QRect& place) { return widget.grab(place).toImage(); }

}  // namespace

class WindowStyleTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        QApplication::setStyle(new WindowStyle);
        QApplication::setPalette(themePalette(Panel::Light));
    }

    void symbolsGrowWithTheText()
    {
        const QFont usual = QApplication::font();
        QFont sized = usual;
        sized.setPixelSize(13);
        QApplication::setFont(sized);
        SymbolButton button(Icon::Open, QStringLiteral("Open"));
        QMenu menu;
        QAction* action = menu.addAction(icon(Icon::Open), QStringLiteral("Open"));
        const QStyle& style = *QApplication::style();
        QCOMPARE(style.pixelMetric(QStyle::PM_SmallIconSize), 16);
        QCOMPARE(button.iconSize(), QSize(18, 18));
        sized.setPixelSize(26);
        QApplication::setFont(sized);
        QCOMPARE(style.pixelMetric(QStyle::PM_SmallIconSize), 32);
        QCOMPARE(style.pixelMetric(QStyle::PM_IndicatorWidth), 30);
        QTRY_COMPARE(button.iconSize(), QSize(36, 36));
        QTRY_VERIFY(menu.actionGeometry(action).height() >= 32);
        QApplication::setFont(usual);
    }

    void aLongTitleLeavesRoomForTheOthers()
    {
        DocumentTabs tabs;
        for (const QString& title : {QStringLiteral("Alice"), QStringLiteral("x").repeated(300), QStringLiteral("The Time Machine")})
            tabs.setTitle(tabs.addTab({}), title);
        const int letter = tabs.fontMetrics().averageCharWidth();
        tabs.resize(80 * letter + 3 * 60, tabs.sizeHint().height());
        tabs.show();
        QVERIFY(QTest::qWaitForWindowExposed(&tabs));
        QVERIFY2(tabs.tabRect(1).width() < 40 * letter + 60, qPrintable(QString::number(tabs.tabRect(1).width())));
        for (const int whole : {0, 2})
            QVERIFY(tabs.tabRect(whole).width() > tabs.fontMetrics().horizontalAdvance(tabs.tabText(whole)));
        tabs.resize(30 * letter, tabs.height());   // many in little room: each still shows its beginning
        for (int tab = 0; tab < tabs.count(); ++tab)
            QVERIFY(tabs.tabRect(tab).width() >= 5 * letter);
        QVERIFY(tabs.tabRect(2).width() >= 12 * letter);
    }

    void everyCharacterOfATitleIsOne()
    {
        DocumentTabs tabs, plain;
        tabs.setTitle(tabs.addTab({}), QStringLiteral("Tom & Jerry <b>"));
        QCOMPARE(tabs.tabText(0), QStringLiteral("Tom && Jerry <b>"));   // no key, and nothing underlined
        tabs.resize(tabs.sizeHint());
        tabs.show();
        QHelpEvent help(QEvent::ToolTip, tabs.tabRect(0).center(), tabs.mapToGlobal(tabs.tabRect(0).center()));
        QApplication::sendEvent(&tabs, &help);
        QVERIFY(QToolTip::text().contains(QStringLiteral("Tom &amp; Jerry &lt;b&gt;")));
        QToolTip::hideText();
        const QString longer = QStringLiteral("A <i>title</i> of many words ").repeated(8);
        tabs.setTitle(0, longer);   // assistive programs get no marks of HTML
        QCOMPARE(QAccessible::queryAccessibleInterface(&tabs)->child(0)->text(QAccessible::Description), longer);
    }

    void theTabWithTheKeyboardIsRinged()
    {
        QWidget window;
        auto* tabs = new DocumentTabs(&window);
        for (const char* title : {"One", "Two"})
            tabs->setTitle(tabs->addTab({}), QString::fromLatin1(title));
        tabs->resize(tabs->sizeHint());
        window.resize(tabs->size());
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        const QColor accent = themeColour(Role::Accent, *tabs);
        const QRect below = tabs->tabRect(0).adjusted(0, 4, 0, 0);   // its top edge has that colour anyway
        QCOMPARE(pixelsOf(grabbed(*tabs, below), accent), 0);
        window.setAttribute(Qt::WA_KeyboardFocusChange);
        tabs->setFocus(Qt::TabFocusReason);
        QVERIFY(tabs->hasFocus());
        QVERIFY(pixelsOf(grabbed(*tabs, below), accent) > 20);
        QCOMPARE(pixelsOf(grabbed(*tabs, tabs->tabRect(1)), accent), 0);
        window.setAttribute(Qt::WA_KeyboardFocusChange, false);   // by the mouse: nothing to find
        QCOMPARE(pixelsOf(grabbed(*tabs, below), accent), 0);
    }

    void panesOfOneGroundArePartedByALine()
    {
        for (const Contrast contrast : {Contrast::Usual, Contrast::High}) {
            setContrast(contrast);
            QApplication::setPalette(themePalette(Panel::Light));
            QSplitter rows(Qt::Vertical);
            rows.addWidget(new QWidget);
            rows.addWidget(new QWidget);
            rows.resize(400, 200);
            rows.show();
            QVERIFY(QTest::qWaitForWindowExposed(&rows));
            const int drawn = pixelsOf(rows.handle(1)->grab().toImage(), themeColour(Role::Line, Panel::Light));
            QVERIFY2(contrast == Contrast::High ? drawn > 300 : drawn == 0, qPrintable(QString::number(drawn)));
        }
        setContrast(Contrast::Usual);
        QApplication::setPalette(themePalette(Panel::Light));
    }

    void theSymbolOfTheChosenItemHasTheColourOfItsWords()
    {
        QMenu menu;
        QAction* chosen = menu.addAction(icon(Icon::Trash), QString());
        menu.addAction(icon(Icon::Trash), QString());
        menu.popup({});
        const QRect place = menu.actionGeometry(chosen);
        const QColor words = menu.palette().color(QPalette::HighlightedText), other = menu.palette().color(QPalette::ButtonText);
        QVERIFY(words != other);
        menu.setActiveAction(nullptr);
        QCOMPARE(pixelsOf(grabbed(menu, place), words.toRgb()) > 0, menu.palette().color(QPalette::Base) == words);
        menu.setActiveAction(chosen);
        QVERIFY(pixelsOf(grabbed(menu, place), words.toRgb()) > 3);
        QCOMPARE(pixelsOf(grabbed(menu, place), other.toRgb()), 0);
    }
};

QTEST_MAIN(WindowStyleTest)
#include "window_style_test.moc"
