// What is said of a word of an answer, against the shares of its tokens.
#include "app/window/areas/word_tips.h"

#include "core/types/trace_query.h"
#include "tests/support/run_samples.h"
#include "ui/pictures/numbers.h"

#include <QTest>

using namespace cairn;

class WordTipsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aWordTellsTheMeanOfItsTokens()
    {
        const auto run = samples::madeUpRun();
        const auto book = fromBookPerToken(run->answer.trace, {});
        const auto memory = memoryPerToken(run->answer.trace, {});
        const auto said = [](double fromBook, double share) {
            return QStringLiteral("From the book %1, memory share %2").arg(twoDigits(fromBook), twoDigits(share));
        };
        WordTips tips;
        QCOMPARE(tips.of(run, 1), said(double(book[1]), double(memory[1])));   // " Hatter"
        const QString quarrelled = said((double(book[2]) + double(book[3])) / 2, (double(memory[2]) + double(memory[3])) / 2);
        QCOMPARE(tips.of(run, 2), quarrelled);   // " quarrel" and "led"
        QCOMPARE(tips.of(run, 3), quarrelled);
        QVERIFY(tips.of(run, 1) != quarrelled);
    }

    // Over the heads that the selection shows, and says so (experience.md 4: the head set).
    void chosenHeadsHaveSharesOfTheirOwn()
    {
        const auto run = samples::madeUpRun();
        WordTips tips;
        const QString all = tips.of(run, 1);
        TraceFilter filter;
        filter.heads.assign(std::size_t{run->answer.trace.layers} * run->answer.trace.heads, 0);
        filter.heads[5] = 1;
        const double book = double(fromBookPerToken(run->answer.trace, filter)[1]);
        const double memory = double(memoryPerToken(run->answer.trace, filter)[1]);
        const QString said = QStringLiteral("From the book %1, memory share %2, over L1.H2").arg(twoDigits(book), twoDigits(memory));
        QCOMPARE(tips.of(run, 1, filter.heads), said);
        QCOMPARE(tips.of(run, 1), all);
    }

    void anotherAnswerHasSharesOfItsOwn()
    {
        const auto one = samples::madeUpRun(), other = samples::madeUpRun({.tokens = 14}, QStringLiteral("run-8"), 5);
        WordTips tips;
        const QString first = tips.of(one, 1);
        QVERIFY(tips.of(other, 1) != first);
        QCOMPARE(tips.of(one, 1), first);
    }

    void aCitationTellsPlaceAndPassage()
    {
        auto run = samples::madeUpRun();
        Citation cited;
        cited.range = {4, 12};
        cited.text = "It is always\nsix o'clock.";
        Citation longer = cited;
        for (int i = 0; i < 400; ++i)
            longer.text += " word" + std::to_string(i);
        run->answer.citations = {cited, longer};
        const QString place = placeLabel(*run->documents.front(), 4);
        QCOMPARE(WordTips::ofCitation(run, 0), place + QStringLiteral("\nIt is always six o'clock."));
        const QString tip = WordTips::ofCitation(run, 1);
        QVERIFY2(tip.size() < 640 && tip.endsWith(QLatin1String(" ...")) && tip.contains(QLatin1String(" word50 ")), qPrintable(tip));
        QVERIFY(WordTips::ofCitation(run, 2).isEmpty());
        QVERIFY(WordTips::ofCitation(run, -1).isEmpty());
        QVERIFY(WordTips::ofCitation({}, 0).isEmpty());

        run->documents.push_back(run->documents.front());   // two documents: the tip says which
        QVERIFY(WordTips::ofCitation(run, 0).startsWith(QString::fromStdString(run->documents.front()->title) + QStringLiteral(", ") + place));
    }

    void withoutTraceThereIsNothingToSay()
    {
        auto run = samples::madeUpRun();
        run->answer.trace = {};
        WordTips tips;
        QVERIFY(tips.of(run, 1).isEmpty());
        QVERIFY(tips.of({}, 1).isEmpty());
        QVERIFY(tips.of(samples::madeUpRun(), 400).isEmpty());
    }
};

QTEST_GUILESS_MAIN(WordTipsTest)
#include "word_tips_test.moc"
