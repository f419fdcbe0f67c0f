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
        const TextMatches all = findAllText(text, QStringLiteral("aa"));
        QCOMPARE(all.ranges, (std::vector<ByteRange>{{0, 2}, {2, 4}, {text.paragraphs[2].text.begin, text.paragraphs[2].text.end}}));
        QVERIFY(!all.more);
        const TextMatches some = findAllText(text, QStringLiteral("a"), {}, FindWay::Words, 3);
        QCOMPARE(some.ranges.size(), std::size_t(3));
        QVERIFY(some.more);
    }

    // A character may be compared as several letters: matches are whole characters all the same, each once.
    void ligaturesAndSyllablesMatchWhole_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<FindWay>("way");
        QTest::addColumn<QString>("found");
        const auto row = [](const char* words, const char* found, FindWay way = FindWay::Words) {
            QTest::addRow("%s, way %d", words, int(way)) << QString::fromUtf8(words) << way << QString::fromUtf8(found);
        };
        row("s", "S|ß");
        row("s", "S|ß", FindWay::Pattern);
        row("STRAS", "Straß");
        row("finding", "ﬁnding");
        row("i", "ﬁ|i|i");
        row("wait...", "wait…");
        row("abc", "ＡＢＣ");
        row("하", "한");         // as it is typed
        row("한국", "한국");
        row("की", "की");         // no other vowel
        row("कि", "");
        row("か", "か");         // not ga
        row("سلام", "ﺳﻼم");
        row("reword", "re\u200Bword");
        row("می خواهم", "");
        row("میخواهم", "می\u200Cخواهم");
        row("❤", "❤\uFE0F");
    }
    void ligaturesAndSyllablesMatchWhole()
    {
        QFETCH(const QString, words);
        QFETCH(const FindWay, way);
        QFETCH(const QString, found);
        const CanonicalText text = textOf({"Straße, ﬁnding, wait…, ＡＢＣ", "한국, का की कु, がか, ﺳﻼم", "re\u200Bword, می\u200Cخواهم, ❤\uFE0F"});
        QStringList all;
        for (const ByteRange& range : findAllText(text, words, {}, way).ranges)
            all.append(QString::fromStdString(text.text.substr(range.begin, range.size())));
        QCOMPARE(all.join(QLatin1Char('|')), found.normalized(QString::NormalizationForm_C));
    }

    void waysOfSearching_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<FindWay>("way");
        QTest::addColumn<bool>("whole");
        QTest::addColumn<bool>("strict");   // case and accents
        QTest::addColumn<QString>("found");
        const auto row = [](const char* name, const char* words, FindWay way, const char* found, bool whole = false, bool strict = false) {
            QTest::newRow(name) << QString::fromUtf8(words) << way << whole << strict << QString::fromUtf8(found);
        };
        row("within words", "he", FindWay::Words, "he|he|he|he|he|He|he|he");
        row("whole words, curly quotes are none of their letters", "he", FindWay::Words, "he|he|He", true);
        row("near, in any order", "lamp keeper", FindWay::Near, "keeper lit the lamp");
        row("near, the shortest stretch", "the keeper", FindWay::Near, "the keeper");
        row("near, one word", "lamp", FindWay::Near, "lamp|lamp");
        row("near, not across paragraphs", "lamp sleeps", FindWay::Near, "");
        row("near, not far apart", "keeper oil", FindWay::Near, "");
        row("near, nothing but white space", "  ", FindWay::Near, "");
        row("pattern", "l[ia][tm]p?\\b", FindWay::Pattern, "lit|lamp|lamp");
        row("pattern ignores case and accents", "CAFE\\S*", FindWay::Pattern, "café’s");
        row("pattern honours them", "cafe\\S*", FindWay::Pattern, "", false, true);
        row("pattern of nothing", "x*", FindWay::Pattern, "");
    }
    void waysOfSearching()
    {
        QFETCH(const QString, words);
        QFETCH(const FindWay, way);
        QFETCH(const bool, whole);
        QFETCH(const bool, strict);
        QFETCH(const QString, found);
        const CanonicalText text = textOf({"“he said,” the keeper lit the lamp. " + std::string(200, '-') + " the lamp needs oil, he knew.",
                                           "He sleeps; at the café’s door other words."});
        const TextFindOptions options{.matchCase = strict, .matchAccents = strict, .wholeWords = whole};
        QStringList all;
        for (const ByteRange& range : findAllText(text, words, options, way).ranges)
            all.append(QString::fromStdString(text.text.substr(range.begin, range.size())));
        QCOMPARE(all.join(QLatin1Char('|')), found);
    }

    void whiteSpaceOfAnyLengthMatchesAny()
    {
        const CanonicalText text = textOf({"int  main()  {\n\treturn é;\n}"});
        const std::string all = text.text.substr(0, text.paragraphs[0].text.size());
        QCOMPARE(at(text, findText(text, QStringLiteral("int main() { return   e; }"), 0)), all);
        QCOMPARE(at(text, findText(text, QStringLiteral("int\u2028main"), 0)), std::string("int  main"));   // as pasted
        QCOMPARE(findAllText(text, QStringLiteral("\\s{2}"), {}, FindWay::Pattern).ranges.size(), std::size_t(3));
        QCOMPARE(at(text, findText(text, QStringLiteral("int \t main"), 0)), std::string("int  main"));
        const CanonicalText plain = textOf({"no two spaces"});
        QCOMPARE(at(plain, findText(plain, QStringLiteral("two  spaces"), 0)), std::string("two spaces"));
    }

    void wrongAndEndlessPatternsEnd()
    {
        const CanonicalText text = textOf({std::string(5000, 'a') + "!"});
        QVERIFY(!findAllText(text, QStringLiteral("("), {}, FindWay::Pattern).problem.isEmpty());
        const TextMatches endless = findAllText(text, QStringLiteral("(a+a+)+[bc]"), {}, FindWay::Pattern);
        QVERIFY(endless.ranges.empty());
        QVERIFY(endless.more);
    }
};

QTEST_GUILESS_MAIN(TextFindTest)
#include "text_find_test.moc"
