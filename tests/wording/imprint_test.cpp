#include "core/wording/text/imprint.h"

#include <QtTest>

using namespace cairn;

namespace
{

bool anything(const DocumentPlace&)
{
    return true;
}

QString authors(std::string_view text, const std::string& metadata = {})
{
    const DocumentTexts texts({text});
    CanonicalText document;
    document.author = metadata;
    const CanonicalText* const documents = &document;
    const auto place = authorsOf(texts, {&documents, 1}, anything);
    return place ? QString::fromStdString(std::string(texts.text(*place))) : QString();
}

QString date(std::string_view text)
{
    const DocumentTexts texts({text});
    const auto place = dateOf(texts, anything);
    return place ? QString::fromStdString(std::string(texts.text(*place))) : QString();
}

}  // namespace

class ImprintTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void namesAreTold_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("names");
        QTest::addColumn<bool>("listed");
        const std::tuple<const char*, bool, bool> rows[] = {
            {"Jane Roe", true, false},
            {"Jane Roe 1,2", true, true},
            {"Jane Roe*", true, true},
            {"Andrew Waterman1, Krste Asanovi\u0107 1,2", true, true},
            {"S. K. Morgan Ernest 1,2, Hao Ye 1,4, and Ethan P. White 1,2,3", true, true},
            {"Jack Atkinson 1\u00B6 and Jim Denholm 1", true, true},
            {"Sven A. van der Burg 1, Pranav Chandramouli 1, Anne Fouilloux 2,", true, true},
            {"Jean-Luc O\u2019Brien & \u00C9lise de la Tour", true, true},
            {"J. Roe (1), Bo Lund (1,2), Ada Low [a]", true, true},
            {"Jane Roe (born 1950)", false, false},
            {"(1) Jane Roe", false, false},
            {"Jane", false, false},
            {"jane roe", false, false},
            {"Department of Physics, University of Leeds", false, false},
            {"We count the stones of nine moors.", false, false},
            {"A Way to Count the Stones", false, false},
            {"Jane Roe: a life", false, false},
            {"", false, false},
            {"1, 2", false, false},
            {"5.1.1 Memorized Secrets", false, false},
            {"One Two Three Four Five Six", false, false}};
        for (const auto& [text, names, listed] : rows)
            QTest::addRow("%s", text) << QString::fromUtf8(text) << names << listed;
    }

    void namesAreTold()
    {
        QFETCH(QString, text);
        QTEST(areNames(text.toStdString(), false), "names");
        QTEST(areNames(text.toStdString(), true), "listed");
    }

    void authorsAreFound_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("authors");
        const std::pair<const char*, const char*> rows[] = {
            {"Title: Stones\n\nAuthor: Jane Roe\n\nYear: 1851\n\nCall me Jane.", "Jane Roe"},
            {"PEP: 8\nAuthor: Jane Roe <jane at example.org>\nStatus: Final", "Jane Roe"},
            {"PEP: 8\nAuthors: Jane Roe <a@b.c>, Bo Lund <d@e.f>\nStatus: Final", "Jane Roe <a@b.c>, Bo Lund <d@e.f>"},
            {"Stones\n\nBy Jane Roe.\n\nImprint", "Jane Roe"},
            {"STONES\n\nby\n\nJane Roe\n\nLondon", "Jane Roe"},
            {"Stones\n\nBy Jane Roe, our reporter. 22 May 2025\n\nMore.", "Jane Roe"},
            {"Stones\n\nBy J. Roe, Bo Lund | 2025-05-22\n\nMore.", "J. Roe, Bo Lund"},
            {"Stones\n\nBy Queen Anne, the hill was bare.\n\nMore.", ""},
            {"Stones: A Count\n\nJ. Roe (1), Bo Lund (1,2)\n\n(1) School of Stones", "J. Roe (1), Bo Lund (1,2)"},
            {"Stones\n\nBy counting stones we learn.\n\nMore.", ""},
            {"Stones\nVersion 2\n\nEditors: Jane Roe1, Bo Lund1,2\n1Cairns Inc.", "Editors: Jane Roe1, Bo Lund1,2"},
            {"Stones: A Count\n\nJane Roe\njane@example.org\n\nAbstract. We count.", "Jane Roe"},
            {"A course on stones\n\nJane Roe 1,2, Bo Lund 3, and\nAda de Vries 2\n\n1 School of Stones",
             "Jane Roe 1,2, Bo Lund 3, and\nAda de Vries 2"},
            {"Stones\n\nJane Roe 1, Bo Lund 1,\n\nAda Low 1, Cy Dee\nEee 1, and Flo Gee 6\n\n1 A Center",
             "Jane Roe 1, Bo Lund 1,\n\nAda Low 1, Cy Dee\nEee 1, and Flo Gee 6"},
            {"Stones\n\nData Collection\n\nWe went to nine moors.", ""},
            {"Author: Jane Roe <a@b.c>,\nBo Lund <d@e.f>,\nEve Hale\nStatus: Final", "Jane Roe <a@b.c>,\nBo Lund <d@e.f>,\nEve Hale"},
            {"Author: Jane Roe,\nStatus: Final", "Jane Roe"},
            {"Author: Jane Roe,\n\nStones are old.", "Jane Roe"},
            {"Stones and\nAuthors of papers retain copyright.\n\nMore.", ""},
            {"It was a dark night.\n\nJane Roe came in.", ""},
            {"", ""}};
        for (const auto& [text, names] : rows)
            QTest::addRow("%.30s", text) << QString::fromUtf8(text) << QString::fromUtf8(names);
    }

    void authorsAreFound()
    {
        QFETCH(QString, text);
        const std::string bytes = text.toStdString();
        QFETCH(QString, authors);
        QCOMPARE(::authors(bytes), authors);
    }

    void whomTheFileNamesCountsWhereTheTextHasTheName()
    {
        QCOMPARE(authors("Stones\n\nI am Jane Roe, and I count.", "Jane Roe"), QStringLiteral("Jane Roe"));
        QCOMPARE(authors("Stones\n\nI count.", "Jane Roe"), QString());
    }

    void namesFarBelowTheTitleAreNoAuthors()
    {
        const std::string text = "Stones\n\n" + std::string(2000, 'x') + "\n\nJane Roe, Bo Lund\n\nMore.";
        QCOMPARE(authors(text), QString());
    }

    void namesMayStandInParagraphsOfTheirOwn()
    {
        QCOMPARE(authors("Old Stones\n\nJane Roe\n\nBo Lund\n\nCopyright 2001 Jane Roe\n\nWe count."),
                 QStringLiteral("Jane Roe\n\nBo Lund"));
        QCOMPARE(authors("Old Stones\n\nGrey Rocks\n\nWet Moors\n\nWe count."), QString());   // never named again
    }

    void whatIsNotAllowedIsNotGiven()
    {
        const DocumentTexts texts({"Author: Jane Roe\n\nStones.", "Author: Bo Lund\n\nMore."});
        const auto place = authorsOf(texts, {}, [](const DocumentPlace& names) { return names.document == 1; });
        QVERIFY(place);
        QCOMPARE(std::string(texts.text(*place)), std::string("Bo Lund"));
    }

    void datesAreFound()
    {
        QCOMPARE(date("Stones\n\nSubmitted: 4 January 2023\nPublished: 23 August 2023\n\nWe count."),
                 QStringLiteral("Published: 23 August 2023"));
        QCOMPARE(date("PEP: 8\nCreated: 05-Jul-2001\nStatus: Active"), QStringLiteral("Created: 05-Jul-2001"));
        QCOMPARE(date("Stones\n\nYear: 1851"), QStringLiteral("Year: 1851"));
        QCOMPARE(date("Submitted: 4 May 2024 Published: 5 May 2025"), QStringLiteral("Published: 5 May 2025"));
        QCOMPARE(date("Date: unknown\n\nStones."), QString());
        QCOMPARE(date("Stones\n\nBy Jane Roe, our reporter. 22 May 2025\n\nMore."), QStringLiteral("22 May 2025"));
        QCOMPARE(date("Stones\n\nMay 31, 2022\n\nMore."), QStringLiteral("May 31, 2022"));
        QCOMPARE(date("Stones\n\n2025-05-22\n\nMore."), QStringLiteral("2025-05-22"));
        QCOMPARE(date("Stones\n\nMai 2022\n\nCopyright 2021 Moors"), QStringLiteral("Copyright 2021 Moors"));
        QCOMPARE(date("Stones\n\nOn 22 May 2025 I counted.\n\nMore."), QString());
        QCOMPARE(date("Stones\n\nOne.\n\nTwo.\n\nThree.\n\nFour.\n\n22 May 2025"), QString());   // of a letter in it
        QCOMPARE(date("Dated stones: 12 of them."), QString());
    }

    void aDateHasAYear()
    {
        QVERIFY(mayBeDate("on 5 May 2025"));
        QVERIFY(!mayBeDate("Chapter 1"));
        QVERIFY(!mayBeDate(""));
    }

    void mailsSayWhoWroteThemAndWhen()
    {
        const std::string mail = "From: Jane Roe <jane@example.org>\nTo: list\nSubject: Lost objects\nDate: 16 Oct 2013 04:34:01\n\nI found them.";
        const DocumentTexts texts({mail});
        const auto author = authorsOf(texts, {}, anything), date = dateOf(texts, anything);
        QVERIFY(author && date);
        QCOMPARE(std::string(texts.text(*author)), std::string("Jane Roe"));
        QCOMPARE(QString::fromStdString(std::string(texts.text(*date))), QStringLiteral("Date: 16 Oct 2013 04:34:01"));
    }

    void linesMayBeShorterThanLabels()
    {
        const std::string text = "A report\n\nher";   // "herausgegeben von" is longer
        QVERIFY(!authorsOf(DocumentTexts({text}), {}, [](const DocumentPlace&) { return true; }));
    }

    void onlyOpeningsAndTheEndsOfBooksTellWhoMadeThem()
    {
        const std::string paper(30'000, 'x'), book(300'000, 'x');
        const std::vector<DocumentPlace> parts = imprintParts(DocumentTexts({paper, book, ""}));
        QCOMPARE(parts.size(), std::size_t{3});
        QCOMPARE(parts[0], (DocumentPlace{0, {0, 2000}}));
        QCOMPARE(parts[1], (DocumentPlace{1, {0, 6000}}));
        QCOMPARE(parts[2], (DocumentPlace{1, {296'000, 300'000}}));
    }

    void aSentenceNamesTheAuthors()
    {
        const std::string body = "How to fill a lamp.\n\n" + std::string(9'000, 'x') + "\n\n";
        QCOMPARE(authors(body + "This tutorial was written by Jane C. Roe and Ada Lund, Colorado School of Mines, in 1999."),
                 QStringLiteral("Jane C. Roe and Ada Lund"));
        QCOMPARE(authors(body + "This guide was originally compiled by Bo Lund."), QStringLiteral("Bo Lund"));
        QCOMPARE(authors("A tale.\n\nThis letter was written by hand.\n\nIt was written by Bo Lund."), QString());   // the letter?
        QCOMPARE(authors(body + "This is known. The songs were written by Bo Lund."), QString());
    }

    void whereTheEndNamesThemIsPartOfTheImprint()
    {
        const std::string body = "How to fill a lamp.\n\n" + std::string(20'000, 'x') + "\n\n";
        const std::string last = "This guide was written by Bo Lund, of Holm.";
        const std::string told = body + last, other = body + "The lamp was made by Bo Lund, of Holm.";
        const std::vector<DocumentPlace> parts = imprintParts(DocumentTexts({told}));
        QCOMPARE(parts.size(), std::size_t(2));
        QVERIFY(parts.back() == (DocumentPlace{0, {body.size(), told.size()}}));
        QCOMPARE(imprintParts(DocumentTexts({other})).size(), std::size_t(1));
    }

    void addressesNeedBeNoUniversities()
    {
        QCOMPARE(authors("A Way to Count\n\nJane Roe\nInstitut f\u00FCr Statistik, Wien\n\nAda Lund\nLamps GmbH\n\nAbstract\n\nWe count."),
                 QStringLiteral("Jane Roe\nInstitut f\u00FCr Statistik, Wien\n\nAda Lund"));
    }
};

QTEST_GUILESS_MAIN(ImprintTest)
#include "imprint_test.moc"
