#include "core/wording/quoting/asked_age.h"

#include <QtTest>

#include <string>
#include <utility>

using namespace cairn;

namespace
{

constexpr const char* kText = "Ben Rowe came with thirty-one dogs. The tram, of 1930, has a driver. The driver of the lorry, a man of 58 "
                              "from Lund, was unhurt. I do not blame Ben Rowe, who was nineteen and had no lamp.\n\n"
                              "Jo, a man of 60, sat. Ada said that Finn would be eleven in May. Eve was at sea for 9 years. Eve, a 44-year-old keeper, left. "
                              "How old is Cleo? Cleo was one of nine walkers. Dora turned forty.\n\n"
                              "The official pronunciation of Lund is loond. Moor is short.";

}  // namespace

class AskedAgeTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void agesAreTold_data()
    {
        QTest::addColumn<QString>("sentence");
        const std::pair<const char*, const char*> rows[] = {
            {"How old is the lorry driver?", "The driver of the lorry, a man of 58 from Lund, was unhurt."},
            {"How old was Ben Rowe?", "I do not blame Ben Rowe, who was nineteen and had no lamp."},
            {"How old is Finn?", "Ada said that Finn would be eleven in May."},
            {"How old is Jo?", "Jo, a man of 60, sat."},
            {"How old is Eve?", "Eve, a 44-year-old keeper, left."},
            {"How old is Dora?", "Dora turned forty."},
            {"How old is Cleo?", ""},
            {"How old is the tram?", ""},
            {"How old is it?", ""},
            {"How long is Eve at sea?", ""}};
        for (const auto& [question, sentence] : rows)
            QTest::addRow("%s", question) << QString::fromLatin1(sentence);
    }

    void agesAreTold()
    {
        const DocumentTexts texts({kText});
        const auto told = ageTold(QTest::currentDataTag(), texts, [](const DocumentPlace&) { return true; });
        QTEST(told ? QString::fromStdString(std::string(texts.text(*told))) : QString(), "sentence");
    }

    void pronunciationsAreTold()
    {
        const DocumentTexts texts({kText});
        const auto told = [&](const char* question, bool allowed = true) {
            const auto place = pronunciationTold(question, texts, [=](const DocumentPlace&) { return allowed; });
            return place ? std::string(texts.text(*place)) : std::string();
        };
        const std::string said = "The official pronunciation of Lund is loond.";
        QCOMPARE(told("How is Lund pronounced?"), said);
        QCOMPARE(told("How do you pronounce Lund?"), said);
        QCOMPARE(told("How is Lund pronounced?", false), std::string());
        QCOMPARE(told("How is Moor pronounced?"), std::string());
        QCOMPARE(told("How is Lund built?"), std::string());
    }
};

QTEST_GUILESS_MAIN(AskedAgeTest)
#include "asked_age_test.moc"
