// The one-line form of a selection: byte-equal there and back, everything unknown refused with a sentence.
#include "ui/selection/selection.h"

#include <QtTest>

#include <random>

using namespace cairn;

namespace
{

const char* const kExample =
    R"({"a":"run-7","agg":"auto","b":null,"blocks":"allowed","heads":"set:retrieval","layers":"all","lock":null,)"
    R"("mask":{"local":true,"sinks":true},"metric":"gate","min":0,"range":"auto","scale":"sqrt","tokens":[[12,40]],"unit":"word","v":1})";

IndexRanges randomRanges(std::mt19937& random)
{
    if (random() % 3 == 0)
        return {};
    IndexRanges ranges = std::vector<IndexRange>{};
    std::uint32_t at = random() % 10;
    for (std::uint32_t i = random() % 4; i > 0; --i) {
        const std::uint32_t end = at + 1 + random() % 20;
        ranges->push_back({at, end});
        at = end + 1 + random() % 20;
    }
    return ranges;
}

std::optional<std::uint32_t> randomIndex(std::mt19937& random)
{
    return random() % 2 ? std::optional<std::uint32_t>(random()) : std::nullopt;
}

Selection randomSelection(std::mt19937& random)
{
    Selection selection;
    selection.a = random() % 4 ? "run-" + std::to_string(random() % 100) : "";
    selection.b = random() % 2 ? "r\"ü\n" + std::to_string(random() % 100) : "";
    selection.tokens = randomRanges(random);
    selection.layers = randomRanges(random);
    selection.blocks = randomRanges(random);
    selection.allowedBlocksOnly = selection.blocks || random() % 2;
    if (random() % 3 == 0)
        selection.heads.set = "retrieval set \xC3\xA4";
    else if (random() % 2)
        selection.heads.heads = std::vector<Head>{{1, 2}, {1, 5}, {7, 0}};
    selection.metric = Metric(random() % 6);
    selection.aggregate = Aggregate(random() % 5);
    selection.minimum = double(random() % 1000) / 997;
    selection.hideSinks = random() % 2;
    selection.hideLocal = random() % 2;
    selection.renormalise = random() % 2;
    selection.scale = SelectionScale(random() % 3);
    if (random() % 2)
        selection.range = {double(random() % 100) / 777, 1 + double(random() % 100) / 7};
    selection.unit = TokenUnit(random() % 4);
    if (random() % 2)
        selection.lock = Lock{randomIndex(random), randomIndex(random), randomIndex(random), randomIndex(random)};
    return selection;
}

}  // namespace

class SelectionTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void exampleIsByteEqual()
    {
        const auto selection = selectionFromJson(kExample);
        QVERIFY(selection);
        QCOMPARE(selection->heads.set, std::string("retrieval"));
        QCOMPARE(selection->tokens, (IndexRanges(std::vector<IndexRange>{{12, 40}})));
        QVERIFY(selection->allowedBlocksOnly && !selection->blocks && selection->hideSinks && !selection->lock);
        QCOMPARE(toJson(*selection), std::string(kExample));
    }

    void everySelectionComesBack()
    {
        std::mt19937 random(1);
        for (int i = 0; i < 2'000; ++i) {
            const Selection selection = randomSelection(random);
            const std::string json = toJson(selection);
            QVERIFY(json.find('\n') == std::string::npos);
            const auto back = selectionFromJson(json);
            QVERIFY2(back, back ? "" : (back.error().message + " " + json).c_str());
            QVERIFY2(*back == selection, json.c_str());
            QCOMPARE(toJson(*back), json);
        }
    }

    // Written where it is on, so that links from before the switch stay byte-equal.
    void renormalisingIsAFieldWhereItIsOn()
    {
        auto selection = selectionFromJson(kExample);
        QVERIFY(selection && !selection->renormalise);
        selection->renormalise = true;
        std::string expected = kExample;
        expected.insert(expected.find("\"scale\""), "\"renorm\":true,");
        QCOMPARE(toJson(*selection), expected);
        const auto back = selectionFromJson(expected);
        QVERIFY(back && *back == *selection);
        const auto off = selectionFromJson(R"({"v":1,"renorm":false})");
        QVERIFY(off && *off == Selection());
    }

    void missingFieldsKeepTheirDefault()
    {
        const auto selection = selectionFromJson(R"({"v":1,"tokens":[[3,5]]})");
        QVERIFY(selection);
        Selection expected;
        expected.tokens = std::vector<IndexRange>{{3, 5}};
        QVERIFY(*selection == expected);
    }

    void unknownThingsAreRefused_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QByteArray>("word");
        QTest::addRow("version") << QByteArray(R"({"v":2})") << QByteArray("version");
        QTest::addRow("no version") << QByteArray(R"({"a":"run-1"})") << QByteArray("version");
        QTest::addRow("field") << QByteArray(R"({"v":1,"colour":"red"})") << QByteArray("colour");
        QTest::addRow("metric") << QByteArray(R"({"v":1,"metric":"mass"})") << QByteArray("metric");
        QTest::addRow("mask field") << QByteArray(R"({"v":1,"mask":{"sinks":true,"all":true}})") << QByteArray("mask");
        QTest::addRow("mask type") << QByteArray(R"({"v":1,"mask":{"sinks":1}})") << QByteArray("mask");
        QTest::addRow("lock field") << QByteArray(R"({"v":1,"lock":{"x":1}})") << QByteArray("lock");
        QTest::addRow("lock type") << QByteArray(R"({"v":1,"lock":7})") << QByteArray("lock");
        QTest::addRow("negative") << QByteArray(R"({"v":1,"tokens":[[-1,4]]})") << QByteArray("tokens");
        QTest::addRow("fraction") << QByteArray(R"({"v":1,"tokens":[[0,4.5]]})") << QByteArray("tokens");
        QTest::addRow("empty range") << QByteArray(R"({"v":1,"layers":[[4,4]]})") << QByteArray("layers");
        QTest::addRow("descending") << QByteArray(R"({"v":1,"blocks":[[8,9],[1,2]]})") << QByteArray("blocks");
        QTest::addRow("touching") << QByteArray(R"({"v":1,"blocks":[[1,2],[2,3]]})") << QByteArray("blocks");
        QTest::addRow("heads twice") << QByteArray(R"({"v":1,"heads":[[1,1],[1,1]]})") << QByteArray("heads");
        QTest::addRow("set without name") << QByteArray(R"({"v":1,"heads":"set:"})") << QByteArray("heads");
        QTest::addRow("range reversed") << QByteArray(R"({"v":1,"range":[2,1]})") << QByteArray("range");
        QTest::addRow("renormalising") << QByteArray(R"({"v":1,"renorm":1})") << QByteArray("renorm");
        QTest::addRow("negative minimum") << QByteArray(R"({"v":1,"min":-0.5})") << QByteArray("min");
        QTest::addRow("array") << QByteArray("[1]") << QByteArray("JSON");
        QTest::addRow("cut") << QByteArray(kExample).chopped(1) << QByteArray("JSON");
        QTest::addRow("too long") << QByteArray(R"({"v":1,"a":")") + QByteArray(70'000, 'x') + "\"}" << QByteArray("64 KiB");
    }
    void unknownThingsAreRefused()
    {
        QFETCH(QByteArray, json);
        QFETCH(QByteArray, word);
        const auto selection = selectionFromJson(json.toStdString());
        QVERIFY(!selection);
        QCOMPARE(selection.error().code, ErrorCode::InvalidArgument);
        QVERIFY2(selection.error().message.find(word.toStdString()) != std::string::npos, selection.error().message.c_str());
    }

    void brushesJoin()
    {
        IndexRanges ranges = std::vector<IndexRange>{};
        addRange(ranges, {10, 20});
        addRange(ranges, {30, 40});
        addRange(ranges, {5, 5});
        addRange(ranges, {20, 30});
        QCOMPARE(*ranges, (std::vector<IndexRange>{{10, 40}}));
        IndexRanges all;
        addRange(all, {1, 2});
        QVERIFY(!all);
    }

    void brushOfTwoIsOneThenTheOther()
    {
        std::mt19937 random(2);
        for (int i = 0; i < 200; ++i) {
            const std::uint32_t a = random() % 50, b = random() % 50;
            const IndexRange first{a, a + random() % 9}, second{b, b + random() % 9};
            IndexRanges one = std::vector<IndexRange>{}, other = std::vector<IndexRange>{};
            addRange(one, first);
            addRange(one, second);
            addRange(other, second);
            addRange(other, first);
            QCOMPARE(one, other);
            for (std::uint32_t token = 0; token < 60; ++token) {
                const bool expected = (token >= first.first && token < first.second) || (token >= second.first && token < second.second);
                QCOMPARE(contains(one, token), expected);
            }
        }
    }
};

QTEST_APPLESS_MAIN(SelectionTest)
#include "selection_test.moc"
