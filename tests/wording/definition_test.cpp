#include "core/wording/quoting/definition.h"

#include <QtTest>

using namespace cairn;

namespace
{

using Term = std::vector<std::string>;

std::string defined(std::string_view question, std::string_view text, std::string_view barred = {})
{
    const DocumentTexts texts({text});
    const auto allowed = [&](const DocumentPlace& sentence) { return barred.empty() || texts.text(sentence) != barred; };
    const auto place = definitionOf(definedTerm(question), texts, allowed);
    return place ? std::string(texts.text(*place)) : std::string();
}

}  // namespace

class DefinitionTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void questionsForATermAreTold_data()
    {
        QTest::addColumn<QString>("question");
        QTest::addColumn<QString>("term");
        const std::pair<const char*, const char*> rows[] = {{"What is a block?", "block"},
                                                            {"what are landmark adapters", "landmark adapters"},
                                                            {"What is the local window?", "local window"},
                                                            {"What does F mean?", "f"},
                                                            {"Who was Ada Lovelace?", "ada lovelace"},
                                                            {"Define a gate.", "gate"},
                                                            {"What counts as a late gate?", "late gate"},
                                                            {"define late gate meaning", "late gate"},
                                                            {"define definition of late gate", "late gate"},
                                                            {"define meaning", "meaning"},
                                                            {"What is the definition of a late gate?", "late gate"},
                                                            {"What is meant by a late gate?", "late gate"},
                                                            {"How is a late gate defined?", "late gate"},
                                                            {"What does the fw column mean?", "fw"},
                                                            {"What does option mean?", "option"},
                                                            {"How is a gate opened?", ""},
                                                            {"What counts?", ""},
                                                            {"What is it?", ""},
                                                            {"What happens when the disk gets full?", ""},
                                                            {"How long is a block?", ""},
                                                            {"What is the share of a head's attention that reaches a block?", ""},
                                                            {"What", ""}};
        for (const auto& [question, term] : rows)
            QTest::addRow("%s", question) << QString::fromLatin1(question) << QString::fromLatin1(term);
    }

    void questionsForATermAreTold()
    {
        QFETCH(QString, question);
        QFETCH(QString, term);
        QString joined;
        for (const std::string& word : definedTerm(question.toStdString()))
            joined += (joined.isEmpty() ? QString() : QStringLiteral(" ")) + QString::fromStdString(word);
        QCOMPARE(joined, term);
    }

    void sentencesThatDefineAreTold_data()
    {
        QTest::addColumn<QString>("sentence");
        QTest::addColumn<int>("strength");
        const std::pair<const char*, int> rows[] = {{"A block is a stretch of 63 tokens.", 2},
                                                    {"We use the term block to refer to a stretch of 63 tokens.", 2},
                                                    {"The term \"block\" means a stretch of tokens.", 2},
                                                    {"The term block bounds means two numbers.", 0},
                                                    {"In the long term blocks refer to nothing.", 0},
                                                    {"They kept what she called a block.", 1},
                                                    {"I found that its name was Block.", 1},
                                                    {"Stretches of text are known as blocks.", 1},
                                                    {"Stretches of text are referred to as blocks.", 1},
                                                    {"She is as well known as Block.", 0},
                                                    {"The chapter called Blocks of stone is lost.", 1},
                                                    {"He was called before the block was sold.", 0},
                                                    {"Blocks are the smallest parts.", 2},
                                                    {"The block is what a head opens.", 2},
                                                    {"Block: 63 tokens of text.", 1},
                                                    {"- **Block**: 63 tokens of text.", 0},   // the marks stand between
                                                    {"Block is text.", 1},
                                                    {"A block means 63 tokens.", 1},
                                                    {"A block works by holding tokens.", 1},
                                                    {"Blocks consist of tokens.", 1},
                                                    {"Blocks work in pairs.", 0},
                                                    {"A block allows you to store tokens.", 1},
                                                    {"Blocks let us skip what is not asked for.", 1},
                                                    {"Blocks let go of tokens.", 0},
                                                    {"Block: <number of the block>", 0},
                                                    {"A block is opened by a head.", 0},
                                                    {"A block is not a page.", 0},
                                                    {"Block bounds are extremes.", 0},
                                                    {"The smallest part is a block.", 0},
                                                    {"A block is a what?", 0},
                                                    {"Block was very quietly waiting.", 0},
                                                    {"Block was quietly waiting.", 0},
                                                    {"Block was in the kitchen.", 0},
                                                    {"Block was to hold the door.", 1},   // "The goal was to .."
                                                    {"The block was the first to break.", 0},
                                                    {"Block was the only one who came.", 0},
                                                    {"Block was the last person down.", 1},
                                                    {"The third mate was Block, a native of the island.", 1},
                                                    {"He knew Block, the official agent, well.", 1},
                                                    {"In came Mrs. Block, one vast smile.", 0},
                                                    {"He shut the door, Block.", 0},   // said to him
                                                    {"In came Mr. Block, one vast smile.", 1},
                                                    {"He broke the block, a little, with a hammer.", 0},
                                                    {"He thought of Block, the voice of the sea, and her.", 0},
                                                    {"Yes, Block, the same fate may be yours.", 0},
                                                    {"It was Block, the Block!", 0},
                                                    {"He met Block, a good deal older now, there.", 0},
                                                    {"He met Block, the one whose house is where the road from the town ends.", 0},
                                                    {"A block is defined as a stretch of tokens.", 2},
                                                    {"Tokens belong to a block, which is a stretch of them.", 2},
                                                    {"This is the end of a block, which is a place.", 0},
                                                    {"They came to a token block, which is a stretch.", 0},
                                                    {"They came to a block, which is opened.", 0},
                                                    {"They came to a block, which we read.", 0},
                                                    {"A block (BL) is a stretch of tokens.", 2},
                                                    {"A block (of tokens) is a stretch.", 0},
                                                    {"A block (BL) is opened.", 0},
                                                    {"A block can be objectively defined: it is a stretch.", 2},
                                                    {"A block may be defined as a stretch.", 2},
                                                    {"A block can be opened by a head.", 0},
                                                    {"By the blocks I understand stretches of tokens.", 2},
                                                    {"By a block is meant a stretch of tokens.", 2},
                                                    {"By the block I mean.", 0},
                                                    {"By the block they sat down.", 0},
                                                    {"A short stretch of text is called a (token) block, by most.", 2},
                                                    {"A short stretch of text is called a block of text.", 1},
                                                    {"The last one is called a block.", 1},
                                                    {"We define a block as a stretch of tokens.", 1},
                                                    {"We define a closed token block as a stretch of tokens.", 1},
                                                    {"We define a very big closed token block as a stretch.", 0},
                                                    {"We define a block.", 0},
                                                    {"Blocks: Risks and Rewards", 0},
                                                    {"Block: a Stretch of tokens", 1},
                                                    {"A block describes a stretch of tokens.", 1},
                                                    {"The block describes a stretch of tokens.", 0},
                                                    {"It is a block, which contains some tokens.", 2},
                                                    {"We define a stretch of the block as it is.", 0},
                                                    {"A block", 0}};
        for (const auto& [sentence, strength] : rows)
            QTest::addRow("%s", sentence) << QString::fromLatin1(sentence) << strength;
    }

    void sentencesThatDefineAreTold()
    {
        QFETCH(QString, sentence);
        QFETCH(int, strength);
        QCOMPARE(definitionStrength(sentence.toStdString(), Term{"block"}), strength);
    }

    void howSomebodyIsDoesNotTellWho()
    {
        for (const char* how : {"Ben was sad and silent.", "Ben was happy.", "Ben is very old."})
            QVERIFY2(tellsOnlyHow(how, {"ben"}), how);
        for (const char* who : {"Ben was the mate.", "Ben is a sailor.", "Ben was Ada's brother.", "Ben is captain of the ship.",
                                "Ben was her uncle.", "Ben, the mate, was sad.", "Ben ran.", "In came Ben."})
            QVERIFY2(!tellsOnlyHow(who, {"ben"}), who);
    }

    void whoIsIntroducedBeforeTheNameIsTold()
    {
        for (const char* who : {"There he met the well-known singer, Ada Lund.", "He thought of his old friend, Ada Lund, who sang."})
            QVERIFY2(definitionStrength(who, {"ada", "lund"}) == 1, who);
        for (const char* other : {"He met a singer, Ada Lund.", "He met the singers, Ben Rowe, Ada Lund.", "He met the singer Ada Lund.",
                                  "He met the singer, Ada Lund's friend.", "Close the door, Mrs. Lund."})
            QVERIFY2(definitionStrength(other, {"ada", "lund"}) == 0, other);
        QCOMPARE(definitionStrength("Close the door, Ada.", {"ada"}), 0);   // said to her
    }

    void theStrongestThenTheEarliestWins()
    {
        const std::string_view text = "Block is small. A block is opened. A block is a stretch. A block is the end.";
        QCOMPARE(defined("What is a block?", text), std::string("A block is a stretch."));
        QCOMPARE(defined("What is a block?", text, "A block is a stretch."), std::string("A block is the end."));
        QCOMPARE(defined("What is a block?", "Block is small. Block is hard."), std::string("Block is small."));
        QCOMPARE(defined("What is a block?", "Parts:\n\n- A head is a reader.\n- A block is a stretch."),
                 std::string("A block is a stretch."));
    }

    void aPersonIsCalledByOneOfTwoNames()
    {
        const DocumentTexts texts({"Ben Lund was at sea.", "In came Ben, the mate, and sat down."});
        QCOMPARE(givenNameAsked("Who is Ben Lund?", texts), std::string("ben"));
        for (const char* other : {"Who is Ben Rowe?", "Who is Ben?", "Who is ben lund?", "What is Ben Lund?", "Where is Ben Lund?",
                                  "Who is Ben Lund now?", "Who is Mr. Lund?"})
            QCOMPARE(givenNameAsked(other, texts), std::string());
    }

    void nothingElseIsTakenForADefinition()
    {
        QCOMPARE(defined("How long is a block?", "A block is a stretch."), std::string());
        QCOMPARE(defined("What is a block?", "A block is \"a stretch\"."), std::string());
        QCOMPARE(defined("What is a block?", "A block is a " + std::string(300, 'x') + "."), std::string());
        QCOMPARE(defined("What is the capital of Portugal?", "The capital of Spain is the city of Madrid."), std::string());
    }

    void whatIsDefinedInSoManyWordsMayBeLong()
    {
        const std::string rest = "a stretch of " + std::string(400, 'x') + " tokens.";
        for (const std::string& said : {"Block means " + rest, "A block is defined as " + rest, "By a block we understand " + rest}) {
            QCOMPARE(defined("What is a block?", said), said);
            QCOMPARE(defined("What is a block?", said + std::string(400, 'y')), std::string());
        }
        QCOMPARE(defined("What is a block?", "Block means \"" + rest + '"'), std::string());
        QCOMPARE(defined("What is a block?", "Blocks refer to " + rest), std::string());
    }

    void whatALongSentenceCallsItsSubjectIsToldAtItsEnd()
    {
        const std::string said = "Heads that read stretches " + std::string(120, 'x') + " of a text open the best early, known as a block.";
        QCOMPARE(defined("What is a block?", said), said);
        QCOMPARE(defined("What is a head?", said), std::string());
    }

    void whatStandsBetweenDashesTellsATerm()
    {
        const std::string act = "The act of caving\u2014going down into a cave by a rope\u2014is old.";
        QCOMPARE(defined("What is caving?", act), act);
        const std::string cave = "A cave -- a wide hole in a hill -- is dark.";
        QCOMPARE(defined("What is a cave?", cave), cave);
        QCOMPARE(defined("What is a cave?", "The end of the cave -- a wide hole in a hill -- is dark."), std::string());
        QCOMPARE(defined("What is a cave?", "A cave -- dark -- is here."), std::string());
    }

    void theTermMayStandBetweenMarks()
    {
        const std::string said = "Heaps of stones, called \"cairns,\" are old.";
        QCOMPARE(defined("What is a cairn?", said), said);
        QCOMPARE(defined("What is a cairn?", "Heaps of stones, called \"old cairns,\" are old."), std::string());
    }

    void whatASentencePointsToIsToldWithIt()
    {
        const std::string both = "It has some stones. This heap is called a cairn, and is old.";
        QCOMPARE(defined("What is a cairn?", "They went on. " + both), both);
        QCOMPARE(defined("What is a cairn?", "It is told.\n\nThis heap is called a cairn, and is old."),
                 std::string("This heap is called a cairn, and is old."));
        QCOMPARE(defined("What is a cairn?", "It has some stones. The heap is called a cairn, and is old."),
                 std::string("The heap is called a cairn, and is old."));
    }

    void itemsOfListsDefineBehindTheirMarks()
    {
        for (const std::string mark : {"j. ", "(b) ", "c) ", "12. ", "- "})
            QCOMPARE(defined("What does Licensor mean?", "It is told here.\n\n" + mark + "Licensor means the one who lets others copy.\n\nEnd."),
                     std::string("Licensor means the one who lets others copy."));
    }
};

QTEST_GUILESS_MAIN(DefinitionTest)
#include "definition_test.moc"
