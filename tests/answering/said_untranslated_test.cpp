// Questions in a language that the model says it was not taught: answered with a sentence of the text, or not at all.
#include "core/answering/said_by_itself.h"
#include "tests/answering/story.h"

#include <QtTest>

#include <optional>

using namespace cairn;
using test::asking;
using test::StorySession;

namespace
{

const std::string kRent = "(1) Die Miete f\u00FCr die Wohnung betr\u00E4gt 500 Euro im Monat.";
const std::string kGrill = "Das Grillen auf dem Balkon ist nicht gestattet.";
const std::string kOwner = "Das Haus geh\u00F6rt Frau Brandt (im Folgenden \u201EEignerin\u201C).";
const std::string kKeys = "Den Mietern werden zwei Haust\u00FCrschl\u00FCssel ausgeh\u00E4ndigt.";
const std::string kMore = "Geht ein Schl\u00FCssel verloren, so ist es der Eignerin zu melden.";

std::string contract()
{
    return "Vertrag \u00FCber die Wohnung am See\n\nDas ist der Vertrag, den die Eignerin mit den Mietern schlie\u00DFt.\n\n" + kOwner + "\n\n" +
           kRent + " Sie ist am Ersten zu zahlen.\n\n" + kGrill + " Der Hof wird von den Mietern gekehrt.\n\n" + kMore + " " + kKeys;
}

}  // namespace

class SaidUntranslatedTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        m_story.emplace(4096, std::string(), std::string(), "en");
        m_session = StorySession::read(m_story->engine(), contract());
    }

    void theSentenceWithMostOfItIsQuoted()
    {
        QCOMPARE(asked("Wie hoch ist die Miete?").text, '"' + kRent + '"');
        QCOMPARE(asked("Ist das Grillen auf dem Balkon erlaubt?").text, '"' + kGrill + '"');
        QCOMPARE(asked("Wem geht ein Schl\u00FCssel verloren?").text, '"' + kMore + '"');
    }

    void whatIsDeniedIsSaidByASentenceThatDenies()
    {
        const std::string work = "Jeder Mieter hat im Jahr zwei Stunden Gartenarbeit zu leisten.";
        const std::string free = "Mieter mit Kindern sind von der Gartenarbeit befreit.";
        const auto session = StorySession::read(m_story->engine(), contract() + "\n\n" + work + " " + free);
        const auto answered = [&](const char* question) {
            const auto answer = session->answerer.ask(question, asking(Strategy::Reread));
            return answer ? answer->text : std::string();
        };
        QCOMPARE(answered("Wer muss als Mieter keine Gartenarbeit leisten?"), '"' + free + '"');
        QCOMPARE(answered("Welcher Mieter muss im Jahr Gartenarbeit leisten?"), '"' + work + '"');
    }

    void oneOfTheKindThatIsAskedForComesFirst()
    {
        QCOMPARE(asked("Wie viele Schl\u00FCssel gibt es?").text, '"' + kKeys + '"');   // though the other names keys
    }

    void aPronounIsQuotedWithWhatItSpeaksOf()
    {
        const std::string fee = "Die Kaution f\u00FCr das Boot betr\u00E4gt zwanzig Euro.", when = "Sie wird am 3. Mai zur\u00FCckgezahlt.";
        const auto session = StorySession::read(m_story->engine(), contract() + "\n\n" + fee + " " + when);
        const auto answer = session->answerer.ask("Wann wird die Kaution f\u00FCr das Boot zur\u00FCckgezahlt?", asking(Strategy::Reread));
        QVERIFY(answer);
        QCOMPARE(answer->text, '"' + fee + " " + when + '"');
    }

    void aTermIsDefinedInBrackets() { QCOMPARE(asked("Wer ist die Eignerin?").text, '"' + kOwner + '"'); }

    void whatIsSaidOfATopicStandsBelowItsHeading()
    {
        const std::string text = contract() + "\n\n\u00A7 2 Mietdauer\n\nDas Verh\u00E4ltnis beginnt im Mai. Es endet nie.";
        const auto session = StorySession::read(m_story->engine(), text, {{"\u00A7 2 Mietdauer", 1, text.find("\u00A7 2")}});
        for (const char* question : {"Was sagt der Text \xc3\xbc" "ber \xe2\x80\x9E\xc2\xa7 2 Mietdauer\xe2\x80\x9C?",
                                     "Was sagt der Vertrag \xc3\xbc" "ber die Mietdauer?"}) {
            const auto answer = session->answerer.ask(question, asking(Strategy::Reread));
            QVERIFY(answer);
            QVERIFY2(answer->text.starts_with("\"Das Verh\u00E4ltnis beginnt im Mai."), answer->text.c_str());
        }
        QCOMPARE(asked("Was sagt der Vertrag \u00FCber das Grillen?").text, '"' + kGrill + '"');
    }

    void whatTheTextDoesNotSayIsNotWritten()
    {
        AskOptions options = asking(Strategy::Reread);
        options.showUnsupported = false;
        const auto answer = m_session->answerer.ask("Welche Versicherung muss man abschlie\u00DFen?", options);
        QVERIFY(answer);
        QVERIFY(!answer->found);
        QCOMPARE(answer->text, std::string(kNotFoundText));
        QVERIFY(answer->tokens.empty() && answer->citations.empty());
        QVERIFY(!answer->passages.empty());   // the nearest
        QVERIFY(!m_session->answerer.ask("Was kostet das Grillen?", options)->found);   // no sum stands beside it
    }

    void ofTextsInAnotherLanguageNothingIsDeclined()
    {
        const AskingContext english = context(*m_story);   // the story of the travellers
        const Question question{"Welche Versicherung muss man abschlie\u00DFen?", {}};
        QVERIFY(isUntaught(question, english) && !isOfTexts(question, english));
        const AskingContext german{m_story->engine(), m_session->memory, m_session->stream, m_session->answerer.index()};
        QVERIFY(isOfTexts(question, german));
        Question written = question;
        written.options.reread.quoteDefinitions = false;   // nothing is quoted by rules
        QVERIFY(!isUntaught(written, german));
        AskOptions options = asking(Strategy::Reread);
        options.showUnsupported = false;
        bool drafted = false;
        AskCallbacks callbacks;
        callbacks.onDraft = [&](std::uint32_t, const Written&) { drafted = true; };
        QVERIFY(m_story->session().answerer.ask(question.text, options, callbacks).has_value());
        QVERIFY(drafted);
    }

    void whatIsAskedInAnotherLanguageOrTaughtIsWritten()
    {
        QVERIFY(!isUntaught({"How high is the rent?", {}}, context(*m_story)));
        QVERIFY(isUntaught({"Wie hoch ist die Miete?", {}}, context(*m_story)));
        const test::Story taught(4096, {}, {}, "[en, de]"), silent;
        QVERIFY(!isUntaught({"Wie hoch ist die Miete?", {}}, context(taught)));
        QVERIFY(!isUntaught({"Wie hoch ist die Miete?", {}}, context(silent)));
    }

private:
    Answer asked(const std::string& question) const
    {
        const auto answer = m_session->answerer.ask(question, asking(Strategy::Reread));
        return answer ? *answer : Answer{};
    }
    static AskingContext context(const test::Story& story) { return story.context(); }

    std::optional<test::Story> m_story;
    std::unique_ptr<StorySession> m_session;
};

QTEST_GUILESS_MAIN(SaidUntranslatedTest)
#include "said_untranslated_test.moc"
