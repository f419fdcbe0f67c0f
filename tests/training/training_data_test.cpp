// What rows and examples are made of, read back as text: every byte is a token of this model.
#include "core/answering/support.h"
#include "core/training/answer_examples.h"
#include "core/training/landmark_rows.h"
#include "core/training/ranking_examples.h"
#include "tests/support/chat_model.h"
#include "tests/training/qa_folder.h"

#include <QTest>

#include <set>

using namespace cairn;
using namespace cairn::test;

namespace
{

struct Fixture
{
    TemporaryFolder modelFolder;
    QaFolder data;
    std::optional<Model> model;
    QaCorpus corpus;

    Fixture()
    {
        const ChatModel write(modelFolder.path());
        auto opened = openModel(modelFolder.path());
        auto read = readQaCorpus(data.folder.path());
        if (!opened || !read)
            qFatal("%s", (opened ? read.error() : opened.error()).message.c_str());
        model.emplace(*std::move(opened));
        corpus = *std::move(read);
    }
};

std::string text(const std::vector<TokenId>& tokens)
{
    std::string out;
    for (const TokenId id : tokens)
        out += id < 256 ? std::string(1, static_cast<char>(id)) : "<" + std::to_string(id) + ">";
    return out;
}

AnswerExampleOptions smallOptions()
{
    return {.blockTokens = 63, .passageBytes = 120, .missing = 0.3, .heldOut = 0.3, .seed = 1};
}

std::size_t count(const std::string& in, const std::string& what)
{
    std::size_t found = 0;
    for (std::size_t at = in.find(what); at != std::string::npos; at = in.find(what, at + 1))
        ++found;
    return found;
}

}  // namespace

class TrainingDataTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_fixture = std::make_unique<Fixture>(); }
    void promptsHaveTheFormThatTheProductUses();
    void answersStandInThePassageOrAreRefusals();
    void questionsAboutOnePassageShareItsPrompt();
    void attachedPromptsBeginWithTheDocumentsOpening();
    void trainingNeverSeesHeldOutDocuments();
    void examplesFollowFromTheSeed();
    void heldOutArticlesKnowWhereTheirAnswersAre();
    void rowsAreWholeBlocksOfVaryingLength();
    void halfOfTheQueriesLieInTheQuestion();
    void needlesAndPassagesStandBeforeTheirQuestion();
    void shortRowsFallBackToPlainText();
    void rankedPassagesAreBlocksWithTheirNeighbours();
    void someOfTheRankedPassagesAnswerEachQuestion();
    void rankingIsMeasuredOnOtherDocumentsByWhatWordsBring();

private:
    std::unique_ptr<Fixture> m_fixture;
};

void TrainingDataTest::promptsHaveTheFormThatTheProductUses()
{
    const auto examples = AnswerExamples::create(*m_fixture->model, m_fixture->corpus, smallOptions());
    QVERIFY(examples);
    const auto alone = (*examples)->heldOut(0, PassageForm::Alone, false), joint = (*examples)->heldOut(0, PassageForm::Joint, false);
    QVERIFY(alone && joint);
    const std::string prompt = text(alone->prompt);
    QVERIFY2(prompt.starts_with("<257>user\n"), prompt.c_str());
    QVERIFY2(prompt.ends_with("\nAnswer in a few words from the text.<258>\n<257>assistant\n"), prompt.c_str());
    QCOMPARE(count(prompt, "Question: Which colour is the "), std::size_t(1));
    QCOMPARE(alone->base, std::size_t(0));
    QCOMPARE(alone->answer.back(), 258);   // the end of the reply
    QCOMPARE(count(prompt, "\n\n"), std::size_t(1));
    QVERIFY(count(text(joint->prompt), "\n\n") >= 3);   // one behind each passage
}

void TrainingDataTest::answersStandInThePassageOrAreRefusals()
{
    const auto examples = AnswerExamples::create(*m_fixture->model, m_fixture->corpus, smallOptions());
    QVERIFY(examples);
    int refusals = 0;
    for (std::uint64_t step = 0; step < 200; ++step) {
        const auto asked = (*examples)->training(step, 0);
        QVERIFY(asked);
        QCOMPARE(asked->size(), std::size_t(1));
        const AnswerExample* example = asked->data();
        const std::string prompt = text(example->prompt), passages = prompt.substr(0, prompt.find("Question: "));
        const std::string answer = text(example->answer);
        QVERIFY(answer.ends_with("<258>"));
        const std::string said = answer.substr(0, answer.size() - 5);
        if (example->answerable) {
            QVERIFY2(passages.find(said) != std::string::npos, prompt.c_str());
        } else {
            QCOMPARE(said, std::string(kDecliningText));
            ++refusals;
        }
    }
    QVERIFY2(refusals > 35 && refusals < 85, qPrintable(QString::number(refusals)));   // 60 expected
}

void TrainingDataTest::questionsAboutOnePassageShareItsPrompt()
{
    AnswerExampleOptions several = smallOptions();
    several.perPassage = 4;
    several.passageBytes = 400;
    const auto examples = AnswerExamples::create(*m_fixture->model, m_fixture->corpus, several);
    QVERIFY(examples);
    int more = 0, refusals = 0;
    for (std::uint64_t step = 0; step < 100; ++step) {
        const auto asked = (*examples)->training(step, 0);
        QVERIFY(asked && !asked->empty() && asked->size() <= 4);
        const auto passages = [](const AnswerExample& example) {
            const std::string prompt = text(example.prompt);
            return prompt.substr(0, prompt.find("Question: "));
        };
        std::set<std::string> questions;
        for (const AnswerExample& example : *asked) {
            const std::string shown = passages(example), answer = text(example.answer), said = answer.substr(0, answer.size() - 5);
            QCOMPARE(shown, passages(asked->front()));
            QCOMPARE(example.base, asked->front().base);
            QVERIFY2(questions.insert(text(example.prompt)).second, shown.c_str());
            const std::string own = shown.substr(example.base);   // what a memory's rows hold is no passage
            QVERIFY2(!example.answerable || own.find(said) != std::string::npos, shown.c_str());
            refusals += &example != asked->data() && !example.answerable ? 1 : 0;
        }
        more += static_cast<int>(asked->size()) - 1;
    }
    QVERIFY2(more > 100, qPrintable(QString::number(more)));
    QVERIFY2(refusals > 0 && refusals < more / 2, qPrintable(QString::number(refusals)));
}

void TrainingDataTest::attachedPromptsBeginWithTheDocumentsOpening()
{
    const auto examples = AnswerExamples::create(*m_fixture->model, m_fixture->corpus, smallOptions());
    QVERIFY(examples);
    const auto example = (*examples)->heldOut(2, PassageForm::Attached, false);
    QVERIFY(example);
    QVERIFY(example->base >= 63 && example->base <= 4 * 63);
    const std::string memory = text({example->prompt.begin(), example->prompt.begin() + static_cast<std::ptrdiff_t>(example->base)});
    QVERIFY2(memory.starts_with("<257>user\nPeople come to village"), memory.c_str());
    const std::string rest = text({example->prompt.begin() + static_cast<std::ptrdiff_t>(example->base), example->prompt.end()});
    QVERIFY2(rest.starts_with("\n\n"), rest.c_str());
}

void TrainingDataTest::trainingNeverSeesHeldOutDocuments()
{
    const auto examples = AnswerExamples::create(*m_fixture->model, m_fixture->corpus, smallOptions());
    QVERIFY(examples);
    const auto heldOut = (*examples)->heldOutArticles();
    QVERIFY(!heldOut.empty() && heldOut.size() < 6);
    QCOMPARE((*examples)->trainingQuestions() + (*examples)->heldOutQuestions(), m_fixture->corpus.questions.size());
    for (std::uint64_t step = 0; step < 100; ++step) {
        const std::string prompt = text((*examples)->training(step, 1)->front().prompt);
        for (const HeldOutArticle& article : heldOut) {
            const std::string village = article.name.substr(article.name.find("village"));
            QVERIFY2(prompt.find(village) == std::string::npos, prompt.c_str());
        }
    }
}

void TrainingDataTest::examplesFollowFromTheSeed()
{
    AnswerExampleOptions other = smallOptions();
    const auto first = AnswerExamples::create(*m_fixture->model, m_fixture->corpus, other);
    const auto second = AnswerExamples::create(*m_fixture->model, m_fixture->corpus, other);
    QVERIFY((*second)->training(9, 9));   // the order of asking changes nothing
    QCOMPARE((*first)->training(3, 1)->front().prompt, (*second)->training(3, 1)->front().prompt);
    QVERIFY((*first)->training(3, 1)->front().prompt != (*first)->training(4, 1)->front().prompt);
    other.heldOut = 0;
    QCOMPARE(AnswerExamples::create(*m_fixture->model, m_fixture->corpus, other).error().code, ErrorCode::InvalidArgument);
}

void TrainingDataTest::heldOutArticlesKnowWhereTheirAnswersAre()
{
    const auto examples = AnswerExamples::create(*m_fixture->model, m_fixture->corpus, smallOptions());
    for (const HeldOutArticle& article : (*examples)->heldOutArticles()) {
        QCOMPARE(article.questions.size(), std::size_t(8));
        for (const auto& asked : article.questions)
            QCOMPARE(article.text.substr(asked.begin, asked.answers.front().size()), asked.answers.front());
    }
}

void TrainingDataTest::rowsAreWholeBlocksOfVaryingLength()
{
    const auto texts = readTexts({.paths = {m_fixture->data.folder.path()}});
    QVERIFY(texts);
    const auto rows = LandmarkRows::create(*m_fixture->model, *texts, m_fixture->corpus, {.shortest = 8, .longest = 12, .queries = 40});
    QVERIFY(rows);
    std::set<std::size_t> lengths;
    for (std::uint64_t step = 0; step < 40; ++step) {
        const auto row = rows->training(step, 0);
        QVERIFY(row);
        QCOMPARE(row->tokens.size() % 63, std::size_t(0));
        QCOMPARE(row->queries.size(), std::size_t(40));
        QVERIFY(row->queries.front() >= 63 && row->queries.back() < row->tokens.size());
        QVERIFY(std::is_sorted(row->queries.begin(), row->queries.end()));
        lengths.insert(row->tokens.size() / 63);
    }
    QCOMPARE(lengths, (std::set<std::size_t>{8, 9, 10, 11, 12}));
}

void TrainingDataTest::halfOfTheQueriesLieInTheQuestion()
{
    const auto texts = readTexts({.paths = {m_fixture->data.folder.path()}});
    const auto rows = LandmarkRows::create(*m_fixture->model, *texts, m_fixture->corpus,
                                           {.shortest = 16, .longest = 16, .queries = 40, .asked = 1});
    QVERIFY(rows);
    const auto row = rows->training(0, 0);
    QVERIFY(row);
    const std::string all = text(row->tokens);
    QVERIFY2(all.ends_with("<258>\n"), all.c_str());
    const std::size_t asks = row->tokens.size() - 160;   // the longest end
    const auto late = std::count_if(row->queries.begin(), row->queries.end(), [&](std::uint32_t query) { return query >= asks; });
    QVERIFY(late >= 20);
}

void TrainingDataTest::needlesAndPassagesStandBeforeTheirQuestion()
{
    const auto texts = readTexts({.paths = {m_fixture->data.folder.path()}});
    const auto rows = LandmarkRows::create(*m_fixture->model, *texts, m_fixture->corpus,
                                           {.shortest = 16, .longest = 16, .queries = 40, .asked = 1});
    int needles = 0, passages = 0;
    for (std::uint64_t step = 0; step < 60; ++step) {
        const std::string all = text(rows->training(step, 0)->tokens);
        const std::size_t turn = all.rfind("<258>\n<257>assistant\n"), asked = all.rfind("\n\n", turn);
        QVERIFY2(turn != std::string::npos, all.c_str());
        const std::string question = all.substr(asked + 2, turn - asked - 2), body = all.substr(0, asked);
        std::string answer = all.substr(turn + 21);
        answer.resize(answer.size() - 6);   // <258> and line break
        if (question.find("colour") != std::string::npos) {
            ++passages;
        } else {
            ++needles;
            const bool listed = question.starts_with("What is the value of ");
            answer = listed ? answer : answer.substr(answer.find(" is ") + 4, answer.size() - answer.find(" is ") - 5);
        }
        QVERIFY2(body.find(answer) != std::string::npos, all.c_str());
    }
    QVERIFY2(needles > 10 && passages > 20, qPrintable(QStringLiteral("%1 %2").arg(needles).arg(passages)));
}

void TrainingDataTest::shortRowsFallBackToPlainText()
{
    const auto texts = readTexts({.paths = {m_fixture->data.folder.path()}});
    const auto rows =
        LandmarkRows::create(*m_fixture->model, *texts, m_fixture->corpus, {.shortest = 2, .longest = 2, .queries = 4, .asked = 1});
    QVERIFY(rows);
    QCOMPARE(rows->training(0, 0)->tokens.size(), std::size_t(126));
    QCOMPARE(LandmarkRows::create(*m_fixture->model, {}, {}, {}).error().code, ErrorCode::InvalidArgument);
}

namespace
{

RankingExampleOptions rankingOptions()
{
    RankingExampleOptions options;
    options.documents = {{"squad1.1-train44"}, 100, 36'000};
    options.passages = 6;
    options.leads = 2;
    options.questions = 5;
    options.candidates = 4;
    options.heldOut = 0.3;
    options.seed = 1;
    return options;
}

// "village 3"
std::string villageIn(const std::string& said) { return said.substr(said.find("village "), 9); }

}  // namespace

void TrainingDataTest::rankedPassagesAreBlocksWithTheirNeighbours()
{
    const auto examples = RankingExamples::create(*m_fixture->model, m_fixture->corpus, rankingOptions());
    QVERIFY(examples);
    const auto group = (*examples)->training(0), again = (*examples)->training(0);
    QVERIFY(group && again);
    QVERIFY(group->passages == again->passages && group->questions.size() == again->questions.size());
    const std::string frame = text(group->frame);
    QVERIFY2(frame.ends_with("Write a question that this passage answers.<258>\n<257>assistant\n"), frame.c_str());
    for (const std::vector<TokenId>& passage : group->passages) {
        const std::string shown = text(passage);
        QVERIFY2(shown.starts_with("<257>user\n"), shown.c_str());   // block 0
        QVERIFY(passage.size() == 63 * 3 || passage.size() == 63 * 4);
        const std::string article = m_fixture->corpus.article("squad1.1-train44: " + villageIn(shown)).text;
        QVERIFY2(article.find(text({passage.begin() + 63, passage.end()})) != std::string::npos, shown.c_str());
    }
}

void TrainingDataTest::someOfTheRankedPassagesAnswerEachQuestion()
{
    const auto examples = RankingExamples::create(*m_fixture->model, m_fixture->corpus, rankingOptions());
    QVERIFY(examples);
    const std::vector<std::string> held = (*examples)->heldOutDocuments();
    QVERIFY(!held.empty() && held.size() + (*examples)->trainingDocuments() == 6u);
    std::size_t asked = 0;
    for (std::uint64_t step = 0; step < 60; ++step) {
        const auto group = (*examples)->training(step);
        QVERIFY(group && !group->questions.empty() && group->questions.size() <= 5);
        QVERIFY(std::find(held.begin(), held.end(), "squad1.1-train44: " + villageIn(text(group->passages[0]))) == held.end());
        for (const RankedQuestion& question : group->questions) {
            QCOMPARE(question.candidates.size(), group->passages.size());
            QCOMPARE(question.words.size(), group->passages.size());
            const std::string words = text(question.tokens);
            QVERIFY2(words.starts_with("Which colour is the "), words.c_str());
            const auto found = std::find_if(m_fixture->corpus.questions.begin(), m_fixture->corpus.questions.end(),
                                            [&](const QaQuestion& one) { return one.question == words; });
            int golds = 0;
            for (std::size_t i = 0; i < question.candidates.size(); ++i) {
                const std::string shown = text(group->passages[question.candidates[i]]);
                golds += question.gold[i];
                QVERIFY2(!question.gold[i] || shown.find(found->answers.front()) != std::string::npos, shown.c_str());
            }
            QVERIFY(golds > 0);
            ++asked;
        }
    }
    QVERIFY2(asked > 150, qPrintable(QString::number(asked)));   // others are asked along
}

void TrainingDataTest::rankingIsMeasuredOnOtherDocumentsByWhatWordsBring()
{
    const auto examples = RankingExamples::create(*m_fixture->model, m_fixture->corpus, rankingOptions());
    QVERIFY(examples);
    const auto group = (*examples)->heldOut(0, 5);
    QVERIFY(group);
    QCOMPARE("squad1.1-train44: " + villageIn(text(group->passages[0])), (*examples)->heldOutDocuments()[0]);
    QCOMPARE(group->questions.size(), std::size_t(5));
    for (const RankedQuestion& question : group->questions) {
        QCOMPARE(question.candidates.size(), std::size_t(4));
        QVERIFY(std::is_sorted(question.words.rbegin(), question.words.rend()));   // the best first
    }
    RankingExampleOptions none = rankingOptions();
    none.heldOut = 0;
    QCOMPARE(RankingExamples::create(*m_fixture->model, m_fixture->corpus, none).error().code, ErrorCode::InvalidArgument);
}

QTEST_GUILESS_MAIN(TrainingDataTest)
#include "training_data_test.moc"
