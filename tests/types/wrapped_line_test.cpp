#include "core/types/wrapped_line.h"

#include <QtTest>

using namespace cairn;

class WrappedLineTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aSentenceGoesOnBehindALongLine_data()
    {
        QTest::addColumn<int>("width");
        QTest::addColumn<QByteArray>("next");
        QTest::addColumn<bool>("isWrap");
        const auto row = [](const char* name, int width, const char* next, bool isWrap) {
            QTest::newRow(name) << width << QByteArray(next) << isWrap;
        };
        row("words", 60, "and so on", true);
        row("a verse", 30, "and so on", false);
        row("the end", 60, "", false);
        row("a blank line", 60, "\nand so on", false);
        row("bullet", 60, "\u2022 one", false);
        row("dash", 60, "\u2013 one", false);
        row("star", 60, "* one", false);
        row("number", 60, "12. one", false);
        row("number of a year", 60, "1984. one", true);
        row("number in brackets", 60, "(12) one", false);
        row("roman number", 60, "(iv) one", false);
        row("a word in brackets", 60, "(and so on)", true);
        row("letter", 60, "b) one", false);
        row("a hyphenated word", 60, "-like", true);
        row("a number", 60, "3.5 metres", true);
        row("one letter", 60, "a whale", true);
    }
    void aSentenceGoesOnBehindALongLine()
    {
        QFETCH(int, width);
        QFETCH(QByteArray, next);
        QFETCH(bool, isWrap);
        QCOMPARE(isWrapped(std::size_t(width), std::string_view(next.constData(), std::size_t(next.size()))), isWrap);
    }
};

QTEST_GUILESS_MAIN(WrappedLineTest)
#include "wrapped_line_test.moc"
