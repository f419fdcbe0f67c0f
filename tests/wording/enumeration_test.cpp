#include "core/wording/quoting/enumeration.h"

#include <QtTest>

using namespace cairn;

namespace
{

std::string listed(const std::string& question, std::string_view text, std::string_view barred = {})
{
    const DocumentTexts texts({text});
    Bm25 index;
    for (std::size_t at = 0; at < text.size(); at += 60)
        index.add(text.substr(at, 60));
    const auto list = listOf(question, texts, index, [&](const DocumentPlace& place) {
        return barred.empty() || texts.text(place).find(barred) == std::string_view::npos;
    });
    return list ? std::string(texts.text(*list)) : std::string();
}

constexpr const char* kSteps =
    "Walks are long. The steps to count cairns are as follows:\n\n1) Go out.\n\n2) Count each one,\neven small ones.\n\n"
    "3) Come home.\n\nNobody counts at night.";

}  // namespace

class EnumerationTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void questionsForListsAreTold_data()
    {
        QTest::addColumn<QString>("question");
        QTest::addColumn<bool>("list");
        const std::pair<const char*, bool> rows[] = {{"List the steps to count cairns.", true},
                                                     {"What are the kinds of cairns?", true},
                                                     {"Name all moors.", true},
                                                     {"What were three reasons?", true},
                                                     {"Which moors are wet?", true},
                                                     {"What two big moors does the north have?", false},
                                                     {"What kinds of cairns do they build?", true},
                                                     {"Which moors does she own?", true},
                                                     {"Which moor is wet?", false},
                                                     {"Which moor does she own?", false},
                                                     {"What class has it?", false},
                                                     {"What is there that moors do?", false},
                                                     {"Which class are they in?", false},
                                                     {"Who are the keepers?", false},
                                                     {"Name of the keeper?", false},
                                                     {"What is the kind of cairn?", false},
                                                     {"What are cairns?", false},
                                                     {"Who lists the moors?", false},
                                                     {"List", false}};
        for (const auto& [question, list] : rows)
            QTest::addRow("%s", question) << QString::fromLatin1(question) << list;
    }

    void questionsForListsAreTold()
    {
        QFETCH(QString, question);
        QTEST(asksForList(question.toStdString()), "list");
    }

    void theIntroductionAndItsItemsAreTheList()
    {
        QCOMPARE(listed("List the steps to count cairns.", kSteps),
                 std::string(
                     "The steps to count cairns are as follows:\n\n1) Go out.\n\n2) Count each one,\neven small ones.\n\n3) Come home."));
    }

    void aHeadingIntroducesToo()
    {
        QCOMPARE(listed("What are the moors of the north?", "Moors of the North\n\n- Blackmoor\n- Whitemoor\n\nThey are wet."),
                 std::string("Moors of the North\n\n- Blackmoor\n- Whitemoor"));
    }

    void whatAllItemsSayCountsAsItsIntroduction()
    {
        const std::string text = "We used what was dry:\n\n- The northern moors\n- The moor of the west,\nand its hills\n- Redmoor, a moor\n\n"
                                 "Some were wet.";
        const std::string list = text.substr(0, text.find("\n\nSome"));
        QCOMPARE(listed("Which moors are mentioned?", text), list);
        QCOMPARE(listed("Which hills are used?", text), std::string());   // of one item
        QCOMPARE(listed("Which moors are burnt?", text), std::string());
    }

    void whatIsAskedForMustBeWhatIsListed()
    {
        constexpr const char* kItems = "\n\n- Redmoor\n- Greymoor";
        const auto asks = [&](const std::string& introduction) { return listed("Which kinds of moors are there?", introduction + kItems); };
        QCOMPARE(asks("Depending on the kind of the moor, one of these is dry:"), std::string());
        QCOMPARE(asks("There are two kinds of moors:"), std::string("There are two kinds of moors:") + kItems);
        QCOMPARE(asks("Kinds of moors:"), std::string("Kinds of moors:") + kItems);
    }

    void aParagraphRightBehindIsNoItem()
    {
        const std::string list = "The moors of the north are:\n1. Blackmoor.\n2. Whitemoor.";
        QCOMPARE(listed("What are the moors of the north?", list + "\nThey are wet.\n- Redmoor is in the south."), list);
        const std::string longer = list + "\nIt is wet.\n3. Greymoor";   // an item that goes on
        QCOMPARE(listed("What are the moors of the north?", longer), longer);
        const std::string nested = "The moors of the north are:\n1. Two wet ones:\n- Blackmoor\n- Whitemoor\n2. Greymoor";
        QCOMPARE(listed("What are the moors of the north?", nested), nested);
    }

    void aListOfOtherThingsIsNone()
    {
        QCOMPARE(listed("List the dangers of winter.", kSteps), std::string());
        QCOMPARE(listed("List them.", kSteps), std::string());
        QCOMPARE(listed("What are the steps to count cairns?", "The steps to count cairns are as follows:\n\n- Go out.\n\nThat is all."),
                 std::string()); // one item
        QCOMPARE(listed("What are the steps to count cairns?", "The steps to count cairns are:\n\nGo out.\n\nCome home."), std::string());
        QCOMPARE(listed("What are the steps to count cairns?", "The steps to count cairns are:\n\n- Say \"one\".\n- Say two."),
                 std::string());
    }

    void theListWithMostOfTheWordsIsTaken()
    {
        const std::string text = "The moors are:\n\n- Blackmoor\n- Whitemoor\n\nThe dry moors of summer are:\n\n- Redmoor\n- Greymoor";
        QCOMPARE(listed("What are the dry moors of summer?", text), std::string("The dry moors of summer are:\n\n- Redmoor\n- Greymoor"));
        QCOMPARE(listed("What are the dry moors of summer?", text, "Redmoor"), std::string()); // it must not be looked at
    }

    void onlyWholeItemsAreTaken()
    {
        std::string text = "The moors of the north are:\n\n- Blackmoor\n- Whitemoor\n- Redmoor\n" + std::string(2000, 'x') + "\n- Greymoor";
        QCOMPARE(listed("What are the moors of the north?", text), std::string("The moors of the north are:\n\n- Blackmoor\n- Whitemoor"));
        text = "The moors of the north are:\n\n- Blackmoor\n- Whitemoor\n- " + std::string(2000, 'x');
        QCOMPARE(listed("What are the moors of the north?", text), std::string("The moors of the north are:\n\n- Blackmoor\n- Whitemoor"));
    }

    void marksOfListsAreKnown()
    {
        for (const char* mark : {"\u2022", "\u25CF", "\u25AA", "\u25CB", "\u25E6", "\u2023", "-", "*"}) {
            const std::string list = std::string("It has three states:\n\n") + mark + " Wet: rain.\n\n" + mark + " Dry: sun.";
            QCOMPARE(listed("What are the three states?", list + "\n\nIt may change."), list);
        }
    }

    void whatTheWholeIsCalledIsNotAskedFor()
    {
        const std::string list = "Aims\n\n1. To count.\n2. To build.";
        QCOMPARE(listed("What are the aims of the project?", list + "\n\nWe begin."), list);
        QCOMPARE(listed("What are the aims of this paper?", list + "\n\nWe begin."), list);
        QCOMPARE(listed("What are the aims of the keepers?", list + "\n\nWe begin."), std::string());
    }
};

QTEST_GUILESS_MAIN(EnumerationTest)
#include "enumeration_test.moc"
