#include "core/wording/quoting/summary.h"

#include <QtTest>

using namespace cairn;

namespace
{

void addParagraph(CanonicalText& text, const std::string& words, ParagraphKind kind = ParagraphKind::Text)
{
    if (kind == ParagraphKind::Heading)
        text.outline.push_back({words, 1, text.text.size()});
    text.paragraphs.push_back({{text.text.size(), text.text.size() + words.size()}, kind, 1});
    text.text += words + "\n\n";
}

CanonicalText report(const std::string& abstractHeading = {}, const std::string& abstractText = {})
{
    CanonicalText text;
    addParagraph(text, "Cairns of the North", ParagraphKind::Heading);
    if (!abstractHeading.empty())
        addParagraph(text, abstractHeading, ParagraphKind::Heading);
    if (!abstractText.empty())
        addParagraph(text, abstractText);
    addParagraph(text, "Where they stand", ParagraphKind::Heading);
    addParagraph(text, "Most cairns of the northern moors stand beside old paths that shepherds use in winter. A few fell. "
                       "They are taller there than cairns beside roads, rivers, woods and walls of stone.");
    addParagraph(text, "The weather was cold that year and boots of many visitors were lost in bogs.");
    addParagraph(text, "Who builds them", ParagraphKind::Heading);
    addParagraph(text, "Shepherds build cairns beside paths before winter hides the moors under deep snow. \"Stones are patient,\" "
                       "said one of the shepherds who build cairns beside old paths on the moors.");
    addParagraph(text, "References", ParagraphKind::Heading);
    addParagraph(text, "Walker wrote of cairns, moors, paths, winter and shepherds beside many other old things.");
    return text;
}

const auto kAll = [](const DocumentPlace&) { return true; };

QStringList said(std::size_t sentences, const std::vector<const CanonicalText*>& documents, const std::vector<DocumentPlace>& within = {},
                 const std::function<bool(const DocumentPlace&)>& allowed = kAll)
{
    QStringList all;
    for (const DocumentPlace& place : summaryOf(sentences, documents, within, allowed))
        all.push_back(QString::fromStdString(documents[place.document]->text.substr(place.range.begin, place.range.size())));
    return all;
}

const QString kWhere = QStringLiteral("Most cairns of the northern moors stand beside old paths that shepherds use in winter.");
const QString kWho = QStringLiteral("Shepherds build cairns beside paths before winter hides the moors under deep snow.");

}  // namespace

class SummaryTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void frequentWordsOfEachSectionAreSaid()
    {
        const CanonicalText text = report();
        QCOMPARE(said(2, {&text}), QStringList({kWhere, kWho}));   // neither the weather, nor who is quoted, nor the references
    }

    void anAbstractIsTheSummary()
    {
        const CanonicalText headed = report("Abstract", "We count cairns. There are nine. None is lost.");
        QCOMPARE(said(2, {&headed}), QStringList(QStringLiteral("We count cairns. There are nine.")));
        const CanonicalText opened = report({}, "Abstract. We count cairns. There are nine.");
        QCOMPARE(said(5, {&opened}), QStringList(QStringLiteral("We count cairns. There are nine.")));
    }

    void ofSeveralDocumentsEachIsSaid()
    {
        const CanonicalText first = report("Abstract", "We count cairns. There are nine."), second = report();
        QCOMPARE(said(5, {&first, &second}).size(), 2);
    }

    void aPartIsSummedUpAlone()
    {
        const CanonicalText text = report();
        QCOMPARE(said(1, {&text}, {{0, {text.outline[2].begin, text.outline[3].begin}}}), QStringList(kWho));
    }

    void whatMayNotBeReadIsLeftOut()
    {
        const CanonicalText text = report();
        const auto allowed = [&](const DocumentPlace& place) { return place.range.begin < text.outline[2].begin; };
        const QStringList places = said(2, {&text}, {}, allowed);
        QVERIFY(places.contains(kWhere));
        QVERIFY(!places.contains(kWho));
    }

    void aStoryIsNotSummedUp()
    {
        CanonicalText text;
        for (int i = 0; i < 4; ++i) {
            addParagraph(text, "Ada walked over the moors, past cairns and paths, until the winter came to her door.");
            addParagraph(text, "\"Stones are patient,\" said Ada.");
        }
        QVERIFY(said(5, {&text}).isEmpty());
        QVERIFY(said(5, {}).isEmpty());
    }
};

QTEST_GUILESS_MAIN(SummaryTest)
#include "summary_test.moc"
