#include "core/wording/quoting/reason.h"

#include <QtTest>

#include <string>
#include <utility>

using namespace cairn;

class ReasonTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void whyIsAsked()
    {
        QVERIFY(asksWhy("Why did it fall?"));
        QVERIFY(asksWhy("Warum fiel es?"));
        QVERIFY(!asksWhy("Who asked why?"));
        QVERIFY(hasReason("It fell because of frost."));
        QVERIFY(hasReason("It is low so that sheep can cross."));
        QVERIFY(!hasReason("It fell so fast that sheep ran."));
    }

    void reasonsStandBeside_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("sentence");
        QTest::addColumn<QString>("both");
        const auto row = [](const char* name, const char* text, const char* sentence, const char* both) {
            QTest::addRow("%s", name) << QString::fromUtf8(text) << QString::fromUtf8(sentence) << QString::fromUtf8(both);
        };
        row("behind", "It rains. Edges are round. This is because sharp ones break. It is late.", "Edges are round.",
            "Edges are round. This is because sharp ones break.");
        row("a reason", "Edges are round. The reason for this is frost.", "Edges are round.",
            "Edges are round. The reason for this is frost.");
        row("before", "It rains. Wages are stiff. For this reason banks aim at two.", "For this reason banks aim at two.",
            "Wages are stiff. For this reason banks aim at two.");
        row("at its end", "The hut is shut in May. Three days must be kept for this. It rains.", "Three days must be kept for this.",
            "The hut is shut in May. Three days must be kept for this.");
        row("therefore", "- The hut is shut. Therefore it is cold.", "Therefore it is cold.", "The hut is shut. Therefore it is cold.");
        row("so", "He was paid nothing. So the keeper gave him oil.", "So the keeper gave him oil.",
            "He was paid nothing. So the keeper gave him oil.");
        row("so do", "Wages fall. So do those of keepers.", "So do those of keepers.", "");
        row("German behind", "Der Beitrag steigt. Das hat nichts damit zu tun, sondern liegt an den Preisen.", "Der Beitrag steigt.",
            "Der Beitrag steigt. Das hat nichts damit zu tun, sondern liegt an den Preisen.");
        row("German before", "Die Preise steigen. Deshalb steigt der Beitrag.", "Deshalb steigt der Beitrag.",
            "Die Preise steigen. Deshalb steigt der Beitrag.");
        row("none", "It rains. Edges are round. It is late.", "Edges are round.", "");
        row("another paragraph", "Edges are round.\n\nBecause it rains, he left.", "Edges are round.", "");
        row("spoken", "Edges are round. This is because \"sharp ones break\".", "Edges are round.", "");
    }

    void reasonsStandBeside()
    {
        QFETCH(QString, text);
        QFETCH(QString, sentence);
        const std::string all = text.toStdString(), words = sentence.toStdString();
        const std::size_t at = all.find(words);
        QVERIFY(at != std::string::npos);
        const auto both = withReasonBeside(all, {at, at + words.size()});
        QTEST(both ? QString::fromStdString(all.substr(both->begin, both->size())) : QString(), "both");
    }

    void theSentenceOfTheQuestionIsFound()
    {
        const std::string text = "Round lamps are old. Edges of stones are round. This is because sharp ones break. Walls stand because "
                                 "they are thick. This is because of mud.";
        Bm25 index;
        index.add(text);
        const auto found = [&](const char* question) {
            const auto reason = reasonBeside(question, text, {0, text.size()}, index);
            return reason ? text.substr(reason->range.begin, reason->range.size()) : std::string();
        };
        QCOMPARE(found("Why are the edges of stones round?"), std::string("Edges of stones are round. This is because sharp ones break."));
        QCOMPARE(found("Where are the edges of stones round?"), std::string());
        QCOMPARE(found("Why do walls stand?"), std::string());   // which its sentence says itself
        QCOMPARE(found("Why do whales sing?"), std::string());
    }
};

QTEST_GUILESS_MAIN(ReasonTest)
#include "reason_test.moc"
