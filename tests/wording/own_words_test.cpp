#include "core/wording/words/own_words.h"

#include <QtTest>

#include <string>

using namespace cairn;

class OwnWordsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void wordsAreFound_data()
    {
        QTest::addColumn<int>("same");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("answer");
        QTest::addColumn<QString>("found");   // parted by "|"
        const auto row = [](SameWords same, const char* text, const char* answer, const char* found) {
            QTest::addRow("%s %d", answer, int(same)) << int(same) << QString::fromUtf8(text) << QString::fromUtf8(answer)
                                                   << QString::fromUtf8(found);
        };
        row(SameWords::Folded, "Drink plenty of water: it helps.", "drink plenty", "Drink plenty");
        row(SameWords::Folded, "By 1910 she had fourteen keepers and four stones.", "four", "four");
        row(SameWords::Folded, "Ada's stone, Ada and a parade.", "Ada", "Ada's|Ada");
        row(SameWords::Folded, "It costs \u00A316 or 16 pence.", "\u00A316", "\u00A316|16");
        row(SameWords::Folded, "A heap\nof stones", "heap of stones", "heap\nof stones");
        row(SameWords::Folded, "Press ^^ or ##.", "##", "##");
        row(SameWords::Folded, "She taught her.", "teach her", "");
        row(SameWords::Stems, "She taught her.", "teach her", "taught her");
        row(SameWords::Stems, "Rare: ringing in the ears, swelling", "ring in the ears", "ringing in the ears");
        row(SameWords::Stems, "She taught her.", "teach", "");
        row(SameWords::Begun, "By 1910 she had fourteen keepers.", "four", "fourteen");
        row(SameWords::Begun, "By 1910 she had fourteen keepers.", "she had four", "she had fourteen");
        row(SameWords::Begun, "By 1910 she had 14 keepers.", "191", "");
        row(SameWords::Begun, "", "four", "");
        row(SameWords::Garbled, "She said: Setting\nstones early costs.", "setstones early costs", "Setting\nstones early costs");
        row(SameWords::Garbled, "From Body to Body\nilluminated by it.", "Body to Bodyilluminated", "Body to Body\nilluminated");
        row(SameWords::Garbled, "It rests while it descales.", "while it descalms", "while it descales");
        row(SameWords::Garbled, "It rests while it descales.", "whilst it descalms", "");   // one alone
        row(SameWords::Garbled, "It rests while it descales.", "it descalms", "");
        row(SameWords::Garbled, "It rests while it sleeps.", "while it descales", "");
    }

    void wordsAreFound()
    {
        QFETCH(int, same);
        QFETCH(QString, text);
        QFETCH(QString, answer);
        const std::string all = text.toStdString();
        std::string words;
        for (const ByteRange& range : ownWords(all, answer.toStdString(), static_cast<SameWords>(same)))
            words += (words.empty() ? "" : "|") + all.substr(range.begin, range.size());
        QTEST(QString::fromStdString(words), "found");
    }
};

QTEST_GUILESS_MAIN(OwnWordsTest)
#include "own_words_test.moc"
