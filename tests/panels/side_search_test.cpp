// The search at the left side of the window: when it begins and ends, what its hits show.
#include "tests/panels/side_entries.h"
#include "tests/support/patience.h"
#include "ui/panels/buttons.h"
#include "ui/panels/side_panel.h"

#include <QAbstractButton>
#include <QLineEdit>
#include <QListView>
#include <QRadioButton>
#include <QSignalSpy>
#include <QtTest>

#include <limits>

using namespace cairn;
using namespace cairn::test;

class SideSearchTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void searchWaitsForAPauseAndEscapeEndsIt()
    {
        SidePanel panel;
        panel.setSession(QStringLiteral("S"), {document(1, QStringLiteral("A"))});
        panel.show();
        QSignalSpy searched(&panel, &SidePanel::librarySearched);
        auto* field = panel.findChild<QLineEdit*>();
        QTest::keyClicks(field, QStringLiteral("tea"));
        QCOMPARE(searched.size(), 0);
        QTRY_COMPARE(searched.size(), 1);
        QCOMPARE(searched[0][0].toString(), QStringLiteral("tea"));
        QTest::keyClick(field, Qt::Key_Escape);
        QTRY_COMPARE(searched.size(), 2);
        QVERIFY(searched[1][0].toString().isEmpty());
    }

    void searchByMeaningWaitsForEnterAndCanBeStopped()
    {
        SidePanel panel;
        panel.setSession(QStringLiteral("S"), {document(1, QStringLiteral("A"))});
        panel.show();
        QSignalSpy words(&panel, &SidePanel::librarySearched), meaning(&panel, &SidePanel::meaningSearched);
        QSignalSpy stopped(&panel, &SidePanel::searchStopped);
        auto* field = panel.findChild<QLineEdit*>();
        QTest::keyClicks(field, QStringLiteral("tea"));
        QTRY_COMPARE(words.size(), 1);
        const auto kinds = panel.findChild<QWidget*>(QStringLiteral("searchKind"))->findChildren<QRadioButton*>();
        QCOMPARE(kinds.size(), 2);
        kinds[1]->click();                     // the words are there already
        QCOMPARE(meaning.size(), 1);
        QCOMPARE(meaning[0][0].toString(), QStringLiteral("tea"));
        QVERIFY(panel.searchesMeaning());
        QTest::keyClicks(field, QStringLiteral("pot"));
        test::settle(400);                     // longer than the pause that a search by words waits for
        QCOMPARE(words.size(), 1);
        QCOMPARE(meaning.size(), 1);
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(meaning.size(), 2);
        QCOMPARE(meaning[1][0].toString(), QStringLiteral("teapot"));
        auto* stop = panel.findChild<QAbstractButton*>(QStringLiteral("stopSearch"));
        QVERIFY(!stop->isVisible());
        panel.setSearching(true);
        QVERIFY(stop->isVisible());
        stop->click();
        QCOMPARE(stopped.size(), 1);
        QTest::keyClick(field, Qt::Key_Escape);
        QTRY_COMPARE(words.size(), 2);         // closed
    }

    void aHitIsAsHighAsItsWordsNeed()
    {
        SidePanel panel;
        panel.setSession(QStringLiteral("S"), {document(1, QStringLiteral("A"))});
        panel.resize(300, 600);
        panel.show();
        const auto hit = [](const QString& words) {
            return LibraryHit{LibraryHitKind::Document, QStringLiteral("/s"), QStringLiteral("S"), 1, {}, QStringLiteral("A"), words};
        };
        panel.setLibraryHits({hit({}), hit(QStringLiteral("short")), hit(QStringLiteral("some more words ").repeated(3)),
                              hit(QStringLiteral("some more words ").repeated(20))});
        auto* hits = panel.findChild<QListView*>(QStringLiteral("hits"));
        const auto height = [&](int row) { return hits->visualRect(hits->model()->index(row, 0)).height(); };
        const int line = height(1) - height(0);
        QVERIFY(line > 8);
        QCOMPARE(height(2), height(0) + 2 * line);
        QCOMPARE(height(3), height(0) + 3 * line);
        panel.resize(900, 600);   // and follows the width
        QTRY_COMPARE(height(2), height(1));
    }

    void aHitTellsItsDocumentBehindALongSection()
    {
        SidePanel panel;
        panel.setSession(QStringLiteral("S"), {document(1, QStringLiteral("A"))});
        panel.resize(260, 600);
        panel.show();
        const QString section = QStringLiteral("Increasing functionality with a crate of some length, ");
        std::vector<LibraryHit> found;
        for (const char* title : {"Guessing", "Lighthouses"})
            found.push_back({LibraryHitKind::Document, QStringLiteral("/s"), {}, 1, {}, section + QString::fromLatin1(title), {}});
        panel.setLibraryHits(found);
        auto* hits = panel.findChild<QListView*>(QStringLiteral("hits"));
        hits->clearSelection();
        hits->setCurrentIndex({});
        const auto picture = [&](int row) { return hits->viewport()->grab(hits->visualRect(hits->model()->index(row, 0))).toImage(); };
        QVERIFY(picture(0) == picture(0));
        QVERIFY(picture(0) != picture(1));
    }

    // Passages of the open session come without words in the search field.
    void hitsWithoutASearchAreShownUntilEscape()
    {
        SidePanel panel;
        panel.setSession(QStringLiteral("S"), {document(1, QStringLiteral("A"))});
        panel.show();
        panel.setLibraryHits({{LibraryHitKind::Document, QStringLiteral("/s"), QStringLiteral("S"), 1, {}, QStringLiteral("A"), QStringLiteral("x")}});
        auto* hits = panel.findChild<QListView*>(QStringLiteral("hits"));
        QVERIFY(hits && hits->isVisible());
        QTest::keyClick(panel.findChild<QLineEdit*>(), Qt::Key_Escape);
        QVERIFY(!hits->isVisible());
        panel.setLibraryHits({{LibraryHitKind::Document, QStringLiteral("/s"), QStringLiteral("S"), 1, {}, QStringLiteral("A"), QStringLiteral("x")}});
        QVERIFY(hits->isVisible());
        panel.findChild<QAbstractButton*>(QStringLiteral("closeSearch"))->click();   // wherever the focus is
        QVERIFY(!hits->isVisible());
    }

    void passagesByMeaningStandUnderMeaningUntilTheyAreWithdrawn()
    {
        SidePanel panel;
        panel.setSession(QStringLiteral("S"), {document(1, QStringLiteral("A"))});
        panel.show();
        auto* kinds = panel.findChild<Segments*>(QStringLiteral("searchKind"));
        auto* hits = panel.findChild<QListView*>(QStringLiteral("hits"));
        panel.showPassages({}, QStringLiteral("Passages"));
        QVERIFY(hits->isVisible() && panel.searchesMeaning());
        panel.withdrawPassages();   // of a session that is closed
        QVERIFY(!hits->isVisible() && !panel.searchesMeaning());
        panel.showPassages({}, QStringLiteral("Passages"));
        QVERIFY(hits->isVisible());
        kinds->findChildren<QRadioButton*>().front()->click();   // "Words": there are none to seek
        QVERIFY(!hits->isVisible() && !panel.searchesMeaning());
        panel.showPassages({}, QStringLiteral("Passages"));
        panel.search(QStringLiteral("lamp"));
        QVERIFY(!panel.searchesMeaning());   // typed words are sought as before
        panel.withdrawPassages();
        QTRY_VERIFY(hits->isVisible());
        QCOMPARE(panel.libraryQuery(), QStringLiteral("lamp"));
    }
};

QTEST_MAIN(SideSearchTest)
#include "side_search_test.moc"
