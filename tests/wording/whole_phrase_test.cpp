#include "core/wording/quoting/whole_phrase.h"

#include <QtTest>

using namespace cairn;

class WholePhraseTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void phrasesAreWhole_data()
    {
        QTest::addColumn<QString>("question");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("answer");
        QTest::addColumn<QString>("whole");
        const auto row = [](const char* question, const char* text, const char* answer, const char* whole) {
            QTest::addRow("%s %s", question, answer)
                << QString::fromUtf8(question) << QString::fromUtf8(text) << QString::fromUtf8(answer) << QString::fromUtf8(whole);
        };
        row("How loud is it at night?", "At night it has 34 dB(A) at most.", "34", "34 dB(A)");
        row("How many words were learned?", "They learned 40 word pairs in a week.", "40", "40 word pairs");
        row("How many general-purpose registers has it?", "It has 16 general-purpose registers.", "16", "16 general-purpose registers");
        row("How many general registers has it?", "It has 16 general-purpose ones.", "16", "");
        row("How warm is it?", "It is 40 % full and 30 \u00B0C warm.", "30", "30 \u00B0C");
        row("Which standard defines the style?", "It is in RFC 2822 style.", "RFC 2822", "");
        row("How many walkers came?", "Only 43 paid.", "43", "");
        row("In which year was it?", "In 1985 Ada left.", "1985", "");
        row("When did Ada leave?", "Ada left on 4 May 1987, at noon.", "1987", "4 May 1987");
        row("How long was Ada there?", "Moor Society, September 2013 to February 2019: shepherd.", "2013",
            "September 2013 to February 2019");
        row("How long was Ada there?", "Moor Society, 2013\u20132019: shepherd.", "2019", "2013\u20132019");
        row("When did Ada leave?", "Moor Society, 2013 to 2019: shepherd.", "2013", "");
        row("Who is the treasurer?", "Present were Colin Feather (treasurer) and others.", "Colin", "Colin Feather");
        row("Who is Ada Lund?", "There came Professor Ada Lund.", "Professor", "");
        row("Who came?", "Then Ada came.", "Ada", "");
        row("What languages does Ada speak?", "Languages: English (native), Igbo, French.", "English", "English (native), Igbo, French");
        row("Which errors does it catch?", "A bare one: clause will catch Exit and Break, making it harder to leave it. So don't.",
            "Exit and Break", "");
        row("Which machines are supported?", "They run on the old mill, the pump and the saw.", "the pump", "the pump and the saw");
        row("Which kinds are there?", "There are amd64, arm64, armel and s390x.", "arm64", "arm64, armel and s390x");
        row("Who appoints the keeper?", "It is the mayor and the\n  old town clerk.", "the mayor", "");
        row("Which people appoint the keeper?", "It is the mayor and the\n  old town clerk.", "the mayor", "");
        row("Which machines are supported?", "Some (the mill and the pump) or the saw run.", "the pump", "the mill and the pump");
        row("What makes stones old?", "It is wind, rain and frost.", "rain", "");
        row("What kind is supported?", "We support amd64, arm64 and s390x.", "arm64", "");
        row("Why did the price rise?", "The price rose because of two claims after the storm in May. It fell later.", "the storm in May",
            "The price rose because of two claims after the storm in May.");
        row("Why did she sink?", "She sailed a mile. Because her guns were heavy, she sank.", "She sailed a mile",
            "She sailed a mile. Because her guns were heavy, she sank.");
        row("Why did she sink?", "Her guns were heavy. For this reason she sank in May.", "in May",
            "Her guns were heavy. For this reason she sank in May.");
        row("Why must it be heated?", "Because walls are thin, it must be heated to at least 16 degrees.", "to at least 16 degrees",
            "Because walls are thin, it must be heated to at least 16 degrees.");
        row("Why was it heated?", "It was heated to dry the wool.", "to dry the wool", "");
        row("Why did the price rise?", "The price rose because of two claims.", "because of two claims", "");
        row("and without arrangement?", "Go on. If you go overdrawn without arrangement we charge 34.9 %.",
            "If you go overdrawn without arrangement", "If you go overdrawn without arrangement we charge 34.9 %.");
        row("When do you charge 34.9 %?", "Go on. If you go overdrawn we charge 34.9 %.", "If you go overdrawn", "");
        row("What happens if I sue?", "If you sue, all rights end.", "If you sue", "If you sue, all rights end.");
        row("When may heaps be moved?", "Whenever a heap is in the way, it is the right of walkers to move it.",
            "it is the right of walkers to move it", "Whenever a heap is in the way, it is the right of walkers to move it.");
        row("When may heaps be moved?", "If it is in the way, a heap may be moved on Mondays.", "may be moved on Mondays", "");
        row("When was it moved?", "It was the keeper's boat that moved.", "the keeper's boat that moved", "");
        row("Which command saves the heap?", "       P      Pick a stone.\n\n       S      Save the heap in a file.", "Save the heap",
            "S      Save the heap");
        row("What option saves it?", "-s\tSave the heap.", "Save the heap", "-s\tSave the heap");
        row("Which command saves the heap?", "They save the heap.", "save the heap", "");
        row("Which keeper saves the heap?", "S      Save the heap.", "Save the heap", "");
        row("What is it?", "It is a stone.", "a stone", "");
        row("Why did she look up?", "She looked up, which they took for pride.", "for pride", "She looked up, which they took for pride.");
        row("Why did she look up?", "She looked up for a sign.", "for a sign", "");
        row("How old is the driver?", "The driver, a 44-year-old woman, stopped.", "44", "44-year-old");
        row("Why are days kept?", "Three days are kept and not moved to the next year.", "to the next year",
            "Three days are kept and not moved to the next year.");
        row("Why was it moved?", "The town was no place for it. It was moved in May.", "in May",
            "The town was no place for it. It was moved in May.");
        row("Why was it moved?", "The town was no place for it. It was moved in May to make room.", "in May",
            "It was moved in May to make room.");
        row("Why was it moved?", "\"Go!\" he said. It was moved in May.", "in May", "It was moved in May.");
        row("Why did she go?", "I can't stay for this, lest I lose it.", "I can't stay for this", "I can't stay for this, lest I lose it.");
        row("Where is it kept?", "Keep it dry. Do not put it in the cellar.", "in the cellar", "Do not put it in the cellar.");
        row("What may the name be used for?", "The name may not be used to sell stones.", "to sell stones",
            "The name may not be used to sell stones.");
        row("Where may it not be kept?", "Do not put it in the cellar.", "in the cellar", "");
        row("Where is it kept?", "Do not keep it dry, but in the cellar.", "in the cellar", "");
        row("When did she come?", "She did not come until noon.", "noon", "");
        row("What kind of stone is it?", "It is not of old stone.", "old", "");
        row("When and where was Ada born?", "Ada was born in May in Lund. She left.", "Lund", "Ada was born in May in Lund.");
        row("How many keepers came?", "Ninety-six keepers from two towns came.", "keepers from two towns",
            "Ninety-six keepers from two towns");
        row("How many walkers came?", "Ninety-six keepers from two towns came.", "keepers from two towns", "");
        row("How many stones per heap are good?", "Up to 10 stones per heap seems good.", "10", "Up to 10 stones per heap");
        row("How many stones make a heap?", "A heap has no fewer than 10 stones.", "10 stones", "no fewer than 10 stones");
        row("Which heap has 10?", "A heap has at least 10 of them.", "10", "");
        row("How much is a ticket?", "The price went from \u00A316 to \u00A317.50 in May.", "\u00A316", "from \u00A316 to \u00A317.50");
        row("How much is a ticket?", "The price went from \u00A316 to \u00A317.50 in May.", "17.50", "from \u00A316 to \u00A317.50");
        row("How much is a ticket from May?", "The price went from 16 to 17 pence.", "16", "from 16 to 17");
        row("How much more than 16 is it?", "The price went from 16 to 17 pence.", "17", "17 pence");
        row("How much is it?", "It is 900 km (559 mi) long.", "km (559 mi)", "");
        row("Who was present?", "Date: May\nPresent: Ada Lund (chair), Bo Ek, Cy Dale\nAbsent: Di", "Ada Lund",
            "Ada Lund (chair), Bo Ek, Cy Dale");
        row("Who was absent from Lund?", "Absent: Ada Lund, Bo Ek, Cy Dale", "Bo Ek", "");
        row("What limits the study?", "The keepers knew which heap was theirs. Only one night was seen.",
            "The keepers knew which heap was theirs. Only", "The keepers knew which heap was theirs. Only one night was seen.");
        row("What limits it?", "Keepers knew. Only one night was seen.", "Keepers knew. Only", "");
        row("May I paint it?", "May I?\n\nNo. Paint is bad. It runs.", "No", "No. Paint is bad.");
        row("May I paint it?", "No paint is bad. It runs.", "No", "");
        row("Who is the keeper, and since when?", "Ada Lund keeps it, since 1999.", "Ada Lund", "Ada Lund keeps it, since 1999.");
        row("Who is the keeper and for whom?", "boat: old\nkeeper: Ada Lund (since 1999)\nlamp: new", "Ada Lund",
            "keeper: Ada Lund (since 1999)");
        row("Who is the keeper of oil and lamps?", "Ada Lund keeps it, since 1999.", "Ada Lund", "");
        row("How many walks are there, and how long is each?", "There are 8 walks. Each walk lasts an hour. So it is.", "8 walks",
            "There are 8 walks. Each walk lasts an hour.");
        row("In what range does it lie?", "It is a number between 1 and 100 at most.", "100", "between 1 and 100");
        row("In what range does it lie?", "It is a number between 1 and 100 at most.", "1", "between 1 and 100");
        row("Which number is it?", "It is a number between 1 and 100 at most.", "100", "");
        row("What happens when I put it out?", "You may choose to put it out. Doing so, however, may cost you. It is so.",
            "You may choose to put it out.", "You may choose to put it out. Doing so, however, may cost you.");
        row("Why is it put out?", "You may choose to put it out. Doing so, however, may cost you.", "to put it out", "");
        row("How do I take a stone off?", "They are put on (heap push) and taken off (heap pop).", "pop", "heap pop");
        row("What takes a stone off?", "They are put on (heap push) and taken off (heap pop).", "pop", "");
    }

    void phrasesAreWhole()
    {
        QFETCH(QString, question);
        QFETCH(QString, text);
        QFETCH(QString, answer);
        const std::string all = text.toStdString(), words = answer.toStdString();
        const std::size_t at = all.find(words);
        QVERIFY(at != std::string::npos);
        const auto whole = wholePhrase(question.toStdString(), all, {at, at + words.size()});
        QTEST(whole ? QString::fromStdString(all.substr(whole->begin, whole->size())) : QString(), "whole");
    }

    void otherThingsAreNotCounted()
    {
        const char* years = "Four years later Ada came. It took four hours.";
        QVERIFY(countsSomethingElse("How many weirs are left?", "four", years));
        QVERIFY(countsSomethingElse("How many weirs are left?", "Four", years));
        QVERIFY(!countsSomethingElse("How many years passed?", "four", years));
        QVERIFY(!countsSomethingElse("How many weirs are left?", "four", "Of them four are left, after four years."));
        QVERIFY(!countsSomethingElse("How many weirs are left?", "four weirs", years));
        QVERIFY(!countsSomethingElse("How many weirs are left?", "nine", years));
        QVERIFY(countsSomethingElse("How many weirs are left?", "one night", years));
        QVERIFY(!countsSomethingElse("How many nights are left?", "one night", years));
        QVERIFY(countsSomethingElse("How many weirs are left?", "\u00A3212", "It costs \u00A3212."));
        QVERIFY(countsSomethingElse("How many weirs are left?", "212", "It costs \u00A3212."));
        QVERIFY(!countsSomethingElse("How many pounds are left?", "\u00A3212", "It costs \u00A3212."));
        QVERIFY(countsSomethingElse("How many weirs are left?", "a few minutes", years));
        const char* steps = "At twenty to ten he came. It has a hundred and twelve steps, three of the twelve old steps are worn.";
        QVERIFY(countsSomethingElse("How many steps are there?", "ten", steps));
        QVERIFY(!countsSomethingElse("How many steps are there?", "twelve", steps));
        QVERIFY(!countsSomethingElse("How many steps are worn?", "three", steps));
        QVERIFY(!countsSomethingElse("How many trams are there?", "28", "Two trams met. It is one of 28 of its kind."));
        QVERIFY(!countsSomethingElse("How many doors are there?", "ten", steps));   // nothing counts these
        QVERIFY(countsSomethingElse("How many women came?", "keepers from two towns", years));
        QVERIFY(!countsSomethingElse("How many towns sent keepers?", "keepers from two towns", years));
        QVERIFY(!countsSomethingElse("How many women came?", "a total of two", years));
        QVERIFY(!countsSomethingElse("How many times was it won?", "won by keepers in 2008 once", years));
        QVERIFY(!countsSomethingElse("How many millions is it?", "20", "It costs $20 million."));
    }
};

QTEST_GUILESS_MAIN(WholePhraseTest)
#include "whole_phrase_test.moc"
