#include "core/wording/quoting/contents.h"

#include <QtTest>

using namespace cairn;

namespace
{

// Each heading's level and words, with a paragraph behind it
CanonicalText textOf(const std::vector<std::pair<std::uint8_t, std::string>>& headings)
{
    CanonicalText text;
    for (const auto& [level, words] : headings) {
        text.outline.push_back({words, level, text.text.size()});
        text.text += words + "\n\nStones.\n\n";
    }
    return text;
}

using Lines = std::vector<std::string>;

Lines headings(const CanonicalText& text, std::string_view kind, std::span<const DocumentPlace> within = {})
{
    const CanonicalText* const documents = &text;
    Lines result;
    for (const DocumentPlace& place : headingsOf(kind, {&documents, 1}, within))
        result.push_back(text.text.substr(place.range.begin, place.range.size()));
    return result;
}

CanonicalText novel()
{
    return textOf({{1, "Title: Stones"},
                   {2, "Author: Jane Roe"},
                   {2, "CHAPTER 1. Moors."},
                   {2, "CHAPTER 2. \"Hills\"."},
                   {2, "CHAPTER 3. Lakes."},
                   {2, "Epilogue"}});
}

CanonicalText stories()
{
    return textOf({{1, "Titlepage"}, {1, "Table of Contents"}, {1, "The Moor"}, {2, "I"}, {2, "II"}, {1, "The Hill"}, {1, "Colophon"}});
}

std::string answer(const CanonicalText& text, bool counted, std::vector<DocumentPlace>& quoted)
{
    const std::string_view bytes = text.text;
    const DocumentTexts texts({bytes});
    const CanonicalText* const documents = &text;
    SaidWords said = contentsAnswer(headingsOf("", {&documents, 1}, {}), texts, counted);
    quoted = std::move(said.places);
    return said.answer;
}

}  // namespace

class ContentsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void partsThatSayWhatTheyAreAreTaken()
    {
        QCOMPARE(headings(novel(), "chapter"), (Lines{"CHAPTER 1. Moors.", "CHAPTER 2. \"Hills\".", "CHAPTER 3. Lakes."}));
        QCOMPARE(headings(novel(), "stave"), Lines());
    }

    void orElseTheHighestHeadings()
    {
        QCOMPARE(headings(stories(), "chapter"), (Lines{"The Moor", "The Hill"}));
        QCOMPARE(headings(stories(), ""), (Lines{"The Moor", "The Hill"}));
        QCOMPARE(headings(stories(), "letter"), Lines());
        QCOMPARE(headings(textOf({{1, "Stones"}, {2, "Moors"}, {2, "Hills"}}), "section"), (Lines{"Moors", "Hills"}));
        QCOMPARE(headings(textOf({{1, "Stones"}}), ""), Lines());
    }

    void numbersSayWhatIsBelow()
    {
        const CanonicalText text = textOf({{2, "1.1 Moors"}, {2, "1.1.1 Wet"}, {2, "1.1.2 Dry"}, {2, "1.2 Hills"}});
        QCOMPARE(headings(text, ""), (Lines{"1.1 Moors", "1.2 Hills"}));
        QCOMPARE(headings(textOf({{2, "1.1 Moors"}, {2, "1.1.1 Wet"}, {2, "1.1.2 Dry"}}), "").size(), std::size_t{3});   // one is no list
    }

    void withinAPartOnlyItsOwnCount()
    {
        const CanonicalText text = stories();
        const DocumentPlace moor{0, {text.outline[2].begin, text.outline[5].begin}};
        QCOMPARE(headings(text, "section", {&moor, 1}), (Lines{"I", "II"}));
    }

    void aHeadingWithTheQuestionsWordsHasThoseBelowIt()
    {
        const CanonicalText text = textOf(
            {{1, "Moors"}, {1, "2. Open Issues"}, {2, "Rain"}, {3, "Much"}, {2, "Wind"}, {1, "Rejected Ideas"}, {2, "Sun"}, {1, "End"}});
        const CanonicalText* const documents = &text;
        const auto under = [&](std::string_view question) {
            Lines result;
            for (const DocumentPlace& place : headingsUnder(question, {&documents, 1}, {}))
                result.push_back(text.text.substr(place.range.begin, place.range.size()));
            return result;
        };
        QCOMPARE(under("What are the open issues?"), (Lines{"Rain", "Wind"}));
        QCOMPARE(under("List the open issues."), (Lines{"Rain", "Wind"}));
        QCOMPARE(under("What are the issues?"), Lines());         // not all of its words
        QCOMPARE(under("What are the rejected ideas?"), Lines()); // one heading is no list
        QCOMPARE(under("What are the?"), Lines());
    }

    void headingsAreWholeLinesOfTheText()
    {
        CanonicalText text = textOf({{1, "1. Moors"}, {1, "2. Hills"}});
        text.outline[0].text = "Moors"; // as an outline of a PDF names it
        text.outline[1].text = "Hills";
        QCOMPARE(headings(text, ""), (Lines{"1. Moors", "2. Hills"}));
    }

    void anIndexIsNoPartAndOtherWordsAreNoHeading()
    {
        CanonicalText text = textOf({{1, "Moors"}, {1, "Hills"}, {1, "Lakes"}, {1, "Index P"}, {1, "Index"}});
        QCOMPARE(headings(text, ""), (Lines{"Moors", "Hills", "Lakes"}));
        text.outline[2].text = "Rivers";
        QCOMPARE(headings(text, ""), (Lines{"Moors", "Hills"}));
    }

    void theAnswerQuotesThem()
    {
        std::vector<DocumentPlace> quoted;
        QCOMPARE(answer(stories(), false, quoted), std::string("\"The Moor\", \"The Hill\""));
        QCOMPARE(quoted.size(), std::size_t{2});
        QCOMPARE(answer(stories(), true, quoted), std::string("2, from \"The Moor\" to \"The Hill\""));
    }

    void headingsWithMarksAreQuotedInOthers()
    {
        std::vector<DocumentPlace> quoted;
        QCOMPARE(answer(textOf({{1, "The \"Moor\""}, {1, "The Hill"}}), false, quoted),
                 std::string("\u201CThe \"Moor\"\u201D, \"The Hill\""));
    }

    void twoOfOneLineAreOne()
    {
        CanonicalText text = textOf({{1, "Moors"}, {1, "Hills"}, {1, "Lakes"}});
        text.outline[2].begin = text.outline[1].begin;
        QCOMPARE(headings(text, ""), (Lines{"Moors", "Hills"}));
    }

    void manyAreCutShort()
    {
        std::vector<std::pair<std::uint8_t, std::string>> many;
        for (int i = 1; i <= 200; ++i)
            many.push_back({1, "Moor " + std::to_string(i)});
        std::vector<DocumentPlace> quoted;
        const std::string cut = answer(textOf(many), false, quoted);
        QVERIFY(cut.size() <= 910);
        QVERIFY(cut.starts_with("\"Moor 1\", \"Moor 2\", "));
        QVERIFY(cut.ends_with(", \u2026, \"Moor 200\""));
        QVERIFY(quoted.size() > 50);
        QCOMPARE(answer(textOf(many), true, quoted), std::string("200, from \"Moor 1\" to \"Moor 200\""));
        QCOMPARE(quoted.size(), std::size_t{2});
    }
};

QTEST_GUILESS_MAIN(ContentsTest)
#include "contents_test.moc"
