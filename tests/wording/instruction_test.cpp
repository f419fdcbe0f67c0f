#include "core/wording/quoting/instruction.h"

#include <QtTest>

using namespace cairn;

namespace
{

std::string instructed(std::string_view text, std::string_view question)
{
    const DocumentTexts texts({text});
    Bm25 index;
    for (std::size_t at = 0; at < text.size(); at += 60)
        index.add(text.substr(at, 60));
    const auto found = instructionFor(aimAsked(question), texts, index, [](const DocumentPlace&) { return true; });
    return found ? std::string(texts.text(*found)) : std::string();
}

}  // namespace

class InstructionTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aimsAreTold()
    {
        QCOMPARE(aimAsked("How do I light a lamp?"), std::string_view("light a lamp?"));
        QCOMPARE(aimAsked("How can one trim wicks?"), std::string_view("trim wicks?"));
        QCOMPARE(aimAsked("How to trim wicks"), std::string_view("trim wicks"));
        QCOMPARE(aimAsked("How do lamps burn?"), std::string_view());
        QCOMPARE(aimAsked("How did I light a lamp?"), std::string_view());
        QCOMPARE(aimAsked("What do I light?"), std::string_view());
    }

    void whatComesBehindTheAimIsTheAnswer()
    {
        constexpr const char* kText = "To light a lamp, turn the tap. If you want to trim a wick, use the shears. "
                                      "To light the lamp was hard. You can fill a jar using the pump. You can fill a jar and close it in one go using the press.";
        QCOMPARE(instructed(kText, "How do I light the lamp?"), std::string("To light a lamp, turn the tap."));
        QCOMPARE(instructed(kText, "How do I trim wicks?"), std::string("If you want to trim a wick, use the shears."));
        QCOMPARE(instructed(kText, "How can I fill a jar?"), std::string("You can fill a jar using the pump."));
        QCOMPARE(instructed(kText, "How do I buy a boat?"), std::string());
        QCOMPARE(instructed("To count lit lamps, walk. To clean or light lamps, climb.", "How do I light lamps?"),
                 std::string("To clean or light lamps, climb."));
        QCOMPARE(instructed("To light a lamp was hard. Was it to light a lamp?", "How do I light a lamp?"), std::string());
    }

    void whatStandsBelowTheColonBelongsToIt()
    {
        constexpr const char* kText = "To light a lamp, enter this:\n\n$ lamp on\n\nIt burns.\n\nTo trim wicks, do as follows:\n\n"
                                      "- Take the shears.\n- Cut.\n\nIt is done.";
        QCOMPARE(instructed(kText, "How do I light a lamp?"), std::string("To light a lamp, enter this:\n\n$ lamp on"));
        QCOMPARE(instructed("\u2022 To trim wicks, take the shears.\n\n\u2022 Cut.", "How do I trim wicks?"),
                 std::string("To trim wicks, take the shears."));
        QCOMPARE(instructed(kText, "How do I trim wicks?"),
                 std::string("To trim wicks, do as follows:\n\n- Take the shears.\n- Cut."));
    }

    void wordsMayLeadOnToACommand()
    {
        constexpr const char* kText = "To light a lamp called \"bright\", use\n\n$ lamp \"bright\"\n\nIt burns.\n\n"
                                      "The shears can trim wicks, so\n\n$ shears on\n\ntrims them.\n\n\"To fill a jar, pour,\" she said.";
        QCOMPARE(instructed(kText, "How do I light a lamp?"), std::string("To light a lamp called \"bright\", use\n\n$ lamp \"bright\""));
        QCOMPARE(instructed(kText, "How do I trim wicks?"), std::string("The shears can trim wicks, so\n\n$ shears on"));
        QCOMPARE(instructed(kText, "How do I fill a jar?"), std::string());
        QCOMPARE(instructed("To light a lamp, use\n\nMatches are dry.", "How do I light a lamp?"), std::string());
    }

    void whatIsNeededIsNotYetWhatIsDone()
    {
        constexpr const char* kText = "If you want to light a lamp you will need a flame, or a spark. Strike a match. Hold it low.";
        QCOMPARE(instructed(kText, "How do I light a lamp?"),
                 std::string("If you want to light a lamp you will need a flame, or a spark. Strike a match."));
    }

    void commandsBelowAParagraphAreTold()
    {
        constexpr const char* kText = "Wicks and jars\n\nFrom your desk, run the trimming script:\n\n$ trim\n\nIt is done.\n\n"
                                      "The trimming of wicks is shown here:\n\nA picture of shears.";
        QCOMPARE(instructed(kText, "How do I trim wicks?"), std::string("From your desk, run the trimming script:\n\n$ trim"));
        QCOMPARE(instructed("The trimming of wicks is shown here:\n\nA picture of shears.", "How do I trim wicks?"), std::string());
    }
};

QTEST_APPLESS_MAIN(InstructionTest)
#include "instruction_test.moc"
