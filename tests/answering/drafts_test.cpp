// Which prompts an answer is written from, and which answers are left before their end.
#include "core/answering/drafts.h"
#include "core/answering/strategy.h"
#include "tests/answering/story.h"

#include <QtTest>

#include <map>
#include <optional>

using namespace cairn;
using test::asking;

class DraftsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { m_story.emplace(); }
    void allAreWrittenWhereAnyCanWin();
    void noneIsWaitedForThatCanNotChangeTheAnswer();
    void whatIsExpectedToLoseMoreIsNotWaitedFor();
    void oneIsLeftAsSoonAsItCanNotChangeTheAnswer();
    void whatStandsFarFromTheQuestionsWordsCountsLess();

private:
    struct Made
    {
        Drafts drafts;
        std::map<std::size_t, std::size_t> tokens;   // by prompt, also of those that were left
    };
    Made made(const std::vector<double>& priors, double answerLoss = 0, double answerWeight = 0,
              const std::string& text = "Who walked?") const;

    std::optional<test::Story> m_story;   // read once for all
};

// A prompt for each prior, with passages apart, answered in 20 tokens at most; votes hardly depend on likelihoods below 1000 nats.
DraftsTest::Made DraftsTest::made(const std::vector<double>& priors, double answerLoss, double answerWeight, const std::string& text) const
{
    Question question{text, asking(Strategy::Reread)};
    question.options.maxTokens = 20;
    question.options.topK = 16;
    question.options.reread.answerWeight = answerWeight;
    question.options.reread.foreignWeight = 0;
    question.options.reread.agreement = 1000;
    question.options.reread.answerLoss = answerLoss;
    const AskingContext context = m_story->context();
    std::vector<PreparedPrompt> prompts;
    for (std::size_t i = 0; i < priors.size(); ++i) {
        const DocumentPlace place{0, {30 + 300 * i, 130 + 300 * i}};
        auto prompt = passagePrompt(question, context, {&place, 1}, false);
        prompt->prior = priors[i];
        prompts.push_back(*std::move(prompt));
    }
    Made result;
    const OnDraft count = [&](std::size_t prompt, const Written& soFar, std::string_view) { result.tokens[prompt] = soFar.tokens.size(); };
    result.drafts = *writeDrafts(context, question, prompts, count, {});
    return result;
}

void DraftsTest::allAreWrittenWhereAnyCanWin()
{
    const Made all = made({0, 0, 0});
    QCOMPARE(all.tokens.size(), std::size_t{3});
    QVERIFY(all.drafts.written.size() >= 2);   // the last one where the others differ
    QCOMPARE(all.drafts.written.size(), all.drafts.said.size());
    QCOMPARE(all.drafts.written.size(), all.drafts.prompts.size());
    QCOMPARE(all.drafts.prompts.front(), std::size_t{0});
    for (std::size_t i = 0; i < all.drafts.written.size(); ++i)
        QCOMPARE(all.drafts.said[i].text, all.drafts.written[i].text);
}

void DraftsTest::noneIsWaitedForThatCanNotChangeTheAnswer()
{
    const Made first = made({0, -1500, -1500});   // votes of 0.22 each against 1
    QCOMPARE(first.tokens.size(), std::size_t{1});
    QCOMPARE(first.drafts.written.size(), std::size_t{1});
    QCOMPARE(made({0, -500, -500}).tokens.count(1), std::size_t{1});   // 0.61 each
}

void DraftsTest::whatIsExpectedToLoseMoreIsNotWaitedFor()
{
    QVERIFY(made({0, -500, -500}, 0).tokens.size() > 1);
    QCOMPARE(made({0, -500, -500}, 500).tokens.size(), std::size_t{1});   // as if 0.37 each
}

void DraftsTest::oneIsLeftAsSoonAsItCanNotChangeTheAnswer()
{
    const Made whole = made({0, 0, -1e6});
    QCOMPARE(whole.tokens.at(1), whole.drafts.written.at(1).tokens.size());
    const double loss = -whole.drafts.written.at(0).logProbability;   // of the first answer
    QVERIFY(-whole.drafts.written.at(1).logProbability > loss / 2 && loss > 1);
    const Made left = made({loss / 2, 0, -1e6}, 0, 1);   // the other one may lose half as much
    QVERIFY(left.tokens.at(1) < whole.tokens.at(1));
    QCOMPARE(left.drafts.prompts, std::vector<std::size_t>{0});
    QCOMPARE(left.tokens.at(0), whole.tokens.at(0));
}

void DraftsTest::whatStandsFarFromTheQuestionsWordsCountsLess()
{
    QCOMPARE(made({0}).drafts.said.at(0).likelihood, 0.0);                         // its sentence says who walked
    QCOMPARE(made({0}, 0, 0, "Who slept?").drafts.said.at(0).likelihood, -0.5);   // none says who slept
}

QTEST_GUILESS_MAIN(DraftsTest)
#include "drafts_test.moc"
