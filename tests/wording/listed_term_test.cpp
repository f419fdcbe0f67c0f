#include "core/wording/quoting/listed_term.h"

#include <QtTest>

#include <string>

using namespace cairn;

class ListedTermTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aSignOfEqualityGivesTheMeaning()
    {
        const auto meaning = [](const std::vector<std::string>& term, std::string_view text, bool isAllowed = true) {
            const DocumentTexts texts({text});
            const auto line = equatedMeaning(term, texts, [&](const DocumentPlace&) { return isAllowed; });
            return line ? std::string(texts.text(*line)) : std::string();
        };
        const char* text = "Words\n\n   lhs = y;\n   LHS   = the left side (\"find\") of a path\n   RHS = the right one\n   n = 4";
        QCOMPARE(meaning({"lhs"}, text), std::string("LHS   = the left side (\"find\") of a path"));
        QCOMPARE(meaning({"rhs"}, text), std::string("RHS = the right one"));
        QCOMPARE(meaning({"n"}, text), std::string());
        QCOMPARE(meaning({"left"}, text), std::string());
        QCOMPARE(meaning({"lhs"}, text, false), std::string());
        QCOMPARE(meaning({}, text), std::string());
    }

    void aLineOfItsOwnStandsAboveWhatItMeans()
    {
        const auto meaning = [](const std::vector<std::string>& term) {
            const DocumentTexts texts({"Groups\n\ndialout\nFull access to all ports. Members dial anywhere.\n"
                                       "dip\nIts name is short. It is.\nmoor\n\nThe moor is wet.\nbog\nwet and dark it lies."});
            const auto said = describedMeaning(term, texts, [](const DocumentPlace&) { return true; });
            return said ? std::string(texts.text(*said)) : std::string();
        };
        QCOMPARE(meaning({"dialout"}), std::string("Full access to all ports. Members dial anywhere."));
        QCOMPARE(meaning({"group", "dialout", "for"}), std::string("Full access to all ports. Members dial anywhere."));
        QCOMPARE(meaning({"dip", "group", "used", "for"}), std::string("Its name is short. It is."));
        QCOMPARE(meaning({"moor"}), std::string());   // a heading
        QCOMPARE(meaning({"bog"}), std::string());    // verse
        QCOMPARE(meaning({}), std::string());
    }
};

QTEST_GUILESS_MAIN(ListedTermTest)
#include "listed_term_test.moc"
