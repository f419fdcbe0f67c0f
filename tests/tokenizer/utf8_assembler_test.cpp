// Streamed bytes come out as whole characters, and wrong ones as U+FFFD.
#include "core/tokenizer/utf8_assembler.h"
#include "tests/tokenizer/token_checks.h"

#include <QTest>

using namespace cairn;

class Utf8AssemblerTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void charactersArriveWhole();
    void anyCutGivesTheSameText();
    void wrongBytesBecomeReplacements_data();
    void wrongBytesBecomeReplacements();
    void whateverComesTheTextIsValid();
};

void Utf8AssemblerTest::charactersArriveWhole()
{
    Utf8Assembler assembler;
    QCOMPARE(assembler.add("a\xE2"), std::string("a"));
    QCOMPARE(assembler.add("\x82"), std::string());
    QCOMPARE(assembler.pending(), std::string_view("\xE2\x82"));
    QCOMPARE(assembler.add("\xAC" "b"), std::string("\xE2\x82\xAC" "b"));
    QVERIFY(assembler.pending().empty());
    QCOMPARE(assembler.finish(), std::string());
}

void Utf8AssemblerTest::anyCutGivesTheSameText()
{
    std::mt19937 random(20267);
    for (int i = 0; i < 200; ++i) {
        const std::string text = testing::randomText(random, 60);
        Utf8Assembler assembler;
        std::string out;
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t n = 1 + random() % 3;
            out += assembler.add(std::string_view(text).substr(at, n));
            at += n;
        }
        QCOMPARE(out + assembler.finish(), text);
    }
}

void Utf8AssemblerTest::wrongBytesBecomeReplacements_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("text");
    const QByteArray r("\xEF\xBF\xBD");
    QTest::addRow("lone continuation") << QByteArray("a\x80" "b") << "a" + r + "b";
    QTest::addRow("cut off by a letter") << QByteArray("\xE2\x82" "b") << r + "b";
    QTest::addRow("cut off by another character") << QByteArray("\xE2\x82\xC3\xA9") << r + QByteArray("\xC3\xA9");
    QTest::addRow("cut off by the end") << QByteArray("a\xF0\x9F") << "a" + r;
    QTest::addRow("overlong") << QByteArray("\xC0\xAF") << r + r;
    QTest::addRow("overlong of three") << QByteArray("\xE0\x80\xAF") << r + r + r;
    QTest::addRow("surrogate") << QByteArray("\xED\xA0\x80") << r + r + r;
    QTest::addRow("too large") << QByteArray("\xF4\x90\x80\x80") << r + r + r + r;
    QTest::addRow("0xFF") << QByteArray("\xFF") << r;
}

void Utf8AssemblerTest::wrongBytesBecomeReplacements()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, text);
    Utf8Assembler assembler;
    const std::string out = assembler.add(bytes.toStdString());
    QCOMPARE(out + assembler.finish(), text.toStdString());
}

void Utf8AssemblerTest::whateverComesTheTextIsValid()
{
    std::mt19937 random(20268);
    for (int i = 0; i < 2000; ++i) {
        std::string bytes(random() % 20, '\0');
        for (char& c : bytes)
            c = static_cast<char>(random());
        Utf8Assembler assembler;
        const std::string out = assembler.add(bytes);
        QVERIFY(isValidUtf8(out + assembler.finish()));
    }
}

QTEST_GUILESS_MAIN(Utf8AssemblerTest)
#include "utf8_assembler_test.moc"
