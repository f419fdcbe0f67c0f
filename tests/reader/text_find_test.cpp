// Finding words in a canonical text.
#include "ui/reader/text_find.h"

#include <QTest>

using namespace cairn;

namespace
{

CanonicalText textOf(const std::vector<std::string>& paragraphs)
{
    CanonicalText text;
    for (const std::string& paragraph : paragraphs) {
        const std::uint64_t begin = text.text.size();
        text.text += paragraph;
        text.paragraphs.push_back({{begin, text.text.size()}, ParagraphKind::Text, 0});
        text.text += "\n\n";
    }
    return text;
}

std::string at(const CanonicalText& text, const std::optional<ByteRange>& range)
{
    return range ? text.text.substr(range->begin, range->size()) : std::string("nothing");
}

}  // namespace

class TextFindTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void goesForwardBackwardAndAround()
    {
        std::vector<std::string> paragraphs;
        for (int i = 0; i < 100; ++i)
            paragraphs.push_back("Paragraph " + std::to_string(i) + ". Words. Words.");
        const CanonicalText text = textOf(paragraphs);
        const auto first = findText(text, QStringLiteral("paragraph 42."), 0);
        QVERIFY(first.has_value());
        QCOMPARE(first->begin, text.paragraphs[42].text.begin);
        QCOMPARE(findText(text, QStringLiteral("paragraph 42."), first->end)->begin, first->begin);   // around
        QCOMPARE(findText(text, QStringLiteral("Paragraph 41."), first->begin, {.backwards = true})->begin, text.paragraphs[41].text.begin);
        QCOMPARE(findText(text, QStringLiteral("words"), text.paragraphs[3].text.end, {.backwards = true})->begin,
                 text.paragraphs[3].text.end - 6);
        QCOMPARE(findText(text, QStringLiteral("words"), 5, {.backwards = true})->begin, text.paragraphs[99].text.end - 6);   // around
        QVERIFY(!findText(text, QStringLiteral("purple"), 0).has_value());
        QVERIFY(!findText(text, QString(), 0).has_value());
        QVERIFY(!findText(CanonicalText(), QStringLiteral("a"), 0).has_value());
    }

    void caseAccentsQuotesAndSpacesMatchAsAsked_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("strict");    // matchCase and matchAccents
        QTest::addColumn<QString>("loose");
        const QString nothing = QStringLiteral("nothing");
        const auto row = [](const char* words, const char* strict, const char* loose) {
            QTest::newRow(words) << QString::fromUtf8(words) << QString::fromUtf8(strict) << QString::fromUtf8(loose);
        };
        row("cafe", "nothing", "Café");
        row("Café", "Café", "Café");
        row("caf\u0065\u0301", "nothing", "Café");
        row("don't", "nothing", "don’t");
        row("\"no\"", "nothing", "“No”");
        row("1914-18", "nothing", "1914–18");
        row("a table", "a\ntable", "a\ntable");
        row("strasse", "nothing", "Straße");
        row("cooperate", "co\u00ADoperate", "co\u00ADoperate");
        row("smile 😀 here", "smile 😀 here", "smile 😀 here");
        row("ŻÓŁĆ", "nothing", "żółć");
    }
    void caseAccentsQuotesAndSpacesMatchAsAsked()
    {
        QFETCH(QString, words);
        QFETCH(QString, strict);
        QFETCH(QString, loose);
        const CanonicalText text =
            textOf({"Plain ASCII first.", "The Café said “No”, and don’t mind 1914–18, a\ntable, Straße, co\u00ADoperate.",
                    "A smile 😀 here and żółć."});
        QCOMPARE(at(text, findText(text, words, 0, {.matchCase = true, .matchAccents = true})), strict.toStdString());
        QCOMPARE(at(text, findText(text, words, 0)), loose.toStdString());
    }

    void allMatchesComeInOrderWithoutOverlap()
    {
        const CanonicalText text = textOf({"aaaa", "b", "Aa"});
        const auto all = findAllText(text, QStringLiteral("aa"));
        QCOMPARE(all, (std::vector<ByteRange>{{0, 2}, {2, 4}, {text.paragraphs[2].text.begin, text.paragraphs[2].text.end}}));
        QCOMPARE(findAllText(text, QStringLiteral("a"), {}, 3).size(), std::size_t(3));
    }
};

QTEST_GUILESS_MAIN(TextFindTest)
#include "text_find_test.moc"
