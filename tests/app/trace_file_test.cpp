// Trace files: there and back, refused when cut or changed; the table forms; how questions are asked, as JSON.
#include "app/common/ask_options_json.h"
#include "app/conversation/trace_file.h"
#include "core/types/half.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include <cstring>

using namespace cairn;

namespace
{

Trace sample()
{
    Trace trace;
    trace.tokens = 2;
    trace.layers = 2;
    trace.heads = 1;
    trace.k = 2;
    trace.blockTokens = 3;
    trace.documentBlocks = 5;
    trace.blocks = {0, 2, 1, kNoBlock, 2, 3, 2, 4};
    for (int i = 0; i < 8; ++i) {
        trace.gates.push_back(floatToHalf(0.125f * float(i)));
        trace.scores.push_back(floatToHalf(float(i) - 3));
    }
    trace.scan = ScanWay::TwoLevel;
    trace.memoryShare = {1, 2, 3, 4};
    trace.ties = {0, 1, 0, 1};
    trace.rereadOffsets = {0, 0, 1, 1, 1};
    trace.rereadBlocks = {3};
    trace.rereadShares = {floatToHalf(0.5f)};
    trace.heatOffsets = {0, 1, 2};
    trace.heatBlocks = {2, 3};
    trace.heatScale = {0.5f, 0.25f};
    trace.heatWeights = {255, 3, 1, 0, 255, 9};
    trace.innerOffsets = {0, 2, 3};
    trace.innerRecords = {1, 4, 0}; // block 2 of the first head; the re-read entry; block 2
    trace.innerWeights = {255, 0, 0, 100, 100, 55, 0, 1, 254};
    trace.lookedAt = {6, kNoToken, 17, 0};
    return trace;
}

Trace deepSample()
{
    Trace trace = sample();
    trace.nearOffsets = {0, 2, 2, 3, 4};
    trace.nearBlocks = {4, 1, 0, 6};   // 6: of the conversation
    trace.nearScores = {floatToHalf(-4), floatToHalf(-4), floatToHalf(0.5f), floatToHalf(-9)};
    trace.nearLimits = {floatToHalf(-3), kNoLimit, floatToHalf(1), floatToHalf(3)};
    return trace;
}

}  // namespace

class TraceFileTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void comesBackByteEqual()
    {
        const auto file = traceFile(sample(), {"Why?", "model", "adapter", "tokenizer", "documents", "{}", "0.1.0"});
        const auto trace = readTraceFile(file);
        QVERIFY(trace);
        QVERIFY(traceFile(*trace, {"Why?", "model", "adapter", "tokenizer", "documents", "{}", "0.1.0"}) == file);
        QCOMPARE(trace->heatWeights, sample().heatWeights);
        QVERIFY(trace->scan == ScanWay::TwoLevel);
    }

    void theHeaderSaysWhatMadeIt()
    {
        AskOptions options;
        options.seed = 7;
        const auto headerOf = [](const TraceProvenance& provenance) {
            const auto file = traceFile(sample(), provenance);
            std::uint32_t bytes = 0;
            std::memcpy(&bytes, file.data() + 8, 4);
            return QJsonDocument::fromJson(QByteArray(reinterpret_cast<const char*>(file.data()) + 12, bytes)).object();
        };
        const QJsonObject header = headerOf({"Why?", "model", "ad", "9 tokens, ab", "documents", toJson(options), "1.2.3"});
        for (const auto& [key, value] : std::initializer_list<std::pair<const char*, const char*>>{
                 {"model", "model"}, {"adapter", "ad"}, {"tokenizer", "9 tokens, ab"}, {"documents", "documents"},
                 {"program", "cairn 1.2.3"}})
            QCOMPARE(header[QLatin1String(key)].toString(), QLatin1String(value));
        for (const auto& [key, value] : std::initializer_list<std::pair<const char*, int>>{
                 {"k", 2}, {"f", 3}, {"mode", int(sample().mode)}, {"attention", int(sample().attention)}, {"version", 2}})
            QCOMPARE(header[QLatin1String(key)].toInt(-1), value);
        QCOMPARE(QJsonDocument::fromJson(header[QLatin1String("options")].toString().toUtf8())[QLatin1String("seed")], QJsonValue(7));
        const QJsonObject older = headerOf({"Why?", "model", "ad", {}, "documents", "{}", {}});   // kept before either was
        QVERIFY(!older.contains(QLatin1String("tokenizer")) && !older.contains(QLatin1String("program")));
        QVERIFY(readTraceFile(traceFile(sample(), {"Why?", "model", "ad", {}, "documents", "{}", {}})));
    }

    void tracesFromBeforeInnerWeightsCanBeRead()
    {
        Trace older = sample();
        older.innerOffsets.clear();
        older.innerRecords.clear();
        older.innerWeights.clear();
        older.lookedAt.clear();
        const auto now = traceFile(older, {"Why?", "model", "adapter", "tokenizer", "documents", "{}", "0.1.0"});
        std::string text(reinterpret_cast<const char*>(now.data()), now.size() - 8);
        const auto replace = [&text](const std::string& from, const std::string& to) {
            const std::size_t at = text.find(from);
            if (at != text.npos)
                text.replace(at, from.size(), to);
            return at != text.npos;
        };
        QVERIFY(replace("\"version\":2", "\"version\":1"));
        QVERIFY(replace(",\"innerOffsets\":0,\"innerRecords\":0,\"innerWeights\":0,\"lookedAt\":0", ""));
        std::uint32_t header = 0;
        std::memcpy(&header, text.data() + 8, 4);
        header -= std::uint32_t(now.size() - 8 - text.size());
        std::memcpy(text.data() + 8, &header, 4);
        const std::uint64_t checksum = XXH3_64bits(text.data(), text.size());
        text.append(reinterpret_cast<const char*>(&checksum), 8);
        const auto trace = readTraceFile(std::as_bytes(std::span(text)));
        QVERIFY(trace);
        QCOMPARE(trace->blocks, older.blocks);
        QVERIFY(trace->innerOffsets.empty() && trace->lookedAt.empty());
    }

    void innerWeightsThatDoNotFitAreRefused_data()
    {
        QTest::addColumn<int>("number");
        for (int number = 0; number < 10; ++number)
            QTest::addRow("%d", number) << number;
    }
    void innerWeightsThatDoNotFitAreRefused()
    {
        QFETCH(int, number);
        void (*const changes[])(Trace&) = {
            [](Trace& t) { t.innerWeights[0] = 254; }, // 255 no longer
            [](Trace& t) { t.innerRecords[0] = 4; },   // twice
            [](Trace& t) {
                t.innerRecords[0] = 3;
                t.innerRecords[1] = 1;
            },
            [](Trace& t) { t.innerRecords[2] = 1'000; },
            [](Trace& t) { t.innerRecords[2] = 4; }, // the second token re-read nothing
            [](Trace& t) { t.innerRecords[0] = 3; }, // nothing was attended there
            [](Trace& t) {
                t.innerOffsets = {0, 2, 4};
            },
            [](Trace& t) {
                t.innerOffsets = {0, 3};
            },
            [](Trace& t) { t.lookedAt[0] = 18; }, // behind the open block
            [](Trace& t) { t.lookedAt.pop_back(); },
        };
        Trace trace = sample();
        changes[number](trace);
        QVERIFY(!readTraceFile(traceFile(trace, {})));
        QVERIFY(readTraceFile(traceFile(sample(), {})));
    }

    // A deep trace is of version 3 and comes back whole; the others are written as ever.
    void deepTracesComeBackByteEqual()
    {
        const auto file = traceFile(deepSample(), {}), ordinary = traceFile(sample(), {});
        const auto trace = readTraceFile(file);
        QVERIFY(trace && trace->isDeep());
        QVERIFY(traceFile(*trace, {}) == file);
        QCOMPARE(trace->nearBlocks, deepSample().nearBlocks);
        QCOMPARE(trace->nearLimits, deepSample().nearLimits);
        const auto text = [](const std::vector<std::byte>& bytes) {
            return QByteArray(reinterpret_cast<const char*>(bytes.data()), qsizetype(bytes.size()));
        };
        QVERIFY(text(file).contains("\"version\":3") && text(file).contains("nearLimits"));
        QVERIFY(text(ordinary).contains("\"version\":2") && !text(ordinary).contains("near"));
        Trace none = deepSample();   // deep, and nothing was left to come next
        none.nearOffsets.assign(5, 0);
        none.nearBlocks.clear();
        none.nearScores.clear();
        const auto empty = readTraceFile(traceFile(none, {}));
        QVERIFY(empty && empty->isDeep());
    }

    void nearMissesThatDoNotFitAreRefused_data()
    {
        QTest::addColumn<int>("number");
        for (int number = 0; number < 11; ++number)
            QTest::addRow("%d", number) << number;
    }
    void nearMissesThatDoNotFitAreRefused()
    {
        QFETCH(int, number);
        void (*const changes[])(Trace&) = {
            [](Trace& t) { t.nearBlocks[0] = 2; },                    // opened
            [](Trace& t) { t.nearBlocks[0] = 1; },                    // twice
            [](Trace& t) { t.nearBlocks[3] = kNoBlock; },
            [](Trace& t) { t.nearScores[1] = floatToHalf(-3.5f); },   // ascending
            [](Trace& t) { t.nearScores[2] = kNoLimit; },             // no number
            [](Trace& t) { t.nearLimits[0] = kNoLimit + 1; },
            [](Trace& t) { t.nearLimits.pop_back(); },
            [](Trace& t) { t.nearScores.pop_back(); },
            [](Trace& t) { t.nearOffsets = {0, 2, 1, 3, 4}; },
            [](Trace& t) { t.nearOffsets = {0, 2, 2, 4}; },
            [](Trace& t) {   // more than are ever kept
                t.nearBlocks.clear();
                for (std::uint32_t i = 0; i <= kNearMisses; ++i)
                    t.nearBlocks.push_back(10 + i);
                t.nearScores.assign(t.nearBlocks.size(), 0);
                t.nearOffsets = {0, kNearMisses + 1, kNearMisses + 1, kNearMisses + 1, kNearMisses + 1};
            },
        };
        Trace trace = deepSample();
        changes[number](trace);
        QVERIFY(!readTraceFile(traceFile(trace, {})));
        QVERIFY(readTraceFile(traceFile(deepSample(), {})));
    }

    void tablesGiveNearMissesBehindWhatWasOpened()
    {
        const QByteArray csv = QByteArray::fromStdString(traceCsv(deepSample())), ordinary = QByteArray::fromStdString(traceCsv(sample()));
        QCOMPARE(csv.count('\n'), ordinary.count('\n') + 4);
        QVERIFY(csv.contains("\n0,0,0,2,4,,-4,near\n0,0,0,3,1,,-4,near\n0,1,0,"));   // places counted on from k
        const auto npy = traceNpy(deepSample()), plain = traceNpy(sample());
        QCOMPARE(npy.size() - plain.size(), std::size_t{4 * 28});
    }

    void wordsOfTheOpenLastBlockMayBeReadAgain()
    {
        Trace trace = sample();
        trace.rereadBlocks = {trace.documentBlocks};
        QVERIFY(readTraceFile(traceFile(trace, {})));
        trace.rereadBlocks = {trace.documentBlocks + 1};
        QVERIFY(!readTraceFile(traceFile(trace, {})));
    }

    void everyFlippedBitAndEveryCutIsRefused()
    {
        const auto file = traceFile(sample(), {});
        for (std::size_t byte = 0; byte < file.size(); ++byte) {
            auto flipped = file;
            flipped[byte] ^= std::byte{4};
            QVERIFY(!readTraceFile(flipped));
            QVERIFY(!readTraceFile(std::span(file).first(byte)));
        }
    }

    void jsonLinesSayWhatTheTableSays()
    {
        const QByteArrayList rows = QByteArray::fromStdString(traceCsv(deepSample())).split('\n');
        const QByteArrayList lines = QByteArray::fromStdString(traceJson(deepSample())).split('\n');
        QCOMPARE(lines.size(), rows.size() - 1);
        const QByteArrayList names = rows.first().split(',');
        for (qsizetype i = 0; i + 1 < lines.size(); ++i) {
            const QJsonObject object = QJsonDocument::fromJson(lines[i]).object();
            QByteArrayList values;
            for (const QByteArray& name : names) {
                const QJsonValue value = object[QLatin1String(name)];
                values << (value.isDouble() ? QByteArray::number(value.toDouble(), 'g', 6) : value.toString().toLatin1());
            }
            QCOMPARE(values.join(','), rows[i + 1]);
        }
    }

    void csvNamesEveryAttendedPlace()
    {
        const QByteArray csv = QByteArray::fromStdString(traceCsv(sample()));
        QCOMPARE(csv.count('\n'), 9);   // header, 7 places (one is empty), a block that was read again
        QVERIFY(csv.contains("\n1,0,0,1,3,0.625,2,document\n"));
    }

    // The prompt's own blocks stand behind the text's; words that it repeats stand with the block of the text that they are from.
    void whatWasReadAgainStandsWithItsBlock()
    {
        Trace trace = sample();
        trace.blocks.back() = 6;
        const QByteArray csv = QByteArray::fromStdString(traceCsv(trace));
        QVERIFY(csv.contains("\n1,1,0,1,6,0.875,4,conversation\n"));
        QVERIFY(csv.contains("\n0,1,0,,3,0.5,,reread\n"));   // behind the places of its head
        for (const QByteArray& line : csv.split('\n')) {
            const QByteArrayList fields = line.split(',');
            if (fields.size() == 8 && fields[7] != "conversation" && fields[7] != "kind")
                QVERIFY2(fields[4].toUInt() < trace.documentBlocks, line.constData());
        }
    }

    void npyDataBeginsAtAMultipleOf64()
    {
        const auto file = traceNpy(sample());
        const auto header = std::size_t(file[8]) | std::size_t(file[9]) << 8;
        QCOMPARE((10 + header) % 64, std::size_t(0));
        QCOMPARE(file.size(), 10 + header + 8 * 28);
    }

    void howAQuestionWasAskedComesBack()
    {
        AskOptions options;
        options.strategy = Strategy::Memory;
        options.topK = 8;
        options.scan = ScanWay::TwoLevel;
        options.seed = 0xFFFFFFFFFFFFFFFF;
        options.temperature = 0.5f;
        options.controls.barred = {BlockId{3}, BlockId{7}};
        options.until = BlockId{40};
        options.within = {{1, {20, 90}}, {0, {0, 7}}};
        options.previous = {{"Who?", "\"She\"\n"}};
        const auto again = askOptionsFromJson(toJson(options));
        QVERIFY(again);
        QCOMPARE(QByteArray::fromStdString(toJson(*again)), QByteArray::fromStdString(toJson(options)));
        QCOMPARE(again->seed, options.seed);
        QVERIFY(again->scan == ScanWay::TwoLevel);
        QVERIFY(again->within == options.within);
        QVERIFY(!askOptionsFromJson("nonsense"));
    }
};

QTEST_APPLESS_MAIN(TraceFileTest)
#include "trace_file_test.moc"
