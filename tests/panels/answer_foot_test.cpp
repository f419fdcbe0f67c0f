// What is said below an answer, and its links: side by side where there is room, else one below the other, never cut.
#include "tests/study/made_run.h"
#include "tests/support/patience.h"
#include "ui/answer_view.h"
#include "ui/panels/answer_panel.h"
#include "ui/panels/buttons.h"
#include "ui/panels/labels.h"

#include <QLayout>
#include <QtTest>

using namespace cairn;

namespace
{

// What the sweep of a text keeps: words and citations, no words of a model.
std::shared_ptr<Run> combined(const char* words, std::uint64_t cited)
{
    auto run = std::make_shared<Run>();
    run->map = std::make_shared<StreamMap>();
    run->isCombined = true;
    run->answer.question = "Who bakes?";
    run->answer.text = words;
    run->answer.found = cited > 0;
    if (cited > 0)
        run->answer.citations.push_back({0, {0, 10}, "12", "", "Ambrose.", 0.5, {0}, {0, cited}});
    return run;
}

QString said(const AnswerPanel& panel)
{
    QString words;
    for (const auto* label : panel.findChildren<Label*>())
        words += label->isVisibleTo(&panel) ? label->text() + QLatin1Char('\n') : QString();
    return words;
}

const LinkButton* linkOf(const AnswerPanel& panel, const char* words)
{
    for (const auto* each : panel.findChildren<LinkButton*>())
        if (each->isVisibleTo(&panel) && each->text() == QLatin1String(words))
            return each;
    return nullptr;
}

}  // namespace

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

    void aRemarkOnLanguagesComesFirst()
    {
        AnswerPanel panel;
        AnswerFacts facts;
        facts.languages = QStringLiteral("The question is in German.");
        facts.withheld = true;
        panel.setAnswer(madeRun(), facts);
        panel.show();
        QVERIFY2(said(panel).contains(QLatin1String("The question is in German. No passage stood out.")), qPrintable(said(panel)));
    }

    // In a narrow column the meters stand below the title: the words keep clear of what is said of them.
    void noPartLiesOnAnotherInANarrowColumn_data()
    {
        QTest::addColumn<QString>("readUpTo");
        QTest::newRow("whole") << QString();
        QTest::newRow("partly read") << QStringLiteral("From the first 79 %, up to p. 82");
    }
    void noPartLiesOnAnotherInANarrowColumn()
    {
        QFETCH(QString, readUpTo);
        AnswerFacts facts;
        facts.readUpTo = readUpTo;
        facts.wholeBookReady = true;
        AnswerPanel panel;
        panel.setAnswer(madeRun(), facts);
        panel.show();
        int wideHead = 0;
        for (const int width : {900, 300, 283, 266, 900}) {
            panel.resize(width, 400);
            test::settle(20);
            const int head = panel.layout()->itemAt(0)->widget()->height();
            wideHead = wideHead == 0 ? head : wideHead;
            QVERIFY2(width < 900 || head == wideHead, qPrintable(QStringLiteral("%1 px: %2").arg(width).arg(head)));
            for (const int missing : {0, 20}) {   // of the least height: a window that is too low
                panel.resize(width, panel.minimumSizeHint().height() - missing);
                test::settle(20);
                int end = 0;
                for (int i = 0; i < panel.layout()->count(); ++i) {
                    const QWidget* part = panel.layout()->itemAt(i)->widget();
                    QVERIFY2(part->y() >= end, qPrintable(QStringLiteral("%1 px: %2 before %3").arg(width).arg(part->y()).arg(end)));
                    end = part->geometry().bottom() + 1;
                }
                QVERIFY(end <= panel.height());
            }
        }
    }

    // Nothing is withheld of it: it is made of the chapters' answers.
    void whereNoChapterHasAnAnswerThatIsSaid()
    {
        AnswerPanel panel;
        auto none = combined("The text does not seem to say.", 0);
        for (const bool stopped : {false, true}) {
            none->answer.stopped = stopped;
            panel.setAnswer(none, {});
            QVERIFY2(said(panel).contains(QStringLiteral("No chapter gave an answer")), qPrintable(said(panel)));
            QVERIFY(!said(panel).contains(QStringLiteral("Weak support")));
            QVERIFY(panel.view()->plainText().contains(AnswerPanel::tr("The text does not seem to say.")));
            QVERIFY(!linkOf(panel, "Show anyway"));
        }
    }

    void theNamesOfChaptersAreNoUnsupportedWords()
    {
        AnswerPanel panel;
        auto run = combined("It is Ambrose. (Chapter 2)", 14);
        panel.setAnswer(run, {});
        QVERIFY2(said(panel).contains(QStringLiteral("Grey words name the chapters.")), qPrintable(said(panel)));
        QVERIFY(!said(panel).contains(QStringLiteral("stood out")));
        run->isCombined = false;
        panel.setAnswer(run, {});
        QVERIFY2(said(panel).contains(QStringLiteral("no passage stood out for them")), qPrintable(said(panel)));
    }

    void linksThatAskWaitUntilItCanBeAsked()
    {
        AnswerPanel panel;
        AnswerFacts facts;
        facts.withheld = facts.wholeBookReady = true;
        facts.readUpTo = QStringLiteral("From the first 18 %");
        panel.setAnswer(madeRun(), facts);
        for (const bool can : {false, true}) {
            panel.setAskDisabledReason(can ? QString() : QStringLiteral("The engine is starting."));
            for (const auto* words : {"Show anyway", "Ask again with the whole book"}) {
                QVERIFY2(linkOf(panel, words) && linkOf(panel, words)->isEnabled() == can, words);
                QCOMPARE(linkOf(panel, words)->toolTip().contains(QStringLiteral("The engine is starting.")), !can);
            }
        }
    }
};

QTEST_MAIN(AnswerFootTest)
#include "answer_foot_test.moc"
