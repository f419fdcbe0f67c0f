// Hits of the library search in the side panel, clicked as a person does: one of another session opens it at the words. Real import
// worker, an engine that follows a script and finds block 5 of every session.
#include "app/session/found_place.h"
#include "app/window/areas/hit_excerpt.h"
#include "app/window/areas/reader_area.h"
#include "app/window/window_actions.h"
#include "tests/support/patience.h"
#include "tests/window/desktop_window.h"
#include "ui/document_view.h"
#include "ui/panels/side_panel.h"
#include "ui/panels/side_models.h"

#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QRadioButton>

#include <array>

using namespace cairn;
using cairn::test::DesktopHome;
using cairn::test::Window;
using cairn::test::lighthouses;

namespace
{

// The passage as it was when the session was made, from its file alone.
FoundPlace placeOf(const QString& folder)
{
    const std::array blocks{BlockId(5)};
    const auto places = placesInSession(folder.toStdString(), blocks);
    return places && places->places.size() == 1 ? places->places.front() : FoundPlace{};
}

// Cited words are underlined in the accent's blue; nothing else of the text is blue.
int bluePixels(DocumentView& view, const QRect& words)
{
    const QImage drawn = view.viewport()->grab(words.adjusted(0, 0, 0, 3)).toImage();
    int count = 0;
    for (int y = 0; y < drawn.height(); ++y) {
        for (int x = 0; x < drawn.width(); ++x)
            count += qBlue(drawn.pixel(x, y)) > qRed(drawn.pixel(x, y)) + 60;
    }
    return count;
}

}  // namespace

class LibrarySearchTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { m_home = std::make_unique<DesktopHome>(); }
    void aHitByMeaningOpensItsSessionAtTheWords();
    void aHitByWordsOpensItsSessionAtTheWords();
    void hitsOfNotesAndQuestionsLeadThere();
    void theSoughtWordsStandInTheExcerpt_data();
    void theSoughtWordsStandInTheExcerpt();
    void aLongParagraphIsShownWhereItHoldsTheWord();
    void passagesStandBeforeLabels();
    void labelsLeaveRoomAndAreNotLost();
    void thatThereAreMoreHitsIsSaid();
    void excerptsEndAndBeginWithWholeWords();

private:
    QString openShips(Window& shown) const;
    QListView* search(Window& shown, const QString& words, bool meaning) const;
    void click(QListView* hits, int row) const;
    int rowOf(QListView* hits, const QString& folder) const;

    std::unique_ptr<DesktopHome> m_home;
};

// A second session, which stays open. Gives the folder of the first.
QString LibrarySearchTest::openShips(Window& shown) const
{
    m_home->openLighthouses(shown);
    shown.ask("Who keeps the light?");   // its answer is shown again with the session
    const QString lighthouses = shown.window.session().contents().folder;
    std::ofstream ships(m_home->file("ships.md"));
    for (int i = 0; i < 40; ++i)
        ships << "The " << i << "th ship carried salt, barrels and four sailors who had never seen ice.\n\n";
    ships.close();
    shown.window.session().close();
    shown.window.openFiles({m_home->path("ships.md")});
    [&] {
        QTRY_VERIFY(shown.window.session().isOpen());
        QTRY_VERIFY(shown.isRead());
    }();
    return lighthouses;
}

QListView* LibrarySearchTest::search(Window& shown, const QString& words, bool meaning) const
{
    shown.window.actions()[Act::SearchLibrary]->trigger();
    shown.type(words);
    auto* kinds = shown.window.findChild<QWidget*>(QStringLiteral("searchKind"));
    [&] { QTRY_VERIFY(kinds->isVisible()); }();
    if (meaning)
        kinds->findChildren<QRadioButton*>().last()->click();
    return shown.window.findChild<QListView*>(QStringLiteral("hits"));
}

int LibrarySearchTest::rowOf(QListView* hits, const QString& folder) const
{
    const auto& found = static_cast<LibraryModel*>(hits->model())->hits();
    const auto row = std::find_if(found.begin(), found.end(), [&](const LibraryHit& hit) { return hit.session == folder; });
    return row == found.end() ? -1 : int(row - found.begin());
}

void LibrarySearchTest::click(QListView* hits, int row) const
{
    hits->scrollTo(hits->model()->index(row, 0));
    QTest::mouseClick(hits->viewport(), Qt::LeftButton, {}, hits->visualRect(hits->model()->index(row, 0)).center());
}

void LibrarySearchTest::aHitByMeaningOpensItsSessionAtTheWords()
{
    Window shown;
    const QString lighthouses = openShips(shown);
    const FoundPlace place = placeOf(lighthouses);
    QVERIFY(place.range.size() > 0);
    QListView* hits = search(shown, QStringLiteral("when ink froze"), true);
    QTRY_VERIFY(rowOf(hits, lighthouses) >= 0);
    click(hits, rowOf(hits, lighthouses));
    QTRY_VERIFY(shown.window.session().isOpen() && shown.window.session().contents().folder == lighthouses);
    DocumentView* view = shown.window.reader().current()->view();
    QTRY_VERIFY(!view->rectanglesOf(place.range).empty());
    QCOMPARE(QString::fromStdString(view->document()->text.substr(place.range.begin, place.range.size())), QString::fromStdString(place.text));
    QTRY_VERIFY(shown.window.conversation().shown());
    const QRect words = view->rectanglesOf(place.range).front();
    QVERIFY(view->viewport()->rect().contains(words));
    QTRY_VERIFY(bluePixels(*view, words) >= words.width() / 2);   // marked
    view->setHighlights({});
    QTRY_COMPARE(bluePixels(*view, words), 0);                    // so it was the mark
}

void LibrarySearchTest::aHitByWordsOpensItsSessionAtTheWords()
{
    Window shown;
    const QString lighthouses = openShips(shown);
    QListView* hits = search(shown, QStringLiteral("lighthouse 29"), false);
    QTRY_VERIFY(rowOf(hits, lighthouses) >= 0);
    const LibraryHit hit = static_cast<LibraryModel*>(hits->model())->hits()[std::size_t(rowOf(hits, lighthouses))];
    click(hits, rowOf(hits, lighthouses));
    QTRY_VERIFY(shown.window.session().isOpen() && shown.window.session().contents().folder == lighthouses);
    DocumentView* view = shown.window.reader().current()->view();
    QTRY_VERIFY(!view->rectanglesOf(hit.range).empty());
    QVERIFY(view->topByte() > 500);                                       // not the document's begin
    QVERIFY(view->document()->text.substr(hit.range.begin, hit.range.size()).find("29") != std::string::npos);
}

void LibrarySearchTest::hitsOfNotesAndQuestionsLeadThere()
{
    Window shown;
    m_home->openLighthouses(shown);
    shown.ask("Who winds the clockwork?");
    const QString lighthouses = shown.window.session().contents().folder;
    QTRY_COMPARE(shown.window.session().contents().turns.size(), std::size_t(1));
    shown.window.session().close();
    QTRY_VERIFY(!shown.window.conversation().shown());

    QListView* hits = search(shown, QStringLiteral("winds the clockwork"), false);
    const auto questionRow = [&] {
        const auto& found = static_cast<LibraryModel*>(hits->model())->hits();
        for (std::size_t row = 0; row < found.size(); ++row) {
            if (found[row].kind == LibraryHitKind::Question)
                return int(row);
        }
        return -1;
    };
    QTRY_VERIFY(questionRow() >= 0);
    click(hits, questionRow());
    QTRY_VERIFY(shown.window.session().isOpen() && shown.window.session().contents().folder == lighthouses);
    QTRY_VERIFY(shown.window.conversation().shown());
    QCOMPARE(shown.window.conversation().shown()->question, QStringLiteral("Who winds the clockwork?"));
}

void LibrarySearchTest::theSoughtWordsStandInTheExcerpt_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("sought");
    QTest::addColumn<QString>("holds");   // within the first line and a half
    const QString far = QStringLiteral("The keeper wrote of wind, rain, ropes and of many other things. ").repeated(20);
    const auto row = [](const char* name, const QString& text, const char* sought, const char* holds) {
        QTest::newRow(name) << text << QString::fromUtf8(sought) << QString::fromUtf8(holds);
    };
    row("near", QStringLiteral("The ink froze.") + far, "ink", "The ink froze.");
    row("far", far + QStringLiteral("Then the ink froze in March."), "ink", "things. Then the ink froze in March.");
    row("case, accent", far + QStringLiteral("In the CAF\u00c9 again."), "cafe", "things. In the CAFÉ again.");
    row("a beginning", far + QStringLiteral("The inkwell cracked."), "inkw", "things. The inkwell cracked.");
    row("all of it first", QStringLiteral("Ink. ") + far + QStringLiteral("The ink froze."), "ink froze", "things. The ink froze.");
    row("a whole word first", QStringLiteral("A pink sky. ") + far + QStringLiteral("The ink froze."), "ink", "things. The ink froze.");
    row("one of them", far + QStringLiteral("Then ink came. ") + far + QStringLiteral("And ice."), "ice ink", "things. Then ink came.");
    row("nowhere", QStringLiteral("Only wind."), "ink", "Only wind.");
}

void LibrarySearchTest::theSoughtWordsStandInTheExcerpt()
{
    QFETCH(QString, text);
    QFETCH(QString, sought);
    QFETCH(QString, holds);
    const QString excerpt = excerptAround(text.toStdString(), sought);
    const auto place = excerpt.indexOf(holds);
    QVERIFY2(place >= 0 && place <= 42 && excerpt.size() <= 160, qPrintable(excerpt));
    const bool within = excerpt.startsWith(QChar(0x2026));
    QCOMPARE(within, !text.startsWith(excerpt.left(10)));
    const QString first = QLatin1Char(' ') + excerpt.mid(within ? 1 : 0).section(QLatin1Char(' '), 0, 0) + QLatin1Char(' ');
    QVERIFY2((QLatin1Char(' ') + text).contains(first), qPrintable(excerpt));   // a whole word
}

void LibrarySearchTest::aLongParagraphIsShownWhereItHoldsTheWord()
{
    Window shown;
    std::ofstream(m_home->file("log.md")) << std::string(400, 'a') + " The log goes on and on. " << lighthouses().substr(0, 2'000)
                                          << "\n\nIt was cold for weeks, and then for weeks again, so that nobody went out for long and "
                                             "what there was to eat was counted, until a walrus came ashore.\n";
    shown.window.openFiles({m_home->path("log.md")});
    QTRY_VERIFY(shown.window.session().isOpen());
    QListView* hits = search(shown, QStringLiteral("walrus"), false);
    QTRY_COMPARE(hits->model()->rowCount(), 1);
    const QString excerpt = hits->model()->index(0, 0).data(SecondLineRole).toString();
    const auto place = excerpt.indexOf(QStringLiteral("walrus"));
    QVERIFY2(place > 0 && place <= 45, qPrintable(excerpt));
}

void LibrarySearchTest::passagesStandBeforeLabels()
{
    Window shown;
    std::ofstream(m_home->file("log.md")) << "# Log\n\nWalrus\n\n"
                                             "It was cold for weeks, until a walrus came ashore.\n\n## Walrus\n\nWalrus\n";
    shown.window.openFiles({m_home->path("log.md")});
    QTRY_VERIFY(shown.window.session().isOpen());
    QListView* hits = search(shown, QStringLiteral("walrus"), false);
    QTRY_COMPARE(hits->model()->rowCount(), 4);
    QVERIFY(hits->model()->index(0, 0).data(SecondLineRole).toString().contains(QStringLiteral("came ashore")));
    QCOMPARE(hits->model()->index(1, 0).data(SecondLineRole).toString(), QStringLiteral("Walrus"));
}

void LibrarySearchTest::labelsLeaveRoomAndAreNotLost()
{
    std::vector<SearchHit> hits;
    for (std::uint64_t i = 0; i < 30; ++i)
        hits.push_back({SearchKind::Document, 1, {100 * i, 100 * i + 6}});
    const auto labels = passagesFirst(hits, "walrus");
    QCOMPARE(labels.size(), 20u);
    hits.push_back({SearchKind::Question, 7, {}});
    for (std::uint64_t i = 30; i < 60; ++i)
        hits.push_back({SearchKind::Document, 1, {100 * i, 100 * i + 90}});
    const auto shown = passagesFirst(hits, "walrus");
    QCOMPARE(shown.size(), 20u);
    QVERIFY(shown[0].kind == SearchKind::Question && shown[1].range.begin == 3'000 && shown[16].range.begin == 4'500);
    QVERIFY(shown[17].range.begin == 0 && shown[19].range.begin == 200);
    QVERIFY(passagesFirst({}, "walrus").empty());
}

void LibrarySearchTest::thatThereAreMoreHitsIsSaid()
{
    Window shown;
    std::ofstream log(m_home->file("log.md"));
    for (int i = 0; i < 30; ++i)
        log << "On day " << i << " the walrus came back to the harbour and slept on the quay.\n\n";
    log.close();
    shown.window.openFiles({m_home->path("log.md")});
    QTRY_VERIFY(shown.window.session().isOpen());
    QListView* hits = search(shown, QStringLiteral("walrus"), false);
    QTRY_COMPARE(hits->model()->rowCount(), 20);
    QStringList said;
    for (const QLabel* label : shown.window.findChild<SidePanel*>()->findChildren<QLabel*>())
        said.append(label->text());
    QVERIFY2(said.contains(QStringLiteral("20 of 30 hit(s)")), qPrintable(said.join(QLatin1Char('|'))));
}

void LibrarySearchTest::excerptsEndAndBeginWithWholeWords()
{
    const std::string text = "the crane was built by firm seven";
    QCOMPARE(shortenedAtWord(text, 26), QStringLiteral("the crane was built by\u2026"));   // within "firm"
    QCOMPARE(shortenedAtWord(text, 28), QStringLiteral("the crane was built by firm\u2026"));
    QCOMPARE(shortenedAtWord(text, 40), QString::fromStdString(text));
    QCOMPARE(shortenedAtWord(std::string(60, 'x'), 20), QString(19, QLatin1Char('x')) + QChar(0x2026));
    QCOMPARE(excerptOfBlock("ane was built", 40), QStringLiteral("\u2026was built"));       // "crane"
    QCOMPARE(excerptOfBlock(" crane was built", 40), QStringLiteral("\u2026crane was built"));
    QCOMPARE(excerptOfBlock("The crane was built", 40), QStringLiteral("The crane was built"));
    QCOMPARE(excerptOfBlock("", 40), QString());
}

QTEST_MAIN(LibrarySearchTest)
#include "library_search_test.moc"
