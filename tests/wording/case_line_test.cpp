#include "core/wording/quoting/case_line.h"

#include <QtTest>

#include <string>

using namespace cairn;

namespace
{

std::string lineFor(std::string_view question, std::string_view text, std::string_view answer)
{
    const std::size_t at = text.find(answer);
    const auto line = lineOfAskedCase(question, text, {at, at + answer.size()});
    return line ? std::string(text.substr(line->begin, line->size())) : std::string();
}

}  // namespace

class CaseLineTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void theLineOfTheCaseAskedForIsTold()
    {
        constexpr std::string_view kText = "Rain\nRain at Holm 2023: 40 mm\nRain at Holm 2022: 30 mm\nRain at Holm 2021: 20 mm\n"
                                           "Snow at Holm 2021: 3 mm\nTide: high\nCount: 5";
        QCOMPARE(lineFor("How much rain fell at Holm in 2021?", kText, "40 mm"), std::string("Rain at Holm 2021: 20 mm"));
        QCOMPARE(lineFor("How much rain fell at Holm in 2022?", kText, "40"), std::string("Rain at Holm 2022: 30 mm"));
        QCOMPARE(lineFor("How much rain fell at Holm in 2023?", kText, "40 mm"), std::string());   // it is that of the case
        QCOMPARE(lineFor("How much rain fell in 2020?", kText, "40 mm"), std::string());           // no line is
        QCOMPARE(lineFor("How much rain fell at Holm?", kText, "40 mm"), std::string());
        QCOMPARE(lineFor("How much rain fell in 2021?", kText, "Rain"), std::string());            // behind no label
        QCOMPARE(lineFor("What is the count of the tide?", kText, "high"), std::string());         // a label of one word
    }

    void linesBeforeAreLookedAtToo()
    {
        constexpr std::string_view kText = "Price of the small boat: 3\nPrice of the large boat: 5";
        QCOMPARE(lineFor("What is the small boat's price?", kText, "5"), std::string("Price of the small boat: 3"));
        QCOMPARE(lineFor("What is the small boat's price?", kText, "3"), std::string());
    }
};

QTEST_GUILESS_MAIN(CaseLineTest)
#include "case_line_test.moc"
