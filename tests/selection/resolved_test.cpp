// What a selection means for one run: units of words, the filter, heat on exact characters, marks of the ruler.
#include "tests/support/run_samples.h"
#include "ui/selection/resolved.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace cairn;

class ResolvedTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void tokensJoinToWordsAndSentences()
    {
        const auto run = samples::madeUpRun();   // The Hatter quarrel|led with Time|. Ever since|, it is six|.
        const auto words = tokenGroups(run->answer, TokenUnit::Word);
        QStringList texts;
        for (const TokenGroup& word : words)
            texts += word.text;
        QCOMPARE(texts, (QStringList{QStringLiteral("The"), QStringLiteral("Hatter"), QStringLiteral("quarrelled"), QStringLiteral("with"),
                                     QStringLiteral("Time."), QStringLiteral("Ever"), QStringLiteral("since,"), QStringLiteral("it"),
                                     QStringLiteral("is"), QStringLiteral("six.")}));
        QCOMPARE(words[2].tokens, (IndexRange{2, 4}));
        const auto sentences = tokenGroups(run->answer, TokenUnit::Sentence);
        QCOMPARE(sentences.size(), std::size_t(2));
        QCOMPARE(sentences[1].tokens, (IndexRange{7, 14}));
        QCOMPARE(tokenGroups(run->answer, TokenUnit::Token).size(), std::size_t(14));
        QCOMPARE(tokenGroups(run->answer, TokenUnit::Paragraph).size(), std::size_t(1));
        QCOMPARE(tokenRows(words), (std::vector<std::uint32_t>{0, 1, 2, 2, 3, 4, 4, 5, 6, 6, 7, 8, 9, 9}));
    }

    void everyTokenIsInExactlyOneGroup()
    {
        const auto run = samples::madeUpRun({.tokens = 40});
        for (const TokenUnit unit : {TokenUnit::Token, TokenUnit::Word, TokenUnit::Sentence, TokenUnit::Paragraph}) {
            std::uint32_t next = 0;
            for (const TokenGroup& group : tokenGroups(run->answer, unit)) {
                QCOMPARE(group.tokens.first, next);
                QVERIFY(group.tokens.second > group.tokens.first);
                next = group.tokens.second;
            }
            QCOMPARE(next, 40u);
        }
    }

    void pageNumbersEndNoSentence()
    {
        Answer answer;
        answer.text = "See p. 89 there. Then on.";
        for (const auto& [begin, end] : {std::pair{0, 3}, {3, 5}, {5, 6}, {6, 9}, {9, 15}, {15, 16}, {16, 21}, {21, 25}}) {
            AnswerToken token;
            token.text = {std::uint64_t(begin), std::uint64_t(end)};
            answer.tokens.push_back(token);
        }
        QCOMPARE(tokenGroups(answer, TokenUnit::Sentence).size(), std::size_t(2));
    }

    void filterSaysWhatIsHidden()
    {
        SelectionHub hub;
        QVERIFY(filterOf(hub) == TraceFilter{});
        hub.setRun(samples::madeUpRun());
        TraceFilter filter = filterOf(hub);
        QCOMPARE(filter.hidden, std::vector<std::uint32_t>{0});
        QVERIFY(!filter.conversation && filter.heads.empty() && !filter.tokens);
        hub.change([](Selection& selection) {
            selection.hideSinks = selection.hideLocal = false;
            selection.tokens = std::vector<IndexRange>{{3, 4}};   // half a word
            selection.heads.heads = std::vector<Head>{{1, 2}, {99, 0}};
            selection.minimum = 0.25;
        });
        filter = filterOf(hub);
        QVERIFY(filter.hidden.empty() && filter.conversation);
        QCOMPARE(*filter.tokens, (std::vector<IndexRange>{{2, 4}}));
        QCOMPARE(std::count(filter.heads.begin(), filter.heads.end(), 1), 1);
        QCOMPARE(int(filter.heads[1 * 3 + 2]), 1);
        QCOMPARE(filter.minimumGate, 0.25f);
    }

    // A hidden head (experience.md U5) is left out of sums; what was recorded of the others stays as it is.
    void hiddenHeadsChangeAggregatesAlone()
    {
        SelectionHub hub;
        const auto run = samples::madeUpRun();
        hub.setRun(run);
        const Trace& trace = run->answer.trace;
        const auto rowsNow = [&] { return blockMatrix(trace, filterOf(hub), {TraceAxis::Heads, TraceMetric::Gate, TraceAggregate::Sum, {}}); };
        const auto all = blockTotals(trace, filterOf(hub));
        const SparseMatrix before = rowsNow();
        const auto rowOf = [](const SparseMatrix& matrix, std::uint32_t row) {
            SparseMatrix one;
            one.columns = matrix.columns;
            one.appendRow(matrix, row);
            return one;
        };
        const auto choose = [&](bool hidden) {
            std::vector<Head> heads;
            for (std::uint32_t l = 0; l < trace.layers; ++l)
                for (std::uint32_t h = 0; h < trace.heads; ++h)
                    if ((l == 1 && h == 2) != hidden)
                        heads.push_back({l, h});
            hub.change([&](Selection& selection) { selection.heads.heads = heads; });
        };
        choose(true);
        QCOMPARE(hub.run().get(), static_cast<const Run*>(run.get()));
        const auto others = blockTotals(trace, filterOf(hub));
        const SparseMatrix after = rowsNow();
        choose(false);
        const auto alone = blockTotals(trace, filterOf(hub));
        QVERIFY(others != all && std::accumulate(alone.begin(), alone.end(), 0.0) > 0);
        for (std::size_t block = 0; block < all.size(); ++block)
            QVERIFY(std::abs(others[block] + alone[block] - all[block]) < 1e-6);
        for (std::uint32_t row = 0; row < trace.layers * trace.heads; ++row)
            QVERIFY(row == trace.heads + 2 ? rowOf(after, row).blocks.empty() && !rowOf(before, row).blocks.empty()
                                           : rowOf(after, row) == rowOf(before, row));
    }

    void heatStandsOnTheCharactersOfItsBlocks()
    {
        SelectionHub hub;
        const auto run = samples::madeUpRun();
        hub.setRun(run);
        const auto totals = blockTotals(run->answer.trace, filterOf(hub));
        const double strongest = *std::max_element(totals.begin(), totals.end());
        const auto heat = heatOf(hub, 0);
        QVERIFY(!heat.empty());
        std::uint64_t behind = 0;
        bool full = false;
        for (const HeatRun& part : heat) {
            QVERIFY(part.range.begin >= behind && part.range.end > part.range.begin);
            behind = part.range.end;
            const auto blocks = run->map->blocksOf({0, part.range});
            QCOMPARE(blocks.size(), std::size_t(1));
            QCOMPARE(run->map->placesOf(blocks.front()).front().range, part.range);
            QVERIFY(std::abs(part.strength - float(std::sqrt(totals[blocks.front().value] / strongest))) < 1e-5f);
            full |= part.strength > 0.999f;
        }
        QVERIFY(full);
        QVERIFY(heatOf(hub, 1).empty());
    }

    void wordHeatStandsOnSingleTokens()
    {
        SelectionHub hub;
        const auto run = samples::madeUpRun();
        hub.setRun(run);
        hub.change([](Selection& selection) {
            selection.metric = Metric::Word;
            selection.scale = SelectionScale::Linear;
        });
        const auto heat = heatOf(hub, 0);
        QVERIFY(!heat.empty());
        for (const HeatRun& part : heat) {
            const auto [begin, end] = run->map->tokensOf({0, part.range});
            QCOMPARE(end - begin, std::uint64_t(1));
            QVERIFY(begin / 8 >= 25 && begin / 8 < 29);
        }
    }

    void chosenRangeSetsFullStrength()
    {
        SelectionHub hub;
        hub.setRun(samples::madeUpRun());
        hub.change([](Selection& selection) {
            selection.range = {0, 1e6};
            selection.scale = SelectionScale::Linear;
        });
        for (const HeatRun& part : heatOf(hub, 0))
            QVERIFY(part.strength < 0.01f);
    }

    void rulerMarksFollowTheHeat()
    {
        SelectionHub hub;
        const auto run = samples::madeUpRun();
        hub.setRun(run);
        const auto heat = heatOf(hub, 0);
        const auto marks = rulerMarksOf(hub, 0);
        QCOMPARE(marks.size(), heat.size());
        for (std::size_t i = 0; i < marks.size(); ++i) {
            QCOMPARE(std::uint64_t(std::lround(marks[i].begin * double(run->documents[0]->text.size()))), heat[i].range.begin);
            QCOMPARE(marks[i].strength, heat[i].strength);
        }
    }

    // Lane B: all words of the compared answer, whatever is brushed in A; each lane as strong as its own strongest block.
    void theComparedAnswerHasALaneOfItsOwn()
    {
        SelectionHub hub;
        const auto a = samples::madeUpRun();
        const auto b = samples::madeUpRun({.tokens = 14}, QStringLiteral("run-8"), 5);
        b->documents = a->documents;
        b->map = a->map;
        hub.setRun(a);
        QVERIFY(comparedMarksOf(hub, 0).empty());
        hub.setCompared(b);
        const auto own = rulerMarksOf(hub, 0), other = comparedMarksOf(hub, 0);
        QVERIFY(!other.empty() && other != own);
        SelectionHub alone;
        alone.setRun(b);
        QVERIFY(other == rulerMarksOf(alone, 0));
        hub.change([](Selection& selection) {
            selection.tokens = std::vector<IndexRange>{{2, 5}};
            selection.metric = Metric::Lift;
        });
        QVERIFY(rulerMarksOf(hub, 0) != own && comparedMarksOf(hub, 0) == other);
        QVERIFY(comparedMarksOf(hub, 7).empty());
    }

    void thePreviewIsWhereTheBlockBegins()
    {
        SelectionHub hub;
        const auto run = samples::madeUpRun();
        hub.setRun(run);
        QVERIFY(!previewPlace(hub, 0));
        hub.setHover({{}, {}, {}, 20});
        const double expected = double(run->map->placesOf(BlockId(20)).front().range.begin) / double(run->documents[0]->text.size());
        QCOMPARE(*previewPlace(hub, 0), expected);
        QVERIFY(!previewPlace(hub, 3));
        hub.setHover({{}, {}, {}, 4'000});
        QVERIFY(!previewPlace(hub, 0));
    }

    void nothingWithoutRunOrMap()
    {
        SelectionHub hub;
        QVERIFY(heatOf(hub, 0).empty() && rulerMarksOf(hub, 0).empty());
        auto run = samples::madeUpRun();
        run->map = std::make_shared<StreamMap>();
        hub.setRun(run);
        QVERIFY(heatOf(hub, 0).empty() && rulerMarksOf(hub, 0).empty());
    }
};

QTEST_MAIN(ResolvedTest)
#include "resolved_test.moc"
