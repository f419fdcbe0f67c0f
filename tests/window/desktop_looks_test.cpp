// The whole window as it is seen: dark and light, the screen's resolution, another language, the columns' widths; and how long the
// window's thread is away while a book of 1,000 pages is opened and read. Runs at scale 1 and, as desktop_looks_test_scale_2, at scale 2.
#include "app/window/areas/answer_area.h"
#include "app/window/areas/reader_area.h"
#include "app/window/areas/study_dock.h"
#include "app/window/main_window.h"
#include "app/window/window_actions.h"
#include "tests/documents/pdf_file.h"
#include "tests/support/patience.h"
#include "tests/window/desktop_window.h"
#include "ui/answer_view.h"
#include "ui/heatmap_view.h"
#include "ui/panels/command_palette.h"
#include "ui/panels/find_bar.h"
#include "ui/panels/message_bar.h"
#include "ui/panels/question_field.h"
#include "ui/panels/shortcut_sheet.h"
#include "ui/panels/side_panel.h"
#include "ui/panels/status_pieces.h"
#include "ui/panels/window_style.h"
#include "ui/theme.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QSplitter>
#include <QTest>
#include <QThread>
#include <QWindow>

#include <time.h>

#include <algorithm>
#include <fstream>

using namespace cairn;
using cairn::test::DesktopHome;
using cairn::test::Window;

namespace
{

// Measures how long one event keeps the thread, in its own CPU time: other programs don't count.
class MeasuredApplication final : public QApplication
{
public:
    using QApplication::QApplication;

    bool notify(QObject* receiver, QEvent* event) override
    {
        if (QThread::currentThread() != thread())     // storage has a thread of its own
            return QApplication::notify(receiver, event);
        if (m_depth++ > 0) {
            const bool done = QApplication::notify(receiver, event);
            --m_depth;
            return done;
        }
        const QByteArray name = receiver->metaObject()->className();
        const int type = event->type();
        const double begin = milliseconds();
        const bool done = QApplication::notify(receiver, event);
        const double spent = milliseconds() - begin;
        --m_depth;
        if (spent > longest) {
            longest = spent;
            longestOf = name + ", event " + QByteArray::number(type);
        }
        return done;
    }

    double longest = 0;
    QByteArray longestOf;

private:
    static double milliseconds()
    {
        timespec now{};
        ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
        return double(now.tv_sec) * 1e3 + double(now.tv_nsec) / 1e6;
    }
    int m_depth = 0;
};

double luminance(QRgb colour) { return (0.2126 * qRed(colour) + 0.7152 * qGreen(colour) + 0.0722 * qBlue(colour)) / 255; }

// Part of the picture's pixels for which `is` holds.
template <typename Is>
double part(const QImage& picture, Is is)
{
    qint64 found = 0, all = 0;
    for (int y = 0; y < picture.height(); y += 2) {
        for (int x = 0; x < picture.width(); x += 2, ++all)
            found += is(luminance(picture.pixel(x, y)));
    }
    return double(found) / double(all);
}

}  // namespace

class DesktopLooksTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { m_home = std::make_unique<DesktopHome>(); }
    void looksFollowThePalette_data();
    void looksFollowThePalette();
    void coloursAndContrastAreTheDesktopsUnlessChosen();
    void everythingIsDrawnAtTheScreensResolution();
    void anotherLanguageRenewsTheStudyViews();
    void theStatusBarNamesTheDeviceInTheLanguage();
    void fullScreenLeavesTheWindowAsItWas();
    void columnsHaveTheirWidthsWhenASessionOpens();
    void theLeftColumnGrowsWithTheWindowUntilItIsDragged();
    void theThreadIsNeverLongAwayWhileABookIsRead_data();
    void theThreadIsNeverLongAwayWhileABookIsRead();

private:
    void writeBook(bool pdf, const char* name) const;
    void readBook(const char* name);                 // sets m_longest

    std::unique_ptr<DesktopHome> m_home;
    double m_longest = 0;                            // ms of an event, of m_longestOf
    QByteArray m_longestOf;
};

void DesktopLooksTest::looksFollowThePalette_data()
{
    QTest::addColumn<bool>("dark");
    QTest::addRow("light") << false;
    QTest::addRow("dark") << true;
}

void DesktopLooksTest::looksFollowThePalette()
{
    QFETCH(bool, dark);
    QApplication::setPalette(themePalette(dark ? cairn::Panel::Dark : cairn::Panel::Light));
    Window shown;
    m_home->openLighthouses(shown);
    shown.ask("Who keeps the light?");
    for (const Act view : {Act::Evidence, Act::Layers, Act::Timeline, Act::Heads}) {
        shown.window.actions()[view]->trigger();
        test::settle(150);
        const QImage picture = shown.window.grab().toImage();
        const double bright = part(picture, [](double light) { return light > 0.75; });
        const double deep = part(picture, [](double light) { return light < 0.3; });
        const QByteArray found = "bright " + QByteArray::number(bright) + ", dark " + QByteArray::number(deep);
        QVERIFY2(dark ? bright < 0.08 && deep > 0.7 : bright > 0.7 && deep < 0.12, found.constData());
    }
}

void DesktopLooksTest::coloursAndContrastAreTheDesktopsUnlessChosen()
{
    QApplication::setPalette(themePalette(cairn::Panel::Light));
    SettingsStore settings;
    const auto looks = [] {
        const QPalette palette = QApplication::palette();
        return std::pair(panelOf(palette) == cairn::Panel::Dark, isHighContrast(palette));
    };
    const auto choose = [&](ColourChoice colours) {
        SettingsValues values = settings.values();
        values.colours = colours;
        settings.setValues(values);
    };
    settings.apply();
    const auto before = looks();
    settings.follow({false, true, false});
    QCOMPARE(looks(), std::pair(true, false));
    settings.follow({false, true, true});
    QCOMPARE(looks(), std::pair(true, true));
    choose(ColourChoice::Light);
    QCOMPARE(looks(), std::pair(false, false));
    choose(ColourChoice::StrongLight);
    QCOMPARE(looks(), std::pair(false, true));
    choose(ColourChoice::StrongDark);
    QCOMPARE(SettingsStore().values().colours, ColourChoice::StrongDark);   // kept
    settings.follow({});
    QCOMPARE(looks(), std::pair(true, true));
    choose(ColourChoice::System);
    QCOMPARE(looks(), before);
}

// At scale 2 a picture of doubled pixels has no difference inside its pairs.
void DesktopLooksTest::everythingIsDrawnAtTheScreensResolution()
{
    Window shown;
    m_home->openLighthouses(shown);
    const double scale = shown.window.devicePixelRatioF();
    QCOMPARE(scale, qEnvironmentVariable("QT_SCALE_FACTOR", QStringLiteral("1")).toDouble());
    const QImage picture = shown.window.grab().toImage();
    QCOMPARE(picture.size(), shown.window.size() * scale);
    qint64 differ = 0;
    for (int y = 0; y < picture.height(); ++y) {
        for (int x = 0; x + 1 < picture.width(); x += 2)
            differ += picture.pixel(x, y) != picture.pixel(x + 1, y);
    }
    QVERIFY2(differ > 2'000, QByteArray::number(differ).constData());
    const QRect inside = shown.window.rect();
    for (const auto* child : shown.window.findChildren<QWidget*>()) {
        if (child->isVisible() && child->window() == &shown.window)
            QVERIFY2(inside.intersects(QRect(child->mapTo(&shown.window, QPoint()), child->size())) || child->size().isEmpty(),
                     child->metaObject()->className());
    }
}

void DesktopLooksTest::anotherLanguageRenewsTheStudyViews()
{
    Window shown;
    m_home->openLighthouses(shown);
    shown.window.actions()[Act::Heads]->trigger();
    SettingsValues values = shown.settings.values();
    values.language = QStringLiteral("de");
    shown.settings.setValues(values);
    QTRY_COMPARE(shown.window.study().current(), StudyDock::View::Heads);
    const auto tells = [&](const char* words) {
        for (const auto* view : shown.window.study().findChildren<QWidget*>()) {
            if (view->accessibleName() == QString::fromUtf8(words))
                return true;
        }
        return false;
    };
    QTRY_VERIFY(tells("K\u00f6pfe"));
    values.language = QStringLiteral("en");
    shown.settings.setValues(values);
    QTRY_VERIFY(tells("Heads"));
}

void DesktopLooksTest::theStatusBarNamesTheDeviceInTheLanguage()
{
    Window shown;
    SettingsValues values = shown.settings.values();
    values.device = QStringLiteral("cpu");
    values.language = QStringLiteral("en");
    shown.settings.setValues(values);
    m_home->openLighthouses(shown);
    const auto* line = shown.window.findChild<StatusLine*>();
    QCOMPARE(line->facts().device, QStringLiteral("CPU, 2 threads, AVX2"));
    values.language = QStringLiteral("de");
    shown.settings.setValues(values);
    QTRY_COMPARE(line->facts().device, QStringLiteral("CPU, 2 Threads, AVX2"));
}

void DesktopLooksTest::fullScreenLeavesTheWindowAsItWas()
{
    Window shown;
    QAction* action = shown.window.actions()[Act::FullScreen];
    shown.window.showMaximized();
    action->trigger();
    QTRY_VERIFY(shown.window.isFullScreen() && action->isChecked());
    action->trigger();
    QTRY_VERIFY(!shown.window.isFullScreen() && shown.window.isMaximized() && !action->isChecked());
    shown.window.showFullScreen();   // by the desktop
    QTRY_VERIFY(action->isChecked());
    action->trigger();
    QTRY_VERIFY(!shown.window.isFullScreen());
}

// experience.md 8: 100 ms from any key or click to feedback; so no event may keep the thread longer.
// Whatever lays the columns out behind the start page (a picture of the window, closing and starting again) leaves them alone.
void DesktopLooksTest::columnsHaveTheirWidthsWhenASessionOpens()
{
    Window before, shown;
    before.window.grab();
    before.window.close();
    shown.window.grab();
    m_home->openLighthouses(shown);
    QVERIFY(shown.window.findChild<SidePanel*>()->width() >= 240);
}

// The left column has a share of a wide window; what a person gave it stays, and comes back.
void DesktopLooksTest::theLeftColumnGrowsWithTheWindowUntilItIsDragged()
{
    const auto open = [this](Window& shown) {
        shown.window.resize(1400, 800);
        shown.window.openFiles({m_home->path("lighthouses.md")});
        return QTest::qWaitFor([&] { return shown.window.session().isOpen() && shown.isRead(); }, test::kPatienceMs);
    };
    const auto columnsOf = [](Window& shown) {
        return qobject_cast<QSplitter*>(shown.window.findChild<StudyDock*>()->parentWidget());
    };
    int dragged = 0;
    {
        Window shown;
        QVERIFY(open(shown));
        const auto widthIn = [&](int window) {
            shown.window.resize(window, 800);
            return columnsOf(shown)->sizes()[0];
        };
        const int usual = widthIn(1400);
        QVERIFY2(usual >= 260 && usual <= 290, qPrintable(QString::number(usual)));
        QVERIFY(widthIn(1920) > usual);
        QVERIFY(widthIn(2560) > widthIn(1920));
        QCOMPARE(widthIn(3840), widthIn(2560));   // no further: titles are no longer
        QCOMPARE(widthIn(1400), usual);
        QSplitterHandle* handle = columnsOf(shown)->handle(1);
        QTest::mousePress(handle, Qt::LeftButton, {}, handle->rect().center());
        QTest::mouseMove(handle, handle->rect().center() + QPoint(40, 0));
        QTest::mouseRelease(handle, Qt::LeftButton, {}, handle->rect().center() + QPoint(40, 0));
        dragged = columnsOf(shown)->sizes()[0];
        QVERIFY(dragged > usual);
        QCOMPARE(widthIn(2560), dragged);
        shown.window.close();
        QTRY_VERIFY(!shown.window.isVisible());   // saved by then
    }
    Window again;
    QVERIFY(open(again));
    again.window.resize(2560, 800);
    QCOMPARE(columnsOf(again)->sizes()[0], dragged);
}

void DesktopLooksTest::theThreadIsNeverLongAwayWhileABookIsRead_data()
{
    QTest::addColumn<bool>("pdf");
    QTest::newRow("Markdown") << false;
    QTest::newRow("PDF") << true;
}

void DesktopLooksTest::writeBook(bool pdf, const char* name) const
{
    constexpr int kPages = 1'000, kWords = 500, kLines = 50, kLineWords = 10;
    if (pdf) {
        std::vector<test::PdfFile::Lines> pages(kPages);
        for (int page = 0; page < kPages; ++page) {
            for (int line = 0; line < kLines; ++line) {
                QByteArray words;
                for (int word = 0; word < kLineWords; ++word)
                    words += "word" + QByteArray::number((page * 31 + (line * kLineWords + word) * 7) % 997) + ' ';
                pages[std::size_t(page)].push_back(words);
            }
        }
        test::PdfFileOptions options;
        options.title = "A thousand pages";
        options.outline = true;
        const QByteArray bytes = test::PdfFile::make(pages, options);
        std::ofstream(m_home->file(name), std::ios::binary).write(bytes.constData(), bytes.size());
    } else {
        std::ofstream book(m_home->file(name));
        for (int page = 0; page < kPages; ++page) {
            book << "## Page " << page + 1 << "\n\n";
            for (int word = 0; word < kWords; ++word)
                book << "word" << (page * 31 + word * 7) % 997 << (word % 100 == 99 ? "\n\n" : " ");
        }
    }
}

void DesktopLooksTest::readBook(const char* name)
{
    auto& application = *static_cast<MeasuredApplication*>(qApp);
    Window shown;
    application.longest = 0;
    shown.window.openFiles({m_home->path(name)});
    QTRY_VERIFY(shown.window.session().isOpen());
    QTRY_VERIFY(shown.window.session().facts());
    shown.window.reading().start();                  // it is long: it doesn't start by itself
    QTRY_VERIFY(shown.window.reading().status().storedBlocks > 200);
    DocumentView* view = shown.window.reader().current()->view();
    for (int step = 0; step < 20; ++step) {
        view->scrollToByte(std::uint64_t(step) * shown.window.reader().current()->document().text.size() / 20);
        test::settle(20);
    }
    shown.ask("Which word is it?");
    m_longest = application.longest;
    m_longestOf = application.longestOf;
    shown.window.session().close();
}

// Programs that share a core and its caches make an event longer in its own CPU time, too, by twice and more. What is too long for that
// reason alone is not so each time.
void DesktopLooksTest::theThreadIsNeverLongAwayWhileABookIsRead()
{
    constexpr int kTimes = 4;
    QFETCH(bool, pdf);
    const char* const name = pdf ? "book.pdf" : "book.md";
    m_longest = 100;
    for (int time = 0; time < kTimes && m_longest >= 100; ++time) {
        m_home = std::make_unique<DesktopHome>();
        writeBook(pdf, name);
        readBook(name);
        if (QTest::currentTestFailed())
            return;
        qInfo("longest event: %.1f ms CPU (%s)", m_longest, m_longestOf.constData());
    }
    QVERIFY2(m_longest < 100, (QByteArray::number(m_longest) + " ms in " + m_longestOf).constData());
}

int main(int count, char** words)
{
    QApplication::setAttribute(Qt::AA_Use96Dpi);
    MeasuredApplication application(count, words);
    QApplication::setStyle(new WindowStyle);
    QApplication::setPalette(themePalette(cairn::Panel::Light));
    DesktopLooksTest test;
    QTEST_SET_MAIN_SOURCE_PATH
    return QTest::qExec(&test, count, words);
}

#include "desktop_looks_test.moc"
