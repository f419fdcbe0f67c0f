// Passages as cards show them: the block's own words, weights on words, cited stretches, excerpts; the word diff.
#include "made_run.h"

#include "ui/pictures/numbers.h"
#include "ui/study/passage.h"
#include "ui/study/passage_layout.h"
#include "ui/study/text_diff.h"

#include <QPainter>
#include <QtTest>

using namespace cairn;

class PassageViewTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void textIsTheBlocksOwn()
    {
        const auto run = madeRun();
        for (std::uint32_t block = 0; block < run->map->pieces(); ++block) {
            const Passage passage = passageOf(*run, block, {});
            QCOMPARE(passage.text, QString::fromStdString(run->blockText(block)).simplified());
        }
    }

    void everyTokensWeightLandsOnItsWord()
    {
        const auto run = madeRun();
        std::vector<float> weights(8, 0.0f);
        weights[5] = 2.0f;
        const Passage passage = passageOf(*run, 21, weights);
        QCOMPARE(passage.words.size(), std::size_t(1));
        const QStringList words = QString::fromStdString(run->blockText(21)).simplified().split(QLatin1Char(' '));
        QCOMPARE(passage.text.mid(passage.words[0].begin, passage.words[0].end - passage.words[0].begin), words[5]);
        QCOMPARE(passage.peak(), 2.0f);
    }

    void citedStretchIsTheCitationsBytes()
    {
        const auto run = madeRun();
        const Citation& citation = run->answer.citations[0];
        const Passage passage = passageOf(*run, citation.blocks[0], {});
        QCOMPARE(passage.cited.size(), std::size_t(1));
        const std::string bytes = run->documents[0]->text.substr(citation.range.begin, citation.range.size());
        QCOMPARE(passage.text.mid(passage.cited[0].first, passage.cited[0].second - passage.cited[0].first), QString::fromStdString(bytes));
    }

    void charactersCutByTheBlocksEdgeAreLeftOut()
    {
        auto run = std::make_shared<Run>();
        auto document = std::make_shared<CanonicalText>();
        document->text = "a\u00E9b \u20ACuro";
        run->documents = {document};
        StreamMapData map;
        map.blockTokens = 1;
        map.ends = {2, 6, std::uint32_t(document->text.size())};   // inside é, inside €
        map.documentTokens = {{0, 3}};
        run->map = std::make_shared<StreamMap>(map);
        QCOMPARE(passageOf(*run, 0, {}).text, QStringLiteral("a"));
        QCOMPARE(passageOf(*run, 1, {}).text, QStringLiteral("b"));
        QCOMPARE(passageOf(*run, 2, {}).text, QStringLiteral("uro"));
    }

    // A dot of ours, which is no word, whatever was read of the line breaks.
    void paragraphsOnOneLineAreToldApart()
    {
        auto run = std::make_shared<Run>();
        auto document = std::make_shared<CanonicalText>();
        document->text = "\n\nA head\n\nof \n verse\n\n\n\nend\n\n";
        run->documents = {document};
        StreamMapData map;
        map.blockTokens = 5;
        map.ends = {4, 8, 10, std::uint32_t(document->text.size())};   // "A ", "head", the line breaks, all the rest
        map.documentTokens = {{0, 4}};
        run->map = std::make_shared<StreamMap>(map);
        const Passage passage = passageOf(*run, 0, std::vector<float>{1, 2, 3, 4, 0});
        QCOMPARE(passage.text, QStringLiteral("A head \u00B7 of verse \u00B7 end"));
        QCOMPARE(passage.words.size(), std::size_t(3));
        QCOMPARE(passage.text.mid(passage.words[1].begin, 4), QStringLiteral("head"));
        QCOMPARE(passage.peak(), 4.0f);
        QCOMPARE(wordCount(passage.text), 5);
        QCOMPARE(passageOf(*run, 0, {}, PassageLines::Keep).text, QStringLiteral("A head\u2028of\u2028verse\u2028end"));
    }

    void excerptHoldsTheStrongestWords()
    {
        Passage passage;
        for (int i = 0; i < 60; ++i)
            passage.text += QStringLiteral("word%1 ").arg(i);
        passage.text.chop(1);
        const int at = int(passage.text.indexOf(QStringLiteral("word50")));
        passage.words.push_back({at, at + 6, 1.0f});
        const Passage part = excerptOf(passage, 90);
        QVERIFY(part.text.size() < 100);
        QVERIFY(part.text.startsWith(QChar(0x2026)));
        QCOMPARE(part.words.size(), std::size_t(1));
        QCOMPARE(part.text.mid(part.words[0].begin, part.words[0].end - part.words[0].begin), QStringLiteral("word50"));
        QCOMPARE(excerptOf(passage, 1000).text, passage.text);
    }

    void layoutKeepsToItsLines_data()
    {
        QTest::addColumn<int>("width");
        for (const int width : {80, 160, 340, 700})
            QTest::addRow("%d px", width) << width;
    }
    void layoutKeepsToItsLines()
    {
        QFETCH(int, width);
        const auto run = madeRun({12, 4, 3, 3, 40, 63});
        const PassageLayout whole(passageOf(*run, 20, {}), width);
        const PassageLayout three(passageOf(*run, 20, {}), width, 3);
        QCOMPARE(three.lines(), std::min(3, whole.lines()));
        QCOMPARE(three.height(), three.lines() * quoteLineHeight());
    }

    void wordsFromRightToLeftBeginAtTheRight_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<bool>("right");
        QTest::newRow("Hebrew") << QStringLiteral("האופה נקרא אמברוז") << true;
        QTest::newRow("Arabic") << QStringLiteral("اسم الخباز أمبروز") << true;
        QTest::newRow("English") << QStringLiteral("The baker is Ambrose") << false;
    }
    void wordsFromRightToLeftBeginAtTheRight()
    {
        QFETCH(QString, words);
        QFETCH(bool, right);
        Passage passage;
        passage.text = words;
        const PassageLayout layout(passage, 500);
        QImage picture(500, layout.height(), QImage::Format_RGB32);
        picture.fill(Qt::white);
        QPainter painter(&picture);
        const QWidget widget;
        layout.paint(painter, {}, 1, widget);
        painter.end();
        int first = picture.width(), last = 0;
        for (int y = 0; y < picture.height(); ++y) {
            for (int x = 0; x < picture.width(); ++x) {
                if (qGray(picture.pixel(x, y)) < 128) {
                    first = std::min(first, x);
                    last = std::max(last, x);
                }
            }
        }
        QVERIFY2(right ? first > 250 && last > 480 : first < 20 && last < 250, qPrintable(QStringLiteral("%1 to %2").arg(first).arg(last)));
    }

    void aNarrowColumnShowsLettersNotDotsAlone()
    {
        Passage passage;
        passage.text = QChar(0x2026) + QStringLiteral(" representations of instructions ") + QChar(0x2026);
        for (const int width : {24, 40, 70, 120}) {
            const PassageLayout layout(passage, width, 1);
            QCOMPARE(layout.lines(), 1);
            QVERIFY2(layout.text().contains(QLatin1Char('r')), qPrintable(layout.text()));
        }
    }

    void numbersHaveTwoSignificantDigits_data()
    {
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("text");
        QTest::newRow("zero") << 0.0 << "0";
        QTest::newRow("hundreds") << 257.4 << "257";
        QTest::newRow("tens") << 41.4 << "41";
        QTest::newRow("ones") << 9.61 << "9.6";
        QTest::newRow("up to ten") << 9.96 << "10";
        QTest::newRow("tenths") << 0.614 << "0.61";
        QTest::newRow("hundredths") << 0.0712 << "0.071";
        QTest::newRow("up to a tenth") << 0.0999 << "0.10";
        QTest::newRow("thousandths") << 0.00484 << "0.0048";
        QTest::newRow("below") << 0.000288 << QStringLiteral("2.9e\u22124");
        QTest::newRow("far below") << 9.99e-7 << QStringLiteral("1.0e\u22126");
        QTest::newRow("negative") << -0.04 << QString(QChar(0x2212)) + QStringLiteral("0.040");
    }
    void numbersHaveTwoSignificantDigits()
    {
        QFETCH(double, value);
        QFETCH(QString, text);
        QLocale::setDefault(QLocale::c());
        QCOMPARE(twoDigits(value), text);
    }

    void diffJoinsBackToBothTexts_data()
    {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("after");
        QTest::addColumn<int>("common");
        QTest::newRow("same") << "one two three" << "one two three" << 3;
        QTest::newRow("end") << "it is always six o'clock now" << "it is always tea-time" << 3;
        QTest::newRow("middle") << "a b c d e" << "a x y d e" << 3;
        QTest::newRow("empty before") << "" << "a b" << 0;
        QTest::newRow("empty after") << "a b" << "" << 0;
        QTest::newRow("moved") << "a b c" << "c a b" << 2;
        QTest::newRow("repeated") << "the the cat the" << "the cat the the" << 3;
    }
    void diffJoinsBackToBothTexts()
    {
        QFETCH(QString, before);
        QFETCH(QString, after);
        QFETCH(int, common);
        QString a, b, shared;
        for (const DiffPiece& piece : textDiff(before, after)) {
            if (piece.kind != DiffKind::Added)
                a += piece.text + QLatin1Char(' ');
            if (piece.kind != DiffKind::Removed)
                b += piece.text + QLatin1Char(' ');
            if (piece.kind == DiffKind::Same)
                shared += piece.text + QLatin1Char(' ');
        }
        QCOMPARE(a.simplified(), before);
        QCOMPARE(b.simplified(), after);
        QCOMPARE(wordCount(shared), common);
    }

    void longDifferentTextsAreReplacedAsAWhole()
    {
        QString a, b;
        for (int i = 0; i < 4000; ++i) {
            a += QStringLiteral("a%1 ").arg(i);
            b += QStringLiteral("b%1 ").arg(i);
        }
        const auto pieces = textDiff(a, b);
        QCOMPARE(pieces.size(), std::size_t(2));
        QCOMPARE(pieces[0].text, a);
        QCOMPARE(pieces[1].text, b);
    }
};

QTEST_MAIN(PassageViewTest)
#include "passage_view_test.moc"
