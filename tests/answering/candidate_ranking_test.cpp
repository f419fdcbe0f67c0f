// How many blocks are ranked by the likelihood of the question: more where none of the first ones explains it.
#include "core/answering/candidates.h"
#include "tests/answering/story.h"

#include <QtTest>

#include <algorithm>
#include <optional>
#include <set>

using namespace cairn;
using test::asking;

namespace
{

// Ranking weights for test::ChatModel that change nothing; beside the model they need no fingerprint.
std::string rankingWeights()
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
    return test::safetensorsFile(tensors, R"({"format":"cairn-ranking-adapter","version":"1","rank":"1"})");
}

}  // namespace

class CandidateRankingTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { m_story.emplace(4096, rankingWeights()); }
    void moreAreRankedWhereNoneExplainsTheQuestion();
    void withoutRankingWeightsNoMoreAre();
    void theBestCountByTheirBlockAloneToo();

private:
    std::vector<Candidate> ranked(double explained, bool withWeights = true, std::uint32_t alone = 4) const;

    std::optional<test::Story> m_story;   // read once for all
};

std::vector<Candidate> CandidateRankingTest::ranked(double explained, bool withWeights, std::uint32_t alone) const
{
    Question question{"Who walked to town number 7?", asking(Strategy::Reread)};
    question.options.reread.openingBlocks = 0;
    question.options.reread.mostCandidates = 8;
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

QTEST_GUILESS_MAIN(CandidateRankingTest)
#include "candidate_ranking_test.moc"
