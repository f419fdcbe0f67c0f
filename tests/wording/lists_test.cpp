#include "core/wording/text/lists.h"

#include <QtTest>

using namespace cairn;

class ListsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void listsStandInTheOrderOfTheText()
    {
        const std::string_view text = "Go out.\n\nMoors:\n- The red moor\n- The grey moor\n\nWe need two things: a map.\n\n1. Sleep\n\n"
                                      "There are two lakes:\n(a) Blackwater;\n(b) Whitewater.\n\nThe end.";
        const std::vector<TextList> lists = listsOf(text);
        QCOMPARE(lists.size(), std::size_t(2));
        const auto words = [&](const ByteRange& range) { return text.substr(range.begin, range.size()); };
        QCOMPARE(words(lists[0].introduction), std::string_view("Moors:"));
        QCOMPARE(words(lists[0].whole), std::string_view("Moors:\n- The red moor\n- The grey moor"));
        QCOMPARE(commonToItems(text, lists[0]), std::string(" moor the"));
        QCOMPARE(words(lists[1].whole), std::string_view("There are two lakes:\n(a) Blackwater;\n(b) Whitewater."));
        QVERIFY(listsOf("Moors:\n- \"Redmoor\"\n- Greymoor").empty());
    }

    void theListBelowALineIsFound()
    {
        const std::string_view text = "Moors\n\n- \"Redmoor\"\n- Greymoor\n\nHills\n\nThere are none.";
        const auto list = listBelow(text, {0, 5});
        QVERIFY(list);
        QCOMPARE(text.substr(list->begin, list->size()), text.substr(0, text.find("\n\nHills")));
        QVERIFY(!listBelow("- Moors\n- Hills\n- Lakes", {0, 7}));
        QVERIFY(!listBelow(text, {text.find("Hills"), text.find("Hills") + 5}));
    }

    void theListBehindWordsIsFound_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<bool>("list");
        const std::pair<const char*, bool> rows[] = {{"in the order", true}, {"in the order:", true}, {"Count them in the order:", true},
                                                     {"Count", false},       {"Moors are wet.", false}, {"Greymoor", false}};
        for (const auto& [words, list] : rows)
            QTest::addRow("%s", words) << QString::fromLatin1(words) << list;
    }

    void theListBehindWordsIsFound()
    {
        QFETCH(QString, words);
        QFETCH(bool, list);
        const std::string text = "Moors are wet. Count them in the order:\n\n- Redmoor\n- Greymoor\n\nThat is all.";
        const std::size_t begin = text.find(words.toStdString());
        const auto found = listBehind(text, {begin, begin + static_cast<std::size_t>(words.size())});
        QCOMPARE(found.has_value(), list);
        if (list)
            QCOMPARE(text.substr(found->begin, found->size()), std::string("Count them in the order:\n\n- Redmoor\n- Greymoor"));
    }

    void announcementsAreTold()
    {
        for (const char* const text : {"in the following order", "as follows", "\"These are the moors:\"", "See below."})
            QVERIFY2(announcesList(text), text);
        for (const char* const text : {"Redmoor", "10:30", ""})
            QVERIFY2(!announcesList(text), text);
    }

    void noListIsBehindTheLastWords()
    {
        QVERIFY(!listBehind("In the order:", {0, 13}));
        QVERIFY(!listBehind("In the order:", {0, 0}));
        QVERIFY(!listBehind("In the order: Redmoor, then Greymoor.\n\n- Redmoor\n- Greymoor", {0, 13}));
        QVERIFY(!listBehind("In the order:\n\n- Redmoor \"the red\"\n- Greymoor", {0, 13}));
    }

    void itemsHaveTheirIntroduction()
    {
        const std::string text = "Guests pay. The guest shall not:\n(a) smoke;\n(b) keep a dog other than:\n(ii) a poodle; or\n\n"
                                 "(c) sing.\nHe may:\n- Sleep\n- rest\nas he likes\n- and leave";
        const auto introduction = [&](std::string_view item) {
            const std::size_t begin = text.find(item);
            const auto line = introductionOf(text, {begin, begin + item.size()});
            return line ? text.substr(line->begin, line->size()) : std::string();
        };
        for (const char* const item : {"(a) smoke;", "(ii) a poodle; or", "(c) sing."})
            QCOMPARE(introduction(item), std::string("The guest shall not:"));
        QCOMPARE(introduction("- rest"), std::string("He may:"));
        for (const char* const other : {"- Sleep", "- and leave", "smoke;", "Guests pay.", "as he likes"})   // a sentence of its own, ..
            QCOMPARE(introduction(other), std::string());
    }

    void sentencesAreCutAtItems()
    {
        const std::string text = "The guest shall not:\n(a) smoke; or\n(iv) sing\naloud.";
        std::vector<std::string> items;
        for (const ByteRange& item : itemsOf(text, {0, text.size()}))
            items.push_back(text.substr(item.begin, item.size()));
        QCOMPARE(items, std::vector<std::string>({"The guest shall not:", "(a) smoke; or", "(iv) sing\naloud."}));
    }
};

QTEST_GUILESS_MAIN(ListsTest)
#include "lists_test.moc"
