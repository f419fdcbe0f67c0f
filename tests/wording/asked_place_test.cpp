#include "core/wording/questions/asked_place.h"

#include <QtTest>

using namespace cairn;

namespace
{

// Adds a paragraph, and a heading of the outline where `level` is not 0.
void add(CanonicalText& text, const std::string& words, int level = 0)
{
    const std::uint64_t begin = text.text.size();
    if (level > 0)
        text.outline.push_back({words, static_cast<std::uint8_t>(level), begin});
    text.paragraphs.push_back(
        {{begin, begin + words.size()}, level > 0 ? ParagraphKind::Heading : ParagraphKind::Text, static_cast<std::uint8_t>(level)});
    text.text += words + "\n\n";
}

CanonicalText report()
{
    CanonicalText text;
    add(text, "Cairns of the North", 1);
    add(text, "1. Introduction", 2);
    add(text, "Many moors have cairns.");
    add(text, "2 Methods", 2);
    add(text, "2.1 Walks", 2); // as high as its own section, which happens in PDFs
    add(text, "Forty walkers went.");
    add(text, "2.2 Counts", 3);
    add(text, "Each stone was counted.");
    add(text, "3. Conclusions", 2);
    add(text, "Figure 2 shows that most stand alone.");
    add(text, "Figure 2. Cairns by height.");
    text.paragraphs.back().kind = ParagraphKind::Caption;
    add(text, "Table 1: walkers and moors.");
    add(text, "A. Names of the moors", 2);
    add(text, "Blackmoor and Whitemoor.");
    return text;
}

CanonicalText novel()
{
    CanonicalText text;
    add(text, "STAVE  ONE", 1);
    add(text, "A ghost came.");
    add(text, "STAVE  TWO.", 1);
    add(text, "Another came.");
    add(text, "Chapter XII - The Keeper", 1);
    add(text, "He lit the lamp.");
    add(text, "I Am Born", 1);
    add(text, "So it began.");
    return text;
}

CanonicalText printed()
{
    CanonicalText text;
    text.format = DocumentFormat::Pdf;
    text.text = "Preface of the book. The first page ends in the middle of a sentence. Here is the second. It ends.";
    const std::uint64_t second = text.text.find("middle"), third = text.text.find("It ends");
    text.units = {{"iv", {0, second}}, {"1", {second, third}}, {"2", {third, text.text.size()}}};
    return text;
}

struct Read
{
    std::string question, text; // of the parts, "|" between them
};

std::optional<Read> asked(const std::string& question, const CanonicalText& text)
{
    const CanonicalText* const one = &text;
    const auto place = askedPlace(question, {&one, 1});
    if (!place)
        return std::nullopt;
    Read read{place->question, {}};
    for (const DocumentPlace& part : place->within) {
        std::string words = text.text.substr(part.range.begin, part.range.size());
        words.erase(words.find_last_not_of('\n') + 1);
        read.text += (read.text.empty() ? "" : "|") + words;
    }
    return read;
}

}  // namespace

class AskedPlaceTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void partsAreFoundAndTheirNamesLeftOut_data()
    {
        QTest::addColumn<QString>("question");
        QTest::addColumn<QString>("left");
        QTest::addColumn<QString>("begins");
        QTest::addColumn<QString>("ends");
        const auto row = [](const char* question, const char* left, const char* begins, const char* ends) {
            QTest::addRow("%s", question) << QString::fromUtf8(question) << QString::fromLatin1(left) << QString::fromLatin1(begins)
                                          << QString::fromLatin1(ends);
        };
        row("What does section 2 say about stones?", "What does the text say about stones?", "2 Methods", "counted.");
        row("Who counted stones in section 2.2?", "Who counted stones?", "2.2 Counts", "counted.");
        row("In section 2.1, who went?", "Who went?", "2.1 Walks", "went.");
        row("What is in section 3?", "What is the text about?", "3. Conclusions", "moors.");
        row("What happens in section 3?", "What happens in the text?", "3. Conclusions", "moors.");
        row("Summarize chapter 3 of the report.", "Summarize the text.", "3. Conclusions", "moors.");
        row("What does the methods section say about stones?", "What does the text say about stones?", "2 Methods", "counted.");
        row("Summarize the walks section in two sentences.", "Summarize the text in two sentences.", "2.1 Walks", "went.");
        row("What is section 2.2 called?", "What is the text called?", "2.2 Counts", "counted.");
        row("What is the title of the second section?", "What is the text called?", "2 Methods", "counted.");
        row("According to the introduction, what do moors have?", "According to the text, what do moors have?", "1. Introduction",
            "cairns.");
        row("What does the conclusion say about heights?", "What does the text say about heights?", "3. Conclusions", "moors.");
        row("Which moors are named in Appendix A?", "Which moors are named?", "A. Names", "Whitemoor.");
        row("What does figure 2 show?", "What is the text about?", "Figure 2. Cairns", "height.");
        row("How many walkers are in Table 1?", "How many walkers are?", "Table 1:", "moors.");
        row("Who went according to \xc2\xa7 2.1?", "Who went according to the text?", "2.1 Walks", "went.");
    }

    void partsAreFoundAndTheirNamesLeftOut()
    {
        QFETCH(QString, question);
        QFETCH(QString, begins);
        QFETCH(QString, ends);
        const auto read = asked(question.toStdString(), report());
        QVERIFY(read);
        QTEST(QString::fromStdString(read->question), "left");
        QVERIFY2(read->text.starts_with(begins.toStdString()) && read->text.ends_with(ends.toStdString()), read->text.c_str());
    }

    void chaptersAreKnownByAnyNumeral()
    {
        QCOMPARE(asked("Who came in stave two?", novel())->text, std::string("STAVE  TWO.\n\nAnother came."));
        QCOMPARE(asked("Who came in Stave 1?", novel())->text, std::string("STAVE  ONE\n\nA ghost came."));
        QCOMPARE(asked("What did he light in the twelfth chapter?", novel())->text,
                 std::string("Chapter XII - The Keeper\n\nHe lit the lamp."));
        QCOMPARE(asked("What did he light in chapter 12?", novel())->question, std::string("What did he light?"));
        QVERIFY(!asked("Who is born in chapter 1?", novel())); // "I Am Born" has no number
    }

    void numbersThatTheOutlineLeavesOutAreFound()
    {
        CanonicalText text;
        add(text, "Moors", 1);
        add(text, "Walks are many.");
        add(text, "2.1 Wet Moors", 2);
        text.outline.back().text = "Wet Moors"; // as bookmarks have it
        add(text, "Blackmoor is wet.");
        add(text, "Names", 1);
        add(text, "They are old.");
        QCOMPARE(asked("What is wet in section 2.1?", text)->text, std::string("2.1 Wet Moors\n\nBlackmoor is wet."));
        QCOMPARE(asked("What is wet in chapter 2?", text)->text,
                 std::string("Moors\n\nWalks are many.\n\n2.1 Wet Moors\n\nBlackmoor is wet."));
        QVERIFY(!asked("What is wet in chapter 1?", text));
    }

    void severalPartsAreAskedTogether()
    {
        const auto both = asked("What is said in sections 1 and 3?", report());
        QVERIFY(both);
        QVERIFY(both->text.find("Many moors") != std::string::npos && both->text.find("|3. Conclusions") != std::string::npos);
        const auto range = asked("Who is named in sections 1-3?", report());
        QVERIFY(range && range->text.find("Forty walkers") != std::string::npos);
    }

    void pagesAreThoseOfTheirLabelsInWholeSentences()
    {
        QCOMPARE(asked("What is on page 1?", printed())->text, std::string("Here is the second."));
        QVERIFY(!asked("Which story on page i read is long?", printed()));
        QCOMPARE(asked("What is on page iv?", printed())->text,
                 std::string("Preface of the book. The first page ends in the middle of a sentence."));
        QCOMPARE(asked("Who ends on pp. 1-2?", printed())->text, std::string("Here is the second.|It ends."));
        QVERIFY(!asked("What is on page 3?", printed()));
        CanonicalText unlabelled = printed();
        for (SourceUnit& unit : unlabelled.units)
            unit.label.clear();
        QCOMPARE(asked("What is on page 3?", unlabelled)->text, std::string("It ends."));
    }

    void printedPagesOfABookAreItsPages()
    {
        CanonicalText book = printed();
        book.format = DocumentFormat::Epub;
        QVERIFY(!asked("What is on page 1?", book)); // it names none
        book.units = {{"a.xhtml", book.units[0].text}, {"b.xhtml#page=57", book.units[1].text}, {"c.xhtml#page=57", book.units[2].text}};
        QCOMPARE(asked("What is on page 57?", book)->text, std::string("Here is the second. It ends."));
        QCOMPARE(asked("What is on the last page?", book)->text, std::string("Here is the second. It ends."));
        QVERIFY(!asked("What is on page 2?", book));
    }

    void otherQuestionsAreLeftAlone_data()
    {
        QTest::addColumn<QString>("question");
        for (const char* question :
             {"What is the introduction of steam?", "Which section tells of stones?", "What is in section 9?", "Who acted in part 2?",
              "How many chapters are there?", "Which page 1 words are long?", "What is the conclusion of the war?", "Section", ""})
            QTest::addRow("%s", question) << QString::fromLatin1(question);
    }

    void otherQuestionsAreLeftAlone()
    {
        QFETCH(QString, question);
        QVERIFY(!asked(question.toStdString(), report()));
    }

    void sectionsAreFoundByTheWordsOfTheirHeadings()
    {
        const auto names = asked("What does the section on names say?", report());
        QVERIFY(names);
        QVERIFY(names->text.starts_with("A. Names of the moors"));
        QCOMPARE(names->question, std::string("What is the text about?"));
        const auto keeper = asked("In the chapter called The Keeper, what did he light?", novel());
        QVERIFY(keeper);
        QCOMPARE(keeper->question, std::string("What did he light?"));
        QVERIFY(keeper->text.starts_with("Chapter XII"));
        QVERIFY(!asked("What does the section on penguins say?", report()));
        QVERIFY(!asked("What does the section on it say?", report()));
        QVERIFY(!asked("What does the section on", report()));
    }

    void theLastPartIsTheLastThatIsCounted()
    {
        QCOMPARE(asked("Who came in the last stave?", novel())->text, std::string("STAVE  TWO.\n\nAnother came."));
        QVERIFY(asked("What is the last section about?", report())->text.starts_with("A. Names"));
        QCOMPARE(asked("What is on the last page?", printed())->text, std::string("It ends."));
    }

    void ordinalsOfOtherLanguagesAreKnown_data()
    {
        QTest::addColumn<QString>("question");
        QTest::addColumn<QString>("left");
        QTest::addColumn<QString>("begins");
        const auto row = [](const char* question, const char* left, const char* begins) {
            QTest::addRow("%s", question) << QString::fromUtf8(question) << QString::fromUtf8(left) << QString::fromUtf8(begins);
        };
        row("Wer hat im zwölften Kapitel die Lampe angezündet?", "Wer hat die Lampe angezündet?", "Chapter XII");
        row("Was steht in dem letzten Kapitel?", "What is the text about?", "Chapter XII");
        row("Qu'est-ce que le gardien allume dans le douzième chapitre ?", "Qu'est-ce que le gardien allume?", "Chapter XII");
    }

    void ordinalsOfOtherLanguagesAreKnown()
    {
        QFETCH(QString, question);
        QFETCH(QString, begins);
        const auto read = asked(question.toStdString(), novel());
        QVERIFY(read);
        QTEST(QString::fromStdString(read->question), "left");
        QVERIFY2(read->text.starts_with(begins.toStdString()), read->text.c_str());
        QVERIFY(!asked("Wer hat im dritten Kapitel die Lampe angezündet?", novel()));
        QVERIFY(!asked("Wer hat achtes Kapitel gesagt?", report()));
    }

    void beginningAndEndAreStretches()
    {
        CanonicalText text;
        for (int i = 0; i < 400; ++i)
            add(text, "Walk number " + std::to_string(i) + " went on.");
        const auto end = asked("Who walks at the end of the book?", text),
                   beginning = asked("Who walks in the beginning of this story?", text);
        QVERIFY(end && beginning);
        QCOMPARE(end->question, std::string("Who walks?"));
        QVERIFY(end->text.starts_with("Walk number") && end->text.ends_with("399 went on."));
        QVERIFY(end->text.size() > 1800 && end->text.size() < 2100);
        QVERIFY(beginning->text.starts_with("Walk number 0 ") && beginning->text.size() < 2100);
        QVERIFY(!asked("Who walks at the end of the day?", text));
    }

    void everyDocumentThatHasThePartIsAsked()
    {
        const CanonicalText first = report(), second = novel(), third = report();
        const CanonicalText* const all[] = {&first, &second, &third};
        const auto place = askedPlace("What is in section 3?", all);
        QVERIFY(place);
        QCOMPARE(place->within.size(), std::size_t{2});
        QCOMPARE(place->within[1].document, 2u);
    }
};

QTEST_GUILESS_MAIN(AskedPlaceTest)
#include "asked_place_test.moc"
