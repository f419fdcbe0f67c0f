// What is said below an answer, and its links: side by side where there is room, else one below the other, never cut.
#include "tests/study/made_run.h"
#include "tests/support/patience.h"
#include "ui/panels/answer_panel.h"
#include "ui/panels/buttons.h"
#include "ui/panels/labels.h"

#include <QtTest>

using namespace cairn;

class AnswerFootTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void linksStandBelowTheWordsWhereThereIsLittleRoom_data()
    {
        QTest::addColumn<int>("width");
        QTest::addColumn<bool>("below");
        QTest::newRow("wide") << 900 << false;
        QTest::newRow("narrow") << 330 << true;
    }
    void linksStandBelowTheWordsWhereThereIsLittleRoom()
    {
        QFETCH(int, width);
        QFETCH(bool, below);
        AnswerPanel panel;
        AnswerFacts facts;
        facts.readUpTo = QStringLiteral("From the first 18 %, up to p. 61");
        facts.wholeBookReady = true;
        panel.setAnswer(madeRun(), facts);
        panel.resize(width, 400);
        panel.show();
        test::settle(20);
        const LinkButton* link = nullptr;
        for (const auto* each : panel.findChildren<LinkButton*>())
            link = each->isVisible() && each->text() == QLatin1String("Ask again with the whole book") ? each : link;
        const Label* words = nullptr;
        for (const auto* each : panel.findChildren<Label*>())
            words = each->isVisible() && each->text().startsWith(QLatin1String("Opened ")) ? each : words;
        QVERIFY(link && words);
        const QRect foot(link->parentWidget()->rect());
        QCOMPARE(link->y() >= words->geometry().bottom(), below);
        for (const QWidget* part : std::initializer_list<const QWidget*>{link, words})
            QVERIFY(foot.contains(part->geometry()));
        QVERIFY(link->width() >= link->sizeHint().width());
        QVERIFY(words->height() >= words->heightForWidth(words->width()));
    }
};

QTEST_MAIN(AnswerFootTest)
#include "answer_foot_test.moc"
