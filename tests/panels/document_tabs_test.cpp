// The tabs of the open documents where there is too little room for them.
#include "ui/panels/document_tabs.h"

#include <QAbstractButton>
#include <QToolButton>
#include <QtTest>

using namespace cairn;

class DocumentTabsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void theArrowsLeaveTheChosenTabItsCloseButton_data()
    {
        QTest::addColumn<int>("tabs");
        for (const int tabs : {1, 2, 4, 9})
            QTest::addRow("%d", tabs) << tabs;
    }
    void theArrowsLeaveTheChosenTabItsCloseButton()
    {
        QFETCH(int, tabs);
        QWidget parent;
        DocumentTabs bar(&parent);
        for (int tab = 0; tab < tabs; ++tab)
            bar.setTitle(bar.addTab({}), QStringLiteral("Landmark attention, part %1").arg(tab + 1));
        parent.show();
        for (int width = 700; width >= 90; width -= 7) {
            for (const int chosen : {tabs - 1, 0, tabs / 2}) {
                bar.setCurrentIndex(chosen);
                parent.resize(width, 60);
                bar.setGeometry(0, 0, width, bar.sizeHint().height());
                const auto* close = bar.tabButton(chosen, QTabBar::RightSide);
                for (const auto* arrow : bar.findChildren<QToolButton*>()) {
                    const bool covered = arrow->isVisible() && arrow->geometry().intersects(close->geometry());
                    QVERIFY2(!covered, qPrintable(QStringLiteral("%1 px, tab %2").arg(width).arg(chosen)));
                }
                QVERIFY2(bar.rect().contains(close->geometry()), qPrintable(QStringLiteral("%1 px, tab %2").arg(width).arg(chosen)));
            }
        }
    }

    // A title is cut where there is no room for it, not beside free room.
    void aLongTitleIsCutOnlyWhereItHasTo()
    {
        QWidget parent;
        DocumentTabs bar(&parent);
        const QString title = QStringLiteral("Landmark attention: random access for long texts");
        for (int tab = 0; tab < 2; ++tab)
            bar.setTitle(bar.addTab({}), title);
        parent.show();
        const int words = bar.fontMetrics().horizontalAdvance(title);
        for (const int width : {4 * words, words}) {
            parent.resize(width, 60);
            bar.setGeometry(0, 0, width, bar.sizeHint().height());
            QCOMPARE(bar.tabRect(0).width() > words, width > words);
        }
        QVERIFY(bar.tabRect(1).right() < words + bar.fontMetrics().averageCharWidth());   // both in sight
    }

    // What tells titles apart that begin alike stays in sight.
    void titlesOfASeriesAreToldApart()
    {
        QWidget parent;
        DocumentTabs bar(&parent);
        const QStringList titles{
            QStringLiteral("Report number 1 of the northern survey"), QStringLiteral("Report number 2 of the northern survey"),
            QStringLiteral("Report number three & last"), QStringLiteral("A history of nearly everything")};
        for (const QString& title : titles)
            bar.setTitle(bar.addTab({}), title);
        const int room = bar.fontMetrics().averageCharWidth() * 12;
        QVERIFY2(bar.cutTitle(0, room).startsWith(QStringLiteral("Repo\u20261")), qPrintable(bar.cutTitle(0, room)));
        QVERIFY2(bar.cutTitle(1, room).startsWith(QStringLiteral("Repo\u20262")), qPrintable(bar.cutTitle(1, room)));
        QVERIFY2(bar.cutTitle(2, room).startsWith(QStringLiteral("Repo\u2026th")), qPrintable(bar.cutTitle(2, room)));
        QVERIFY(bar.cutTitle(3, room).startsWith(QLatin1String("A hi")));
        for (int tab = 0; tab < bar.count(); ++tab) {
            QVERIFY(bar.fontMetrics().horizontalAdvance(bar.cutTitle(tab, room)) <= room);
            QCOMPARE(bar.cutTitle(tab, 10 * room), titles[tab]);
        }
        bar.setTitle(1, titles[0]);
        QCOMPARE(bar.cutTitle(1, room), bar.cutTitle(0, room));   // the same: by nothing
        bar.setTitle(1, titles[1]);

        parent.show();
        bar.setGeometry(0, 0, bar.sizeHint().width() / 2, bar.sizeHint().height());
        bar.setCurrentIndex(3);
        const QRect first = bar.tabRect(0), second = bar.tabRect(1);
        QVERIFY(first.width() < bar.fontMetrics().horizontalAdvance(titles[0]) && first.size() == second.size());
        const QImage drawn = bar.grab().toImage();
        QVERIFY(drawn.copy(first.adjusted(2, 0, -2, 0)) != drawn.copy(second.adjusted(2, 0, -2, 0)));
    }
};

QTEST_MAIN(DocumentTabsTest)
#include "document_tabs_test.moc"
