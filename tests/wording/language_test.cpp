#include "core/wording/bm25.h"
#include "core/wording/language.h"
#include "core/wording/overlap.h"
#include "core/wording/words.h"

#include <QtTest>

using namespace cairn;

namespace
{

bool agree(Language language, const char* a, const char* b)
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
        const std::pair<const char*, Language> rows[] = {
            {"Wie hoch ist die Kaution?", Language::German},
            {"Wer l\xc3\xbcgt?", Language::German},
            {"Was war in der Kiste?", Language::German},
            {"Die Kosten tr\xc3\xa4gt der Mieter.", Language::German},
            {"Combien co\xc3\xbbte le loyer de la maison?", Language::French},
            {"\xc2\xbfQui\xc3\xa9n es el autor de la obra?", Language::Spanish},
            {"Quanto costa il biglietto per la mostra?", Language::Italian},
            {"Quem \xc3\xa9 o autor da obra?", Language::Portuguese},
            {"Hoeveel kost het huis van de buren?", Language::Dutch},
            {"\xd0\x9a\xd1\x82\xd0\xbe \xd0\xb0\xd0\xb2\xd1\x82\xd0\xbe\xd1\x80?", Language::Other},
            {"\xe4\xbd\x9c\xe8\x80\x85\xe3\x81\xaf\xe8\xaa\xb0?", Language::Other},
            {"Who is the author?", Language::English},
            {"Did Hans die?", Language::English},                     // a German word that is an English one, too
            {"Was Alice in the garden?", Language::English},
            {"Who was in the war?", Language::English},
            {"Is the man in the hat an envoy?", Language::English},
            {"Die Hard", Language::English},
            {"Who is Don Quixote de la Mancha?", Language::English},
            {"Ada Lovelace", Language::English},
            {"", Language::English},
        };
        for (const auto& [text, language] : rows)
            QVERIFY2(languageOf(text) == language, text);
    }

    void formsOfAWordHaveOneStem()
    {
        QVERIFY(agree(Language::German, "h\xc3\xa4user", "haus"));
        QVERIFY(agree(Language::German, "mietverh\xc3\xa4ltnisses", "mietverh\xc3\xa4ltnis"));
        QVERIFY(agree(Language::German, "w\xc3\xa4hlt", "gew\xc3\xa4hlt"));
        QVERIFY(agree(Language::German, "w\xc3\xa4hlen", "gew\xc3\xa4hlt"));
        QVERIFY(agree(Language::German, "rechnet", "rechnen"));
        QVERIFY(agree(Language::German, "angelegt", "legt"));           // "legt .. an"
        QVERIFY(agree(Language::German, "zur\xc3\xbc" "ckzugeben", "geben"));
        QVERIFY(agree(Language::German, "a\xcc\x88rzte", "\xc3\xa4rzte"));   // as letter and mark, and as one
        QVERIFY(!agree(Language::German, "schwester", "schwer"));
        QVERIFY(!agree(Language::German, "miete", "mitte"));
        QVERIFY(agree(Language::French, "animaux", "animal"));
        QVERIFY(agree(Language::Spanish, "casas", "casa"));
        QVERIFY(stem("houses") == "hous");                              // of English as ever
        QCOMPARE(stem("\xd0\xba\xd1\x82\xd0\xbe", Language::Other), std::string("\xd0\xba\xd1\x82\xd0\xbe"));
    }

    void wordsThatOnlyAskDoNotCount()
    {
        QVERIFY(isStopWord("wer", Language::German) && isStopWord("hei\xc3\x9ft", Language::German));
        QVERIFY(!isStopWord("wer") && !isStopWord("kaution", Language::German));
        QVERIFY(!isStopWord("the", Language::German));
        QCOMPARE(contentStems("Wie hoch ist die Kaution?", Language::German).size(), std::size_t{2});
    }

    void anIndexHasTheStemsOfItsLanguage()
    {
        Bm25 german(Language::German), english;
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
        QVERIFY(isAmong(Language::English, english) && !isAmong(Language::German, english) && !isAmong(Language::Other, english));
        QVERIFY(isAmong(Language::German, several) && !isAmong(Language::French, several));
        QVERIFY(isAmong(Language::German, any) && isAmong(Language::German, {}));   // which says nothing
    }
};

QTEST_GUILESS_MAIN(LanguageTest)
#include "language_test.moc"
