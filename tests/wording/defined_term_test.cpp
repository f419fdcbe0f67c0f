#include "core/wording/quoting/defined_term.h"

#include <QtTest>

using namespace cairn;

namespace
{

constexpr const char* kLease = "1.1 \"Rent\" means 90 shells a month, as varied under clause 4.\n\n"
                               "1.2 \"You\" (or \"Your\") means a guest.\n\n"
                               "1.3. \"Larger Hut\"\n    means a hut with other huts.\n\n"
                               "\"Fault\" means:\n\n(a) a broken door; or\n\n(b) a leak.\n\n"
                               "2.1 The first six months are a trial (the \"Trial Period\"), which is paid. He said \"tide\" and left. "
                               "A house (that is no \"tent\" at all) is dry. The \"keeper\" is a man. "
                               "A \"Side Room\" is a room with a bed. The \"Full Board\" of a guest in a room means three meals. "
                               "The \"Big Hut\" is whatever has two doors.\n";

std::string definition(const std::vector<std::string>& term, DefinedBy way, std::string_view barred = {})
{
    const DocumentTexts texts({kLease});
    const auto place = definedIn(term, way, texts, [&](const DocumentPlace& sentence) {
        return barred.empty() || texts.text(sentence).find(barred) == std::string_view::npos;
    });
    return place ? std::string(texts.text(*place)) : std::string();
}

}  // namespace

class DefinedTermTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void meaningsAreFound()
    {
        QCOMPARE(definition({"rent"}, DefinedBy::Meaning), std::string("1.1 \"Rent\" means 90 shells a month, as varied under clause 4."));
        QCOMPARE(definition({"you"}, DefinedBy::Meaning), std::string("1.2 \"You\" (or \"Your\") means a guest."));
        QCOMPARE(definition({"larger", "huts"}, DefinedBy::Meaning), std::string("1.3. \"Larger Hut\"\n    means a hut with other huts."));
        QCOMPARE(definition({"rent"}, DefinedBy::Meaning, "shells"), std::string());
        QCOMPARE(definition({"side", "room"}, DefinedBy::Meaning), std::string("A \"Side Room\" is a room with a bed."));
        QCOMPARE(definition({"big", "hut"}, DefinedBy::Meaning), std::string("The \"Big Hut\" is whatever has two doors."));
        QCOMPARE(definition({"full", "board"}, DefinedBy::Meaning),
                 std::string("The \"Full Board\" of a guest in a room means three meals."));
    }

    void aDefinitionHasItsList()
    {
        QCOMPARE(definition({"fault"}, DefinedBy::Meaning), std::string("\"Fault\" means:\n\n(a) a broken door; or\n\n(b) a leak."));
    }

    void whatStandsInBracketsNamesWhatIsBefore()
    {
        QCOMPARE(definition({"trial", "period"}, DefinedBy::AnyWay),
                 std::string("2.1 The first six months are a trial (the \"Trial Period\"), which is paid."));
        QCOMPARE(definition({"trial", "period"}, DefinedBy::Meaning), std::string());
    }

    void otherQuotationsDefineNothing()
    {
        for (const char* const word : {"tide", "tent", "keeper", "hut", "period", "larger"})
            QVERIFY2(definition({word}, DefinedBy::AnyWay).empty(), word);
        QVERIFY(definition({}, DefinedBy::AnyWay).empty());
    }

    void measuresOfTermsAreAskedFor()
    {
        using Term = std::vector<std::string>;
        QCOMPARE(measuredTerm("How long is the trial period?"), Term({"trial", "period"}));
        QCOMPARE(measuredTerm("How much is the rent?"), Term({"rent"}));
        QCOMPARE(measuredTerm("When does the trial period end?"), Term({"trial", "period"}));
        QCOMPARE(measuredTerm("How long may the trial period be?"), Term());
        QCOMPARE(measuredTerm("Where is the rent paid?"), Term());
        QCOMPARE(measuredTerm("How"), Term());
    }
};

QTEST_APPLESS_MAIN(DefinedTermTest)
#include "defined_term_test.moc"
