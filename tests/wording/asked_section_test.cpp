#include "core/wording/questions/asked_section.h"

#include <QtTest>

using namespace cairn;

namespace
{

std::string topic(std::string_view question)
{
    return std::string(sectionTopic(question));
}

CanonicalText lease()
{
    CanonicalText text;
    text.text = "1. Rent\n\nIt is due.\n\n2. Notices\n\nBy hand.\n\n3. Notices of the keeper\n\nBy gull.";
    for (const char* heading : {"1. Rent", "2. Notices", "3. Notices of the keeper"})
        text.outline.push_back({heading, 1, text.text.find(heading)});
    return text;
}

}  // namespace

class AskedSectionTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void topicsAreTold()
    {
        QCOMPARE(topic("Which section covers fair use?"), std::string("fair use"));
        QCOMPARE(topic("What clause deals with the end of the lease?"), std::string("end of the lease"));
        QCOMPARE(topic("Which chapter of the book is about tides?"), std::string("tides"));
        QCOMPARE(topic("Which article says how notices are given?"), std::string("notices are given"));
        for (const char* const other : {"Which section is the longest?", "What does section 2 say about tides?",
                                        "Which keeper covers the boat?", "Which section?", "Which part covers it?"})
            QVERIFY2(topic(other).empty(), other);
    }

    void whereItSaysSomethingIsAskedFor()
    {
        const auto asked = [](std::string_view question) { return std::string(whereSaidTopic(question)); };
        QCOMPARE(asked("Where does it say that dogs are welcome?"), std::string("dogs are welcome"));
        QCOMPARE(asked("Where does the contract say that the keeper pays?"), std::string("keeper pays"));
        QCOMPARE(asked("Where is it stated that notices are given?"), std::string("notices are given"));
        QCOMPARE(asked("Where are the fees mentioned?"), std::string("fees"));
        for (const char* const other : {"Where does Ben live?", "Where did Ben say it was?", "Where is it?", "Where are dogs welcome?"})
            QVERIFY2(asked(other).empty(), other);
    }

    void topicsOfDocumentsAreTold()
    {
        const auto asked = [](std::string_view question) { return std::string(documentTopic(question)); };
        QCOMPARE(asked("Which paper uses penguins for classification?"), std::string("uses penguins for classification"));
        QCOMPARE(asked("Which of the two leases is about boats?"), std::string("boats"));
        QCOMPARE(asked("In which book is a whale hunted?"), std::string("whale hunted"));
        QCOMPARE(asked("Which of these texts mentions oil?"), std::string("oil"));
        QCOMPARE(asked("Which guide mentions oil?"), std::string("oil"));
        QCOMPARE(asked("Which of the studies covers tides?"), std::string("tides"));
        for (const char* const other : {"Which paper?", "What does the paper say about oil?", "Which keeper uses paper?",
                                        "Which paper is it?", "Which section of the paper covers oil?"})
            QVERIFY2(asked(other).empty(), other);
    }

    void headingsAreFoundByTheirWords()
    {
        const CanonicalText text = lease();
        const std::vector<const CanonicalText*> documents{&text};
        Bm25 index;
        index.add(text.text);
        const auto heading = [&](std::string_view words, std::string_view barred = {}) {
            const auto found = headingOn(words, 0.6, documents, index, [&](const DocumentPlace& place) {
                return barred.empty() || text.text.substr(place.range.begin, place.range.size()) != barred;
            });
            return found ? text.text.substr(found->place.range.begin, found->place.range.size()) : std::string();
        };
        QCOMPARE(heading("notices"), std::string("2. Notices"));
        QCOMPARE(heading("notices", "2. Notices"), std::string("3. Notices of the keeper"));
        QCOMPARE(heading("the keeper's notices"), std::string("3. Notices of the keeper"));
        QCOMPARE(heading("tides"), std::string());
        QVERIFY(!headingOn("zebras", 0, documents, index, [](const DocumentPlace&) { return true; }));   // stands nowhere
    }

    void theHeadingAboveAPlaceIsFound()
    {
        const CanonicalText text = lease();
        const std::vector<const CanonicalText*> documents{&text};
        const auto above = headingAbove({0, {text.text.find("By hand"), text.text.find("By hand") + 8}}, documents);
        QVERIFY(above);
        QCOMPARE(text.text.substr(above->range.begin, above->range.size()), std::string("2. Notices"));
        CanonicalText plain;
        plain.text = "It is due.";
        const std::vector<const CanonicalText*> others{&plain};
        QVERIFY(!headingAbove({0, {0, 5}}, others));
    }
};

QTEST_APPLESS_MAIN(AskedSectionTest)
#include "asked_section_test.moc"
