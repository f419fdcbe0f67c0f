// Articles put together from a question corpus.
#include "core/corpora/corpus.h"
#include "core/evaluation/articles.h"
#include "core/evaluation/journal.h"
#include "core/formats/json.h"

#include <QtTest>

#include <sstream>

using namespace cairn;

class ArticlesTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void answersStandWhereTheLinesSay();
    void shortAndForeignDocumentsAreLeftOut();
    void heldOutDocumentsFollowTheTrainersRule();
    void questionsAreSpread();

private:
    static QaCorpus corpus();
};

// Two documents of one set, paragraphs out of order, and one of another set.
QaCorpus ArticlesTest::corpus()
{
    QaCorpus corpus;
    corpus.passages = {{"squad1", "squad1: Oslo", "Oslo (city)", 1, "It has 700,000 inhabitants."},
                       {"squad1", "squad1: Oslo", "Oslo (city)", 0, "Oslo is the capital of Norway."},
                       {"squad1", "squad1: Rome", "Rome", 0, "Rome is old."},
                       {"other", "other: Bonn", "Bonn", 0, "Bonn is on the Rhine, a river of some length."}};
    corpus.questions = {{0, "How many?", {"700,000"}, 7, "span"}, {1, "Capital?", {"Norway"}, 23, "span"}, {2, "How is Rome?", {"old"}, 8,
        "span"},
                        {1, "Elsewhere?", {"Sweden"}, std::nullopt, "freeform"}, {1, "Not said?", {}, std::nullopt, "noanswer"}};
    return corpus;
}

void ArticlesTest::answersStandWhereTheLinesSay()
{
    const std::vector<TestArticle> articles = testArticles(corpus(), {.source = "squad", .shortest = 20});
    QCOMPARE(articles.size(), std::size_t(1));
    const TestArticle& oslo = articles[0];
    QCOMPARE(oslo.file, std::string("Oslo-city.txt"));
    QVERIFY(oslo.text.starts_with("Oslo is the capital"));
    std::istringstream lines(oslo.questions);
    int answered = 0, unanswerable = 0;
    for (std::string line; std::getline(lines, line);) {
        const auto json = parseJson(line);
        QVERIFY(json);
        QCOMPARE(textOf(*json, "doc"), oslo.file);
        const auto answers = json->find("answers")->elements();
        if (answers.empty()) {
            ++unanswerable;
            continue;
        }
        ++answered;
        const std::string& gold = *answers[0].string();
        QCOMPARE(oslo.text.substr(static_cast<std::size_t>(numberOf(*json, "begin")), gold.size()), gold);
    }
    QCOMPARE(answered, 2);        // the one that does not stand there word for word is left out
    QCOMPARE(unanswerable, 1);
}

void ArticlesTest::shortAndForeignDocumentsAreLeftOut()
{
    QCOMPARE(testArticles(corpus(), {.source = "squad", .shortest = 5}).size(), std::size_t(2));
    QCOMPARE(testArticles(corpus(), {.source = "squad", .shortest = 5, .articles = 1}).size(), std::size_t(1));
    QCOMPARE(testArticles(corpus(), {.source = "squad", .shortest = 5000}).size(), std::size_t(0));
    QCOMPARE(testArticles(corpus(), {.source = "other", .shortest = 5}).size(), std::size_t(0));   // no question
}

void ArticlesTest::heldOutDocumentsFollowTheTrainersRule()
{
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const auto articles = testArticles(corpus(), {.source = "squad", .shortest = 5, .heldOutShare = 0.5, .heldOutSeed = seed});
        std::size_t expected = 0;
        for (const char* id : {"squad1: Oslo", "squad1: Rome"})
            expected += isHeldOut(id, seed, 0.5);
        QCOMPARE(articles.size(), expected);
    }
}

void ArticlesTest::questionsAreSpread()
{
    QaCorpus many = corpus();
    many.questions.clear();
    for (int i = 0; i < 10; ++i)
        many.questions.push_back({1, "Q" + std::to_string(i), {"Oslo"}, 0, "span"});
    const auto articles = testArticles(many, {.source = "squad", .shortest = 5, .questions = 2});
    QVERIFY(articles[0].questions.find("Q0") != std::string::npos);
    QVERIFY(articles[0].questions.find("Q5") != std::string::npos);
    QCOMPARE(std::count(articles[0].questions.begin(), articles[0].questions.end(), '\n'), std::ptrdiff_t(2));
}

QTEST_APPLESS_MAIN(ArticlesTest)
#include "articles_test.moc"
