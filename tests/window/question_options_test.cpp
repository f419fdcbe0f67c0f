// What stands in the question box becomes what the engine is asked; questions to begin with come from the headings.
#include "app/window/areas/question_options.h"

#include <QTemporaryFile>
#include <QTest>

using namespace cairn;

namespace
{

// Two documents of 12 bytes in tokens of one byte, blocks of 4, behind 2 prefix tokens: document 0 is tokens 2..14, document 1
// tokens 15..27.
StreamMap twoDocuments()
{
    StreamMapData map{4, 2, {{2, 14}, {15, 27}}, {0, 0}};
    for (std::uint32_t i = 1; i <= 12; ++i)
        map.ends.push_back(i);
    map.ends.push_back(0);
    for (std::uint32_t i = 1; i <= 12; ++i)
        map.ends.push_back(i);
    return StreamMap(map);
}

std::vector<std::uint32_t> barredOf(const AskOptions& options)
{
    std::vector<std::uint32_t> blocks;
    for (const BlockId block : options.controls.barred)
        blocks.push_back(block.value);
    return blocks;
}

DocumentPtr documentWith(const std::vector<std::string>& headings, const std::string& title = "Title")
{
    auto document = std::make_shared<CanonicalText>();
    document->title = title;
    for (const std::string& heading : headings)
        document->outline.push_back({heading, 1, 0});
    return document;
}

}  // namespace

class QuestionOptionsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void blocksOfUntickedDocumentsAreBarred();
    void documentsThatAreLeftOutAreNamed();
    void upToHereEndsBeforeTheBlockInSight();
    void formIsCarriedOver();
    void startersAreSpreadOverTheHeadings();
    void namesStandInWhereHeadingsSayNothing();
    void aNameOfTwoWordsIsAskedForWhole();
    void questionsOfAFileAreItsLines();
    void startersAreOfWhatIsRead();
    void morePinsThanPlacesAreSaid();
    void barsThatLeaveNothingAreSaid();
};

// While a document is being read a question about the rest would find nothing.
void QuestionOptionsTest::startersAreOfWhatIsRead()
{
    auto document = std::make_shared<CanonicalText>();
    document->text = std::string(100, 'x');
    document->outline = {{"Of lamps", 1, 0}, {"Of keepers", 1, 40}, {"Of storms", 1, 70}};
    const QString asks = QStringLiteral("What does the text say about “%1”?");
    const auto about = [&](const char* subject) { return asks.arg(QLatin1String(subject)); };
    QCOMPARE(starterQuestions({document}, {45}), QStringList(about("Of lamps")));
    QCOMPARE(starterQuestions({document}, {70}), (QStringList{about("Of lamps"), about("Of keepers")}));
    QCOMPARE(starterQuestions({document}, {100}).size(), 3);
    QCOMPARE(starterQuestions({document}, {0}).size(), 3);   // nothing can be asked yet
    auto other = std::make_shared<CanonicalText>(*document);
    other->outline = {{"Of ice", 1, 0}};
    QCOMPARE(starterQuestions({document, other}, {100, 0}).size(), 3);
    QVERIFY(!starterQuestions({document, other}, {100, 0}).contains(about("Of ice")));
    auto names = std::make_shared<CanonicalText>();
    for (int i = 0; i < 12; ++i)
        names->text += i < 6 ? "They saw Walton there again. " : "They saw Elizabeth there again. ";
    QCOMPARE(starterQuestions({names}, {names->text.size() / 2}), QStringList(about("Walton")));
}

void QuestionOptionsTest::morePinsThanPlacesAreSaid()
{
    AskOptions options;
    options.controls.pinned = {BlockId(1), BlockId(2), BlockId(3)};
    QCOMPARE(settingWords(options, twoDocuments(), {}, 3), QStringLiteral("3 block(s) pinned"));
    QCOMPARE(settingWords(options, twoDocuments(), {}, 2), QStringLiteral("3 block(s) pinned, the best 2 are opened"));
    SessionContents contents;
    contents.records.resize(2);
    contents.records[0].id = DocumentId(7);
    NoteRecord pin;
    pin.note = {DocumentId(7), {0, 4}, {}, NoteKind::Pinned};
    contents.notes = {pin};
    const std::size_t before = pinnedBlocks(twoDocuments(), contents, {0, {0, 1}});
    QCOMPARE(pinnedBlocks(twoDocuments(), contents, {0, {0, 4}}), before);   // pinned already
    QVERIFY(pinnedBlocks(twoDocuments(), contents, {1, {0, 12}}) > before);
}

void QuestionOptionsTest::barsThatLeaveNothingAreSaid()
{
    const StreamMap map = twoDocuments();
    AskOptions options;
    for (std::uint32_t block = 0; block + 1 < map.pieces(); ++block) {
        QVERIFY(!isAllBarred(options, map));
        options.controls.barred.push_back(BlockId(block));
    }
    QVERIFY(isAllBarred(options, map));
    QVERIFY(!isAllBarred(options, StreamMap()));
    options.controls.barred.erase(options.controls.barred.begin());
    QVERIFY(!settingWords(options, map).contains(QStringLiteral(" of ")));
}

void QuestionOptionsTest::blocksOfUntickedDocumentsAreBarred()
{
    const StreamMap map = twoDocuments();
    QVERIFY(barredOf(questionOptions({}, map, {true, true}, {})).empty());
    // Block 3 (tokens 12..15) holds the end of document 0 and the beginning of document 1: it stays.
    QCOMPARE(barredOf(questionOptions({}, map, {true, false}, {})), (std::vector<std::uint32_t>{4, 5, 6}));
    QCOMPARE(barredOf(questionOptions({}, map, {false, true}, {})), (std::vector<std::uint32_t>{0, 1, 2}));
    QVERIFY(barredOf(questionOptions({}, StreamMap(), {false, true}, {})).empty());
}

// Not as a list of its blocks.
void QuestionOptionsTest::documentsThatAreLeftOutAreNamed()
{
    const StreamMap map = twoDocuments();
    std::vector<DocumentRecord> records(2);
    records[0].title = "Alice";
    records[1].title = "Whales";
    AskOptions options = questionOptions({}, map, {true, false}, {});
    QCOMPARE(settingWords(options, map, records), QStringLiteral("without “Whales”"));
    options.controls.barred.push_back(BlockId(1));   // and a passage of the other
    QCOMPARE(settingWords(options, map, records), QStringLiteral("without “Whales”, 1 block(s) barred"));
    options.controls.barred = {BlockId(5)};
    QCOMPARE(settingWords(options, map, records), QStringLiteral("1 block(s) barred"));
}

void QuestionOptionsTest::upToHereEndsBeforeTheBlockInSight()
{
    AskForm form;
    QVERIFY(!questionOptions(form, twoDocuments(), {true, true}, {1, 6}).until);
    form.upToHere = true;
    QCOMPARE(questionOptions(form, twoDocuments(), {true, true}, {1, 6}).until->value, 5u);   // token 15 + 6 = 21
    QCOMPARE(questionOptions(form, twoDocuments(), {true, true}, {0, 0}).until->value, 0u);
}

void QuestionOptionsTest::formIsCarriedOver()
{
    AskForm form;
    form.bookOnly = false;
    form.strategy = Strategy::Memory;
    form.topK = 4;
    form.scan = ScanWay::TwoLevel;
    form.answerTokens = 33;
    form.temperature = 0.5;
    form.seed = 9;
    form.deepTrace = true;
    const AskOptions options = questionOptions(form, StreamMap(), {}, {});
    QVERIFY(!options.bookOnly && options.strategy == Strategy::Memory && options.topK == 4u && options.maxTokens == 33u);
    QVERIFY(options.deepTrace && settingWords(options).contains(QStringLiteral("temperature 0.5, deep trace")));
    QVERIFY(!questionOptions({}, StreamMap(), {}, {}).deepTrace);
    QVERIFY(options.temperature == 0.5f && options.seed == 9u && options.scan == ScanWay::TwoLevel);
    QVERIFY(!questionOptions({}, StreamMap(), {}, {}).scan);   // as the session was read
}

void QuestionOptionsTest::startersAreSpreadOverTheHeadings()
{
    QVERIFY(starterQuestions({documentWith({})}).isEmpty());
    QVERIFY(starterQuestions({documentWith({"Title"})}).isEmpty());   // the title is no section
    QVERIFY(starterQuestions({documentWith({"Titlepage", "I", "II", "Epilogue", "Colophon"})}).isEmpty());
    QVERIFY(starterQuestions({documentWith({"Title", "Ada, in Continuation.", "The Keeper (continued)"})}).isEmpty());
    const auto one = starterQuestions({documentWith({"Chapter IV. The Whale"})});
    QCOMPARE(one, QStringList{QStringLiteral("What does the text say about “The Whale”?")});
    const std::vector<std::string> facts{"Title: The Whale", "Author: H. Melville", "Year: 1851", "Chapter 1 - Year of the whale"};
    QCOMPARE(starterQuestions({documentWith(facts)}), QStringList{QStringLiteral("What does the text say about “Year of the whale”?")});
    QCOMPARE(starterQuestions({documentWith({"1. Definitions."})}),
             QStringList{QStringLiteral("What does the text say about “Definitions”?")});
    QCOMPARE(starterQuestions({documentWith({"3.2 Who is Ahab?"})}), QStringList{QStringLiteral("Who is Ahab?")});
    std::vector<std::string> many;
    for (int i = 0; i < 30; ++i)
        many.push_back("Ships of kind " + std::to_string(i));
    const auto three = starterQuestions({documentWith(many)});
    QCOMPARE(three.size(), 3);
    QVERIFY(three[0] != three[1] || three[1] != three[2]);
}

void QuestionOptionsTest::namesStandInWhereHeadingsSayNothing()
{
    std::string text;
    for (int i = 0; i < 6; ++i)
        text += "They saw Elizabeth there, and old Walton too. Then the ship left. Monday came, a Letter, the letter, by Walton.\n";
    auto document = std::make_shared<CanonicalText>(*documentWith({"Letter I", "Letter II", "Chapter III"}));
    document->text = text;
    QCOMPARE(starterQuestions({document}), (QStringList{QStringLiteral("What does the text say about “Walton”?"),
                                                        QStringLiteral("What does the text say about “Elizabeth”?")}));
}

// "Medical" alone says nothing of the Medical Man; who is called Holmes and Sherlock Holmes is asked for once.
void QuestionOptionsTest::aNameOfTwoWordsIsAskedForWhole()
{
    auto document = std::make_shared<CanonicalText>(*documentWith({"Chapter I"}));
    for (int i = 0; i < 6; ++i)
        document->text += "Then the Medical Man rose, and old Walton with him.\n";
    for (int i = 0; i < 9; ++i)
        document->text += "They saw Walton there, a man of medicine who had once been old.\n";
    QCOMPARE(starterQuestions({document}), (QStringList{QStringLiteral("What does the text say about \u201CWalton\u201D?"),
                                                        QStringLiteral("What does the text say about \u201CMedical Man\u201D?")}));
    for (int i = 0; i < 30; ++i)
        document->text += i < 8 ? "It was old Sherlock Holmes again.\n" : "It was young Holmes again.\n";
    QCOMPARE(starterQuestions({document}).filter(QLatin1String("Holmes")),
             QStringList(QStringLiteral("What does the text say about \u201CHolmes\u201D?")));
}

void QuestionOptionsTest::questionsOfAFileAreItsLines()
{
    QVERIFY(questionsOf(QStringLiteral("/no such file")).isEmpty());
    QTemporaryFile file;
    QVERIFY(file.open());
    file.write("Who?\n\nWhere is it?\nWhen?\nWhy?\n");
    file.close();
    QCOMPARE(questionsOf(file.fileName()), (QStringList{QStringLiteral("Who?"), QStringLiteral("Where is it?"), QStringLiteral("When?")}));
}

QTEST_GUILESS_MAIN(QuestionOptionsTest)
#include "question_options_test.moc"
