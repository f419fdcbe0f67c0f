// Forks: questions and answers on a memory. Models: tests/golden.
#include "core/types/half.h"
#include "tests/engine/engine_fixture.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>

using namespace cairn;

class AskingTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everyBlockRetrievedEqualsOnePass_data();
    void everyBlockRetrievedEqualsOnePass();
    void sameInputGivesTheSameOutput();
    void suppressedIdsAreNeverGenerated();
    void forkingAndAskingChangeNothing();
    void clonesGoDifferentWays();
    void barringNeverOpenedBlocksChangesNoBit();
    void barredBlocksAreNeverOpened();
    void pinnedBlocksAlwaysHoldAPlace();
    void imposedBlocksAreExactlyTheOnesOpened();
    void pinnedAndBarredAtOnceIsRefused();
    void switchedOffHeadsHaveEmptyRowsAndChangeTheLogits_data();
    void switchedOffHeadsHaveEmptyRowsAndChangeTheLogits();
    void withEveryHeadOffTheMemoryHasNoPart();
    void headsTheModelHasNotAreRefused();
    void logProbabilitiesAreThoseOfEachPrefix_data();
    void logProbabilitiesAreThoseOfEachPrefix();
    void onlyScoredTokensHaveLogProbabilities_data() { logProbabilitiesAreThoseOfEachPrefix_data(); }
    void onlyScoredTokensHaveLogProbabilities();
    void whatPredictsNothingIsReadTheSame_data() { logProbabilitiesAreThoseOfEachPrefix_data(); }
    void whatPredictsNothingIsReadTheSame();
    void blockScoresCoverEveryBlock();
    void aCancelledAnswerCanGoOn();
    void theLastTokenIsFedOnlyWhereTheForkGoesOn();
    void tooManyPlacesAreRefused();
};

namespace
{

struct Asked
{
    std::unique_ptr<Engine> engine;
    std::unique_ptr<Memory> memory;
    std::vector<TokenId> question;

    explicit Asked(const std::string& name, std::size_t tokens = 203)
        : engine(openGolden(name)), question(textTokens(*engine, 17, 5))
    {
        memory = std::make_unique<Memory>(std::move(*engine->emptyMemory(smallReading(*engine, 3, 4, 1, 1), KvType::F32)));
        if (!memory->read(textTokens(*engine, tokens), {}))
            std::abort();
    }
    Fork fork(std::uint32_t topK = 4) const
    {
        AskingSettings asking;
        asking.topK = topK;
        return std::move(*memory->fork(asking));
    }
};

std::set<std::uint32_t> opened(const Trace& trace)
{
    std::set<std::uint32_t> blocks(trace.blocks.begin(), trace.blocks.end());
    blocks.erase(kNoBlock);
    return blocks;
}

}  // namespace

void AskingTest::everyBlockRetrievedEqualsOnePass_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<int>("window");
    for (const char* name : {"llama_k_ge_blocks", "adapter_exact", "bounds"}) {   // their trained length has room for 20 places
        for (const int window : {1, 2, 3})
            QTest::addRow("%s, windows of %d blocks", name, window) << QString::fromLatin1(name) << window;
    }
}

// Grouped and exact alike: with K >= blocks any cutting equals one pass over the whole stream.
void AskingTest::everyBlockRetrievedEqualsOnePass()
{
    QFETCH(QString, model);
    QFETCH(int, window);
    const auto engine = openGolden(model.toStdString());
    const auto text = textTokens(*engine, 61), question = textTokens(*engine, 2, 9);
    const std::uint32_t all = 20;
    auto once = engine->emptyMemory(smallReading(*engine, all, 20, 0, 0), KvType::F32);
    auto often = engine->emptyMemory(smallReading(*engine, all, static_cast<std::uint32_t>(window), 0, 0), KvType::F32);
    QVERIFY(once && often);
    QVERIFY(once->read(text, {}) && often->read(text, {}));
    AskingSettings asking;
    asking.topK = all;
    auto a = once->fork(asking), b = often->fork(asking);
    QVERIFY2(a && b, a ? "" : a.error().message.c_str());
    const auto first = a->feed(question, {}), second = b->feed(question, {});
    QVERIFY(first && second);
    for (std::size_t i = 0; i < first->nextLogits.size(); ++i) {
        if (std::isfinite(first->nextLogits[i]))
            QVERIFY(std::abs(first->nextLogits[i] - second->nextLogits[i]) < 2e-4f);
    }
}

void AskingTest::sameInputGivesTheSameOutput()
{
    const Asked asked("adapter_exact");
    for (const float temperature : {0.0f, 0.8f}) {
        std::vector<TokenId> answers[2];
        for (auto& answer : answers) {
            Fork fork = asked.fork();
            QVERIFY(fork.feed(asked.question, {}));
            GenerateOptions options;
            options.maxTokens = 30;
            options.temperature = temperature;
            options.topP = 0.9f;
            options.seed = 11;
            const auto generated = fork.generate(options, {});
            QVERIFY(generated);
            for (const GeneratedToken& token : generated->tokens)
                answer.push_back(token.id);
        }
        QVERIFY(!answers[0].empty());
        QCOMPARE(answers[0], answers[1]);
    }
}

void AskingTest::suppressedIdsAreNeverGenerated()
{
    const Asked asked("gqa");
    const auto& config = asked.engine->info().config;
    Fork fork = asked.fork(2);
    const auto fed = fork.feed(asked.question, {});
    QVERIFY(fed);
    QVERIFY(std::isinf(fed->nextLogits[static_cast<std::size_t>(config.landmark->id)]));
    GenerateOptions options;
    options.maxTokens = 300;
    options.temperature = 50;   // nearly uniform over the vocabulary of 64
    const auto generated = fork.generate(options, {});
    QVERIFY(generated);
    QCOMPARE(generated->tokens.size(), std::size_t{300});
    std::set<TokenId> seen;
    for (const GeneratedToken& token : generated->tokens)
        seen.insert(token.id);
    QVERIFY(seen.size() > 50);
    QVERIFY(!seen.contains(config.landmark->id));
    for (const TokenId id : config.suppressed)
        QVERIFY(!seen.contains(id));
}

void AskingTest::forkingAndAskingChangeNothing()
{
    const Asked asked("bounds");
    Fork first = asked.fork(2);
    const auto before = first.feed(asked.question, {});
    GenerateOptions options;
    options.maxTokens = 20;
    QVERIFY(first.generate(options, {}));
    QCOMPARE(asked.memory->regularTokens(), std::uint64_t{203});
    Fork second = asked.fork(2);
    QCOMPARE(second.feed(asked.question, {})->nextLogits, before->nextLogits);
}

void AskingTest::clonesGoDifferentWays()
{
    const Asked asked("adapter_grouped");
    Fork fork = asked.fork(2);
    QVERIFY(fork.feed(asked.question, {}));
    Fork clone = fork.clone();
    const auto more = textTokens(*asked.engine, 9, 21);
    const auto direct = fork.feed(more, {});
    QVERIFY(clone.feed(textTokens(*asked.engine, 30, 22), {}));
    QVERIFY(clone.regularTokens() > fork.regularTokens());
    Fork again = asked.fork(2);
    QVERIFY(again.feed(asked.question, {}));
    QCOMPARE(again.feed(more, {})->nextLogits, direct->nextLogits);
}

void AskingTest::barringNeverOpenedBlocksChangesNoBit()
{
    const Asked asked("adapter_exact", 401);
    // Two tokens that complete no block: traces name what words opened, a landmark's own retrieval has no row in them.
    const std::vector<TokenId> question(asked.question.begin(), asked.question.begin() + 2);
    Trace trace;
    FeedOptions options;
    options.trace = TraceRows::All;
    options.into = &trace;
    Fork fork = asked.fork();
    const auto plain = fork.feed(question, options);
    QVERIFY(plain);
    const std::set<std::uint32_t> used = opened(trace);
    FeedOptions barring;
    for (std::uint32_t block = 0; block < asked.memory->blocks(); ++block) {
        if (!used.contains(block))
            barring.controls.barred.push_back(BlockId(block));
    }
    QVERIFY(!barring.controls.barred.empty());
    Fork other = asked.fork();
    QCOMPARE(other.feed(question, barring)->nextLogits, plain->nextLogits);
    barring.controls.barred = {BlockId(*used.rbegin())};   // negative control: an opened one matters
    Fork third = asked.fork();
    QVERIFY(third.feed(question, barring)->nextLogits != plain->nextLogits);
}

void AskingTest::barredBlocksAreNeverOpened()
{
    const Asked asked("gqa");
    Trace free, barred;
    FeedOptions options;
    options.trace = TraceRows::All;
    options.into = &free;
    QVERIFY(asked.fork(2).feed(asked.question, options));
    const std::set<std::uint32_t> used = opened(free);
    for (const std::uint32_t block : used)
        options.controls.barred.push_back(BlockId(block));
    options.into = &barred;
    QVERIFY(asked.fork(2).feed(asked.question, options));
    for (const std::uint32_t block : opened(barred))
        QVERIFY(block >= asked.memory->blocks() || !used.contains(block));
}

void AskingTest::pinnedBlocksAlwaysHoldAPlace()
{
    const Asked asked("gqa");
    Trace trace;
    FeedOptions options;
    options.trace = TraceRows::All;
    options.into = &trace;
    options.controls.pinned = {BlockId(13)};
    QVERIFY(asked.fork(2).feed(asked.question, options));
    for (std::size_t t = 0; t < trace.tokens; ++t) {
        for (std::size_t l = 0; l < trace.layers; ++l) {
            for (std::size_t h = 0; h < trace.heads; ++h) {
                const auto first = trace.blocks.begin() + static_cast<std::ptrdiff_t>(trace.place(t, l, h));
                QVERIFY(std::find(first, first + trace.k, 13u) != first + trace.k);
            }
        }
    }
}

void AskingTest::imposedBlocksAreExactlyTheOnesOpened()
{
    const Asked asked("adapter_exact");
    Trace trace;
    FeedOptions options;
    options.trace = TraceRows::All;
    options.into = &trace;
    options.controls.imposed = {BlockId(7), BlockId(4), BlockId(100000)};
    QVERIFY(asked.fork().feed(asked.question, options));
    QCOMPARE(opened(trace), (std::set<std::uint32_t>{4, 7}));
    options.blockScores = true;
    QVERIFY(!asked.fork().feed(asked.question, options));
}

void AskingTest::pinnedAndBarredAtOnceIsRefused()
{
    const Asked asked("gqa");
    FeedOptions options;
    options.controls.pinned = options.controls.barred = {BlockId(3)};
    QCOMPARE(asked.fork(2).feed(asked.question, options).error().code, ErrorCode::InvalidArgument);
}

void AskingTest::switchedOffHeadsHaveEmptyRowsAndChangeTheLogits_data()
{
    QTest::addColumn<QString>("model");
    for (const char* name : {"gqa", "adapter_exact", "adapter_grouped", "bounds", "cmt", "group_vote"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

// Rows of layers below, and of the other heads of the same layer, are as they were; everything above follows.
void AskingTest::switchedOffHeadsHaveEmptyRowsAndChangeTheLogits()
{
    QFETCH(QString, model);
    const Asked asked(model.toStdString());
    Trace all, less;
    FeedOptions options;
    options.trace = TraceRows::All;
    options.into = &all;
    const auto whole = asked.fork(2).feed(asked.question, options);
    const Head off{asked.engine->info().config.layers - 1, 1};
    options.into = &less;
    options.controls.switchedOff = {off, off};
    const auto without = asked.fork(2).feed(asked.question, options);
    QVERIFY(whole && without);
    QVERIFY(whole->nextLogits != without->nextLogits);
    float opened = 0;
    for (std::size_t t = 0; t < all.tokens; ++t) {
        for (std::uint32_t l = 0; l < all.layers; ++l) {
            for (std::uint32_t h = 0; h < all.heads; ++h) {
                const std::size_t row = (t * all.layers + l) * all.heads + h;
                const bool silent = Head{l, h} == off;
                for (std::size_t place = all.place(t, l, h); place < all.place(t, l, h) + all.k; ++place) {
                    QCOMPARE(less.blocks[place], silent ? kNoBlock : all.blocks[place]);
                    QCOMPARE(less.gates[place], silent ? std::uint16_t{0} : all.gates[place]);
                }
                QCOMPARE(less.memoryShare[row], silent ? std::uint16_t{0} : all.memoryShare[row]);
                opened += silent ? halfToFloat(all.memoryShare[row]) : 0;
            }
        }
    }
    QVERIFY(opened > 0);   // there was something to lose
}

// Without attention a token knows itself alone: another memory, or none, gives the same bits.
void AskingTest::withEveryHeadOffTheMemoryHasNoPart()
{
    const Asked asked("adapter_exact");
    const Asked other("adapter_exact", 203 - 10 * asked.engine->info().blockTokens);   // as many open tokens: the same products
    FeedOptions options;
    for (std::uint32_t l = 0; l < asked.engine->info().config.layers; ++l) {
        for (std::uint32_t h = 0; h < asked.engine->info().config.heads; ++h)
            options.controls.switchedOff.push_back({l, h});
    }
    const std::vector<TokenId> word(asked.question.begin(), asked.question.begin() + 1);
    const auto here = asked.fork().feed(word, options), there = other.fork().feed(word, options);
    QVERIFY(here && there);
    QCOMPARE(here->nextLogits, there->nextLogits);
    options.controls.switchedOff.pop_back();   // negative control
    QVERIFY(asked.fork().feed(word, options)->nextLogits != other.fork().feed(word, options)->nextLogits);
}

void AskingTest::headsTheModelHasNotAreRefused()
{
    const Asked asked("gqa");
    const ModelConfig& config = asked.engine->info().config;
    for (const Head head : {Head{config.layers, 0}, Head{0, config.heads}}) {
        FeedOptions options;
        options.controls.switchedOff = {head};
        QCOMPARE(asked.fork(2).feed(asked.question, options).error().code, ErrorCode::InvalidArgument);
    }
}

void AskingTest::logProbabilitiesAreThoseOfEachPrefix_data()
{
    QTest::addColumn<QString>("model");
    for (const char* name : {"adapter_exact", "bounds", "llama_chunk_k2", "llama_chunk_k2_drop_landmark_logit"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void AskingTest::logProbabilitiesAreThoseOfEachPrefix()
{
    QFETCH(QString, model);
    const Asked asked(model.toStdString());
    const std::vector<TokenId> words = textTokens(*asked.engine, 12, 31);
    Fork fork = asked.fork(2);
    QVERIFY(fork.feed(asked.question, {}));
    FeedOptions options;
    options.logProbabilities = true;
    const auto fed = fork.clone().feed(words, options);
    QVERIFY(fed);
    QCOMPARE(fed->logProbabilities.size(), words.size());
    for (std::size_t i = 1; i < words.size(); ++i) {
        Fork prefix = fork.clone();   // the same step up to there: earlier rows don't see later ones
        const auto before = prefix.feed(std::span<const TokenId>(words).first(i), {});
        double sum = 0;
        for (const float value : before->nextLogits)
            sum += std::exp(static_cast<double>(value));
        const double expected = before->nextLogits[static_cast<std::size_t>(words[i])] - std::log(sum);
        QVERIFY2(std::abs(expected - fed->logProbabilities[i]) < 1e-4, QByteArray::number(static_cast<int>(i)).constData());
    }
}

// Of a feed in several steps, from tokens of any step on.
void AskingTest::onlyScoredTokensHaveLogProbabilities()
{
    QFETCH(QString, model);
    const Asked asked(model.toStdString());
    const std::vector<TokenId> words = textTokens(*asked.engine, 300, 31);
    Fork fork = asked.fork(2);
    QVERIFY(fork.feed(asked.question, {}));
    FeedOptions options;
    options.logProbabilities = true;
    const auto all = fork.clone().feed(words, options);
    QVERIFY(all);
    for (const std::size_t from : {1, 2, 9, 77, 150, 299, 300, 1000}) {
        options.scoredFrom = from;
        const auto some = fork.clone().feed(words, options);
        QVERIFY(some);
        QCOMPARE(some->logProbabilities.size(), words.size());
        for (std::size_t i = 0; i < words.size(); ++i) {
            const float expected = i < from ? 0.0f : all->logProbabilities[i];
            QVERIFY2(std::abs(expected - some->logProbabilities[i]) < 1e-4f, qPrintable(QStringLiteral("%1 from %2").arg(i).arg(from)));
        }
        QVERIFY(std::equal(all->nextLogits.begin(), all->nextLogits.end(), some->nextLogits.begin(),
                           [](float a, float b) { return a == b || std::abs(a - b) < 1e-4f; }));
    }
}

void AskingTest::whatPredictsNothingIsReadTheSame()
{
    QFETCH(QString, model);
    const Asked asked(model.toStdString());
    const std::vector<TokenId> words = textTokens(*asked.engine, 150, 31);
    Fork usual = asked.fork(2), silent = asked.fork(2);
    FeedOptions options;
    options.predicts = false;
    const auto read = silent.feed(words, options);
    QVERIFY(usual.feed(words, {}) && read);
    QVERIFY(read->nextLogits.empty());
    const auto generated = silent.clone().generate({}, {});
    QVERIFY(!generated);
    QCOMPARE(generated.error().code, ErrorCode::InvalidArgument);
    const auto a = usual.feed(asked.question, {}), b = silent.feed(asked.question, {});
    QVERIFY(a && b);
    QCOMPARE(b->nextLogits, a->nextLogits);
    options.logProbabilities = true;               // which a step's first token needs the step before for
    const auto scored = silent.feed(words, options);
    options.predicts = true;
    const auto expected = usual.feed(words, options);
    QVERIFY(scored && expected);
    QCOMPARE(scored->logProbabilities, expected->logProbabilities);
}

void AskingTest::blockScoresCoverEveryBlock()
{
    const Asked asked("adapter_exact");
    FeedOptions options;
    options.blockScores = true;
    Fork fork = asked.fork();
    const auto fed = fork.feed(textTokens(*asked.engine, 3, 2), options);
    QVERIFY(fed);
    const auto& config = asked.engine->info().config;
    QCOMPARE(fed->blockScores.size(), std::size_t{config.layers} * config.heads * asked.memory->blocks());
    QVERIFY(std::all_of(fed->blockScores.begin(), fed->blockScores.end(), [](float score) { return std::isfinite(score); }));
}

void AskingTest::aCancelledAnswerCanGoOn()
{
    const Asked asked("adapter_exact");
    const auto answer = [&](bool interrupted) {
        Fork fork = asked.fork();
        (void)fork.feed(asked.question, {});
        std::vector<TokenId> tokens;
        std::stop_source stop;
        GenerateOptions options;
        options.maxTokens = 12;
        while (tokens.size() < 12) {
            options.maxTokens = static_cast<std::uint32_t>(12 - tokens.size());
            const auto generated = fork.generate(options, [&](const GeneratedToken& token) {
                tokens.push_back(token.id);
                if (interrupted && tokens.size() == 4)
                    stop.request_stop();
            }, stop.get_token());
            if (!generated || (generated->tokens.empty() && !generated->cancelled) || generated->stoppedByToken)
                break;
            stop = std::stop_source();
        }
        return tokens;
    };
    const auto whole = answer(false);
    const auto pieces = answer(true);
    QCOMPARE(pieces.size(), whole.size());
    QVERIFY(std::equal(pieces.begin(), pieces.begin() + 5, whole.begin()));   // a new turn began: later pins may differ
}

void AskingTest::theLastTokenIsFedOnlyWhereTheForkGoesOn()
{
    const Asked asked("adapter_exact");
    std::vector<TokenId> words[2];
    for (const bool goesOn : {true, false}) {
        for (const std::size_t asksFor : {std::size_t{6}, std::size_t{3}}) {   // to the limit, and stopped behind the third
            Fork fork = asked.fork();
            Trace trace;
            FeedOptions feed;
            feed.trace = TraceRows::Predicting;
            feed.into = &trace;
            QVERIFY(fork.feed(asked.question, feed));
            const std::uint64_t before = fork.regularTokens();
            std::stop_source stop;
            GenerateOptions options;
            options.maxTokens = 6;
            options.goesOn = goesOn;
            options.trace = &trace;
            std::vector<TokenId> told;
            const auto generated = fork.generate(options, [&](const GeneratedToken& token) {
                QCOMPARE(fork.regularTokens(), before + told.size());   // told before it is fed
                told.push_back(token.id);
                if (told.size() == asksFor)
                    stop.request_stop();
            }, stop.get_token());
            QVERIFY(generated);
            QCOMPARE(told.size(), asksFor);
            QCOMPARE(generated->cancelled, asksFor < 6);
            QCOMPARE(trace.tokens, static_cast<std::uint32_t>(asksFor));
            QCOMPARE(fork.regularTokens(), before + asksFor - (goesOn ? 0 : 1));
            if (asksFor == 6)
                words[goesOn ? 1 : 0] = told;
        }
    }
    QCOMPARE(words[0], words[1]);
}

void AskingTest::tooManyPlacesAreRefused()
{
    const Asked asked("gqa");
    AskingSettings asking;
    asking.topK = 1000;
    const auto fork = asked.memory->fork(asking);
    QVERIFY(!fork);
    QCOMPARE(fork.error().code, ErrorCode::InvalidArgument);
}

QTEST_GUILESS_MAIN(AskingTest)
#include "asking_test.moc"
