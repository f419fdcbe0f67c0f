// Finding in the text: when it searches, what it counts, what stays in a narrow bar.
#include "tests/support/patience.h"
#include "ui/panels/find_bar.h"
#include "ui/panels/labels.h"

#include <QAction>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QtTest>

using namespace cairn;

class FindBarTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

    void findSearchesAfterAPauseAndEnterGoesOn()
    {
        FindBar bar;
        QSignalSpy find(&bar, &FindBar::findRequested), next(&bar, &FindBar::nextRequested), previous(&bar, &FindBar::previousRequested),
            closed(&bar, &FindBar::closed);
        bar.open();
        auto* words = bar.findChild<QLineEdit*>();
        QTest::keyClicks(words, QStringLiteral("tea"));
        QCOMPARE(find.size(), 0);
        QTest::keyClick(words, Qt::Key_Return);   // at once
        QCOMPARE(find.size(), 1);
        QCOMPARE(next.size(), 0);
        bar.setResult(0, 3);
        QTest::keyClick(words, Qt::Key_Return);
        QTest::keyClick(words, Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(next.size(), 1);
        QCOMPARE(previous.size(), 1);
        const auto choose = [&bar](const QString& option) {
            for (QAction* action : bar.findChild<QMenu*>()->actions()) {
                if (action->text() == option)
                    action->trigger();
            }
        };
        const auto* options = bar.findChild<QPushButton*>();
        QCOMPARE(options->text(), QStringLiteral("Options"));
        choose(QStringLiteral("Match case"));
        QCOMPARE(find.last()[0].value<FindRequest>(), (FindRequest{QStringLiteral("tea"), true, false, false, FindWay::Words}));
        QCOMPARE(options->text(), QStringLiteral("Match case"));   // what is not as usual is said without opening the menu
        choose(QStringLiteral("Whole words"));
        choose(QStringLiteral("All of the words, close together"));
        QCOMPARE(find.last()[0].value<FindRequest>(), (FindRequest{QStringLiteral("tea"), true, false, true, FindWay::Near}));
        choose(QStringLiteral("Match accents"));
        choose(QStringLiteral("Pattern (regular expression)"));   // which says itself where words end
        QCOMPARE(find.last()[0].value<FindRequest>(), (FindRequest{QStringLiteral("tea"), true, true, false, FindWay::Pattern}));
        bar.setProblem(QStringLiteral("missing )"));
        QCOMPARE(bar.findChild<Label*>()->text(), QStringLiteral("This pattern can't be used: missing )"));
        QTest::keyClick(words, Qt::Key_Escape);
        QCOMPARE(closed.size(), 1);
        QVERIFY(bar.isHidden());
    }

    void foundPlacesAreCounted_data()
    {
        QTest::addColumn<int>("current");
        QTest::addColumn<int>("count");
        QTest::addColumn<bool>("more");
        QTest::addColumn<QString>("words");
        QTest::newRow("n of m") << 2 << 1117 << false << QStringLiteral("3 of 1,117");
        QTest::newRow("at least") << 2 << 1117 << true << QStringLiteral("3 of 1,117+");
        QTest::newRow("none of them") << -1 << 4 << false << QStringLiteral("4 found");
        QTest::newRow("none") << -1 << 0 << false << QStringLiteral("Not found");
        QTest::newRow("searching") << -1 << -1 << false << QStringLiteral("Searching…");
    }
    void foundPlacesAreCounted()
    {
        QFETCH(int, current);
        QFETCH(int, count);
        QFETCH(bool, more);
        QFETCH(QString, words);
        FindBar bar;
        bar.open(QStringLiteral("tea"));
        bar.setResult(current, count, more);
        QCOMPARE(bar.findChild<Label*>()->text(), words);
    }

    void aNarrowFindBarKeepsItsFieldAndLeavesTheRestOut()
    {
        FindBar bar;
        bar.open(QStringLiteral("rabbit"));
        bar.setResult(1, 12);
        for (const int width : {900, 420, 260, bar.minimumSizeHint().width(), 900}) {
            bar.resize(width, bar.sizeHint().height());
            QCoreApplication::processEvents();
            QRegion taken;
            int shown = 0;
            for (const QWidget* part : bar.findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
                if (!part->isVisible() || part->isWindow())
                    continue;
                QVERIFY(bar.rect().contains(part->geometry()) && !taken.intersects(part->geometry()));
                QVERIFY(part->width() >= std::min(120, part->sizeHint().width()));
                taken += part->geometry();
                ++shown;
            }
            QVERIFY(width == 900 ? shown == 6 : width > 300 || (shown >= 2 && shown < 6));
        }
    }
};

QTEST_MAIN(FindBarTest)
#include "find_bar_test.moc"
