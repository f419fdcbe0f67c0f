// The block card: its numbers by plain loops, ranks, copied words, intents, JSON.
#include "deep_run.h"

#include "tests/support/patience.h"
#include "ui/panels/buttons.h"
#include "ui/plots/block_reasons.h"
#include "ui/study/back_links_row.h"
#include "ui/study/block_card.h"
#include "ui/study/near_misses_row.h"
#include "ui/study/opened_by_plot.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QtTest>

using namespace cairn;

namespace
{

struct Shown
{
    SelectionHub hub;
    RunPtr run;
    BlockCard card{&hub};

    explicit Shown(std::uint32_t block = 21, RunPtr shown = madeRun()) : run(std::move(shown))
    {
        card.resize(380, 760);
        card.show();
        hub.setRun(run);
        hub.change([block](Selection& selection) {
            selection.lock = Lock{{}, {}, {}, block};
            selection.tokens = std::vector<IndexRange>{{2, 9}};
        });
        test::settle(40);
    }
};

// Evidence of a block over tokens [begin, end), by plain loops.
double naive(const Trace& trace, std::uint32_t block, std::uint32_t begin, std::uint32_t end)
{
    double sum = 0;
    for (std::size_t i = trace.place(begin, 0, 0); i < trace.place(end, 0, 0); ++i)
        sum += trace.blocks[i] == block ? double(halfToFloat(trace.gates[i])) : 0;
    return sum;
}

}  // namespace

class BlockCardTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void numbersAreThoseOfTheTrace()
    {
        Shown shown;
        const Trace& trace = shown.run->answer.trace;
        QVERIFY(shown.card.facts().has_value());
        const BlockFacts& facts = *shown.card.facts();
        QVERIFY(std::abs(facts.evidence - naive(trace, 21, 2, 9)) < 1e-6);
        float largest = 0;
        for (std::uint32_t t = 2; t < 9; ++t) {
            for (std::uint32_t lh = 0; lh < trace.layers * trace.heads; ++lh) {
                for (std::uint32_t i = 0; i < trace.k; ++i) {
                    const std::size_t place = trace.place(t, lh / trace.heads, lh % trace.heads) + i;
                    if (trace.blocks[place] != 21)
                        continue;
                    QVERIFY(facts.gates[lh] >= halfToFloat(trace.gates[place]));
                    largest = std::max(largest, halfToFloat(trace.gates[place]));
                }
            }
        }
        QCOMPARE(facts.largestGate, largest);
    }

    void rankOfAWordCountsTheBlocksWithMore()
    {
        Shown shown;
        const BlockFacts& facts = *shown.card.facts();
        QCOMPARE(facts.wordRanks.size(), shown.run->answer.tokens.size());
        for (std::uint32_t t = 0; t < facts.wordRanks.size(); ++t) {   // one token per word
            const double own = naive(shown.run->answer.trace, 21, t, t + 1);
            std::uint32_t more = 0;
            for (std::uint32_t block = 1; block < shown.run->answer.trace.documentBlocks; ++block)   // block 0 is a hidden sink
                more += naive(shown.run->answer.trace, block, t, t + 1) > own + 1e-9;
            if (own == 0)
                QCOMPARE(facts.wordRanks[t], 0u);
            else
                QVERIFY(std::abs(int(facts.wordRanks[t]) - int(more + 1)) <= 1);   // ties
        }
        QVERIFY((facts.selectedWords == std::vector<std::pair<int, int>>{{2, 9}}));
    }

    void hiddenBlocksHaveNoRankBesideItsOwn()
    {
        auto run = madeRun();
        Trace& trace = run->answer.trace;
        for (std::size_t row = 0; row < trace.blocks.size(); row += trace.k) {   // every head looks most at the beginning
            trace.blocks[row] = 0;
            trace.gates[row] = floatToHalf(0.9f);
        }
        Shown shown(21, run);
        std::uint32_t more = 0;
        for (std::uint32_t block = 1; block < trace.documentBlocks; ++block)
            more += naive(trace, block, 2, 9) > naive(trace, 21, 2, 9);
        QCOMPARE(shown.card.facts()->rank, more + 1);
        QCOMPARE(shown.card.facts()->ofBlocks, trace.documentBlocks - 1);
        shown.hub.change([](Selection& selection) { selection.hideSinks = false; });
        test::settle(40);
        QCOMPARE(shown.card.facts()->rank, more + 2);
        QCOMPARE(shown.card.facts()->ofBlocks, trace.documentBlocks);
        Shown sink(0, run);   // its own card counts it
        QCOMPARE(sink.card.facts()->rank, 1u);
        QCOMPARE(sink.card.facts()->ofBlocks, trace.documentBlocks);
    }

    void headsThatNearlyOpenedItStandClosestFirst()
    {
        Shown shown(21, deepRun());
        shown.hub.change([](Selection& selection) { selection.tokens = std::vector<IndexRange>{{2, 3}}; });
        test::settle(40);
        const BlockFacts& facts = *shown.card.facts();
        TraceFilter word;
        word.tokens = std::vector<IndexRange>{{2, 3}};
        std::uint32_t all = 0;
        const auto near = nearestHeads(shown.run->answer.trace, word, 21, 12, &all);
        QVERIFY(near.size() > 1 && facts.near == near && facts.nearHeads == all);
        const auto* row = shown.card.findChild<NearMissesRow*>();
        const auto chips = row->findChildren<LinkButton*>();
        QSignalSpy opened(&shown.card, &BlockCard::openHead);
        const QString first = QStringLiteral("L%1.H%2 (%3)").arg(near[0].layer).arg(near[0].head).arg(near[0].rank);
        const auto chip = std::find_if(chips.begin(), chips.end(), [&](const LinkButton* button) { return button->text() == first; });
        QVERIFY(chip != chips.end() && (*chip)->isVisibleTo(row));
        (*chip)->click();
        QCOMPARE(opened[0][0].toUInt(), near[0].layer);
        QCOMPARE(opened[0][1].toUInt(), near[0].head);
        const auto labels = row->findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
            const QString place = QStringLiteral("place %1 of 40").arg(near[0].rank);
            return label->text() == nearestText(*shown.run, near[0]) && label->text().contains(place);
        }));
        const QJsonObject json = QJsonDocument::fromJson(blockFactsJson(facts, *shown.run)).object();
        QCOMPARE(json[QStringLiteral("nearlyOpenedBy")].toArray().size(), int(near.size()));
    }

    void anOrdinaryTraceOffersADeepOne()
    {
        Shown shown;
        const auto* row = shown.card.findChild<NearMissesRow*>();
        QSignalSpy asked(&shown.card, &BlockCard::deepTraceRequested);
        const auto buttons = row->findChildren<LinkButton*>();
        QCOMPARE(buttons.size(), 1);
        QVERIFY(buttons[0]->isVisibleTo(row));
        buttons[0]->click();
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked[0][0].toBool(), false);
        QVERIFY(shown.card.facts()->near.empty());
        // written from passages alone: the memory is asked instead
        auto passages = deepRun(0);
        passages->answer.strategy = Strategy::Reread;
        const NoNearMisses why = noNearMisses(*passages);
        QVERIFY(why.fromMemory && !why.reason.isEmpty() && !why.action.isEmpty());
        passages->answer.strategy = Strategy::Memory;
        QVERIFY(!noNearMisses(*passages).reason.isEmpty() && noNearMisses(*passages).action.isEmpty());
        QVERIFY(noNearMisses(*deepRun()).reason.isEmpty());
    }

    void copiedWordsStandInBothTexts()
    {
        const QStringList copied = copiedWords(QStringLiteral("\u201Che won\u2019t do a thing I ask! It\u2019s always six o\u2019clock "
                                                              "now."),
                                               QStringLiteral("Time won\u2019t do a thing he asks, and it is always six o\u2019clock."));
        QCOMPARE(copied, QStringList({QStringLiteral("always six o\u2019clock"), QStringLiteral("won\u2019t do a thing")}));
        QVERIFY(copiedWords(QStringLiteral("nothing shared here"), QStringLiteral("quite other words")).isEmpty());
    }

    void anotherLockIsAnotherCardAndNoneTheEmptyState()
    {
        Shown shown;
        shown.hub.change([](Selection& selection) { selection.lock->block = 7; });
        test::settle(40);
        QCOMPARE(shown.card.facts()->block, 7u);
        QSignalSpy closed(&shown.card, &BlockCard::closed);   // the list comes back in its place
        shown.hub.change([](Selection& selection) { selection.lock.reset(); });
        test::settle(40);
        QVERIFY(!shown.card.facts().has_value());
        QCOMPARE(closed.count(), 1);
    }

    void actionsLeaveAsIntents()
    {
        Shown shown;
        QSignalSpy remove(&shown.card, &BlockCard::removeBlock), pin(&shown.card, &BlockCard::pinBlock), bar(&shown.card,
                &BlockCard::barBlock),
            show(&shown.card, &BlockCard::showBlock), step(&shown.card, &BlockCard::stepRequested), closed(&shown.card, &BlockCard::closed);
        for (QPushButton* button : shown.card.findChildren<QPushButton*>()) {
            if (button->isVisible())
                QTest::mouseClick(button, Qt::LeftButton);
        }
        for (QSignalSpy* spy : {&remove, &pin, &bar, &show}) {
            QCOMPARE(spy->count(), 1);
            QCOMPARE((*spy)[0][0].toUInt(), 21u);
        }
        QTest::keyClick(&shown.card, Qt::Key_N);
        QTest::keyClick(&shown.card, Qt::Key_N, Qt::ShiftModifier);
        QCOMPARE(step.count(), 2);
        QCOMPARE(step[1][0].toInt(), -1);
        QTest::keyClick(&shown.card, Qt::Key_Escape);
        QCOMPARE(closed.count(), 1);
    }

    void theOpenLastBlockIsNotChosen()
    {
        Shown shown;
        const auto possible = [&] {
            QStringList words;
            for (const QPushButton* button : shown.card.findChildren<QPushButton*>()) {
                if (button->isVisible() && button->isEnabled() && !qobject_cast<const LinkButton*>(button))
                    words += button->text();
            }
            return words;
        };
        QVERIFY(possible().contains(QStringLiteral("Bar")));
        const std::uint32_t last = shown.run->answer.trace.documentBlocks - 1;
        const auto open = std::make_shared<Run>(*shown.run);
        open->answer.trace.documentBlocks = last;
        QVERIFY(!open->blockText(last).empty());
        shown.hub.setRun(open);
        shown.hub.change([last](Selection& selection) { selection.lock = Lock{{}, {}, {}, last}; });
        test::settle(40);
        QVERIFY(shown.card.facts().has_value());
        QCOMPARE(possible(), (QStringList{QStringLiteral("Show"), QStringLiteral("Copy")}));
        QCOMPARE(whyNotChosen(*open, last - 1), QString());
        QVERIFY(whyNotChosen(*open, last).startsWith(QStringLiteral("The last words of the text")));
        QVERIFY(whyNotChosen(*open, last + 1).contains(QStringLiteral("no document")));
    }

    void whatItLeansOnIsThereAsLinks()
    {
        Shown shown;
        const auto links = [&] {
            QStringList texts;
            for (const auto* button : shown.card.findChild<BackLinksRow*>()->findChildren<LinkButton*>())
                texts += button->text();
            return texts;
        };
        QVERIFY(links().isEmpty());            // none are kept: a sentence says how
        const auto says = [&](const char* words) {
            const auto labels = shown.card.findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) { return label->text().contains(QLatin1String(words)); });
        };
        QVERIFY(says("Read again to see what this passage leans on"));
        shown.card.setBackLinks({{21, {{BlockId(12), 41.0f}, {BlockId(4), 7.5f}}}});
        test::settle(20);
        QCOMPARE(links().size(), 2);
        QVERIFY(links()[0].contains(QStringLiteral("(41)")) && links()[1].contains(QStringLiteral("(7.5)")));
        QVERIFY(links()[0].startsWith(shown.run->blockLabel(12)));
        QSignalSpy chosen(&shown.card, &BlockCard::showBlock);
        shown.card.findChild<BackLinksRow*>()->findChildren<LinkButton*>()[1]->click();
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen[0][0].toUInt(), 4u);
        const QJsonObject json = QJsonDocument::fromJson(blockFactsJson(*shown.card.facts(), *shown.run)).object();
        QCOMPARE(json[QStringLiteral("leansOn")].toArray()[0].toObject()[QStringLiteral("block")].toInt(), 12);
        shown.card.setBackLinks({{20, {{BlockId(2), 1.0f}}}});   // of another block: this one leans on nothing that is told
        test::settle(20);
        QVERIFY(links().isEmpty() && says("always in reach"));
    }

    void aDotChoosesItsHead()
    {
        Shown shown;
        QSignalSpy open(&shown.card, &BlockCard::openHead);
        auto* plot = shown.card.findChild<OpenedByPlot*>();
        std::optional<QPoint> place;
        for (int x = 0; x < plot->width() && !place; ++x) {
            for (int y = 0; y < plot->height(); ++y) {
                if (plot->headAt({x, y}) == Head{3, 1})
                    place = QPoint(x, y);
            }
        }
        QVERIFY(place.has_value());
        QTest::mouseClick(plot, Qt::LeftButton, {}, *place);
        QCOMPARE(open.count(), 1);
        QCOMPARE(open[0][0].toUInt(), 3u);
        QCOMPARE(open[0][1].toUInt(), 1u);
    }

    void jsonHoldsTheCardsNumbers()
    {
        Shown shown;
        shown.card.setEffects({{21, 1.8}});
        const BlockFacts& facts = *shown.card.facts();
        const QJsonObject object = QJsonDocument::fromJson(blockFactsJson(facts, *shown.run)).object();
        QCOMPARE(object[QStringLiteral("block")].toInt(), 21);
        QCOMPARE(object[QStringLiteral("evidence")].toDouble(), facts.evidence);
        QCOMPARE(object[QStringLiteral("removalEffect")].toDouble(), 1.8);
        QCOMPARE(object[QStringLiteral("text")].toString(), QString::fromStdString(shown.run->blockText(21)));
        QCOMPARE(object[QStringLiteral("openedBy")].toArray().size(),
                 qsizetype(std::count_if(facts.gates.begin(), facts.gates.end(), [](float gate) { return gate > 0; })));
    }
};

QTEST_MAIN(BlockCardTest)
#include "block_card_test.moc"
