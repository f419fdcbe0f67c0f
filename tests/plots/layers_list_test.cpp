// Layers: the list below follows the measure that is drawn, the text's tint comes back with the gates, boxes have names, marks
// are explained.
#include "tests/plots/shown_plot.h"
#include "tests/support/patience.h"
#include "ui/plots/plot_words.h"
#include "ui/plots/table_look.h"

#include <QAccessible>
#include <QComboBox>
#include <QLabel>
#include <QTableView>
#include <QtTest>

using namespace cairn;

namespace
{

QComboBox* boxOf(const LayersView& view, const QString& name)
{
    for (QComboBox* box : view.findChildren<QComboBox*>()) {
        if (box->accessibleName() == name)
            return box;
    }
    return nullptr;
}

void choose(ShownLayers& shown, Metric metric)
{
    QComboBox* box = boxOf(shown.view, QStringLiteral("Measure"));
    box->setCurrentIndex(box->findData(int(metric)));
    Q_EMIT box->activated(box->currentIndex());
    shown.settle();
}

// The largest memory share of a head of the layer that opened the block.
float memoryOf(const Trace& trace, std::uint32_t layer, std::uint32_t head, std::uint32_t block)
{
    float largest = 0;
    for (std::uint32_t t = 0; t < trace.tokens; ++t) {
        const std::size_t place = trace.place(t, layer, head);
        if (std::count(trace.blocks.begin() + std::ptrdiff_t(place), trace.blocks.begin() + std::ptrdiff_t(place + trace.k), block) > 0)
            largest = std::max(largest, halfToFloat(trace.memoryShare[place / trace.k]));
    }
    return largest;
}

}  // namespace

class LayersListTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void largeLettersInALowPanelLeaveRoomForTheCells()
    {
        const QFont usual = QApplication::font();
        QFont large = usual;
        large.setPixelSize(20);
        QApplication::setFont(large);
        {
            ShownLayers shown;
            shown.view.show();
            shown.view.resize(430, 480);
            test::settle(50);
            QVERIFY2(shown.view.heatmap()->plot().height() >= 48, qPrintable(QString::number(shown.view.heatmap()->plot().height())));
            const auto says = [&] {
                const auto labels = shown.view.findChildren<QLabel*>();
                return std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
                    return label->isVisible() && label->text() == PlotPanel::weightsFooter();
                });
            };
            QVERIFY(!says());
            shown.view.resize(430, 800);
            QTRY_VERIFY(says());
        }
        QApplication::setFont(usual);
    }

    void theListFollowsTheMeasure()
    {
        ShownLayers shown(samples::madeUpRun({.tokens = 14, .reread = false}));
        const Trace& trace = shown.hub.run()->answer.trace;
        const QAbstractItemModel* list = shown.view.strongest()->model();
        QCOMPARE(list->headerData(4, Qt::Horizontal).toString(), QStringLiteral("Gate"));
        for (const auto& [metric, title] : {std::pair{Metric::Score, "Score"}, std::pair{Metric::Memory, "Memory share"}}) {
            choose(shown, metric);
            QCOMPARE(list->headerData(4, Qt::Horizontal).toString(), QString::fromLatin1(title));
            QVERIFY(list->rowCount() > 5);
            double before = 1e9;
            for (int row = 0; row < list->rowCount(); ++row) {
                const auto number = [&](int column) { return list->index(row, column).data(Qt::EditRole).toUInt(); };
                const double value = list->index(row, 4).data(Qt::EditRole).toDouble();
                QVERIFY(value <= before);
                before = value;
                QCOMPARE(float(value), *shown.view.heatmap()->cells().at(number(0), number(2)));
                if (metric == Metric::Memory)
                    QCOMPARE(float(value), memoryOf(trace, number(0), number(1), number(2)));
            }
        }
        QCOMPARE(shown.view.result().strongest.front().gate > 0, true);   // a record of the trace
    }

    void unfoldedHeadsAreNotListedTwice()
    {
        ShownLayers shown;
        choose(shown, Metric::Score);
        const int rows = shown.view.strongest()->model()->rowCount();
        const auto first = shown.view.result().strongestValues;
        shown.view.unfold(1, true);
        shown.settle();
        QCOMPARE(shown.view.strongest()->model()->rowCount(), rows);
        QVERIFY(shown.view.result().strongestValues == first);
    }

    void theTintOfWordsComesBackWithTheGates()
    {
        ShownLayers shown;
        shown.change([](Selection& selection) { selection.metric = Metric::Word; });
        choose(shown, Metric::Score);
        QCOMPARE(int(shown.hub.selection().metric), int(Metric::Score));
        choose(shown, Metric::Gate);
        QCOMPARE(int(shown.hub.selection().metric), int(Metric::Word));
        shown.change([](Selection& selection) { selection.metric = Metric::Gate; });   // switched off in the text
        choose(shown, Metric::Score);
        choose(shown, Metric::Gate);
        QCOMPARE(int(shown.hub.selection().metric), int(Metric::Gate));
    }

    // Qt gives the chosen words as the name of a box, and what it is for as the label beside it.
    void boxesAreNamedForThoseWhoHearThem()
    {
        ShownLayers shown;
        for (const QString& name : {QStringLiteral("Measure"), QStringLiteral("How cells are joined")}) {
            QComboBox* box = boxOf(shown.view, name);
            QVERIFY(box);
            QAccessibleInterface* heard = QAccessible::queryAccessibleInterface(box);
            QStringList labels;
            for (const auto& [other, relation] : heard->relations(QAccessible::Label))
                labels += other->text(QAccessible::Name);
            QCOMPARE(labels, QStringList(name));
        }
    }

    void theBoxIsWideEnoughForWhatItShows()
    {
        ShownLayers shown;
        QComboBox* box = boxOf(shown.view, QStringLiteral("Measure"));
        const int narrow = box->sizeHint().width();
        choose(shown, Metric::Memory);
        QVERIFY(box->sizeHint().width() > narrow);
        QVERIFY(box->minimumContentsLength() * box->fontMetrics().horizontalAdvance(QLatin1Char('X'))
                >= box->fontMetrics().horizontalAdvance(box->currentText()));
    }

    void aPlaceOfSeveralDocumentsKeepsItsEnd()
    {
        const auto run = samples::madeUpRun();
        auto first = std::make_shared<CanonicalText>(*run->documents.front()), second = std::make_shared<CanonicalText>(*first);
        first->title = "Lease of the south warehouse";
        second->title = "Lease of the north warehouse";
        StreamMapData map = run->map->data();
        const std::uint64_t middle = 20 * std::uint64_t{map.blockTokens}, end = map.ends.size();
        map.documentTokens = {{map.prefixTokens, middle}, {middle, end}};
        const std::uint32_t cut = map.ends[middle - 1];
        for (std::uint64_t token = middle; token < end; ++token)
            map.ends[token] -= cut;
        run->documents = {first, second};
        run->map = std::make_shared<StreamMap>(map);
        const QString place = shortPlaceOf(*run, 25);
        QVERIFY2(place.contains(QStringLiteral("…north warehouse")) && !place.contains(QStringLiteral("Lease")), qPrintable(place));
        ShownLayers shown(run);
        const QAbstractItemModel* list = shown.view.strongest()->model();
        QVERIFY(list->headerData(3, Qt::Horizontal, kPlaceRole).toBool() && !list->headerData(5, Qt::Horizontal, kPlaceRole).toBool());
        QVERIFY(list->index(0, 3).data().toString().contains(QStringLiteral("warehouse")));
        QVERIFY(!list->index(0, 3).data().toString().contains(QStringLiteral("Lease")));
    }

    void theOpenLastBlockSaysWhatItIs()
    {
        ShownLayers shown;
        const auto open = int(shown.hub.run()->answer.trace.documentBlocks);
        const auto says = [&](int block) {
            return shown.view.heatmap()->describe({0, block}).plain().contains(QStringLiteral("do not fill a block yet"));
        };
        QVERIFY(says(open) && !says(open - 1));
    }
};

QTEST_MAIN(LayersListTest)
#include "layers_list_test.moc"
