// Several forks fed together: what each alone would give, in any company. Models: tests/golden, and one with quantised weights.
#include "tests/engine/engine_fixture.h"
#include "tests/support/quantised_model.h"
#include "tests/support/temporary_folder.h"

#include <QTest>

#include <malloc.h>

#include <algorithm>
#include <cmath>

using namespace cairn;

class JointTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void eachGetsWhatItAloneWould_data();
    void eachGetsWhatItAloneWould();
    void oneThatTakesSeveralStepsIsFedBesideTheOthers();
    void aLaterOneMayLookFurtherThanTheFirst();
    void answersGoOnApart();
    void aStopRequestCancelsAll();
    void whatOneMayNotIsRefused();
    void noneIsNothing();
};

namespace
{

struct Room
{
    std::unique_ptr<Engine> engine;
    std::unique_ptr<Memory> memory;
    std::uint32_t blocks = 0;

    explicit Room(std::unique_ptr<Engine> opened, std::size_t tokens = 403) : engine(std::move(opened))
    {
        memory = std::make_unique<Memory>(std::move(*engine->emptyMemory(smallReading(*engine, 3, 4, 1, 1), KvType::F32)));
        if (!memory->read(textTokens(*engine, tokens), {}))
            qFatal("not read");
        blocks = memory->blocks();
    }

    Fork fork(std::uint32_t until) const
    {
        AskingSettings asking;
        asking.topK = 3;
        if (until < blocks)
            asking.until = BlockId(until);
        return std::move(*memory->fork(asking));
    }
    FeedOptions seeing(std::vector<BlockId> passage, Trace* into = nullptr) const
    {
        FeedOptions options;
        options.controls.imposed = std::move(passage);
        options.logProbabilities = true;
        options.scoredFrom = 1;
        options.trace = into ? TraceRows::All : TraceRows::None;
        options.into = into;
        return options;
    }
};

std::unique_ptr<Engine> quantised(const test::TemporaryFolder& folder)
{
    const std::string path = folder.file("model.gguf");
    test::writeContent(path, test::QuantisedModel().file());
    EngineOptions options;
    options.modelPath = path;
    options.device = DeviceChoice::Cpu;
    options.threads = 2;
    auto engine = Engine::open(options);
    if (!engine)
        qFatal("%s", engine.error().message.c_str());
    return std::move(*engine);
}

// Products of 32-bit weights may differ in last bits with the number of rows; those of packed ones never do.
void compare(const std::vector<float>& a, const std::vector<float>& b, float most)
{
    QCOMPARE(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (std::isfinite(a[i]) || std::isfinite(b[i]))
            QVERIFY2(std::abs(a[i] - b[i]) <= most, qPrintable(QString::number(double(a[i] - b[i]))));
    }
}

}  // namespace

void JointTest::eachGetsWhatItAloneWould_data()
{
    QTest::addColumn<QString>("model");
    QTest::newRow("landmark adapter") << QStringLiteral("adapter_exact");
    QTest::newRow("bounds") << QStringLiteral("bounds");
    QTest::newRow("packed weights") << QString();
}

void JointTest::eachGetsWhatItAloneWould()
{
    QFETCH(QString, model);
    const test::TemporaryFolder folder;
    const Room room(model.isEmpty() ? quantised(folder) : openGolden(model.toStdString()));
    QVERIFY(room.blocks > 5);
    QCOMPARE(room.engine->info().packedWeights, model.isEmpty());
    const float most = model.isEmpty() ? 0 : 1e-4f;
    // other passages, lengths, open ends, and one that chooses for itself
    const std::vector<TokenId> words[] = {textTokens(*room.engine, 9, 3), textTokens(*room.engine, 4, 5), textTokens(*room.engine, 6, 7)};
    const std::vector<BlockId> passages[] = {{BlockId(0), BlockId(2)}, {BlockId(1)}, {}};
    const std::uint32_t untils[] = {room.blocks - 1, room.blocks, 3};
    std::vector<Fork> alone, joint;
    std::vector<FeedResult> expected;
    Trace traces[3], together[3];
    std::vector<ForkFeed> feeds;
    for (std::size_t i = 0; i < 3; ++i) {
        alone.push_back(room.fork(untils[i]));
        joint.push_back(room.fork(untils[i]));
    }
    for (std::size_t i = 0; i < 3; ++i) {
        FeedOptions options = room.seeing(passages[i], &traces[i]);
        if (passages[i].empty())
            options.controls.imposed.reset();
        auto fed = alone[i].feed(words[i], options);
        QVERIFY(fed);
        expected.push_back(*std::move(fed));
        options.into = &together[i];
        feeds.push_back({&joint[i], words[i], options});
    }
    const auto fed = Fork::feedTogether(feeds);
    QVERIFY2(fed, fed ? "" : fed.error().message.c_str());
    QCOMPARE(fed->size(), std::size_t{3});
    for (std::size_t i = 0; i < 3; ++i) {
        compare((*fed)[i].nextLogits, expected[i].nextLogits, most);
        compare((*fed)[i].logProbabilities, expected[i].logProbabilities, most);
        QCOMPARE(together[i].tokens, traces[i].tokens);
        QCOMPARE(together[i].blocks, traces[i].blocks);
        QCOMPARE(joint[i].regularTokens(), alone[i].regularTokens());
        const auto next = textTokens(*room.engine, 2, 11);   // and they go on alike
        const auto a = alone[i].feed(next, {}), b = joint[i].feed(next, {});
        QVERIFY(a && b);
        compare(b->nextLogits, a->nextLogits, most);
    }
    QVERIFY((*fed)[0].nextLogits != (*fed)[1].nextLogits);
}

void JointTest::oneThatTakesSeveralStepsIsFedBesideTheOthers()
{
    const Room room(openGolden("adapter_exact"));
    const auto few = textTokens(*room.engine, 5, 3), many = textTokens(*room.engine, 150, 5);
    Fork a = room.fork(room.blocks), b = room.fork(room.blocks), c = room.fork(room.blocks), d = room.fork(room.blocks);
    const FeedOptions options;
    const auto first = a.feed(few, options), second = b.feed(many, options);
    const ForkFeed feeds[] = {{&c, few, options}, {&d, many, options}};
    const auto fed = Fork::feedTogether(feeds);
    QVERIFY(first && second && fed);
    compare((*fed)[0].nextLogits, first->nextLogits, 1e-4f);
    compare((*fed)[1].nextLogits, second->nextLogits, 1e-4f);
    QCOMPARE(d.memoryBlocks(), b.memoryBlocks());
}

// Positions are looked up in tables that grow with the longest step: what the first one has of them must not be left behind.
void JointTest::aLaterOneMayLookFurtherThanTheFirst()
{
    const Room room(openGolden("adapter_exact"), 1500), fresh(openGolden("adapter_exact"), 1500);
    const auto words = textTokens(*room.engine, 5, 3);
    AskingSettings near, far;
    near.topK = 3;
    far.topK = 300;
    auto first = room.memory->fork(near), second = room.memory->fork(far);
    QVERIFY(first && second);
    const auto a = first->feed(words, {}), b = second->feed(words, {});
    auto shortSight = fresh.memory->fork(near), longSight = fresh.memory->fork(far);
    const ForkFeed feeds[] = {{&*shortSight, words, {}}, {&*longSight, words, {}}};
    mallopt(M_PERTURB, 0xA5);   // memory that is given back holds nothing any more
    const auto fed = Fork::feedTogether(feeds);
    mallopt(M_PERTURB, 0);
    QVERIFY(a && b && fed);
    compare((*fed)[0].nextLogits, a->nextLogits, 1e-4f);
    compare((*fed)[1].nextLogits, b->nextLogits, 1e-4f);
}

void JointTest::answersGoOnApart()
{
    const Room room(openGolden("adapter_exact"));
    const auto words = textTokens(*room.engine, 7, 3);
    Fork left = room.fork(room.blocks), right = room.fork(room.blocks), alone = room.fork(room.blocks);
    const ForkFeed feeds[] = {{&left, words, room.seeing({BlockId(1)})}, {&right, words, room.seeing({BlockId(4)})}};
    QVERIFY(Fork::feedTogether(feeds) && alone.feed(words, room.seeing({BlockId(4)})));
    GenerateOptions options;
    options.maxTokens = 6;
    const auto ids = [&](Fork& fork) {
        std::vector<TokenId> said;
        const auto generated = fork.generate(options, {});
        for (std::size_t i = 0; generated && i < generated->tokens.size(); ++i)
            said.push_back(generated->tokens[i].id);
        return said;
    };
    const auto other = ids(left);
    QCOMPARE(ids(right), ids(alone));
    QVERIFY(!other.empty());
}

void JointTest::aStopRequestCancelsAll()
{
    const Room room(openGolden("adapter_exact"));
    const auto words = textTokens(*room.engine, 7, 3);
    Fork left = room.fork(room.blocks), right = room.fork(room.blocks);
    const ForkFeed feeds[] = {{&left, words, {}}, {&right, words, {}}};
    std::stop_source stop;
    stop.request_stop();
    const auto fed = Fork::feedTogether(feeds, stop.get_token());
    QVERIFY(!fed);
    QCOMPARE(fed.error().code, ErrorCode::Cancelled);
    const auto after = room.fork(room.blocks).feed(words, {});   // the memory is as it was
    QVERIFY(after);
}

void JointTest::whatOneMayNotIsRefused()
{
    const Room room(openGolden("adapter_exact"));
    const auto words = textTokens(*room.engine, 7, 3);
    Fork left = room.fork(room.blocks), right = room.fork(room.blocks);
    FeedOptions both;
    both.controls.pinned = both.controls.barred = {BlockId(1)};
    const ForkFeed refused[] = {{&left, words, {}}, {&right, words, both}}, empty[] = {{&left, words, {}}, {&right, {}, {}}};
    for (const auto& feeds : {std::span<const ForkFeed>(refused), std::span<const ForkFeed>(empty)}) {
        const auto fed = Fork::feedTogether(feeds);
        QVERIFY(!fed);
        QCOMPARE(fed.error().code, ErrorCode::InvalidArgument);
    }
}

void JointTest::noneIsNothing()
{
    const auto fed = Fork::feedTogether({});
    QVERIFY(fed && fed->empty());
}

QTEST_GUILESS_MAIN(JointTest)
#include "joint_test.moc"
