// Sections by the names that people give them.
#include "app/cli/named_section.h"

#include <QtTest>

#include <string>

using namespace cairn;

namespace
{

// Headings of these levels, a line of text behind each.
CanonicalText rules(std::initializer_list<std::pair<int, const char*>> headings)
{
    CanonicalText document;
    for (const auto& [level, heading] : headings) {
        document.outline.push_back({heading, std::uint8_t(level), document.text.size()});
        document.text += std::string(heading) + "\n\nWords.\n\n";
    }
    return document;
}

}  // namespace

class NamedSectionTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aSectionIsNamed_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("begins");   // empty: none, or several
        QTest::addColumn<QString>("next");     // the heading that it ends before
        QTest::newRow("by its heading") << "Fees" << "Fees" << "6.10 Fees of boats";
        QTest::newRow("capitals aside") << "fees of BOATS" << "6.10 Fees of boats" << "7 Notices";
        QTest::newRow("by its number") << "6" << "6 Money" << "7 Notices";
        QTest::newRow("by a part's number") << "6.1" << "6.1. Rent" << "Fees";
        QTest::newRow("by a word that no other has") << "notices" << "7 Notices" << "";
        QTest::newRow("by a word of several") << "boats and fees" << "" << "";
        QTest::newRow("a beginning that all have") << "The" << "" << "";
        QTest::newRow("part of a word") << "Notice" << "" << "";
        QTest::newRow("nothing") << " " << "" << "";
    }
    void aSectionIsNamed()
    {
        QFETCH(QString, name);
        QFETCH(QString, begins);
        QFETCH(QString, next);
        const std::vector<CanonicalText> documents{
            rules({{1, "6 Money"}, {2, "6.1. Rent"}, {2, "Fees"}, {2, "6.10 Fees of boats"}, {1, "7 Notices"}})};
        const auto found = sectionNamed(name.toStdString(), documents);
        QCOMPARE(found.has_value(), !begins.isEmpty());
        if (!found)
            return;
        const std::string& text = documents.front().text;
        QVERIFY(text.substr(found->range.begin).starts_with(begins.toStdString()));
        QCOMPARE(found->range.end, next.isEmpty() ? text.size() : text.find("\n" + next.toStdString() + "\n") + 1);
    }

    void whereNoneIsMeantHeadingsAreTold()
    {
        const std::vector<CanonicalText> documents{rules({{1, "Rent"}, {1, "Fees"}, {2, "Boats"}, {1, "Notices"}}), rules({})};
        const auto told = sectionNamed("harbour", documents);
        QVERIFY(!told && told.error().message.ends_with("There is 'Rent', 'Fees', 'Boats' and more."));
        const auto few = sectionNamed("harbour", std::vector<CanonicalText>{rules({{1, "Rent"}})});
        QVERIFY(!few && few.error().message.ends_with("There is 'Rent'."));
        const auto none = sectionNamed("harbour", std::vector<CanonicalText>{rules({})});
        QVERIFY(!none && none.error().message.ends_with("its documents have no headings."));
    }

    void ofSeveralNoneIsGuessed()
    {
        const std::vector<CanonicalText> documents{rules({{1, "The Rent"}, {1, "Fees"}}), rules({{1, "The Rent"}, {1, "The Keeper"}})};
        const auto both = sectionNamed("the rent", documents);
        QVERIFY(!both && both.error().message.find("may be 2 sections: 'The Rent', 'The Rent'.") != std::string::npos);
        const auto first = sectionNamed("The", documents);
        QVERIFY(!first && first.error().message.find("may be 3 sections") != std::string::npos);
        const auto keeper = sectionNamed("keeper", documents);
        QVERIFY(keeper && keeper->document == 1);
    }
};

QTEST_APPLESS_MAIN(NamedSectionTest)
#include "named_section_test.moc"
