// The answer widget: chips, brushing, clipboard text, writing as it comes.
#include "ui/answer_view.h"

#include <QAccessible>
#include <QMouseEvent>
#include <QScrollBar>
#include <QSignalSpy>
#include <QtTest>

using namespace cairn;

namespace
{

Answer answer()
{
    Answer answer;
    answer.question = "Who is the baker?";
    answer.text = "It is Ambrose – of the village. He has a shop.";
    for (std::uint64_t begin = 0; begin < answer.text.size();) {
        const auto end = std::min<std::uint64_t>(answer.text.find(' ', begin + 1), answer.text.size());
        AnswerToken token;
        token.text = {begin, end};
        token.memoryShare = 0.5f;
        answer.tokens.push_back(token);
        begin = end;
    }
    Citation first;
    first.page = "12";
    first.text = "The baker is called Ambrose.";
    first.answerRange = {0, answer.text.find(" He")};
    Citation second;
    second.section = "Chapter 7";
    second.text = "His shop has a blue door.";
    second.answerRange = {first.answerRange.end + 1, answer.text.size()};
    answer.citations = {first, second};
    return answer;
}

}  // namespace

class AnswerViewTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void clipboardTextNumbersTheCitations()
    {
        AnswerView view;
        view.resize(600, 300);
        view.setAnswer(answer());
        QCOMPARE(view.textWithCitations(),
                 QStringLiteral("It is Ambrose – of the village. [1] He has a shop. [2]\n"
                                "[1] p. 12: “The baker is called Ambrose.”\n[2] Chapter 7: “His shop has a blue door.”"));
    }

    void whatIsWrittenIsFollowedUnlessTheReaderScrolledUp()
    {
        AnswerView view;
        view.resize(300, 120);
        view.show();
        QScrollBar& bar = *view.verticalScrollBar();
        view.setQuestion(QStringLiteral("Who?"));
        for (int i = 0; i < 60; ++i)
            view.appendText(QStringLiteral("Ambrose of the village. "));
        QVERIFY(bar.maximum() > 0);
        QCOMPARE(bar.value(), bar.maximum());
        bar.setValue(3);
        view.appendText(QStringLiteral("He has a shop. "));
        QCOMPARE(bar.value(), 3);
    }

    void anAnswerThatCameAtOnceIsShownFromItsBeginning()
    {
        Answer longAnswer = ::answer();
        for (int i = 0; i < 40; ++i)
            longAnswer.text += " He has a shop with a blue door.";
        AnswerView view;
        view.resize(300, 120);
        view.show();
        QScrollBar& bar = *view.verticalScrollBar();
        view.setQuestion(QString::fromStdString(longAnswer.question));
        view.appendText(QString::fromStdString(longAnswer.text));
        QCOMPARE(bar.value(), bar.maximum());
        view.setAnswer(longAnswer);
        QVERIFY(bar.maximum() > 0);
        QCOMPARE(bar.value(), 0);
        bar.setValue(5);
        view.setAnswer(longAnswer);   // the same again, as after a switch of language
        QCOMPARE(bar.value(), 5);
        longAnswer.text = "Another. " + longAnswer.text;
        view.setAnswer(longAnswer);
        QCOMPARE(bar.value(), 0);
    }

    void wordsFromRightToLeftBeginAtTheRight()
    {
        AnswerView view;
        view.resize(360, 300);
        view.show();
        Answer answer;
        answer.question = "מי האופה?";
        answer.text = "האופה נקרא אמברוז.\n- הוא גר בכפר, שבו יש לו חנות עם דלת כחולה, והיא פתוחה בכל יום מן הבוקר ועד הערב, גם בחורף.";
        view.setAnswer(answer);
        const QTextLayout& layout = view.layoutOfText();
        QVERIFY(layout.lineCount() >= 3);
        const auto begin = [&](int line) { return layout.lineAt(line).cursorToX(layout.lineAt(line).textStart()); };
        const double edge = layout.lineAt(0).x() + layout.lineAt(0).width();
        QVERIFY2(std::abs(begin(0) - edge) < 1, qPrintable(QString::number(begin(0))));
        QVERIFY(layout.lineAt(0).cursorToX(layout.lineAt(0).textStart() + 5) > edge / 2);
        QVERIFY2(std::abs(begin(1) - edge) < 1, qPrintable(QString::number(begin(1))));
        QVERIFY2(begin(2) < edge - 4 && begin(2) > edge - 60, qPrintable(QString::number(begin(2))));   // hangs behind its mark
        answer.text = "It is Ambrose.";
        view.setAnswer(answer);
        QVERIFY(begin(0) < 1);
    }

    void hiddenCharactersAreDrawnInTheWordsAlone()
    {
        AnswerView view;
        view.resize(600, 300);
        Answer answer = ::answer();
        view.setAnswer(answer);
        view.show();
        const auto drawn = [&] { return view.viewport()->grab().toImage(); };
        const QImage plain = drawn();
        view.setHiddenCharacters(true);
        const QImage marked = drawn();
        const QTextLayout& layout = view.layoutOfText();
        const auto changed = [&](int from, int to) {   // in the place of these characters
            const QTextLine line = layout.lineForTextPosition(from);
            const QRect place = QRectF(line.cursorToX(from), line.y(), line.cursorToX(to) - line.cursorToX(from), line.height())
                                    .translated(view.textOrigin())
                                    .toRect();
            return plain.copy(place) != marked.copy(place);
        };
        const int space = int(layout.text().indexOf(QLatin1Char(' '))), chip = int(layout.text().indexOf(QChar(QChar::Nbsp)));
        QVERIFY(space > 0 && chip > space);
        QVERIFY(changed(space, space + 1));
        QVERIFY(!changed(0, space));
        QVERIFY(!changed(chip, chip + 3));   // the number of a citation is no word of the answer
        view.setHiddenCharacters(false);
        QCOMPARE(drawn(), plain);
    }

    void chipsAreFoundByClickAndByKey()
    {
        AnswerView view;
        view.resize(600, 300);
        view.setAnswer(answer());
        QSignalSpy activated(&view, &AnswerView::citationActivated);
        QTest::keyClick(&view, Qt::Key_2);
        QCOMPARE(activated.size(), 1);
        QCOMPARE(activated[0][0].toInt(), 1);
        for (int x = 0; x < 600 && activated.size() < 2; x += 3) {
            for (int y = 0; y < 100 && activated.size() < 2; y += 6)
                QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, {x, y});
        }
        QVERIFY(activated.size() >= 2);
    }

    void aLongAnswerIsGoneThroughByKeys()
    {
        AnswerView view;
        view.resize(200, 60);
        view.setAnswer(answer());
        view.show();
        const auto* bar = view.verticalScrollBar();
        QTRY_VERIFY(bar->maximum() > 0);
        QTest::keyClick(&view, Qt::Key_End);
        QCOMPARE(bar->value(), bar->maximum());
        QTest::keyClick(&view, Qt::Key_Home);
        QCOMPARE(bar->value(), 0);
    }

    void aChipUnderThePointerIsToldAfterTheWordItLeaves()
    {
        AnswerView view;
        view.resize(600, 300);
        view.setAnswer(answer());
        view.show();
        std::vector<std::pair<char, int>> told;
        connect(&view, &AnswerView::citationHovered, &view, [&](int citation) { told.emplace_back('c', citation); });
        connect(&view, &AnswerView::tokenHovered, &view, [&](int token) { told.emplace_back('t', token); });
        const QTextLine line = view.layoutOfText().lineAt(0);
        const auto move = [&](int position, int further = 0) {
            const QPointF at = view.textOrigin() + QPointF(line.cursorToX(position) + further, line.y() + line.height() / 2);
            QTest::mouseMove(view.viewport(), at.toPoint());
        };
        const auto dot = int(view.layoutOfText().text().indexOf(QLatin1Char('.')));
        move(dot - 2);                     // "village"
        QCOMPARE(told.size(), 1u);
        QVERIFY(told.back().first == 't' && told.back().second >= 0);
        told.clear();
        for (int further = 0; further < 60 && told.size() < 2; further += 2)
            move(dot, further);
        const std::vector<std::pair<char, int>> entered{{'t', -1}, {'c', 0}};
        QVERIFY(told == entered);          // who hides the word's tip does it before the passage is shown
        told.clear();
        move(dot - 2);
        QCOMPARE(told.size(), 2u);
        QVERIFY(told[0] == std::pair('c', -1));
        QVERIFY(told[1].first == 't' && told[1].second >= 0);
    }

    void draggingBrushesTokens()
    {
        AnswerView view;
        view.resize(600, 300);
        view.setAnswer(answer());
        QSignalSpy brushed(&view, &AnswerView::tokensBrushed);
        const QPoint start(30, 52), end(120, 52);
        QTest::mousePress(view.viewport(), Qt::LeftButton, {}, start);
        QTest::mouseMove(view.viewport(), end);
        QTest::mouseRelease(view.viewport(), Qt::LeftButton, {}, end);
        QVERIFY(view.brushedTokens().has_value());
        QVERIFY(view.brushedTokens()->second > view.brushedTokens()->first);
        QTest::keyClick(&view, Qt::Key_Escape);
        QVERIFY(!view.brushedTokens().has_value());
        QCOMPARE(brushed.last()[0].toUInt(), brushed.last()[1].toUInt());
    }

    // Past the view's edges words go along up to there, and lines that are out of sight come into it.
    void draggingGoesOnBehindTheEdges()
    {
        AnswerView view;
        view.resize(600, 300);
        Answer longAnswer = ::answer();
        view.setAnswer(longAnswer);
        const auto drag = [&](QPoint from, QPoint to) {
            view.setBrush({});   // brushed words would be taken out
            QTest::mousePress(view.viewport(), Qt::LeftButton, {}, from);
            QMouseEvent move(QEvent::MouseMove, to, view.viewport()->mapToGlobal(to), Qt::NoButton, Qt::LeftButton, {});
            QCoreApplication::sendEvent(view.viewport(), &move);
            QTest::mouseRelease(view.viewport(), Qt::LeftButton, {}, to);
            return view.brushedTokens().value_or(TokenRange(0, 0));
        };
        const int middle = int(view.textOrigin().y() + view.layoutOfText().lineAt(0).height() / 2);
        const auto last = std::uint32_t(longAnswer.tokens.size());
        QCOMPARE(drag({60, middle}, {700, middle}).second, last);
        QCOMPARE(drag({120, middle}, {-40, middle}).first, 0u);
        QCOMPARE(drag({60, middle}, {60, 295}).second, last);
        QCOMPARE(drag({120, middle}, {120, -30}).first, 0u);
        while (longAnswer.tokens.size() < 200) {
            const std::uint64_t begin = longAnswer.text.size();
            longAnswer.text += " shop";
            AnswerToken token;
            token.text = {begin, begin + 5};
            longAnswer.tokens.push_back(token);
        }
        view.resize(300, 120);
        view.setAnswer(longAnswer);
        view.show();
        QVERIFY(view.verticalScrollBar()->maximum() > 60);
        const TokenRange below = drag({60, 110}, {60, 150});
        QVERIFY2(view.verticalScrollBar()->value() >= 25, qPrintable(QString::number(view.verticalScrollBar()->value())));
        QVERIFY(below.second > below.first + 4);
    }

    void aClickTakesTheSentenceADoubleClickTheWord()
    {
        AnswerView view;
        view.resize(600, 300);
        view.setAnswer(answer());
        const QTextLine line = view.layoutOfText().lineAt(0);
        const auto at = [&](const QString& word) {
            const auto position = int(view.layoutOfText().text().indexOf(word)) + 1;
            return (view.textOrigin() + QPointF(line.cursorToX(position), line.y() + line.height() / 2)).toPoint();
        };
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, at(QStringLiteral("Ambrose")));
        QCOMPARE(*view.brushedTokens(), TokenRange(0, 7));
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, at(QStringLiteral("shop")));
        QCOMPARE(*view.brushedTokens(), TokenRange(7, 11));
        QTest::mouseDClick(view.viewport(), Qt::LeftButton, {}, at(QStringLiteral("shop")));
        QTest::mouseRelease(view.viewport(), Qt::LeftButton, {}, at(QStringLiteral("shop")));
        QVERIFY(view.brushedTokens());
        QCOMPARE(*view.brushedTokens(), TokenRange(10, 11));
        const QPoint from = at(QStringLiteral("Ambrose")), to = from + QPoint(QApplication::startDragDistance() + 1, 0);
        QTest::mousePress(view.viewport(), Qt::LeftButton, {}, from);   // over one word: not its sentence
        QTest::mouseMove(view.viewport(), to);
        QTest::mouseRelease(view.viewport(), Qt::LeftButton, {}, to);
        QVERIFY(view.brushedTokens() && view.brushedTokens()->second - view.brushedTokens()->first == 1);
    }

    void assistiveTechnologyReadsItByLine()
    {
        AnswerView view;
        view.resize(180, 300);
        view.show();
        view.setAnswer(answer());
        QAccessibleInterface* accessible = QAccessible::queryAccessibleInterface(&view);
        QVERIFY(accessible && accessible->textInterface());
        QAccessibleTextInterface& text = *accessible->textInterface();
        QVERIFY(view.layoutOfText().lineCount() >= 3);
        QString joined;
        for (int offset = 0, begin = 0, end = 0; offset < text.characterCount(); offset = end) {
            joined += text.textAtOffset(offset, QAccessible::LineBoundary, &begin, &end);
            QCOMPARE(begin, offset);
            QVERIFY(end > begin);
        }
        QCOMPARE(joined, view.layoutOfText().text());
        const int shop = int(joined.indexOf(QStringLiteral("shop")));
        QCOMPARE(text.offsetAtPoint(text.characterRect(shop).center()), shop);
        view.setBrush(TokenRange(10, 11));
        int begin = 0, end = 0;
        text.selection(0, &begin, &end);
        QCOMPARE(text.text(begin, end).trimmed(), QStringLiteral("shop."));
    }

    void wordsAppearAsTheyAreWritten()
    {
        AnswerView view;
        view.setQuestion(QStringLiteral("Who?"));
        view.appendText(QStringLiteral("It is "));
        view.appendText(QStringLiteral("he."));
        QCOMPARE(view.plainText(), QStringLiteral("It is he."));
    }
};

QTEST_MAIN(AnswerViewTest)
#include "answer_view_test.moc"
