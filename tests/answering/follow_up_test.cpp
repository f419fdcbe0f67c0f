#include "core/answering/follow_up.h"

#include <QtTest>

using namespace cairn;

namespace
{

std::string full(std::string_view question, std::vector<ConversationTurn> turns)
{
    Question asked{std::string(question), {}};
    asked.options.previous = std::move(turns);
    return askedInFull(asked);
}

}  // namespace

class FollowUpTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aQuestionThatLeansOnTheOneBeforeIsAskedWithIt()
    {
        const std::vector<ConversationTurn> turns{{"How much is a day ticket?", "\"16 pounds\""}};
        for (const char* question : {"and for children?", "Why?", "What does it cover?", "Which one is the cheapest?", "But in winter?"})
            QCOMPARE(full(question, turns), std::string("How much is a day ticket? \"16 pounds\" ") + question);
    }

    void whatIsLeftOutIsSaidOfAllTurns()
    {
        const std::vector<ConversationTurn> turns{{"How much is a ticket in summer?", "16 pounds"}, {"and in winter?", "12 pounds"}};
        QCOMPARE(withoutEllipsis("and for children?", turns), std::string("How much is a ticket in winter for children?"));
        QCOMPARE(withoutEllipsis("When does it open?", turns), std::string("When does it open?"));
        QCOMPARE(withoutEllipsis("and in winter?", {}), std::string("and in winter?"));
    }

    void whoAnsweredIsNamedInPlaceOfHe()
    {
        const auto asked = [](const char* earlier, const char* answer, const char* question) {
            return withoutEllipsis(question, std::vector<ConversationTurn>{{earlier, answer}});
        };
        QCOMPARE(asked("Who has the keys?", "Mr Lund", "and what is his number?"), std::string("what is Mr Lund's number?"));
        QCOMPARE(asked("Where did Ada live?", "Lund", "When did she leave?"), std::string("When did she leave?"));   // a place
        QCOMPARE(asked("Who has the keys?", "The text does not say.", "What is his number?"), std::string("What is his number?"));
    }

    void oneThatStandsAloneIsLeftAlone()
    {
        const std::vector<ConversationTurn> turns{{"How much is a day ticket?", "16 pounds"}};
        for (const char* question : {"When does the museum open?", "Who is the owner of the boat?", "Wann öffnet das Museum am Sonntag?"})
            QCOMPARE(full(question, turns), std::string(question));
        QCOMPARE(full("and for children?", {}), std::string("and for children?"));
    }

    void refusalsAndLongAnswersAreNotLookedFor()
    {
        QCOMPARE(full("Why?", {{"May I drink?", "The text does not say."}}), std::string("May I drink? Why?"));
        QCOMPARE(full("Why?", {{"May I drink?", std::string(500, 'x')}}), std::string("May I drink? Why?"));
    }

    void whatTheOneBeforeLeansOnIsAskedToo()
    {
        const std::vector<ConversationTurn> turns{
            {"Is it raining in Rome?", "yes"}, {"Who was Ada's husband?", "Edwin"}, {"How did he die?", "in 1897"}};
        QCOMPARE(full("and where?", turns), std::string("Who was Ada's husband? Edwin How did he die? in 1897 and where?"));
    }
};

QTEST_GUILESS_MAIN(FollowUpTest)
#include "follow_up_test.moc"
