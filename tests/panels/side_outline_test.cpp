// The outline at the left side of the window: what hangs under what, menus and keys, where one reads.
#include "tests/panels/side_entries.h"
#include "tests/support/patience.h"
#include "ui/panels/side_models.h"
#include "ui/panels/side_panel.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QSignalSpy>
#include <QTreeView>
#include <QtTest>

#include <limits>

using namespace cairn;
using namespace cairn::test;

class SideOutlineTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void headingsHangUnderTheirChapters()
    {
        OutlineModel model;
        model.setOutline(outline());
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.rowCount(model.indexOf(0)), 2);
        QCOMPARE(model.parent(model.indexOf(2)), model.indexOf(1));
        QCOMPARE(model.parent(model.indexOf(5)), model.indexOf(4));   // a level was left out
        QCOMPARE(*model.entryAt(DocumentId(1), 29), 2u);
        QCOMPARE(*model.entryAt(DocumentId(1), 30), 3u);
        QVERIFY(!model.entryAt(DocumentId(2), 30));
    }

    void aChapterShowsTheStrongestEvidenceBelowIt()
    {
        OutlineModel model;
        model.setOutline(outline());
        model.setEvidence({0, 0.1, 0.7, 0.2, 0.05, 0});
        QCOMPARE(model.indexOf(0).data(EvidenceRole).toDouble(), 0.7);
        QCOMPARE(model.indexOf(1).data(EvidenceRole).toDouble(), 0.7);
        QCOMPARE(model.indexOf(3).data(EvidenceRole).toDouble(), 0.2);
        QCOMPARE(model.indexOf(4).data(EvidenceRole).toDouble(), 0.05);
        model.setEvidence({});
        QCOMPARE(model.indexOf(0).data(EvidenceRole).toDouble(), 0.0);
    }

    void enterChoosesAHeading()
    {
        SidePanel panel;
        panel.resize(276, 700);
        panel.setSession(QStringLiteral("S"), {document(1, QStringLiteral("A"))});
        panel.setOutline(outline());
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel, test::kPatienceMs));
        QSignalSpy chosen(&panel, &SidePanel::headingChosen);
        auto* tree = panel.findChild<QTreeView*>();
        tree->setFocus();
        tree->setCurrentIndex(tree->model()->index(1, 0));
        QTest::keyClick(tree, Qt::Key_Return);
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen[0][1].toULongLong(), 40u);
    }

    // Its section ends with the next heading that is not below it.
    void aHeadingHasAMenuOfItsSection_data()
    {
        QTest::addColumn<QList<int>>("path");
        QTest::addColumn<quint64>("begin");
        QTest::addColumn<quint64>("end");
        QTest::newRow("with what is below it") << QList<int>{0, 0} << quint64(10) << quint64(30);
        QTest::newRow("chapter") << QList<int>{0} << quint64(0) << quint64(40);
        QTest::newRow("last") << QList<int>{1} << quint64(40) << std::numeric_limits<quint64>::max();
    }

    void aHeadingHasAMenuOfItsSection()
    {
        QFETCH(QList<int>, path);
        QFETCH(quint64, begin);
        QFETCH(quint64, end);
        SidePanel panel;
        panel.resize(276, 700);
        panel.setSession(QStringLiteral("S"), {document(1, QStringLiteral("A"))});
        panel.setOutline(outline());
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel, test::kPatienceMs));
        std::vector<ByteRange> sections;
        connect(&panel, &SidePanel::headingMenuRequested, this,
                [&](DocumentId, ByteRange section, QPoint) { sections.push_back(section); });
        auto* tree = panel.findChild<QTreeView*>();
        QModelIndex at;
        for (const int row : path)
            at = tree->model()->index(row, 0, at);
        const QPoint point = tree->visualRect(at).center();
        QContextMenuEvent menu(QContextMenuEvent::Mouse, point, tree->viewport()->mapToGlobal(point));
        QApplication::sendEvent(tree->viewport(), &menu);
        QCOMPARE(sections.size(), std::size_t(1));
        QCOMPARE(sections[0], (ByteRange{begin, end}));
    }

    void readingMarksTheHeadingAndAsksForNothing()
    {
        SidePanel panel;
        panel.setSession(QStringLiteral("S"), {document(1, QStringLiteral("A"))});
        panel.setOutline(outline());
        QSignalSpy chosen(&panel, &SidePanel::headingChosen);
        panel.setReadingPlace(DocumentId(1), 35);
        QCOMPARE(panel.findChild<QTreeView*>()->currentIndex().data().toString(), QStringLiteral("1.2"));
        QCOMPARE(chosen.size(), 0);
    }

    void aLongOutlineUnderOneHeadingIsOpenOneLevel()
    {
        SidePanel panel;
        std::vector<OutlineEntry> entries(200);
        for (std::size_t i = 0; i < entries.size(); ++i) {
            entries[i].title = QString::number(i);
            entries[i].level = i == 0 ? 1 : 2 + int(i % 2);
            entries[i].byte = i;
        }
        panel.setOutline(entries);
        const auto* outline = panel.findChild<QTreeView*>();
        const QModelIndex top = outline->model()->index(0, 0);
        QVERIFY(outline->isExpanded(top));
        QVERIFY(outline->model()->rowCount(top) > 50 && !outline->isExpanded(outline->model()->index(1, 0, top)));
    }
};

QTEST_MAIN(SideOutlineTest)
#include "side_outline_test.moc"
