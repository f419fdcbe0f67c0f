// How many blocks are ranked by the likelihood of the question: more where none of the first ones explains it; and what changes the
// order of the best.
#include "core/answering/answer_writer.h"
#include "core/answering/candidates.h"
#include "core/answering/strategy.h"
#include "core/answering/support.h"
#include "tests/answering/story.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <set>

using namespace cairn;
using test::asking;

namespace
{

// Weights of ordinary rows for test::ChatModel that change nothing; beside the model they need no fingerprint.
std::string rowWeights(const std::string& kind)
{
    struct { const char* name; std::uint64_t out, in; } const kProjections[] = {
        {"self_attn.q_proj", 32, 32}, {"self_attn.k_proj", 16, 32}, {"self_attn.v_proj", 16, 32}, {"self_attn.o_proj", 32, 32},
        {"mlp.gate_proj", 48, 32},    {"mlp.up_proj", 48, 32},      {"mlp.down_proj", 32, 48}};
    std::vector<test::FloatTensor> tensors;
    for (const char* layer : {"layers.0.", "layers.1."}) {
        for (const auto& p : kProjections) {
            tensors.push_back({std::string(layer) + p.name + ".lora_A", {1, p.in}, std::vector<float>(p.in)});
            tensors.push_back({std::string(layer) + p.name + ".lora_B", {p.out, 1}, std::vector<float>(p.out)});
        }
    }
    return test::safetensorsFile(tensors, R"({"format":"cairn-)" + kind + R"(-adapter","version":"1","rank":"1"})");
}

}  // namespace

class CandidateRankingTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { m_story.emplace(4096, rowWeights("ranking"), rowWeights("answer")); }
    void moreAreRankedWhereNoneExplainsTheQuestion();
    void withoutRankingWeightsNoMoreAre();
    void theBestCountByTheirBlockAloneToo();
    void whatIsFarBelowTheBestIsNotAskedAgain();
    void whatTheModelDeclinesToAnswerFromComesLater();
    void whereItWasNotTaughtToDeclineNothingChanges();
    void aFollowUpIsRankedWithTheQuestionBeforeIt();
    void ofALongQuestionTheEndIsRanked();

private:
    std::vector<Candidate> ranked(double explained, bool withWeights = true, std::uint32_t alone = 4) const;
    static Question asked();


    std::optional<test::Story> m_story;   // read once for all
};

Question CandidateRankingTest::asked()
{
    Question question{"Who walked to town number 7?", asking(Strategy::Reread)};
    question.options.reread.openingBlocks = 0;
    question.options.reread.mostCandidates = 8;
    question.options.reread.declined = 0;
    return question;
}

std::vector<Candidate> CandidateRankingTest::ranked(double explained, bool withWeights, std::uint32_t alone) const
{
    Question question = asked();
    question.options.reread.explained = explained;
    question.options.reread.rankingAdapter = withWeights;
    question.options.reread.alone = alone;
    const AskingContext context = m_story->context();
    return *CandidateRanker(context).rank(question, {});
}

void CandidateRankingTest::moreAreRankedWhereNoneExplainsTheQuestion()
{
    const std::vector<Candidate> few = ranked(-1e6), many = ranked(1e6);
    QCOMPARE(few.size(), std::size_t{3});
    QCOMPARE(many.size(), std::size_t{8});   // 3, 3 and what is left of 8
    std::set<std::uint32_t> blocks;
    for (const Candidate& candidate : many) {
        blocks.insert(candidate.block.value);
        QVERIFY(candidate.likelihood < 0);
    }
    QCOMPARE(blocks.size(), many.size());
    for (const Candidate& candidate : few)
        QVERIFY(blocks.contains(candidate.block.value));
    QVERIFY(std::is_sorted(many.begin(), many.end(), [](const Candidate& a, const Candidate& b) { return a.score > b.score; }));
}

void CandidateRankingTest::withoutRankingWeightsNoMoreAre()
{
    QCOMPARE(ranked(1e6, false).size(), std::size_t{3});
}

void CandidateRankingTest::theBestCountByTheirBlockAloneToo()
{
    const std::vector<Candidate> before = ranked(1e6, true, 0), after = ranked(1e6, true, 2);
    QCOMPARE(after.size(), before.size());
    int changed = 0;
    for (std::size_t i = 0; i < before.size(); ++i) {
        const auto same = std::find_if(after.begin(), after.end(), [&](const Candidate& c) { return c.block == before[i].block; });
        QVERIFY(same != after.end());
        QCOMPARE(same->likelihood, before[i].likelihood);
        changed += same->score != before[i].score ? 1 : 0;
        QVERIFY(i < 2 || same->score == before[i].score);   // the best two alone
    }
    QVERIFY(changed > 0);
    QVERIFY(std::is_sorted(after.begin(), after.end(), [](const Candidate& a, const Candidate& b) { return a.score > b.score; }));
}

void CandidateRankingTest::whatIsFarBelowTheBestIsNotAskedAgain()
{
    Question question = asked();
    question.options.reread.alone = 0;
    const AskingContext context = m_story->context();
    const std::vector<Candidate> before = *CandidateRanker(context).rank(question, {});
    QVERIFY(before.size() >= 3);
    const double second = before[0].score - before[1].score, third = before[0].score - before[2].score;
    QVERIFY(third > second);
    question.options.reread.alone = 3;
    const auto scoreThen = [&](double contending, const Candidate& of) {
        question.options.reread.contending = contending;
        const std::vector<Candidate> after = *CandidateRanker(context).rank(question, {});
        return std::find_if(after.begin(), after.end(), [&](const Candidate& c) { return c.block == of.block; })->score;
    };
    QVERIFY(scoreThen(third + 1, before[2]) != before[2].score);
    QCOMPARE(scoreThen((second + third) / 2, before[2]), before[2].score);
    QVERIFY(scoreThen((second + third) / 2, before[1]) != before[1].score);
}

void CandidateRankingTest::whatTheModelDeclinesToAnswerFromComesLater()
{
    constexpr std::size_t kAsked = 3;
    Question question = asked();
    const AskingContext context = m_story->context();
    const std::vector<Candidate> before = *CandidateRanker(context).rank(question, {});
    QVERIFY(before.size() >= kAsked);
    std::vector<double> declining;
    for (std::size_t i = 0; i < kAsked; ++i) {
        const DocumentPlace core = corePlace(question, context, before[i].block);
        const auto prompt = passagePrompt(question, context, {&core, 1}, false);
        QVERIFY(prompt.has_value());
        const auto value = AnswerWriter(context, question).declining({&*prompt, 1}, {});
        QVERIFY(value.has_value() && value->size() == 1);
        const auto words = tokenIds(kDecliningText, context.engine.tokenizer());
        const auto each = AnswerWriter(context, question).score(*prompt, *words, {});   // word by word
        QVERIFY(std::abs(std::accumulate(each->begin(), each->end(), 0.0) - value->front()) < 1e-3);
        declining.push_back(value->front());
    }
    const auto [least, most] = std::minmax_element(declining.begin(), declining.end());
    QVERIFY(*most - *least > 1e-3);

    question.options.reread.declined = kAsked;
    question.options.reread.decliningWeight = 1000;   // nothing else counts
    const std::vector<Candidate> after = *CandidateRanker(context).rank(question, {});
    QCOMPARE(after.size(), before.size());
    for (std::size_t i = 0; i < before.size(); ++i) {
        const auto same = std::find_if(after.begin(), after.end(), [&](const Candidate& c) { return c.block == before[i].block; });
        QVERIFY(same != after.end());
        const double lost = before[i].score - same->score;
        QVERIFY(std::abs(lost - (i < kAsked ? 1000 * (declining[i] - *least) : 0)) < 0.1);   // in other company, last bits
        QVERIFY(i < kAsked || same - after.begin() == static_cast<std::ptrdiff_t>(i));   // the others stay where they are
    }
    QCOMPARE(after.front().block, before[static_cast<std::size_t>(least - declining.begin())].block);
}

void CandidateRankingTest::whereItWasNotTaughtToDeclineNothingChanges()
{
    Question question = asked();
    question.options.useAnswerAdapter = false;
    const AskingContext context = m_story->context();
    const std::vector<Candidate> before = *CandidateRanker(context).rank(question, {});
    question.options.reread.declined = 3;
    const std::vector<Candidate> after = *CandidateRanker(context).rank(question, {});
    QCOMPARE(after.size(), before.size());
    for (std::size_t i = 0; i < before.size(); ++i)
        QVERIFY(after[i].block == before[i].block && after[i].score == before[i].score);
}

void CandidateRankingTest::aFollowUpIsRankedWithTheQuestionBeforeIt()
{
    const AskingContext context = m_story->context();
    const auto order = [&](const Question& question) {
        std::vector<std::uint32_t> blocks;
        for (const Candidate& candidate : *CandidateRanker(context).rank(question, {}))
            blocks.push_back(candidate.block.value);
        return blocks;
    };
    Question follows = asked(), whole = asked(), alone = asked();
    follows.text = alone.text = "and why?";
    follows.options.previous = {{"Who walked to town number 7?", "Hal"}};
    whole.text = "Who walked to town number 7? Hal and why?";
    QVERIFY(order(follows) == order(whole));
    QVERIFY(order(follows) != order(alone));
}

// Somebody pastes a page before the question: ranking it all after each passage would take a minute.
void CandidateRankingTest::ofALongQuestionTheEndIsRanked()
{
    const AskingContext context = m_story->context();
    const auto tokens = [&](const std::string& words) {
        const auto asked = askedTokens(words, context.engine.tokenizer(), context.engine.chatFormat());
        return asked ? asked->tokens : std::vector<TokenId>();
    };
    const std::string last = "Who keeps the lamp?";
    std::string before, unbroken;
    for (int i = 0; i < 300; ++i) {
        before += "The lamp is lit. ";
        unbroken += "lamp ";
    }
    const std::vector<TokenId> whole = tokens(before + last), end = tokens(last);
    QVERIFY(!end.empty() && whole.size() > end.size() && whole.size() < 900);
    QVERIFY(std::equal(end.rbegin(), end.rbegin() + 10, whole.rbegin()));
    QVERIFY(tokens(unbroken + last).size() < 900);   // one sentence is cut between words
    QVERIFY(!tokens(std::string(5'000, 'x')).empty());
}

QTEST_GUILESS_MAIN(CandidateRankingTest)
#include "candidate_ranking_test.moc"
