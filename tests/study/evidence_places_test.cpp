// The evidence cards and the words of citations: which place a card names and leads to, on which card a number stands, cards in a list of
// another width.
#include "made_run.h"

#include "tests/support/patience.h"
#include "ui/plots/layers_view.h"
#include "ui/study/block_table.h"
#include "ui/study/compare_view.h"
#include "ui/study/evidence_delegate.h"
#include "ui/study/evidence_list.h"
#include "ui/study/evidence_view.h"

#include <QSignalSpy>
#include <QTableView>
#include <QtTest>

using namespace cairn;

namespace
{

struct Shown
{
    SelectionHub hub;
    EvidenceView view{&hub};

    Shown()
    {
        view.resize(364, 700);
        view.show();
        hub.setRun(madeRun());
        test::settle(40);
    }
};

// A block ends the first and begins the second, of which words are cited in it.
std::shared_ptr<Run> runOfTwoDocuments()
{
    auto run = std::make_shared<Run>(*madeRun());
    const std::uint32_t block = run->answer.citations[0].blocks[0];
    auto map = run->map->data();
    const std::uint64_t middle = std::uint64_t{block} * map.blockTokens + map.blockTokens / 2;
    auto first = std::make_shared<CanonicalText>(*run->documents.front()), second = std::make_shared<CanonicalText>(*first);
    first->title = "Lease";
    second->title = "Harbour fees";
    map.documentTokens = {{0, middle}, {middle, map.ends.size()}};
    const std::uint32_t cut = map.ends[middle - 1];
    for (std::uint64_t token = middle; token < map.ends.size(); ++token)
        map.ends[token] -= cut;
    run->documents = {first, second};
    run->map = std::make_shared<StreamMap>(map);
    run->answer.citations.resize(1);
    run->answer.citations[0].document = 1;
    run->answer.citations[0].range = {1, 8};
    return run;
}

}  // namespace

class EvidencePlacesTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    // A sentence rests on two blocks and stands in one: its number is where it stands, on the others only if that one isn't listed.
    void aCitationsNumberStandsWhereItsWordsStand()
    {
        auto run = std::make_shared<Run>(*madeRun());
        Citation& cited = run->answer.citations[0];
        run->answer.citations.resize(1);
        const std::uint32_t own = cited.blocks[0], other = own + 2;
        cited.blocks.push_back(other);
        EvidenceModel model;
        model.setQuery({run, {}, true});
        QVERIFY(model.rowOf(own) && model.rowOf(other));
        QCOMPARE(model.citations(own), std::vector<int>{1});
        QVERIFY(model.citations(other).empty());
        EvidenceQuery without{run, {}, true};
        without.filter.blocks = std::vector<IndexRange>{{other, other + 1}};
        model.setQuery(without);
        QVERIFY(!model.rowOf(own));
        QCOMPARE(model.citations(other), std::vector<int>{1});
    }

    // Its block ends one document and begins the next: the card is of the cited words, as chip and note name them.
    void aCardNamesThePlaceOfTheCitedWords()
    {
        const auto run = runOfTwoDocuments();
        const std::uint32_t block = run->answer.citations[0].blocks[0];
        EvidenceModel model;
        model.setQuery({run, {}, true});
        const auto row = model.rowOf(block);
        QVERIFY(row && run->blockLabel(block).contains(QStringLiteral(" and ")));
        QCOMPARE(model.place(*row), QStringLiteral("Harbour fees, p. 3 (PDF 1)"));
        QCOMPARE(model.citations(block), std::vector<int>{1});
        run->answer.citations.clear();
        QCOMPARE(model.place(*row), run->blockLabel(block));
    }

    // What the card calls a block, plots and tables do.
    void aBlockHasOnePlaceInAllViews()
    {
        const auto run = runOfTwoDocuments();
        const std::uint32_t block = run->answer.citations[0].blocks[0];
        const auto place = QStringLiteral("Harbour fees, p. 3 (PDF 1)");
        SelectionHub hub;
        LayersView layers(&hub);
        CompareView compare(&hub);
        compare.show();
        hub.setRun(run);
        auto other = std::make_shared<Run>(*run);
        other->id = QStringLiteral("run-5");
        other->answer.trace = madeTrace({.tokens = run->answer.trace.tokens, .seed = 31});
        hub.setCompared(other);
        test::settle(40);
        QCOMPARE(layers.heatmap()->describe({0, int(block)}).place, place);
        QCOMPARE(compare.heatmap()->describe({0, int(block)}).place, place);
        const QAbstractItemModel* list = layers.strongest()->model();
        const auto listed = list->match(list->index(0, 2), Qt::EditRole, int(block), 1, Qt::MatchExactly);
        QVERIFY(!listed.isEmpty());
        QCOMPARE(listed.front().siblingAtColumn(3).data().toString(), place);
        BlockTableModel table({QStringLiteral("Gate")});
        table.setRows(run, {{block, {0.5}}}, {});
        QCOMPARE(table.index(0, BlockTableModel::Place).data().toString(), place);
    }

    // The reader may have gone elsewhere since.
    void aClickOnTheCurrentCardLeadsToItsPlaceAgain()
    {
        Shown shown;
        QSignalSpy show(&shown.view, &EvidenceView::showBlock);
        auto* list = static_cast<EvidenceList*>(shown.view.list());
        const auto clickAt = [&](const QPoint& at) { QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, at); };
        const auto card = [&] { return list->visualRect(shown.view.model().index(1)); };
        clickAt(card().center());
        QCOMPARE(show.count(), 1);
        clickAt(card().center());
        QCOMPARE(show.count(), 2);
        QCOMPARE(show[1][0].toUInt(), shown.view.model().row(1).block);
        clickAt(list->cards()->linkOf(card()).center());   // what it does shows elsewhere
        QCOMPARE(show.count(), 2);
    }

    void cardsFollowTheListsWidth()
    {
        Shown shown;
        auto* list = shown.view.list();
        list->setCurrentIndex(shown.view.model().index(0));
        for (const int width : {220, 640, 300}) {
            shown.view.resize(width, 700);
            test::settle(40);
            const QStyleOptionViewItem option;
            for (int row = 0; row < 3; ++row) {
                const QRect card = list->visualRect(shown.view.model().index(row));
                QCOMPARE(card.height(), list->itemDelegate()->sizeHint(option, shown.view.model().index(row)).height());
                QCOMPARE(list->visualRect(shown.view.model().index(row + 1)).top(), card.bottom() + 1);
            }
        }
    }
};

QTEST_MAIN(EvidencePlacesTest)
#include "evidence_places_test.moc"
