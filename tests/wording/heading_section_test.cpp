#include "core/wording/text/heading_section.h"

#include <QtTest>

using namespace cairn;

namespace
{

std::string_view words(const CanonicalText& text, ByteRange range)
{
    return std::string_view(text.text).substr(range.begin, range.size());
}

// One section, whose heading is the first line
CanonicalText section(const std::string& bytes)
{
    CanonicalText text;
    text.text = bytes;
    text.outline = {{bytes.substr(0, bytes.find('\n')), 1, 0}};
    return text;
}

std::string said(const CanonicalText& text, ByteRange (*below)(const Section&))
{
    const CanonicalText* const documents = &text;
    const std::vector<Section> sections = sectionsOf({&documents, 1});
    return sections.empty() ? std::string("none") : std::string(words(text, below(sections.front())));
}

}  // namespace

class HeadingSectionTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aHeadingStandsWhereItsWordsDo_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("heading");
        QTest::addColumn<QString>("range");
        const std::tuple<const char*, const char*, const char*> rows[] = {
            {"Old moors\n\nWet.", "Old moors", "Old moors"},
            {"Old moors are wet.", "Old moors", "Old moors"},
            {"5.12 Old moors\n\nWet.", "Old moors", "5.12 Old moors"},
            {"Old moors\n\nWet.", "5.12 Old moors", "Old moors"},
            {"Chapter 3\n\nOld moors\n\nWet.", "Old moors", "Chapter 3\n\nOld moors"},
            {"Where\u00A0is  \u2019Tom\u2019? \u0300\nHere.", "Where is `Tom'?", "Where\u00A0is  \u2019Tom\u2019? \u0300"},
            {"5.12 Old moors: wet ones", "Old moors", "5.12 Old moors:"},
            {"Old hills\n\nWet.", "Old moors", ""},
            {"Old", "Old moors", ""},
            {"", "Old moors", ""},
            {"5.12 Moors", "5.12", "5.12"}};
        for (const auto& [text, heading, range] : rows)
            QTest::addRow("%s of %s", heading, text) << QString::fromUtf8(text) << QString::fromUtf8(heading) << QString::fromUtf8(range);
    }

    void aHeadingStandsWhereItsWordsDo()
    {
        QFETCH(QString, text);
        QFETCH(QString, heading);
        CanonicalText document;
        document.text = text.toStdString();
        const ByteRange range = headingRange(document, {heading.toStdString(), 1, 0});
        QTEST(QString::fromStdString(std::string(words(document, range))), "range");
        QCOMPARE(headingRange(document, {heading.toStdString(), 1, 1000}).size(), std::uint64_t{0});
    }

    void sectionsEndAtTheNextHeading()
    {
        CanonicalText text;
        text.text = "Moors (wet)\n\nThey are.\n\nHills\n\nThey are not.";
        text.outline = {{"Moors (wet)", 1, 0}, {"Lakes", 1, 5}, {"Hills", 1, text.text.find("Hills")}};
        const CanonicalText* const documents = &text;
        const std::vector<Section> sections = sectionsOf({&documents, 1});
        QCOMPARE(sections.size(), std::size_t{2});   // no lakes stand there
        QCOMPARE(sections[0].heading, std::string("Moors "));
        QCOMPARE(words(text, sections[0].line), std::string_view("Moors (wet)"));
        QCOMPARE(sections[1].text, std::string_view(text.text));
    }

    void sentencesListsAndCodeAreSaid_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("first");
        QTest::addColumn<QString>("steps");
        const char* const listed = "Moors\n\n- Redmoor\n- Greymoor";
        const std::tuple<const char*, const char*, const char*> rows[] = {
            {"Moors\n\nThey are wet. Are they?\n\nThey are.", "They are wet.", "They are wet."},
            {"Moors\n\n- Redmoor\n- Greymoor\n\nMore.", listed, listed},
            {"Moors\n\nThese are wet:\n\n- Redmoor\n- Greymoor\n\nMore.", "These are wet:\n\n- Redmoor\n- Greymoor",
             "These are wet:\n\n- Redmoor\n- Greymoor"},
            {"Moors\n\nThe following are wet.\n\nMore.", "", ""},
            {"Moors\n\nThey are wet. Drain them as follows.\n\n$ drain\n\nMore.", "They are wet. Drain them as follows.\n\n$ drain",
             "They are wet. Drain them as follows.\n\n$ drain"},
            {"Moors\n\nThey are wet.\n\nBring boots.\n\n1. Dig.\n2. Wait.\n\nMore.", "They are wet.",
             "They are wet.\n\nBring boots.\n\n1. Dig.\n2. Wait."},
            {"Moors\n\nThey are wet.\n\n- Redmoor\n- Greymoor", "They are wet.", "They are wet."},
            {"Moors\n\nOne.\n\nTwo.\n\nThree.\n\n1. Dig.\n2. Wait.", "One.", "One."},
            {"Moors", "", ""}};
        for (const auto& [text, first, steps] : rows)
            QTest::addRow("%s", text) << QString::fromLatin1(text) << QString::fromLatin1(first) << QString::fromLatin1(steps);
    }

    void sentencesListsAndCodeAreSaid()
    {
        QFETCH(QString, text);
        const CanonicalText document = section(text.toStdString());
        QTEST(QString::fromStdString(said(document, saidBelow)), "first");
        QTEST(QString::fromStdString(said(document, stepsBelow)), "steps");
    }

    void codeIsKnownByItsKind()
    {
        CanonicalText text = section("Moors\n\nDrain them with:\n\ndrain --all\n\nMore.");
        QCOMPARE(said(text, saidBelow), std::string());
        const std::uint64_t begin = text.text.find("drain --");
        text.paragraphs = {{{begin, begin + 11}, ParagraphKind::Code}};
        QCOMPARE(said(text, saidBelow), std::string("Drain them with:\n\ndrain --all"));
    }
};

QTEST_APPLESS_MAIN(HeadingSectionTest)
#include "heading_section_test.moc"
