// Answers in the text's own words, of a story read by a small model with random weights.
#include "core/answering/said_by_itself.h"
#include "tests/answering/story.h"

#include <QtTest>

#include <optional>

using namespace cairn;
using test::asking;
using test::story;
using test::StorySession;

class SaidByItselfTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { m_story.emplace(); }
    void aSentenceWithOneRareWordDoesNotSayWhether();
    void changedWordsOfAnAnswerAreSaidInFull();
    void theTextsOwnWordsArePutForChangedOnes();
    void aSentenceOfWhatIsAskedIsPutForOneThatIsNot();
    void aRuleBeforeItsExampleIsQuoted();
    void anItemWithoutAFullStopIsQuoted();
    void theHeadingAboveSaysAPartOfIt();
    void yesAndNoAreQuotedWithWhatFollows();
    void whatIsAskedWhyIsSo();
    void whoSomebodyIsTellsNotHowHeWas();
    void whatACharacterSaysOfATopicIsQuoted();
    void whatStandsFirstBelowTheHeadingOfATermIsQuoted();
    void whatTheTextStatesIsPutForWordsFromBesideIt();
    void aFactThatHasAllThatIsAskedIsPutForWordsFromBesideIt();
    void howSomethingIsDoneIsQuoted();
    void twoThingsThatAreComparedAreDefined();
    void whatSomebodyReportsIsQuoted();
    void whatIsCountedIsQuotedInTurn();
    void theReasonBesideIsQuoted();
    void aSentenceIsPutForWhatIsMadeUp();
    void anAgeIsThatOfWhomIsAskedFor();
    void whereSomethingIsSaidIsQuoted();
    void aRuleWithoutConditionsComesFirst();

private:
    std::optional<test::Story> m_story;
};

// "penguins" is so rare that it weighs more than half of the question
void SaidByItselfTest::aSentenceWithOneRareWordDoesNotSayWhether()
{
    const std::string said = "Penguins walked about on the ice.";
    const auto session = StorySession::read(m_story->engine(), story("\n\n" + said + " They went on."));
    const auto asked = [&](const char* question) {
        const auto answer = session->answerer.ask(question, asking(Strategy::Reread));
        return answer ? answer->text : std::string();
    };
    QCOMPARE(asked("Have the penguins walked?"), '"' + said + '"');
    QVERIFY(asked("Did friends in town like penguins?") != '"' + said + '"');
    QVERIFY(asked("Must penguins have walked?") != '"' + said + '"');   // no duty
}

void SaidByItselfTest::changedWordsOfAnAnswerAreSaidInFull()
{
    const std::string said = "The lamps of the harbour were burning through all of the night.";
    const auto session = StorySession::read(m_story->engine(), story("\n\n" + said + " They went on."));
    const std::string& text = session->document.text;
    const std::vector<const CanonicalText*> documents = {&session->document};
    const AskingContext context{m_story->engine(), session->memory, session->stream, session->answerer.index(), documents};
    Question question{"Do lamps give light?", asking(Strategy::Reread)};
    const std::uint64_t begin = text.find(said);
    const DocumentPlace passage{0, {begin, begin + said.size()}}, other{0, {0, 40}};
    const auto full = saidInFull(question, context, std::vector{other, passage}, "burn through the night");
    QVERIFY(full);
    QCOMPARE(full->answer, '"' + said + '"');
    QVERIFY(!saidInFull(question, context, {&passage, 1}, "burned"));                     // one word stands anywhere
    QVERIFY(!saidInFull(question, context, {&passage, 1}, "burn through the morning"));   // not all of its words
    QVERIFY(!saidInFull(question, context, {&other, 1}, "burn through the night"));
    question.text = "Do whales sleep?";   // of nothing that stands there
    QVERIFY(!saidInFull(question, context, {&passage, 1}, "burn through the night"));
    question.text = "Why do lamps give light?";   // a sentence says more of it
    const auto reason = saidInFull(question, context, {&passage, 1}, "through all of the night");
    QVERIFY(reason);
    QCOMPARE(reason->answer, '"' + said + '"');
    question.text = "When do lamps give light?";
    QVERIFY(!saidInFull(question, context, {&passage, 1}, "burn through the night"));
}

void SaidByItselfTest::theTextsOwnWordsArePutForChangedOnes()
{
    const std::string said = "Ada taught him to light fourteen lamps. Lamps need oil: the fog is thick.";
    const auto session = StorySession::read(m_story->engine(), story("\n\nTo light it was too dark. " + said + " They went on."));
    const std::string& text = session->document.text;
    const std::vector<const CanonicalText*> documents = {&session->document};
    const AskingContext context{m_story->engine(), session->memory, session->stream, session->answerer.index(), documents};
    const std::uint64_t begin = text.find("To light it");
    const DocumentPlace passage{0, {begin, text.size()}};
    const auto full = [&](const char* question, const char* answer) {
        const auto words = saidInFull({question, asking(Strategy::Reread)}, context, {&passage, 1}, answer);
        return words ? words->answer : std::string();
    };
    QCOMPARE(full("What did Ada do?", "teach him to light"), std::string("\"taught him to light\""));   // endings
    QCOMPARE(full("How many of them were there?", "four"), std::string("\"fourteen\""));                // cut within a word
    QCOMPARE(full("Why is oil needed?", "lamps need oil"), std::string("\"Lamps need oil: the fog is thick.\""));   // capitals
    QCOMPARE(full("Who lit the lamps?", "Ada"), std::string());
    QCOMPARE(full("Who lit the lamps?", "Ada's friend"), std::string());
}

void SaidByItselfTest::aSentenceOfWhatIsAskedIsPutForOneThatIsNot()
{
    const std::string near = "Oil is kept in a dry place.", said = "Every lamp must be filled by noon.", fact = "A lamp holds some oil.";
    const auto session = StorySession::read(m_story->engine(), story("\n\n" + near + " " + said + " " + fact));
    const std::string& text = session->document.text;
    const std::vector<const CanonicalText*> documents = {&session->document};
    const AskingContext context{m_story->engine(), session->memory, session->stream, session->answerer.index(), documents};
    const std::uint64_t begin = text.find(near);
    const DocumentPlace passage{0, {begin, text.size()}};
    const auto full = [&](const char* question, const char* answer) {
        const auto words = saidInFull({question, asking(Strategy::Reread)}, context, {&passage, 1}, answer);
        return words ? words->answer : std::string();
    };
    QCOMPARE(full("Must lamps be filled?", "in a dry place"), '"' + said + '"');    // which has no word of it
    QCOMPARE(full("Must lamps be filled?", "holds some oil"), '"' + said + '"');    // which names no duty
    QCOMPARE(full("Is a lamp of use?", "holds some oil"), '"' + fact + '"');
    QCOMPARE(full("Do whales sleep?", "in a dry place"), '"' + near + '"');         // nothing is nearer
}

void SaidByItselfTest::anItemWithoutAFullStopIsQuoted()
{
    const auto session = StorySession::read(
        m_story->engine(), story("\n\n- Lamps are not lent to walkers\n- Big lamps of walkers\n\nWalkers may not carry any oil."));
    const auto asked = [&](const char* question) {
        const auto answer = session->answerer.ask(question, asking(Strategy::Reread));
        return answer ? answer->text : std::string();
    };
    QCOMPARE(asked("Are lamps lent to walkers?"), std::string("\"Lamps are not lent to walkers\""));
    QVERIFY(asked("Are big lamps of walkers dear?") != "\"Big lamps of walkers\"");   // tells nothing
}

void SaidByItselfTest::theHeadingAboveSaysAPartOfIt()
{
    const std::string opening = story("\n\n"), said = "It is not considered a fault.";
    const std::string text = opening + "Broken wicks\n\n" + "Oil is a fault of nobody.\n\nDim glass\n\n" + said + "\n\nThey went on.";
    const std::vector<Heading> outline = {{"A story of eight travellers.", 1, 0}, {"Broken wicks", 2, opening.size()},
                                          {"Dim glass", 2, text.find("Dim glass")}};
    const auto session = StorySession::read(m_story->engine(), text, outline);
    const auto answer = session->answerer.ask("Is dim glass a fault?", asking(Strategy::Reread));
    QVERIFY(answer);
    QCOMPARE(answer->text, '"' + said + '"');
}

void SaidByItselfTest::yesAndNoAreQuotedWithWhatFollows()
{
    const auto session = StorySession::read(m_story->engine(), story("\n\nNo. Lamps are dear. They went on."));
    const std::string& text = session->document.text;
    const std::vector<const CanonicalText*> documents = {&session->document};
    const AskingContext context{m_story->engine(), session->memory, session->stream, session->answerer.index(), documents};
    const DocumentPlace passage{0, {text.find("No. Lamps"), text.size()}};
    for (const char* question : {"Will you lend a lamp?", "Are lamps lent?"}) {
        const auto words = saidInFull({question, asking(Strategy::Reread)}, context, {&passage, 1}, "No");
        QVERIFY(words);
        QCOMPARE(words->answer, std::string("\"No. Lamps are dear.\""));
    }
}

void SaidByItselfTest::aRuleBeforeItsExampleIsQuoted()
{
    const std::string rule = "Lamps should be hung on separate hooks", list = "Lamps should have one of the following:";
    const auto session = StorySession::read(
        m_story->engine(), story("\n\n" + rule + ":\n\nlamp hook lamp hook\n\n" + list + "\n\n- oil\n\nGlass is best:\n\nglass"));
    const auto asked = [&](const char* question) {
        const auto answer = session->answerer.ask(question, asking(Strategy::Reread));
        return answer ? answer->text : std::string();
    };
    QCOMPARE(asked("May lamps be hung on one hook?"), '"' + rule + '"');
    QVERIFY(asked("Should lamps have following?").find("of the following") == std::string::npos);   // which the list says
    QVERIFY(asked("Is glass best?") != "\"Glass is best\"");                                       // no rule
}

void SaidByItselfTest::whatIsAskedWhyIsSo()
{
    const std::string said = "And why were the keepers afraid of the fog?";
    const auto session = StorySession::read(m_story->engine(), story("\n\n" + said + " Were the keepers hungry at noon? They went on."));
    const auto asked = [&](const char* question) {
        const auto answer = session->answerer.ask(question, asking(Strategy::Reread));
        return answer ? answer->text : std::string();
    };
    QCOMPARE(asked("Are the keepers afraid of the fog?"), '"' + said + '"');
    QVERIFY(asked("Are the keepers hungry at noon?").find("Were the") == std::string::npos);
}

void SaidByItselfTest::whoSomebodyIsTellsNotHowHeWas()
{
    const std::string how = "Zeno was sad and silent.", who = "In came Zeno, the mate, and sat down.";
    const auto session = StorySession::read(m_story->engine(), story("\n\n" + how + " " + who));
    const auto answer = session->answerer.ask("Who is Zeno?", asking(Strategy::Reread));
    QVERIFY(answer);
    QCOMPARE(answer->text, '"' + who + '"');
}

void SaidByItselfTest::whatACharacterSaysOfATopicIsQuoted()
{
    const std::string first = "\"Whales sing,\" said Ada.", second = "\"No whale,\" said Ada, \"has ever sung.\"";
    const auto session = StorySession::read(m_story->engine(), story("\n\n" + first + "\n\n\"Whales!\" said Ben.\n\n" + second));
    const auto answer = session->answerer.ask("What does Ada say about whales?", asking(Strategy::Reread));
    QVERIFY(answer);
    QCOMPARE(answer->text, "\u201C" + first + "\u201D, \u201C" + second + "\u201D");
    QVERIFY(answer->found);
    QCOMPARE(answer->citations.size(), std::size_t{2});
    const auto none = session->answerer.ask("What does Cleo say about whales?", asking(Strategy::Reread));
    QVERIFY(none);
    QVERIFY(none->text.find("said") == std::string::npos);
}

// Of what random weights write nothing stands there.
void SaidByItselfTest::whatTheTextStatesIsPutForWordsFromBesideIt()
{
    const std::string said = "Snow is better than rain.";
    const auto session = StorySession::read(m_story->engine(), story("\n\nRain is better than hail. " + said + " They went on."));
    const auto asked = [&](const char* question, Strategy strategy) {
        const auto answer = session->answerer.ask(question, asking(strategy));
        return answer ? answer->text : std::string();
    };
    QCOMPARE(asked("What is better than rain?", Strategy::Reread), '"' + said + '"');
    QVERIFY(asked("What is better than snow?", Strategy::Reread).find("is better") == std::string::npos);
    QVERIFY(asked("What is better than rain?", Strategy::Memory) != '"' + said + '"');   // the model's own words
    const std::vector<const CanonicalText*> documents = {&session->document};
    const AskingContext context{m_story->engine(), session->memory, session->stream, session->answerer.index(), documents};
    const Question question{"What is better than rain?", asking(Strategy::Reread)};
    QVERIFY(!stated(question, context, "Snow"));   // it is said already
    QVERIFY(stated(question, context, "hail"));
    QVERIFY(stated(question, context, ""));
}

void SaidByItselfTest::aFactThatHasAllThatIsAskedIsPutForWordsFromBesideIt()
{
    const std::string said = "Ben picked seventeen large shells.", path = "The white path is the shortest way to the sea.";
    const auto session = StorySession::read(m_story->engine(), story("\n\nAda had 3 shells. " + said + " " + path + " They went on."));
    const std::vector<const CanonicalText*> documents = {&session->document};
    const AskingContext context{m_story->engine(), session->memory, session->stream, session->answerer.index(), documents};
    const Question many{"How many shells did Ben pick?", asking(Strategy::Reread)};
    const auto quoted = stated(many, context, "3");
    QVERIFY(quoted);
    QCOMPARE(quoted->answer, '"' + said + '"');
    QVERIFY(stated(many, context, ""));
    QVERIFY(!stated(many, context, "seventeen"));   // it is said already
    QVERIFY(isStatedFact(many, context, "seventeen"));
    QVERIFY(!isStatedFact(many, context, "3") && !isStatedFact(many, context, "shells") && !isStatedFact(many, context, ""));
    const Question which{"Which path is the shortest way to the sea?", asking(Strategy::Reread)};
    QVERIFY(stated(which, context, ""));
    QVERIFY(!stated(which, context, "white"));
}

void SaidByItselfTest::howSomethingIsDoneIsQuoted()
{
    const std::string said = "To light a lamp, turn the tap.";
    const auto session = StorySession::read(m_story->engine(), story("\n\nLamps light the town. " + said + " They went on."));
    const auto answer = session->answerer.ask("How do I light a lamp?", asking(Strategy::Reread));
    QVERIFY(answer);
    QCOMPARE(answer->text, '"' + said + '"');
    const auto other = session->answerer.ask("How do lamps light the town?", asking(Strategy::Reread));
    QVERIFY(other);
    QVERIFY(other->text != answer->text);
}

void SaidByItselfTest::twoThingsThatAreComparedAreDefined()
{
    const std::string one = "A cairn is a heap of stones.", other = "A beacon is a light on a hill.";
    const auto session = StorySession::read(m_story->engine(), story("\n\n" + one + " They went on. " + other));
    const auto answer = session->answerer.ask("What is the difference between a cairn and a beacon?", asking(Strategy::Reread));
    QVERIFY(answer);
    QCOMPARE(answer->text, '"' + one + "\", \"" + other + '"');
    QCOMPARE(answer->citations.size(), std::size_t{2});
}

void SaidByItselfTest::whatSomebodyReportsIsQuoted()
{
    const std::string said = "The lamps were in order, she said.", own = "I have never liked a penguin of brass.";
    const auto session = StorySession::read(m_story->engine(), story("\n\nThe mayor, Ada Lund, came late. " + said + " It rained.\n\n" +
                                                                     "A penguin of brass is dear. " + own));
    const auto asked = [&](const char* question) {
        const auto answer = session->answerer.ask(question, asking(Strategy::Reread));
        return answer ? answer->text : std::string();
    };
    QCOMPARE(asked("What did the mayor say?"), '"' + said + '"');
    QCOMPARE(asked("What does the author think of a penguin of brass?"), '"' + own + '"');
}

void SaidByItselfTest::whatIsCountedIsQuotedInTurn()
{
    const std::string first = "The first is frost.", second = "The second is wind.";
    const std::string between = " Water lifts stones. ";
    const auto session = StorySession::read(m_story->engine(), story("\n\nThere are two causes of a fall. " + first + between + second));
    const auto answer = session->answerer.ask("What are the two causes of a fall?", asking(Strategy::Reread));
    QVERIFY(answer);
    QCOMPARE(answer->text, '"' + first + "\", \"" + second + '"');
    QCOMPARE(answer->citations.size(), std::size_t{2});
}

void SaidByItselfTest::theReasonBesideIsQuoted()
{
    const std::string said = "Penguins of brass are round. This is because sharp edges break.";
    const auto session = StorySession::read(m_story->engine(), story("\n\nIt rains. " + said + " They went on."));
    const auto answer = session->answerer.ask("Why are penguins of brass round?", asking(Strategy::Reread));
    QVERIFY(answer);
    QCOMPARE(answer->text, '"' + said + '"');
}

void SaidByItselfTest::aSentenceIsPutForWhatIsMadeUp()
{
    const std::string said = "The brass inn has eleven rooms from 85 pounds.";
    const std::string other = "The keeper of the brass inn had left it for a boat.";
    const auto session = StorySession::read(m_story->engine(), story("\n\nIt rains. " + said + " " + other + " They went on."));
    const std::string& text = session->document.text;
    const std::vector<const CanonicalText*> documents = {&session->document};
    const AskingContext context{m_story->engine(), session->memory, session->stream, session->answerer.index(), documents};
    const std::uint64_t begin = text.find("It rains.");
    const DocumentPlace passage{0, {begin, text.size()}};
    const auto instead = [&](const char* question, const char* answer) {
        const auto words = saidInFull({question, asking(Strategy::Reread)}, context, {&passage, 1}, answer);
        return words ? words->answer : std::string();
    };
    QCOMPARE(instead("What does a room of the brass inn cost?", "11 pounds"), '"' + said + '"');
    QCOMPARE(instead("What does the brass inn have?", "eleven zyxomatic rooms"), '"' + said + '"');
    QCOMPARE(instead("Who was the keeper of the inn?", "the keeper had a boat left for the inn"), '"' + other + '"');
    QCOMPARE(instead("Who was the keeper of the inn?", "the boat keeper"), std::string());   // little is put together
    QCOMPARE(instead("What do whales cost?", "11 pounds"), std::string());                     // of which no sentence speaks
    QCOMPARE(instead("What does a room of the brass inn cost?", "The text does not say."), std::string());
}

void SaidByItselfTest::anAgeIsThatOfWhomIsAskedFor()
{
    const std::string said = "The brass keeper, a man of 58, was unhurt.", spoken = "The pronunciation of zax is zaks.";
    const auto session = StorySession::read(m_story->engine(), story("\n\nHis mate was 44. " + said + " They went on. " + spoken));
    const std::vector<const CanonicalText*> documents = {&session->document};
    const AskingContext context{m_story->engine(), session->memory, session->stream, session->answerer.index(), documents};
    const Question question{"How old is the brass keeper?", asking(Strategy::Reread)};
    const auto own = stated(question, context, "44");
    QVERIFY(own);
    QCOMPARE(own->answer, '"' + said + '"');
    QVERIFY(!stated(question, context, "58"));
    const auto pronounced = session->answerer.ask("How is zax pronounced?", asking(Strategy::Reread));
    QVERIFY(pronounced);
    QCOMPARE(pronounced->text, '"' + spoken + '"');
}

void SaidByItselfTest::whereSomethingIsSaidIsQuoted()
{
    const std::string said = "Penguins are welcome on the ice.";
    const auto session = StorySession::read(m_story->engine(), story("\n\n" + said + " They went on."));
    const auto asked = [&](const char* question) { return session->answerer.ask(question, asking(Strategy::Reread)); };
    const auto answer = asked("Where does it say that penguins are welcome?");
    QVERIFY(answer);
    QCOMPARE(answer->text, '"' + said + '"');
    const auto none = asked("Where does it say that zebras are forbidden?");   // no place is made up
    QVERIFY(none);
    QVERIFY(!none->found);
}

void SaidByItselfTest::aRuleWithoutConditionsComesFirst()
{
    const std::string some = "Lamps of hooks in old towers that stand alone should be painted.", all = "Lamps of hooks must be painted.";
    const auto session = StorySession::read(m_story->engine(), story("\n\n" + some + " " + all + " They went on."));
    const auto asked = [&](const char* question) {
        const auto answer = session->answerer.ask(question, asking(Strategy::Reread));
        return answer ? answer->text : std::string();
    };
    QCOMPARE(asked("Must lamps of hooks be painted?"), '"' + all + '"');
    QCOMPARE(asked("Are lamps of hooks painted?"), '"' + some + '"');   // what is so stands where it is told of
}

void SaidByItselfTest::whatStandsFirstBelowTheHeadingOfATermIsQuoted()
{
    const std::string heading = "Greatest height", said = "No lamp hangs above two metres.";
    const std::string text = story("\n\n" + heading + "\n\n" + said + "\n\nOil\n\nIt is kept dry.");
    const auto session =
        StorySession::read(m_story->engine(), text, {{heading, 1, text.find(heading)}, {"Oil", 1, text.find("Oil")}});
    const auto answer = session->answerer.ask("What is the greatest height?", asking(Strategy::Reread));
    QVERIFY(answer);
    QCOMPARE(answer->text, '"' + said + '"');
    const auto topic = session->answerer.ask("greatest height", asking(Strategy::Reread));
    QVERIFY(topic);
    QCOMPARE(topic->text, '"' + said + '"');
    const auto other = session->answerer.ask("What is the greatest depth?", asking(Strategy::Reread));
    QVERIFY(other);
    QVERIFY(other->text != answer->text);
}

QTEST_GUILESS_MAIN(SaidByItselfTest)
#include "said_by_itself_test.moc"
