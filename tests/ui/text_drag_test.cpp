// Words dragged out of the readers' views: what leaves, when a press is a drag and when it stays a click.
#include "ui/answer_view.h"
#include "ui/text_doc_view.h"

#include <QDrag>
#include <QMimeData>
#include <QSignalSpy>
#include <QTimer>
#include <QtTest>

using namespace cairn;

namespace
{

struct Dragged
{
    QString text, html;
};

// Presses at `from`, moves to `to` and lets go; what was being dragged meanwhile, if anything. A drag has an event
// loop of its own.
std::optional<Dragged> drag(QAbstractScrollArea& view, QPoint from, QPoint to)
{
    std::optional<Dragged> seen;
    const auto look = [&] {
        if (const auto* started = view.findChild<QDrag*>()) {
            seen = Dragged{started->mimeData()->text(), started->mimeData()->html()};
            QDrag::cancel();
        }
    };
    QTimer watch;
    QObject::connect(&watch, &QTimer::timeout, &view, look);
    watch.start(5);
    QTest::mousePress(view.viewport(), Qt::LeftButton, {}, from);
    QTest::mouseMove(view.viewport(), to);
    look();   // a platform without dragging ends it at once, and Qt deletes it in the next turn
    QTest::mouseRelease(view.viewport(), Qt::LeftButton, {}, to);
    return seen;
}

CanonicalText document()
{
    CanonicalText text;
    text.text = "One <b>bold</b> & plain line of words.";
    text.paragraphs.push_back({{0, text.text.size()}, ParagraphKind::Text, 0});
    return text;
}

}  // namespace

class TextDragTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void markupStaysText()
    {
        const std::unique_ptr<QMimeData> data(textMimeData(QStringLiteral("a <b>\nc & d")));
        QCOMPARE(data->text(), QStringLiteral("a <b>\nc & d"));
        QCOMPARE(data->html(), QStringLiteral("a &lt;b&gt;<br>c &amp; d"));
    }

    void selectedWordsLeaveTheReader()
    {
        const CanonicalText text = document();
        TextDocView view;
        view.resize(700, 300);
        view.setDocument(&text);
        view.show();
        view.select({0, 15});
        const QRect words = view.rectanglesOf({4, 11}).front();
        const auto dragged = drag(view, words.center(), words.center() + QPoint(0, 90));
        QVERIFY(dragged);
        QCOMPARE(dragged->text, QStringLiteral("One <b>bold</b>"));
        QVERIFY(dragged->html.contains(QStringLiteral("&lt;b&gt;")));
        QCOMPARE(view.selectedText(), dragged->text);   // it stays selected
    }

    void whatIsNotSelectedIsSelectedByDragging()
    {
        const CanonicalText text = document();
        TextDocView view;
        view.resize(700, 300);
        view.setDocument(&text);
        view.show();
        view.select({0, 3});
        const QRect plain = view.rectanglesOf({18, 23}).front();
        QVERIFY(!drag(view, QPoint(plain.left() + 1, plain.center().y()), QPoint(plain.right() + 1, plain.center().y())));
        QCOMPARE(view.selectedText(), QStringLiteral("plain"));
    }

    void aClickOnTheSelectionEndsIt()
    {
        const CanonicalText text = document();
        TextDocView view;
        view.resize(700, 300);
        view.setDocument(&text);
        view.show();
        view.select({0, 15});
        QSignalSpy clicked(&view, &DocumentView::clicked);
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.rectanglesOf({4, 11}).front().center());
        QVERIFY(!view.selection());
        QCOMPARE(clicked.size(), 1);
    }

    void brushedWordsLeaveTheAnswer()
    {
        Answer answer;
        answer.text = "It is Ambrose.";
        answer.tokens.resize(3);
        answer.tokens[0].text = {0, 2};
        answer.tokens[1].text = {2, 5};
        answer.tokens[2].text = {5, 14};
        AnswerView view;
        view.resize(600, 300);
        view.setAnswer(answer);
        view.show();
        const QTextLine line = view.layoutOfText().lineAt(0);
        const QPoint middle = (view.textOrigin() + QPointF(line.cursorToX(9), line.y() + line.height() / 2)).toPoint();
        QVERIFY(!drag(view, middle, middle + QPoint(0, 90)));   // nothing is brushed
        view.setBrush(TokenRange{1, 3});
        const auto dragged = drag(view, middle, middle + QPoint(0, 90));
        QVERIFY(dragged);
        QCOMPARE(dragged->text.trimmed(), QStringLiteral("is Ambrose."));
        QCOMPARE(*view.brushedTokens(), TokenRange(1, 3));
    }
};

QTEST_MAIN(TextDragTest)
#include "text_drag_test.moc"
