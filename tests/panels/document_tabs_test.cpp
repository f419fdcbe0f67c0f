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
};

QTEST_MAIN(DocumentTabsTest)
#include "document_tabs_test.moc"
