#include "core/wording/questions/whole_question.h"
#include "core/wording/quoting/overview.h"

#include <QtTest>

using namespace cairn;

namespace
{

constexpr const char* kPaper = "Stones by the Way\n\nA. Walker, B. Rambler\n\nSummary\n\n"
                               "Cairns mark the paths of most high moors in the north of the country. We present a count of them.\n\n"
                               "1. Introduction\n\nThis paper describes how forty walkers counted the cairns of nine moors.";
constexpr const char* kItself = "This paper describes how forty walkers counted the cairns of nine moors.";

std::string said(std::string_view text, WholeQuestion asked, std::string_view barred = {})
{
    const DocumentTexts texts({text});
    const auto allowed = [&](const DocumentPlace& place) { return barred.empty() || texts.text(place) != barred; };
    const auto place = asked == WholeQuestion::Title ? titleOf(texts, {}, allowed) : subjectOf(texts, {}, allowed);
    return place ? std::string(texts.text(*place)) : std::string();
}

}  // namespace

class OverviewTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void sentencesThatSayTheSubjectAreTold_data()
    {
        QTest::addColumn<QString>("sentence");
        QTest::addColumn<int>("strength");
        const std::pair<const char*, int> rows[] = {
            {"This article describes a first course in weaving.", 2},
            {"The second part of this manual specifies all registers.", 2},
            {"This is a book about whales and those who hunt them.", 2},
            {"In this paper, we propose a way to count stones.", 2},
            {"Abstract: This report surveys nine moors.", 2},
            {"In this chapter, we'll discuss three ways to count stones.", 2},
            {"In this chapter we will discuss three ways to count stones.", 2},
            {"We propose a way to count stones.", 1},
            {"We have developed, and tried, a way to count stones.", 1},
            {"We have seen stones that others developed a taste for.", 0},
            {"This section describes the moors.", 1},
            {"Stones, as we show below, are old.", 0},
            {"The paper was wet and could not be written on.", 0},
            {"This happens in the article of faith that nobody reads.", 0},
            {"It was a dark night.", 0}};
        for (const auto& [sentence, strength] : rows)
            QTest::addRow("%s", sentence) << QString::fromLatin1(sentence) << strength;
    }

    void sentencesThatSayTheSubjectAreTold()
    {
        QFETCH(QString, sentence);
        QTEST(subjectStrength(sentence.toStdString()), "strength");
    }

    void whatIsToBeExplainedIsTold_data()
    {
        QTest::addColumn<QString>("question");
        QTest::addColumn<QString>("topic");
        const std::pair<const char*, const char*> rows[] = {
            {"Explain proof-of-work in a few sentences.", "proof-of-work"},
            {"Please explain the fees to me", "fees"},
            {"Can you tell me more about the Moor?", "Moor"},
            {"Explain what a cairn is.", "cairn"},
            {"Describe the old paths briefly", "old paths"},
            {"Explain old paths simply", "old paths"},
            {"Explain to me the paths", "paths"},
            {"Tell me who built it.", ""},
            {"Explain how stones are laid.", ""},
            {"Explain what happened then.", ""},
            {"Explain", ""},
            {"What is a cairn?", ""}};
        for (const auto& [question, topic] : rows)
            QTest::addRow("%s", question) << QString::fromLatin1(question) << QString::fromLatin1(topic);
    }

    void whatIsToBeExplainedIsTold()
    {
        QFETCH(QString, question);
        QTEST(QString::fromStdString(topicExplained(question.toStdString())), "topic");
    }

    void theFirstSentenceOfASummarySaysIt()
    {
        const std::string text = std::string(kPaper).substr(0, std::string_view(kPaper).find("1. Introduction"));
        QCOMPARE(said(text, WholeQuestion::Subject), std::string("Cairns mark the paths of most high moors in the north of the country."));
    }

    void aSentenceAboutThePaperSaysMore()
    {
        QCOMPARE(said(kPaper, WholeQuestion::Subject), std::string(kItself));
    }

    void aSentenceAboutWhatWasMadeSaysMoreThanTheFirstOfASummary()
    {
        const std::string made = "We have designed a course of six walks on which everybody counts stones.";
        const std::string text = "Walks\n\nSummary\n\nIn recent years stones have been counted on many moors. " + made + " It rained.";
        QCOMPARE(said(text, WholeQuestion::Subject), made);
    }

    void whatIsNotAllowedIsNotSaid()
    {
        QCOMPARE(said(kPaper, WholeQuestion::Subject, kItself),
                 std::string("Cairns mark the paths of most high moors in the north of the country."));
    }

    void aTextWithoutSuchSentencesSaysNothing()
    {
        QCOMPARE(said("Call me Ishmael. Some years ago I went to sea, and saw the watery part of the world.", WholeQuestion::Subject),
                 std::string());
        QCOMPARE(said("", WholeQuestion::Subject), std::string());
    }

    void sentencesFarBehindTheOpeningDoNotCount()
    {
        const std::string text = std::string(7000, 'x') + ".\n\nThis article describes a first course in weaving.";
        QCOMPARE(said(text, WholeQuestion::Subject), std::string());
    }

    void topicsAreTold_data()
    {
        QTest::addColumn<QString>("question");
        QTest::addColumn<QString>("topic");
        const std::pair<const char*, const char*> rows[] = {{"What does the report say about fees in winter?", "fees in winter"},
                                                            {"What is said about the keeper?", "the keeper"},
                                                            {"What does this chapter mention regarding whales", "whales"},
                                                            {"What does Ishmael say about whales?", ""},
                                                            {"What was said about fees?", "fees"},
                                                            {"What was decided about the fees?", "decided about the fees"},
                                                            {"What did the keepers agree on fees?", "agree on fees"},
                                                            {"What does the keeper decide about fees?", ""},
                                                            {"What was paid about noon?", ""},
                                                            {"proof of work", "proof of work"},
                                                            {"Queequeg", "Queequeg"},
                                                            {"Explain whales", ""},
                                                            {"whales?", ""},
                                                            {"Hello", ""},
                                                            {"of the", ""},
                                                            {"the white whale and the sea", ""},
                                                            {"What does the report say?", ""},
                                                            {"What does the report say about", ""},
                                                            {"Who says it about whales?", ""}};
        for (const auto& [question, topic] : rows)
            QTest::addRow("%s", question) << QString::fromLatin1(question) << QString::fromLatin1(topic);
    }

    void topicsAreTold()
    {
        QFETCH(QString, question);
        const std::string asked = question.toStdString();
        QTEST(QString::fromStdString(std::string(topicAsked(asked))), "topic");
    }

    void ofAPartItsFirstSentenceSaysWhatItIsAbout()
    {
        const std::string_view text = "Stones\n\nThis paper describes how forty walkers counted cairns.\n\n"
                                      "2. Moors of the far north and their names\n\nWet. The moors of the north have long been named by "
                                      "shepherds. We show below who they were in the old days.\n\n"
                                      "3. Walks of the summer in which most was counted\n\n"
                                      "This section describes walks that went over every moor.";
        const auto saidOf = [&](std::uint64_t begin, std::uint64_t end, WholeQuestion asked) {
            const DocumentTexts texts({text});
            const DocumentPlace part{0, {begin, end}};
            const auto allowed = [](const DocumentPlace&) { return true; };
            const bool isTitle = asked == WholeQuestion::Title;
            const auto place = isTitle ? titleOf(texts, {&part, 1}, allowed) : subjectOf(texts, {&part, 1}, allowed);
            return place ? std::string(texts.text(*place)) : std::string();
        };
        const std::uint64_t second = text.find("2. Moors"), third = text.find("3. Walks");
        QCOMPARE(saidOf(second, third, WholeQuestion::Subject), std::string("The moors of the north have long been named by shepherds."));
        QCOMPARE(saidOf(third, text.size(), WholeQuestion::Subject),
                 std::string("This section describes walks that went over every moor."));
        QCOMPARE(saidOf(second, third, WholeQuestion::Title), std::string("2. Moors of the far north and their names"));
    }

    void theFirstLineIsTheTitle()
    {
        QCOMPARE(said(kPaper, WholeQuestion::Title), std::string("Stones by the Way"));
        QCOMPARE(said("It was a dark night.\n\nA ship came in.", WholeQuestion::Title), std::string());
        QCOMPARE(said(" \n", WholeQuestion::Title), std::string());
        QCOMPARE(said("Number: 8\nTitle: How to Count\nStatus: Final\n\nStones.", WholeQuestion::Title), std::string("How to Count"));
        QCOMPARE(said("Title:\n\nStones.", WholeQuestion::Title), std::string("Title:"));
    }
};

QTEST_GUILESS_MAIN(OverviewTest)
#include "overview_test.moc"
