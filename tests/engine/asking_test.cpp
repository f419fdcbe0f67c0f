// Forks: questions and answers on a memory. Models: tests/golden. What may be opened and which heads see: controls_test.cpp.
#include "tests/engine/asked.h"

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
