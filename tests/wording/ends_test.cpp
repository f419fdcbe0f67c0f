#include "core/wording/text/ends.h"

#include <QtTest>

using namespace cairn;

namespace
{

std::string said(End end, const CanonicalText& text, std::span<const DocumentPlace> within = {})
{
    const CanonicalText* const documents = &text;
    const auto place = endOf(end, {&documents, 1}, within, [](const DocumentPlace&) { return true; });
    return place ? text.text.substr(place->range.begin, place->range.size()) : std::string();
}

void add(CanonicalText& text, const std::string& heading, const std::string& words)
{
    text.outline.push_back({heading, 1, text.text.size()});
    text.text += heading + "\n\n" + words + "\n\n";
}

CanonicalText book()
{
    CanonicalText text;
    add(text, "Titlepage", "This book is free. Take it.");
    add(text, "Chapter 1", "Call me Ada. I walked." + std::string(300, 'x') + ".");
    add(text, "Chapter 2", "Nobody came " + std::string(300, 'x') + ". The lamp went out. It was night.");
    add(text, "Colophon", "This book was set in lead.");
    add(text, "Uncopyright", "Do good.");
    return text;
}

}  // namespace

class EndsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void theTextBeginsBehindItsTitlePage() { QCOMPARE(said(End::First, book()), std::string("Call me Ada.")); }

    void theTextEndsBeforeItsColophon() { QCOMPARE(said(End::Last, book()), std::string("The lamp went out. It was night.")); }

    void aPartHasItsOwnEnds()
    {
        const CanonicalText text = book();
        const DocumentPlace second{0, {text.outline[2].begin, text.outline[3].begin}};
        QVERIFY(said(End::First, text, {&second, 1}).starts_with("Nobody came"));
        QCOMPARE(said(End::Last, text, {&second, 1}), std::string("The lamp went out. It was night."));
    }

    void aPartsCourseIsItsHeadingAndItsEnds()
    {
        CanonicalText text;
        text.outline.push_back({"Chapter 1", 1, 0});
        text.text = "Chapter 1\n\n";
        add(text, "The Moor", "Ada came. It rained " + std::string(300, 'x') + ". She slept.");
        add(text, "Chapter 2", "Ben came. And " + std::string(300, 'x') + ". He left.");
        add(text, "Chapter 3", "Nobody came.");
        const CanonicalText* const documents = &text;
        const auto courseOfPart = [&](std::size_t heading, std::uint64_t end, std::string_view barred = {}) {
            const DocumentPlace part{0, {text.outline[heading].begin, end}};
            std::string course;
            const auto allowed = [&](const DocumentPlace& place) {
                return barred.empty() || text.text.substr(place.range.begin, place.range.size()) != barred;
            };
            for (const DocumentPlace& place : courseOf({&documents, 1}, {&part, 1}, allowed))
                course += text.text.substr(place.range.begin, place.range.size()) + "|";
            return course;
        };
        const std::uint64_t second = text.outline[2].begin, third = text.outline[3].begin;
        QCOMPARE(courseOfPart(0, second), std::string("The Moor|Ada came.|She slept.|"));
        QCOMPARE(courseOfPart(0, second, "The Moor"), std::string("Ada came.|She slept.|"));
        QCOMPARE(courseOfPart(0, second, "She slept."), std::string());
        QCOMPARE(courseOfPart(2, third), std::string("Ben came.|He left.|"));
        QCOMPARE(courseOfPart(3, text.text.size()), std::string());   // its end is its beginning
    }

    void headingsAreNoSentences()
    {
        CanonicalText text;
        add(text, "CHAPTER 1. Loomings.", "Call me Ada.");
        add(text, "The end.", "");
        QCOMPARE(said(End::First, text), std::string("Call me Ada."));
        QCOMPARE(said(End::Last, text), std::string("Call me Ada."));
    }

    void referencesThatTheOutlineLacksEndTheText()
    {
        CanonicalText text;
        add(text, "1. Stones", "References tell more. We counted them.");
        text.text += "References\n\n[1] A. Rowe. Stones, 1851.";
        QCOMPARE(said(End::Last, text), std::string("References tell more. We counted them."));
    }

    void aTextWithoutHeadingsIsTakenWhole()
    {
        CanonicalText text;
        text.text = "Notes\n\nOne came. Two went.\n\nThe end";
        QCOMPARE(said(End::First, text), std::string("One came. Two went."));
        QCOMPARE(said(End::Last, text), std::string("One came. Two went.")); // a line that is no sentence ends nothing
        text.text = "No sentence";
        QCOMPARE(said(End::Last, text), std::string());
        QCOMPARE(said(End::First, CanonicalText()), std::string());
    }
};

QTEST_GUILESS_MAIN(EndsTest)
#include "ends_test.moc"
