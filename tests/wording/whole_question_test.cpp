#include "core/wording/questions/whole_question.h"

#include <QtTest>

using namespace cairn;

class WholeQuestionTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void questionsAboutTheWholeAreTold_data()
    {
        QTest::addColumn<QString>("question");
        QTest::addColumn<int>("asked");
        const std::pair<const char*, WholeQuestion> rows[] = {
            {"What is the title of the paper?", WholeQuestion::Title},
            {"What is the book called?", WholeQuestion::Title},
            {"What is this called?", WholeQuestion::Title},
            {"What is the title?", WholeQuestion::Title},
            {"What is the title song?", WholeQuestion::None},
            {"What is the ship in the book called?", WholeQuestion::None},
            {"What is the title of the poem that the article quotes?", WholeQuestion::None},
            {"What is the paper about?", WholeQuestion::Subject},
            {"What's this document about", WholeQuestion::Subject},
            {"What is this about?", WholeQuestion::Subject},
            {"What's it about?", WholeQuestion::Subject},
            {"What is this?", WholeQuestion::Subject},
            {"What is this document?", WholeQuestion::Subject},
            {"What kind of book is this?", WholeQuestion::None},
            {"What is this word?", WholeQuestion::None},
            {"What is a book?", WholeQuestion::None},
            {"Summarize the article.", WholeQuestion::Summary},
            {"Summarize.", WholeQuestion::Summary},
            {"Can you summarize this?", WholeQuestion::Summary},
            {"Please give me a short summary of the paper.", WholeQuestion::Summary},
            {"Give me an overview", WholeQuestion::Summary},
            {"Summarize the paper in three sentences.", WholeQuestion::Summary},
            {"Summarize the plot of the book in 3 sentences", WholeQuestion::Summary},
            {"What are the 5 key points?", WholeQuestion::Summary},
            {"What are the main ideas of the report?", WholeQuestion::Summary},
            {"tl;dr", WholeQuestion::Summary},
            {"Summarize the contracts", WholeQuestion::Summary},
            {"What are the documents?", WholeQuestion::None},
            {"Who signed the lease?", WholeQuestion::None},
            {"Explain this paper to me in simple terms.", WholeQuestion::Summary},
            {"What is the gist of the article?", WholeQuestion::Summary},
            {"Explain the fees.", WholeQuestion::None},
            {"Which points does the report discuss?", WholeQuestion::None},
            {"How many points are there?", WholeQuestion::None},
            {"What are the points of sail?", WholeQuestion::None},
            {"What is the main idea?", WholeQuestion::Subject},
            {"What is the goal?", WholeQuestion::Subject},
            {"What was her goal?", WholeQuestion::None},
            {"What is the goal of the Eloi?", WholeQuestion::None},
            {"What is the main topic?", WholeQuestion::Subject},
            {"Give me a summary of the whale's anatomy.", WholeQuestion::None},
            {"What is the main topic of this report?", WholeQuestion::Subject},
            {"What is the aim of the study?", WholeQuestion::Subject},
            {"What does the text say about whales?", WholeQuestion::None},
            {"What is the story that Ishmael tells the sailors about?", WholeQuestion::None},
            {"What is the aim of the keeper?", WholeQuestion::None},
            {"What is chapter 30 about?", WholeQuestion::None},
            {"Who is this about?", WholeQuestion::None},
            {"About", WholeQuestion::None},
            {"", WholeQuestion::None},
            {"Who wrote the paper?", WholeQuestion::Author},
            {"Who wrote this?", WholeQuestion::Author},
            {"Who is the author?", WholeQuestion::Author},
            {"Who are the authors of this article?", WholeQuestion::Author},
            {"What is the name of the author?", WholeQuestion::Author},
            {"What is the author's name?", WholeQuestion::Author},
            {"By whom was it written?", WholeQuestion::Author},
            {"Who is this by?", WholeQuestion::Author},
            {"List the authors.", WholeQuestion::Author},
            {"Who wrote the letter to Alice?", WholeQuestion::None},
            {"Who is the author of the letter?", WholeQuestion::None},
            {"What does the author say?", WholeQuestion::None},
            {"What did the author write?", WholeQuestion::None},
            {"Who is standing by?", WholeQuestion::None},
            {"Who wrote his book?", WholeQuestion::None},
            {"Where do the authors work?", WholeQuestion::None},
            {"What do the authors work on?", WholeQuestion::None},
            {"When was this published?", WholeQuestion::Date},
            {"When was it written?", WholeQuestion::Date},
            {"What is the date of the report?", WholeQuestion::Date},
            {"In what year was the book published?", WholeQuestion::Date},
            {"What is the publication date?", WholeQuestion::Date},
            {"When was the letter written?", WholeQuestion::None},
            {"What is the date?", WholeQuestion::None},
            {"When did he leave?", WholeQuestion::None},
            {"What are the chapters?", WholeQuestion::Parts},
            {"List the sections of the report.", WholeQuestion::Parts},
            {"Which chapters are there?", WholeQuestion::Parts},
            {"Show me the table of contents", WholeQuestion::Parts},
            {"How is the paper organized?", WholeQuestion::Parts},
            {"What are the names of the chapters?", WholeQuestion::Parts},
            {"What stories are in the book?", WholeQuestion::Parts},
            {"What are the parts of a cairn?", WholeQuestion::None},
            {"What is the structure of DNA?", WholeQuestion::None},
            {"Who wrote the letters?", WholeQuestion::None},
            {"How is it done?", WholeQuestion::None},
            {"How many chapters are there?", WholeQuestion::PartCount},
            {"How many sections does the paper have?", WholeQuestion::PartCount},
            {"How many chapters did he read?", WholeQuestion::None},
            {"How many figures are there?", WholeQuestion::None},
            {"How many whales are there?", WholeQuestion::None},
            {"Who is the main character?", WholeQuestion::Characters},
            {"Who are the main characters of the novel?", WholeQuestion::Characters},
            {"List the most important characters.", WholeQuestion::Characters},
            {"Who is the protagonist of the story?", WholeQuestion::Characters},
            {"How does the book end?", WholeQuestion::Ending},
            {"How does it end?", WholeQuestion::Ending},
            {"What are the last words of the novel?", WholeQuestion::Ending},
            {"What is the final sentence?", WholeQuestion::Ending},
            {"How does the war end?", WholeQuestion::None},
            {"How did it end?", WholeQuestion::None},
            {"What is the end?", WholeQuestion::None},
            {"How does the story begin?", WholeQuestion::Beginning},
            {"What is the first line of the book?", WholeQuestion::Beginning},
            {"What is the first chapter?", WholeQuestion::None},
            {"What are his last words?", WholeQuestion::None},
            {"Who is important?", WholeQuestion::None},
            {"What happens in the story?", WholeQuestion::Events},
            {"What happened in this chapter?", WholeQuestion::Events},
            {"What happens then?", WholeQuestion::None},
            {"What happens to the keeper in the story?", WholeQuestion::None},
            {"When does it happen in the story?", WholeQuestion::None},
            {"What is the character of the keeper?", WholeQuestion::None},
            {"How many characters may a name have?", WholeQuestion::None}};
        for (const auto& [question, asked] : rows)
            QTest::addRow("%s", question) << QString::fromLatin1(question) << static_cast<int>(asked);
    }

    void questionsAboutTheWholeAreTold()
    {
        QFETCH(QString, question);
        QTEST(static_cast<int>(wholeQuestion(question.toStdString())), "asked");
    }

    void aDocumentMayBeNamed_data()
    {
        QTest::addColumn<QString>("question");
        QTest::addColumn<int>("asked");
        const std::pair<const char*, WholeQuestion> rows[] = {
            {"Who wrote Moby Dick?", WholeQuestion::Author},
            {"Who is the author of \"Moby-Dick; or, The Whale\"?", WholeQuestion::None}, // another title
            {"What is Bitcoin: A Peer-to-Peer Electronic Cash System about?", WholeQuestion::Subject},
            {"What is bitcoin about?", WholeQuestion::Subject},
            {"What is Bitcoin?", WholeQuestion::None}, // a definition
            {"When was Moby-Dick published?", WholeQuestion::Date},
            {"How many chapters does Moby-Dick have?", WholeQuestion::PartCount},
            {"Who killed Moby-Dick?", WholeQuestion::None},
            {"How does Moby-Dick end?", WholeQuestion::Ending},
            {"How did Moby-Dick end?", WholeQuestion::None},
            {"When was Bitcoin created?", WholeQuestion::None},   // the thing, not what is written about it
            {"Who wrote The Time Machine?", WholeQuestion::None}}; // not here
        for (const auto& [question, asked] : rows)
            QTest::addRow("%s", question) << QString::fromLatin1(question) << static_cast<int>(asked);
    }

    void aDocumentMayBeNamed()
    {
        QFETCH(QString, question);
        CanonicalText novel, paper, untitled;
        novel.title = "Moby-Dick";
        paper.title = "Bitcoin: A Peer-to-Peer Electronic Cash System";
        const std::array<const CanonicalText*, 3> documents{&untitled, &novel, &paper};
        QTEST(static_cast<int>(wholeQuestion(question.toStdString(), documents, false)), "asked");
    }

    void inAConversationItMayBeSomethingElse()
    {
        QCOMPARE(wholeQuestion("Who wrote it?", {}, false), WholeQuestion::Author);
        QCOMPARE(wholeQuestion("Who wrote it?", {}, true), WholeQuestion::None);
        QCOMPARE(wholeQuestion("Who wrote this book?", {}, true), WholeQuestion::Author);
    }

    void partsAreNamedByTheirKind()
    {
        QCOMPARE(partsAsked("What are the chapters?"), std::string("chapter"));
        QCOMPARE(partsAsked("How many staves are there?"), std::string("stave"));
        QCOMPARE(partsAsked("What are the contents?"), std::string());
    }
};

QTEST_GUILESS_MAIN(WholeQuestionTest)
#include "whole_question_test.moc"
