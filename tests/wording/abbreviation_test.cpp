#include "core/wording/quoting/abbreviation.h"

#include <QtTest>

using namespace cairn;

namespace
{

QString longForm(std::string_view text, std::string_view abbreviation)
{
    const auto range = spelledOut(text, abbreviation);
    return range ? QString::fromUtf8(text.data() + range->begin, qsizetype(range->size())) : QString();
}

}  // namespace

class AbbreviationTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void questionsForALongFormAreTold_data()
    {
        QTest::addColumn<QString>("abbreviation");
        const std::pair<const char*, const char*> rows[] = {{"What does GIL stand for?", "GIL"},
                                                            {"what does gil stand for", "gil"},
                                                            {"What does the abbreviation PEP stand for?", "PEP"},
                                                            {"What is the PEP short for?", "PEP"},
                                                            {"What does the party of the left stand for?", ""},
                                                            {"What does she stand for?", "she"},   // no text writes it in capitals
                                                            {"What does GIL mean?", ""},
                                                            {"What does X stand for?", ""},
                                                            {"What does stand for?", ""},
                                                            {"", ""}};
        for (const auto& [question, abbreviation] : rows)
            QTest::addRow("%s", question) << QString::fromLatin1(abbreviation);
    }

    void questionsForALongFormAreTold()
    {
        QFETCH(QString, abbreviation);
        const std::string question = QTest::currentDataTag();
        QCOMPARE(QString::fromStdString(std::string(abbreviationAsked(question))), abbreviation);
    }

    void longFormsAreFound_data()
    {
        QTest::addColumn<QString>("abbreviation");
        QTest::addColumn<QString>("found");
        const std::tuple<const char*, const char*, const char*> rows[] = {
            {"CPython's global interpreter lock (\"GIL\") prevents it.", "GIL", "global interpreter lock"},
            {"CPython's global interpreter lock (\u201CGIL\u201D) prevents it.", "GIL", "global interpreter lock"},
            {"The GIL is held. The global interpreter lock (GIL) is gone.", "gil", "global interpreter lock"},
            {"A PEP (Python Enhancement Proposal) is a document.", "PEP", "Python Enhancement Proposal"},
            {"PEP stands for Python Enhancement Proposal. It is short.", "PEP", "Python Enhancement Proposal"},
            {"RAM, short for random-access memory, is fast.", "RAM", "random-access memory"},
            {"magnetic resonance imaging (MRI), and more", "MRI", "magnetic resonance imaging"},
            {"the Hyper Text Markup TextLanguage (HTML)", "HTML", "Hyper Text Markup TextLanguage"},
            {"We like it (it) and go on (GO).", "it", ""},                   // no abbreviation
            {"See the lock (GIL).", "GIL", ""},                              // its letters are not there
            {"The GIL (which threads wait for) is held.", "GIL", ""},
            {"GIL (GIL is long) here", "GIL", ""},                           // itself again
            {"The global\ninterpreter lock (GIL)", "GIL", ""},               // a line apart
            {"GILT (global interpreter lock test)", "GIL", ""},
            {"graphs of an old kind that nobody would ever have called an interesting lock (GIL)", "GIL", ""},   // too many words
            {"", "GIL", ""}};
        for (const auto& [text, abbreviation, found] : rows)
            QTest::addRow("%s", text) << QString::fromLatin1(abbreviation) << QString::fromLatin1(found);
    }

    void longFormsAreFound()
    {
        QFETCH(QString, abbreviation);
        QFETCH(QString, found);
        QCOMPARE(longForm(QTest::currentDataTag(), abbreviation.toStdString()), found);
    }

    void theFirstAllowedOneIsTaken()
    {
        const std::string_view text = "A global interpreter lock (GIL).\n\nThe great inner light (GIL).";
        const DocumentTexts texts({text});
        const auto first = expansionOf("GIL", texts, [](const DocumentPlace&) { return true; });
        QVERIFY(first);
        QCOMPARE(std::string(texts.text(*first)), std::string("global interpreter lock"));
        const auto second = expansionOf("GIL", texts, [&](const DocumentPlace& place) { return place.range.begin > first->range.begin; });
        QVERIFY(second);
        QCOMPARE(std::string(texts.text(*second)), std::string("great inner light"));
        QVERIFY(!expansionOf("GIL", texts, [](const DocumentPlace&) { return false; }));
    }
};

QTEST_GUILESS_MAIN(AbbreviationTest)
#include "abbreviation_test.moc"
