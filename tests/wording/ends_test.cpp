#include "core/wording/ends.h"

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
