#include "core/wording/questions/asked_place.h"
#include "core/wording/questions/whole_in_language.h"
#include "core/wording/questions/whole_question.h"

#include <QtTest>

using namespace cairn;

class WholeInLanguageTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void germanQuestionsAboutTheWhole_data()
    {
        QTest::addColumn<QString>("question");
        QTest::addColumn<int>("whole");
        const std::pair<const char*, WholeQuestion> rows[] = {
            {"Worum geht es?", WholeQuestion::Subject},
            {"Worum geht es in der Studie?", WholeQuestion::Subject},
            {"Wovon handelt das Buch?", WholeQuestion::Subject},
            {"Was ist das Thema der Arbeit?", WholeQuestion::Subject},
            {"Fasse den Text kurz zusammen.", WholeQuestion::Summary},
            {"Was sind die wichtigsten Punkte?", WholeQuestion::Summary},
            {"Worum geht es in dem Streit?", WholeQuestion::None},
            {"Wer hat das Buch geschrieben?", WholeQuestion::Author},
            {"Wer sind die Autoren der Studie?", WholeQuestion::Author},
            {"Von wem stammt der Text?", WholeQuestion::Author},
            {"Wer hat den Brief an Ada geschrieben?", WholeQuestion::None},
            {"Wann erschien die Studie?", WholeQuestion::Date},
            {"In welchem Jahr wurde das Buch ver\xc3\xb6" "ffentlicht?", WholeQuestion::Date},
            {"Wann wurde der Turm gebaut?", WholeQuestion::None},
            {"Wie hei\xc3\x9ft das Buch?", WholeQuestion::Title},
            {"Was ist der Titel?", WholeQuestion::Title},
            {"Wie hei\xc3\x9ft der Wirt?", WholeQuestion::None},
            {"Welche Kapitel gibt es?", WholeQuestion::Parts},
            {"Wie viele Kapitel hat das Buch?", WholeQuestion::PartCount},
            {"Wie viele Zimmer hat das Haus?", WholeQuestion::None},
            {"Wie beginnt der Roman?", WholeQuestion::Beginning},
            {"Wie lautet der letzte Satz?", WholeQuestion::Ending},
            {"Wie endet die Geschichte?", WholeQuestion::Ending},
            {"Wie endet der Krieg?", WholeQuestion::None},
            {"Was steht in Kapitel 3?", WholeQuestion::None},
        };
        for (const auto& [question, whole] : rows)
            QTest::newRow(question) << QString::fromUtf8(question) << static_cast<int>(whole);
    }

    void germanQuestionsAboutTheWhole()
    {
        QFETCH(QString, question);
        QTEST(static_cast<int>(wholeQuestion(question.toStdString())), "whole");
    }

    void sentencesThatSayWhatItIsAbout()
    {
        const auto strength = [](const char* sentence) { return subjectStrengthIn(TextLanguage::German, sentence); };
        QCOMPARE(strength("In dieser Studie untersuchen wir, wie B\xc3\xa4ume k\xc3\xbchlen."), 2);
        QCOMPARE(strength("Dieses Handbuch beschreibt die Verwaltung von Paketen."), 2);
        QCOMPARE(strength("Die B\xc3\xa4ume werden vor allem im Sommer gegossen."), 0);
        QCOMPARE(subjectStrengthIn(TextLanguage::French,
                                   "Dieses Handbuch beschreibt die Verwaltung von Paketen."), 0);
    }

    void aPartIsAskedForInItsWords()
    {
        CanonicalText text;
        text.text = "Artikel 1\n\nAlle sind gleich vor dem Gesetz.\n\nArtikel 2\n\nDie Kunst ist frei.\n\n\xc2\xa7 3 Miete\n\nSie ist hoch.";
        const auto heading = [&](const char* words) {
            text.outline.push_back({words, 1, text.text.find(words)});
        };
        heading("Artikel 1");
        heading("Artikel 2");
        heading("\xc2\xa7 3 Miete");
        const std::vector<const CanonicalText*> documents = {&text};
        const auto part = askedPlace("Was steht in Artikel 2?", documents);
        QVERIFY(part && part->within.size() == 1);
        QCOMPARE(part->within.front().range.begin, std::uint64_t(text.text.find("Artikel 2")));
        QCOMPARE(part->question, std::string(kPartQuestion));
        const auto section = askedPlace("Was steht in \xc2\xa7 3?", documents);
        QVERIFY(section && section->question == kPartQuestion);
        const auto other = askedPlace("Wer ist nach Artikel 1 gleich?", documents);
        QVERIFY(other && other->question != kPartQuestion);
    }
};

QTEST_GUILESS_MAIN(WholeInLanguageTest)
#include "whole_in_language_test.moc"
