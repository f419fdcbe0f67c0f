#include "core/wording/text/overlap.h"
#include "core/wording/words/bm25.h"
#include "core/wording/words/language.h"
#include "core/wording/words/words.h"

#include <QtTest>

using namespace cairn;

namespace
{

bool agree(TextLanguage language, const char* a, const char* b)
{
    return stem(a, language) == stem(b, language);
}

}  // namespace

class LanguageTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void itIsToldByTheWordsThatOnlyBind()
    {
        const std::pair<const char*, TextLanguage> rows[] = {
            {"Wie hoch ist die Kaution?", TextLanguage::German},
            {"Wer l\xc3\xbcgt?", TextLanguage::German},
            {"Was war in der Kiste?", TextLanguage::German},
            {"Die Kosten tr\xc3\xa4gt der Mieter.", TextLanguage::German},
            {"Combien co\xc3\xbbte le loyer de la maison?", TextLanguage::French},
            {"\xc2\xbfQui\xc3\xa9n es el autor de la obra?", TextLanguage::Spanish},
            {"Quanto costa il biglietto per la mostra?", TextLanguage::Italian},
            {"Quem \xc3\xa9 o autor da obra?", TextLanguage::Portuguese},
            {"Hoeveel kost het huis van de buren?", TextLanguage::Dutch},
            {"\xd0\x9a\xd1\x82\xd0\xbe \xd0\xb0\xd0\xb2\xd1\x82\xd0\xbe\xd1\x80?", TextLanguage::Other},
            {"\xe4\xbd\x9c\xe8\x80\x85\xe3\x81\xaf\xe8\xaa\xb0?", TextLanguage::Other},
            {"Who is the author?", TextLanguage::English},
            {"Did Hans die?", TextLanguage::English},                     // a German word that is an English one, too
            {"Was Alice in the garden?", TextLanguage::English},
            {"Who was in the war?", TextLanguage::English},
            {"Is the man in the hat an envoy?", TextLanguage::English},
            {"Die Hard", TextLanguage::English},
            {"Who is Don Quixote de la Mancha?", TextLanguage::English},
            {"Ada Lovelace", TextLanguage::English},
            {"", TextLanguage::English},
        };
        for (const auto& [text, language] : rows)
            QVERIFY2(languageOf(text) == language, text);
    }

    void aWordThatAsksInEnglishDecides()
    {
        QVERIFY(languageOf("What was Les Plaisirs et les Jours?") == TextLanguage::French);
        QVERIFY(languageAsked("What was Les Plaisirs et les Jours?") == TextLanguage::English);
        QVERIFY(languageAsked("Was war in der Kiste?") == TextLanguage::German);
        QVERIFY(languageAsked("") == TextLanguage::English);
    }

    void aLongTextIsToldByItsParts()
    {
        std::string text = "Only its first page is in English, and the rest of it is not.\n\n";
        for (int i = 0; i < 400; ++i)
            text += "Der B\xc3\xa4" "cker \xc3\xb6" "ffnet um sechs und schlie\xc3\x9ft nicht vor dem Abend. ";
        QVERIFY(languageOfLong(text) == TextLanguage::German);
        std::string letters;
        for (int i = 0; i < 4000; ++i)
            letters += "\xe4\xbd\x9c\xe8\x80\x85";   // no space in it
        QVERIFY(languageOfLong(letters) == TextLanguage::Other);
        QVERIFY(languageOfLong("Der Hund und die Katze") == TextLanguage::German && languageOfLong("") == TextLanguage::English);
    }

    void aGapIsWhereAModelWasNotTaughtBothLanguages()
    {
        using enum TextLanguage;
        const std::vector<std::string> english{"en"}, both{"en", "de"}, none;
        constexpr std::string_view kBook = "The author of it is not named.", kLease = "Der Mieter zahlt die Kaution und die Miete.";
        const std::string_view book[] = {"", kBook}, mixed[] = {kBook, kLease}, german[] = {kLease}, removed[] = {""};
        const auto gap = languageGap("Wer ist der Autor?", book, english);
        QVERIFY(gap && gap->asked == German && gap->written == English);
        QVERIFY(languageGap("Who is the author?", german, english).has_value());
        QVERIFY(!languageGap("Wer ist der Autor?", book, both) && !languageGap("Wer ist der Autor?", book, none));
        QVERIFY(!languageGap("Wer ist der Autor?", mixed, english) && !languageGap("Wer ist der Autor?", german, english));
        QVERIFY(!languageGap("Who is the author?", book, english) && !languageGap("Wer ist der Autor?", {}, english));
        QVERIFY(!languageGap("Wer ist der Autor?", removed, english));
    }

    void formsOfAWordHaveOneStem()
    {
        QVERIFY(agree(TextLanguage::German, "h\xc3\xa4user", "haus"));
        QVERIFY(agree(TextLanguage::German, "mietverh\xc3\xa4ltnisses", "mietverh\xc3\xa4ltnis"));
        QVERIFY(agree(TextLanguage::German, "w\xc3\xa4hlt", "gew\xc3\xa4hlt"));
        QVERIFY(agree(TextLanguage::German, "w\xc3\xa4hlen", "gew\xc3\xa4hlt"));
        QVERIFY(agree(TextLanguage::German, "rechnet", "rechnen"));
        QVERIFY(agree(TextLanguage::German, "angelegt", "legt"));           // "legt .. an"
        QVERIFY(agree(TextLanguage::German, "zur\xc3\xbc" "ckzugeben", "geben"));
        QVERIFY(agree(TextLanguage::German, "a\xcc\x88rzte", "\xc3\xa4rzte"));   // as letter and mark, and as one
        QVERIFY(!agree(TextLanguage::German, "schwester", "schwer"));
        QVERIFY(!agree(TextLanguage::German, "miete", "mitte"));
        QVERIFY(agree(TextLanguage::French, "animaux", "animal"));
        QVERIFY(agree(TextLanguage::Spanish, "casas", "casa"));
        QVERIFY(stem("houses") == "hous");                              // of English as ever
        QCOMPARE(stem("\xd0\xba\xd1\x82\xd0\xbe", TextLanguage::Other), std::string("\xd0\xba\xd1\x82\xd0\xbe"));
    }

    void wordsThatOnlyAskDoNotCount()
    {
        QVERIFY(isStopWord("wer", TextLanguage::German) && isStopWord("hei\xc3\x9ft", TextLanguage::German));
        QVERIFY(!isStopWord("wer") && !isStopWord("kaution", TextLanguage::German));
        QVERIFY(!isStopWord("the", TextLanguage::German));
        QCOMPARE(contentStems("Wie hoch ist die Kaution?", TextLanguage::German).size(), std::size_t{2});
    }

    void anIndexHasTheStemsOfItsLanguage()
    {
        Bm25 german(TextLanguage::German), english;
        for (Bm25* index : {&german, &english}) {
            index->add("Der Pr\xc3\xa4sident wird gew\xc3\xa4hlt.");
            index->add("Zwei Haust\xc3\xbcrschl\xc3\xbcssel liegen bereit.");
        }
        QVERIFY(german.scores("Wer w\xc3\xa4hlt?")[0] > 0);
        QCOMPARE(english.scores("Wer w\xc3\xa4hlt?")[0], 0.0f);
        // One word of two joined counts for a part.
        const double part = questionOverlap("Schl\xc3\xbcssel", "Zwei Haust\xc3\xbcrschl\xc3\xbcssel liegen bereit.", german);
        QVERIFY(part > 0.5 && part < 1);
        QCOMPARE(questionOverlap("Schl\xc3\xbcssel", "Zwei Haust\xc3\xbcrschl\xc3\xbcssel liegen bereit.", english), 0.0);
    }

    void aModelThatStatesItsLanguagesWasTaughtNoOther()
    {
        const std::vector<std::string> english = {"en"}, several = {"en", "de"}, any = {"multilingual"};
        QVERIFY(isAmong(TextLanguage::English, english) && !isAmong(TextLanguage::German, english));
        QVERIFY(!isAmong(TextLanguage::Other, english));
        QVERIFY(isAmong(TextLanguage::German, several) && !isAmong(TextLanguage::French, several));
        QVERIFY(isAmong(TextLanguage::German, any) && isAmong(TextLanguage::German, {}));   // which says nothing
    }
};

QTEST_GUILESS_MAIN(LanguageTest)
#include "language_test.moc"
