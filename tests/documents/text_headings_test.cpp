// Headings of plain texts: underlined lines and numbers that count up. Titles.
#include "core/documents/text/text_reader.h"
#include "tests/documents/readings.h"

#include <QTest>

using namespace cairn;

class TextHeadingsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void headingsAreTold_data();
    void headingsAreTold();
};

void TextHeadingsTest::headingsAreTold_data()
{
    QTest::addColumn<std::string>("source");
    QTest::addColumn<std::string>("shape");
    QTest::addColumn<std::string>("title");
    const auto row = [](const char* name, const char* source, const char* shape, const char* title) {
        QTest::newRow(name) << std::string(source) << std::string(shape) << std::string(title);
    };
    row("underlined",
        "Terms of use\r\n============\r\n\r\n1. Scope\r\n--------\r\nAll of it.\r\nToday.\r\n\r\n2. End\r\n------\r\n\r\nNever.\r\n",
        "H1 Terms of use\nH2 1. Scope\nT All of it.~Today.\nH2 2. End\nT Never.\n", "Terms of use");
    row("numbers below underlined ones", "1. Scope\n--------\n\n1.1. Who\n\nAll.\n\n2.1. What\n\nIt.\n\n1.2. We are.\n",
        "H1 1. Scope\nH2 1.1. Who\nT All.\nT 2.1. What\nT It.\nT 1.2. We are.\n", "x.txt");
    row("between two lines",
        "A course\n\n~~~~~~~~~~~~~~\nLesson 1.1: Tides\n~~~~~~~~~~~~~~\n\nThey rise.\n\n~~~~~~~~~~~~~~\nLesson 1.2: Ebb\n"
        "~~~~~~~~~~~~~~\nIt falls.\n",
        "T A course\nH1 Lesson 1.1: Tides\nT They rise.\nH1 Lesson 1.2: Ebb\nT It falls.\n", "A course");
    row("rows between lines", "-----\nName\n-----\nAnn\nBob\n-----\n\n=====\nName   Age\n=====\n\n====\na\n===\n\n*****\n",
        "T -----~Name~-----~Ann~Bob~-----\nT =====~Name   Age~=====\nT ====~a~===\nT *****\n", "x.txt");
    row("lines that underline nothing", "Name  Age\n----  ---\nAnn   7\n\nshort\n--------------------\n\n-----\n-----\n\na | b\n-----\n",
        "T Name  Age~----  ---~Ann   7\nT short~--------------------\nT -----~-----\nT a | b~-----\n", "x.txt");
    row("numbers",
        "          THE LICENCE\n\n  0. Definitions.\n\nA is b.\n\n  1. Use With Other Works.\n\nc\n\n1.1 Copies\n\nd\n\n2. END\n\ne\n",
        "T           THE LICENCE\nH1   0. Definitions.\nT A is b.\nH1   1. Use With Other Works.\nT c\nH2 1.1 Copies\nT d\nH1 2. "
        "END\nT e\n",
        "THE LICENCE");
    row("numbers below chapters", "CHAPTER I\n\na\n\n1 One\n\nb\n\n2 Two\n\nc\n\n3 Three\n\nd\n",
        "H2 CHAPTER I\nT a\nH3 1 One\nT b\nH3 2 Two\nT c\nH3 3 Three\nT d\n", "x.txt");
    row("no title of its own", "a\n\n1. One\n\nb\n\n2. Two\n\nc\n\n3. Three\n\nd\n",
        "T a\nH1 1. One\nT b\nH1 2. Two\nT c\nH1 3. Three\nT d\n", "x.txt");
    row("items of a list", "1. Eggs\n\n2. Milk\n\n3. Bread\n\n4. Salt\n\nAll of it.\n",
        "T 1. Eggs\nT 2. Milk\nT 3. Bread\nT 4. Salt\nT All of it.\n", "x.txt");
    row("clauses", "1. The tenant pays rent.\n\na\n\n2. The landlord mends the roof.\n\nb\n\n3. Notice is given in writing:\n\nc\n",
        "T 1. The tenant pays rent.\nT a\nT 2. The landlord mends the roof.\nT b\nT 3. Notice is given in writing:\nT c\n", "x.txt");
    row("numbers that don't count up", "3 Men\n\na\n\n7 Dwarfs\n\nb\n\n12 Angry Men\n\nc\n",
        "T 3 Men\nT a\nT 7 Dwarfs\nT b\nT 12 Angry Men\nT c\n", "x.txt");
    row("chapters and their sections",
        "Fragen und Antworten\n\nInhaltsverzeichnis\n\n1. Über\n    1.1. Was?\n\n"
        "Kapitel 1. Über dieses Buch und seine vielen Leser, die es von vorn bis hinten gelesen haben, und zwar in einem\nZug\n\nx\n\n"
        "1.1. Was ... ist das?\n\ny\n\n1.1.1. Äpfel\n\nz\n\n1.2. Eine lange Frage, die auf der nächsten\nZeile weitergeht?\n\nz\n\n"
        "1.3. Er kam.\n\n1.5. Spät\n\n2.1. Nein\n\nAnhang A. Rest\n\nA.1. Ende\n\nz\n",
        "T Fragen und Antworten\nH2 Inhaltsverzeichnis\nT 1. Über~    1.1. Was?\n"
        "H2 Kapitel 1. Über dieses Buch und seine vielen Leser, die es von vorn bis hinten gelesen haben, und zwar in einem~Zug\nT x\n"
        "H3 1.1. Was ... ist das?\nT y\nH4 1.1.1. Äpfel\nT z\nH3 1.2. Eine lange Frage, die auf der nächsten~Zeile weitergeht?\nT z\n"
        "T 1.3. Er kam.\nT 1.5. Spät\nT 2.1. Nein\nH2 Anhang A. Rest\nH3 A.1. Ende\nT z\n",
        "Fragen und Antworten");
    row("numbered introduction", "1. Introduction\n\na\n\n2. Keys\n\nb\n\n3. Notes\n\nc\n",
        "H1 1. Introduction\nT a\nH1 2. Keys\nT b\nH1 3. Notes\nT c\n", "x.txt");
    row("numbers beside chapters", "Vorwort\n\n1. Zweck\n\na\n\n2. Dank\n\nb\n\n3. Plan\n\nc\n\nKapitel 1\n\n1.1. Anfang\n\nd\n",
        "H2 Vorwort\nH3 1. Zweck\nT a\nH3 2. Dank\nT b\nH3 3. Plan\nT c\nH2 Kapitel 1\nH3 1.1. Anfang\nT d\n", "x.txt");
    row("numbers before letters beyond ASCII", "1. Übersicht\n\na\n\n2. Ändern\n\nb\n\n3. »Öffnen«\n\nc\n",
        "H1 1. Übersicht\nT a\nH1 2. Ändern\nT b\nH1 3. »Öffnen«\nT c\n", "x.txt");
    row("contents have no sections",
        "1. One\n\na\n\n      Table of Contents\n\n  1. One   1\n  2. Two   2\n\n2. Two\n\nb\n\n"
        "2.1 In it\n\nc\n\n3. Three\n\nd\n",
        "H1 1. One\nT a\nH1       Table of Contents\nT   1. One   1~  2. Two   2\nH1 2. Two\nT b\nH2 2.1 In it\nT c\nH1 3. Three\nT d\n",
        "x.txt");
    row("a title below two columns",
        "Working Group                                     A. Author\nNote: 7                                      May 1987\n\n"
        "     THE NAMES OF ALL THINGS AND OF THE ANIMALS IN THE VILLAGE AND\n                              THEIR NUMBERS\n\n1. One\n\na\n\n"
        "2. Two\n\nb\n\n3. Three\n\nc\n",
        "T Working Group                                     A. Author~Note: 7                                      "
        "May 1987\nT      THE NAMES OF ALL THINGS AND OF THE ANIMALS IN THE VILLAGE AND~                              THEIR NUMBERS\n"
        "H1 1. One\nT a\nH1 2. Two\nT b\nH1 3. Three\nT c\n",
        "THE NAMES OF ALL THINGS AND OF THE ANIMALS IN THE VILLAGE AND THEIR NUMBERS");
    row("contents are no title", "it is\n\nContents\n\na\n", "T it is\nH2 Contents\nT a\n", "x.txt");
    row("a manual page",
        "FERRY(1)\t\t\tVillage Manual\t\t\tFERRY(1)\n\nNAME\n       ferry - cross the river\n\nSYNOPSIS\n   Old usage\n"
        "       ferry [-r]\n\nOPTIONS\n       -r     Row.\n\n\t      Slowly.\n\nSEE ALSO\n       boat(1)\n\nVillage\t\t\tMay 2020\t\t\tFERRY(1)\n",
        "T FERRY(1)\t\t\tVillage Manual\t\t\tFERRY(1)\nH1 NAME\nT        ferry - cross the river\nH1 SYNOPSIS\nH2    Old usage\n"
        "T        ferry [-r]\nH1 OPTIONS\nT        -r     Row.\nT \t      Slowly.\nH1 SEE ALSO\nT        boat(1)\n"
        "T Village\t\t\tMay 2020\t\t\tFERRY(1)\n",
        "ferry - cross the river");
    row("a manual page without a name", "boat(3pm)  Manual  boat(3pm)\n\nUSE\n    Row.\n",
        "T boat(3pm)  Manual  boat(3pm)\nH1 USE\nT     Row.\n",
        "boat(3pm)");
    row("numbers below an underlined title", "Contract\n========\n\n1. Rent\n\n1.1 It is due.\n\n2. Heat\n\n2.1 It is on.\n\n3. End\n\nz\n",
        "H1 Contract\nH2 1. Rent\nT 1.1 It is due.\nH2 2. Heat\nT 2.1 It is on.\nH2 3. End\nT z\n", "Contract");
    row("items below an underlined title", "Shopping\n========\n\n1. Eggs\n\n2. Milk\n\n3. Bread\n\n4. Salt\n\nAll of it.\n",
        "H1 Shopping\nT 1. Eggs\nT 2. Milk\nT 3. Bread\nT 4. Salt\nT All of it.\n", "Shopping");
    row("numbers in a text that underlines", "Title\n=====\n\nScope\n-----\n\n1. One\n\na\n\n2. Two\n\nb\n\n3. Three\n\nc\n",
        "H1 Title\nH2 Scope\nT 1. One\nT a\nT 2. Two\nT b\nT 3. Three\nT c\n", "Title");
    row("numbers right above their clauses",
        "Contract\n\n1. Rent\n1.1 It is due on Mondays.\n1.2 It is low.\n2. Heat\n2.1. It is on.\n\n"
        "3. End\n3.1 All of it ends on a day\nin May.\n",
        "T Contract\nH1 1. Rent\nT 1.1 It is due on Mondays.~1.2 It is low.\nH1 2. Heat\nT 2.1. It is on.\nH1 3. End\n"
        "T 3.1 All of it ends on a day~in May.\n",
        "Contract");
    row("rows of contents", "Contents of it\n\n1. Rent\n1.1 Due\n2. Heat\n2.1 On\n3. End\n3.1 When\n\n1. Rent ... 1\n1.1 Due ... 1\n",
        "T Contents of it\nT 1. Rent~1.1 Due~2. Heat~2.1 On~3. End~3.1 When\nT 1. Rent ... 1~1.1 Due ... 1\n", "x.txt");
    row("two right above their clauses", "1. Rent\n1.1 It is due.\n2. Heat\n2.1 It is on.\n",
        "T 1. Rent~1.1 It is due.~2. Heat~2.1 It is on.\n", "x.txt");
    row("two alone", "1. One\n\na\n\n2. Two\n\nb\n", "T 1. One\nT a\nT 2. Two\nT b\n", "x.txt");
}

void TextHeadingsTest::headingsAreTold()
{
    QFETCH(std::string, source);
    QFETCH(std::string, shape);
    QFETCH(std::string, title);
    const auto text = test::readWith(readText, source, "x.txt");
    QVERIFY2(text.has_value(), text ? "" : text.error().message.c_str());
    QCOMPARE(QString::fromStdString(test::shape(*text)), QString::fromStdString(shape));
    QCOMPARE(QString::fromStdString(text->title), QString::fromStdString(title));
    QCOMPARE(test::violation(*text, {source}), QString());
}

QTEST_APPLESS_MAIN(TextHeadingsTest)
#include "text_headings_test.moc"
