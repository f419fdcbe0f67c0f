// Places are named as a reader would name them.
#include "ui/run.h"
#include "ui/text_direction.h"

#include "ui/elided_place.h"
#include "ui/place_called.h"

#include <QFontMetrics>
#include <QGuiApplication>
#include <QTest>

using namespace cairn;

namespace
{

// Paragraphs of 10 bytes each; headings where `levels` is not 0.
CanonicalText textOf(const std::vector<std::uint8_t>& levels, const std::vector<std::string>& headings = {"Heading"})
{
    CanonicalText document;
    for (const std::uint8_t level : levels) {
        const std::uint64_t begin = document.text.size();
        document.text += "123456789\n";
        document.paragraphs.push_back({{begin, begin + 9}, level ? ParagraphKind::Heading : ParagraphKind::Text, level});
        if (level)
            document.outline.push_back({headings[document.outline.size() % headings.size()], level, begin});
    }
    return document;
}

}  // namespace

class RunTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aPlaceWithoutRoomIsCutOnceBeforeItsEnd();
    void aLongTitleIsCutInASentence();
    void titlesThatBeginAlikeAreToldApart();
    void placesOfTextsAreChapterAndParagraph_data();
    void placesOfTextsAreChapterAndParagraph();
    void chaptersAreCalledByTheirHeadings();
    void placesOfPdfsArePageAndSheetWhereTheyDiffer();
    void placesOfBooksArePagesWhereTheyNameThem();
    void blocksAreNamedByTheirFirstCharacter();
    void aBlockIsShownForTheWordsCitedInIt();
    void aRemovedDocumentNamesNoPlaces();
    void whatIsReadFromRightToLeftKeepsToItself();
    void placesAreFoundByWhatTheyAreCalled_data();
    void placesAreFoundByWhatTheyAreCalled();
};

void RunTest::placesOfTextsAreChapterAndParagraph_data()
{
    QTest::addColumn<QByteArray>("levels");
    QTest::addColumn<int>("byte");
    QTest::addColumn<QString>("label");
    QTest::newRow("no headings") << QByteArray("\0\0\0", 3) << 25 << "par. 3";
    QTest::newRow("title alone is no chapter") << QByteArray("\1\0\0", 3) << 25 << "par. 2";
    QTest::newRow("second chapter") << QByteArray("\1\2\0\0\2\0\0", 7) << 61 << "Heading, par. 2";
    QTest::newRow("on the heading itself") << QByteArray("\1\2\0\0\2\0\0", 7) << 41 << "Heading, par. 1";
    QTest::newRow("before the first chapter") << QByteArray("\0\1\0\1\0", 5) << 3 << "par. 1";
    QTest::newRow("chapters of the one large part") << QByteArray("\1\0\1\2\0\2\0\0\0\1\0", 11) << 73 << "Heading, par. 2";
    QTest::newRow("sections inside count on") << QByteArray("\1\0\2\0\1\0", 6) << 33 << "Heading, par. 2";
}

void RunTest::placesOfTextsAreChapterAndParagraph()
{
    QFETCH(QByteArray, levels);
    QFETCH(int, byte);
    QFETCH(QString, label);
    const CanonicalText document = textOf({levels.begin(), levels.end()});
    QCOMPARE(placeLabel(document, std::uint64_t(byte)), label);
}

void RunTest::chaptersAreCalledByTheirHeadings()
{
    const CanonicalText document =
        textOf({1, 0, 1, 0, 1, 0, 1, 0},
               {"Down the Rabbit-Hole", "XII.", "5.1 Devices and their keepers", "In which a very long heading goes on and on"});
    QCOMPARE(placeLabel(document, 10), QStringLiteral("Down the Rabbit-Hole, par. 1"));
    QCOMPARE(placeLabel(document, 30), QStringLiteral("ch. XII, par. 1"));
    QCOMPARE(placeWithSection(document, 30), QStringLiteral("XII., par. 1"));
    QCOMPARE(placeLabel(document, 50), QStringLiteral("sec. 5.1, par. 1"));
    QCOMPARE(placeLabel(document, 70), QStringLiteral("In which a very long heading goes on and on, par. 1"));
    const CanonicalText endless = textOf({1, 0, 1, 0}, {std::string(60, 'a') + " heading that never ends", "Ships"});
    QCOMPARE(placeLabel(endless, 10), QString(60, u'a') + QStringLiteral(" heading th…, par. 1"));
}

void RunTest::placesOfPdfsArePageAndSheetWhereTheyDiffer()
{
    CanonicalText document = textOf({0, 0, 0});
    document.format = DocumentFormat::Pdf;
    document.units = {{"i", {0, 10}}, {"2", {10, 20}}, {"1", {20, 30}}};
    QCOMPARE(placeLabel(document, 0), QStringLiteral("p. i (PDF 1)"));
    QCOMPARE(placeLabel(document, 0, PageWords::Label), QStringLiteral("p. i"));
    QCOMPARE(placeLabel(document, 10), QStringLiteral("p. 2"));
    QCOMPARE(placeLabel(document, 29), QStringLiteral("p. 1 (PDF 3)"));
}

void RunTest::placesOfBooksArePagesWhereTheyNameThem()
{
    CanonicalText document = textOf({0, 0, 0});
    document.format = DocumentFormat::Epub;
    document.units = {{"a.xhtml", {0, 10}}, {"a.xhtml#page=57", {10, 20}}, {"b.xhtml#page=58", {20, 30}}};
    QCOMPARE(placeLabel(document, 0), QStringLiteral("par. 1"));
    QCOMPARE(placeLabel(document, 10), QStringLiteral("p. 57"));
    QCOMPARE(placeWithSection(document, 29), QStringLiteral("p. 58"));
}

void RunTest::blocksAreNamedByTheirFirstCharacter()
{
    auto document = std::make_shared<CanonicalText>(textOf({0, 0, 0}));
    document->title = "Whales";
    Run run;
    run.documents = {document};
    run.map = std::make_shared<StreamMap>();
    QVERIFY(run.blockLabel(0).isEmpty() && run.blockText(0).empty());
    StreamMapData map{2, 2, {{2, 8}}, {0, 0, 5, 10, 15, 20, 25, 30}};   // block 0 is prefix alone
    run.map = std::make_shared<StreamMap>(map);
    QVERIFY(run.blockLabel(0).isEmpty() && run.blockText(0).empty());
    QCOMPARE(run.blockLabel(2), QStringLiteral("par. 2"));
    QCOMPARE(run.blockText(2), std::string("123456789\n"));
    QVERIFY(run.blockLabel(4).isEmpty());
    run.documents.push_back(document);
    QCOMPARE(run.blockLabel(2), QStringLiteral("Whales, par. 2"));
    auto second = std::make_shared<CanonicalText>(textOf({0}));
    second->title = "Ships";
    run.documents = {document, second};
    StreamMapData both{2, 0, {{0, 3}, {3, 5}}, {10, 20, 30, 5, 10}};
    run.map = std::make_shared<StreamMap>(both);
    QCOMPARE(run.blockLabel(0), QStringLiteral("Whales, par. 1"));
    QCOMPARE(run.blockLabel(1), QStringLiteral("Whales, par. 3 and Ships, par. 1"));
    auto damaged = std::make_shared<CanonicalText>();   // it can't be read from its file
    damaged->title = "Whales";
    run.documents = {damaged, second};
    QCOMPARE(run.blockText(1), second->text.substr(0, 5));
    QVERIFY(run.blockText(0).empty() && run.blockLabel(0).startsWith(QStringLiteral("Whales")));
}

void RunTest::aPlaceWithoutRoomIsCutOnceBeforeItsEnd()
{
    const QFontMetrics letters(QGuiApplication::font());
    const auto cutTo = [&](const QString& place, const QString& shown) {
        return elidedPlace(letters, place, letters.horizontalAdvance(shown) + 2);
    };
    const QString whole = QStringLiteral("A Foolish Consistency…, par. 9");
    QCOMPARE(cutTo(whole, whole), whole);
    QCOMPARE(cutTo(whole, QStringLiteral("A Foolish Co…, par. 9")), QStringLiteral("A Foolish Co…, par. 9"));
    const QString middle = cutTo(QStringLiteral("A Foolish Consistency, par. 9"), QStringLiteral("A Foolish Co…, par. 9"));
    QCOMPARE(middle.count(u'…'), qsizetype(1));
    QVERIFY(middle.startsWith(QStringLiteral("A Foo")) && middle.endsWith(QStringLiteral("par. 9")));
    QCOMPARE(cutTo(QStringLiteral("Docstring Conventions, Rationale, par. 4"), QStringLiteral("Docstring Conv…, par. 4")),
             QStringLiteral("Docstring Conv…, par. 4"));   // not "Docstring …le, par. 4"
    QCOMPARE(cutTo(QStringLiteral("Lease of the warehouse, sec. 5.1, par. 4"), QStringLiteral("Lease of t…, sec. 5.1, par. 4")),
             QStringLiteral("Lease of t…, sec. 5.1, par. 4"));
    QCOMPARE(cutTo(whole, QStringLiteral("A…9")).count(u'…'), qsizetype(1));   // no room for the end
}

void RunTest::aLongTitleIsCutInASentence()
{
    const QString title = QStringLiteral("Landmark Attention: Random-Access Infinite Context Length for Transformers");
    const QString cut = titleInSentence(title);
    QCOMPARE(cut, QStringLiteral("Landmark Attention: Random-Access Infin…gth for Transformers"));
    QCOMPARE(titleInSentence(cut), cut);
    QCOMPARE(titleInSentence(std::string("On\n whales ")), QStringLiteral("On whales"));
    const QString faces = QStringLiteral("👩‍🔬").repeated(40);   // each one of five
    QString left = titleInSentence(faces);
    QVERIFY(left.size() <= 62 && left.contains(u'…'));
    QCOMPARE(left.remove(QStringLiteral("👩‍🔬")), QStringLiteral("…"));
}

void RunTest::titlesThatBeginAlikeAreToldApart()
{
    const QStringList leases{QStringLiteral("Lease of the north warehouse"), QStringLiteral("Lease of the  south warehouse"),
                             QStringLiteral("Harbour fees")};
    QCOMPARE(distinctTitle(leases, 0), QStringLiteral("…north warehouse"));
    QCOMPARE(distinctTitle(leases, 1), QStringLiteral("…south warehouse"));
    QCOMPARE(distinctTitle(leases, 2), QStringLiteral("Harbour fees"));
    const QStringList alike{QStringLiteral("Notes"), QStringLiteral("Notes"), QStringLiteral("Notes on ships")};
    QCOMPARE(distinctTitle(alike, 0), QStringLiteral("Notes"));
    QCOMPARE(distinctTitle(alike, 2), QStringLiteral("…on ships"));
}

// A title in Arabic: what stands behind it is not read into it.
void RunTest::whatIsReadFromRightToLeftKeepsToItself()
{
    const QString title = QStringLiteral("\u0627\u0644\u0628\u062D\u0631"), apart = QChar(0x2068) + title + QChar(0x2069);
    auto document = std::make_shared<CanonicalText>(textOf({1, 0, 1, 0}, {title.toStdString(), "Ships"}));
    document->title = title.toStdString();
    QCOMPARE(placeLabel(*document, 10), apart + QStringLiteral(", par. 1"));
    QCOMPARE(placeWithSection(*document, 10), apart + QStringLiteral(", par. 1"));
    QCOMPARE(placeLabel(*document, 30), QStringLiteral("Ships, par. 1"));
    QCOMPARE(placeCalled(*document, placeLabel(*document, 10), 0), std::optional<std::uint64_t>(document->paragraphs[1].text.begin));
    QCOMPARE(placeCalled(*document, title, 30), std::optional<std::uint64_t>(0));
    Run run;
    run.documents = {document, document};
    QCOMPARE(run.labelOf({0, {30, 31}}), apart + QStringLiteral(", Ships, par. 1"));
    QCOMPARE(titleInSentence(title), apart);
    QCOMPARE(titleInSentence(apart), apart);
    QCOMPARE(titleInSentence(QStringLiteral("Über Wäle")), QStringLiteral("Über Wäle"));
    QCOMPARE(withoutIsolates(run.labelOf({0, {30, 31}})), title + QStringLiteral(", Ships, par. 1"));
    QCOMPARE(withWholeIsolates(QStringLiteral("Who? (wi…") + title.right(3) + QChar(0x2069) + QStringLiteral(", 2)")),
             QStringLiteral("Who? (wi…") + QChar(0x2068) + title.right(3) + QChar(0x2069) + QStringLiteral(", 2)"));
    QCOMPARE(withWholeIsolates(apart.left(4) + QStringLiteral("…")), apart.left(4) + QStringLiteral("…") + QChar(0x2069));
    QCOMPARE(withWholeIsolates(apart), apart);
    const QString place = apart + QStringLiteral(", par. 1");
    const QFontMetrics letters(QGuiApplication::font());
    const int least = letters.horizontalAdvance(QStringLiteral("…, par. 1")) + 20;
    for (int width = letters.horizontalAdvance(place) - 2; width > least; width -= 5) {
        const QString cut = elidedPlace(letters, place, width);
        QVERIFY2(cut.count(QChar(0x2068)) == cut.count(QChar(0x2069)) && cut.endsWith(QStringLiteral(", par. 1")), qPrintable(cut));
    }
}

void RunTest::aBlockIsShownForTheWordsCitedInIt()
{
    auto document = std::make_shared<CanonicalText>(textOf({0, 0, 0, 0}));
    Run run;
    run.documents = {document};
    run.map = std::make_shared<StreamMap>(StreamMapData{2, 0, {{0, 4}}, {10, 20, 30, 40}});
    QCOMPARE(run.shownLabel(0), QStringLiteral("par. 1"));
    QVERIFY(run.shownPlace(0) == (DocumentPlace{0, {0, 20}}) && !run.shownPlace(2));
    Citation citation;
    citation.range = {12, 24};
    run.answer.citations = {citation};
    for (const std::uint32_t block : {0u, 1u}) {   // its sentence begins in the one and ends in the other
        QCOMPARE(run.shownLabel(block), QStringLiteral("par. 2"));
        QVERIFY(run.shownPlace(block) == (DocumentPlace{0, {12, 24}}));
    }
    QCOMPARE(run.blockLabel(0), QStringLiteral("par. 1"));
    run.map = std::make_shared<StreamMap>();
    QVERIFY(!run.shownPlace(0) && run.shownLabel(0).isEmpty() && !run.citedIn(0));
}

// One that is no more says nothing of the others; an answer from a memory that held it goes on naming both.
void RunTest::aRemovedDocumentNamesNoPlaces()
{
    auto document = std::make_shared<CanonicalText>(textOf({0, 0, 0}));
    document->title = "Whales";
    Run run;
    run.documents = {document, document};
    run.map = std::make_shared<StreamMap>(StreamMapData{2, 0, {{0, 3}, {3, 3}}, {10, 20, 30}});
    QCOMPARE(run.blockLabel(0), QStringLiteral("Whales, par. 1"));
    run.removed = 1;
    QCOMPARE(run.blockLabel(0), QStringLiteral("par. 1"));
}

void RunTest::placesAreFoundByWhatTheyAreCalled_data()
{
    QTest::addColumn<QString>("words");
    QTest::addColumn<int>("byte");
    QTest::newRow("label") << "ch. XII, par. 2" << 50;
    QTest::newRow("heading") << "down the rabbit-hole" << 0;
    QTest::newRow("its beginning") << "down" << 0;
    QTest::newRow("within a heading") << "keepers" << 60;
    QTest::newRow("cut heading") << "In which a very long…, par. 1" << 100;
    QTest::newRow("section") << "sec. 5.1" << 60;
    QTest::newRow("number") << "12" << 30;
    QTest::newRow("numeral") << "xii" << 30;
    QTest::newRow("which one, where none has the number") << "4" << 90;
    QTest::newRow("number and paragraph") << "12, 1" << 40;
    QTest::newRow("paragraph of the chapter in sight") << "par. 2" << 80;
    QTest::newRow("no such paragraph") << "12, 3" << -1;
    QTest::newRow("no such chapter") << "13" << -1;
    QTest::newRow("no such heading") << "Whales" << -1;
    QTest::newRow("nothing") << "  " << -1;
}

void RunTest::placesAreFoundByWhatTheyAreCalled()
{
    QFETCH(QString, words);
    QFETCH(int, byte);
    const CanonicalText document =
        textOf({1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0},
               {"Down the Rabbit-Hole", "XII.", "5.1 Devices and their keepers", "In which a very long heading goes on and on"});
    QCOMPARE(int(std::int64_t(placeCalled(document, words, 75).value_or(std::uint64_t(-1)))), byte);
    const CanonicalText plain = textOf({0, 0, 0});
    QCOMPARE(placeCalled(plain, QStringLiteral("2"), 0), std::optional<std::uint64_t>(10));
    CanonicalText pages = textOf({1, 0, 1, 0}, {"Ships", "Whales"});
    pages.format = DocumentFormat::Pdf;
    pages.units = {{"1", {0, 40}}};
    QCOMPARE(placeCalled(pages, QStringLiteral("2"), 0), std::optional<std::uint64_t>());
    QCOMPARE(placeCalled(pages, QStringLiteral("whales"), 0), std::optional<std::uint64_t>(20));
}

QTEST_MAIN(RunTest)
#include "run_test.moc"
