#include "core/wording/enumeration.h"

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
};

QTEST_GUILESS_MAIN(EnumerationTest)
#include "enumeration_test.moc"
