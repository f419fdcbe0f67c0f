// Selecting in the text reader by keys: from where, how far, and what stays in sight.
#include "ui/text_doc_view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QScrollBar>
#include <QtTest>

using namespace cairn;

namespace
{

CanonicalText document(const std::string& first, int more = 0)
{
    CanonicalText text;
    const auto add = [&](const std::string& words) {
        const std::uint64_t begin = text.text.size();
        text.text += words;
        text.paragraphs.push_back({{begin, text.text.size()}, ParagraphKind::Text, 1});
        text.text += "\n\n";
    };
    add(first);
    for (int i = 0; i < more; ++i)
        add("Paragraph " + std::to_string(i) + " has some words of its own.");
    return text;
}

class Shown
{
public:
    explicit Shown(CanonicalText content) : text(std::move(content))
    {
        view.resize(420, 300);
        view.setDocument(&text);
        view.show();
    }
    void standAt(std::uint64_t byte) { view.select({byte, byte}); }
    void standBefore(const char* words) { standAt(text.text.find(words)); }
    QPoint at(const char* words, double share = 0.5)   // on the character that they begin with
    {
        const std::uint64_t begin = text.text.find(words);
        const QRect place = view.rectanglesOf({begin, begin + 1}).at(0);
        return {place.left() + int(share * place.width()), place.center().y()};
    }
    QString doubleClick(QPoint point)
    {
        QTest::mouseDClick(view.viewport(), Qt::LeftButton, {}, point);
        return view.selectedText();
    }
    QString keys(std::initializer_list<int> pressed, Qt::KeyboardModifiers with = Qt::ShiftModifier)
    {
        for (const int key : pressed)
            QTest::keyClick(&view, Qt::Key(key), with);
        return view.selectedText();
    }

    CanonicalText text;
    TextDocView view;
};

}  // namespace

class TextSelectionTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void charactersAreWhole()
    {
        Shown shown(document("na\xC3\xAFve e\xCC\x81t\xC3\xA9 \xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x94\xAC end"));   // ï, e + accent, é, joined emoji
        shown.standAt(2);
        QCOMPARE(shown.keys({Qt::Key_Right}).toUtf8(), QByteArray("\xC3\xAF"));
        QCOMPARE(shown.keys({Qt::Key_Right, Qt::Key_Right, Qt::Key_Right, Qt::Key_Right}).toUtf8(), QByteArray("\xC3\xAFve e\xCC\x81"));
        QCOMPARE(shown.keys({Qt::Key_Left}).toUtf8(), QByteArray("\xC3\xAFve "));
        shown.standBefore("\xF0\x9F");
        QCOMPARE(shown.keys({Qt::Key_Right}).toUtf8(), QByteArray("\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x94\xAC"));
    }

    void backOverTheStartTurnsTheSelection()
    {
        Shown shown(document("one two three"));
        shown.standBefore("two");
        QCOMPARE(shown.keys({Qt::Key_Right, Qt::Key_Left}), QString());
        QCOMPARE(shown.keys({Qt::Key_Left, Qt::Key_Left}), QStringLiteral("e "));
    }

    void wordsAndEnds()
    {
        Shown shown(document("One, two three."));
        shown.standBefore("two");
        QCOMPARE(shown.keys({Qt::Key_Right}, Qt::ShiftModifier | Qt::ControlModifier), QStringLiteral("two "));
        QCOMPARE(shown.keys({Qt::Key_Left, Qt::Key_Left}, Qt::ShiftModifier | Qt::ControlModifier), QStringLiteral("One, "));
        QCOMPARE(shown.keys({Qt::Key_End}, Qt::ShiftModifier | Qt::ControlModifier), QStringLiteral("two three.\n\n"));
        QCOMPARE(shown.keys({Qt::Key_Home}, Qt::ShiftModifier | Qt::ControlModifier), QStringLiteral("One, "));
    }

    void linesAreThoseOnScreen()
    {
        Shown shown(document("The grass is green, the sky is blue, the sun is yellow, here we go, there and back again, all day long.", 2));
        shown.standBefore("green");
        const int firstLine = shown.view.rectanglesOf({0, 1}).at(0).center().y();
        const QString toEnd = shown.keys({Qt::Key_End});
        QVERIFY(toEnd.startsWith(QStringLiteral("green")));
        QVERIFY(!toEnd.contains(QLatin1Char('\n')));
        for (const QRect& place : shown.view.rectanglesOf(*shown.view.selection()))
            QVERIFY(std::abs(place.center().y() - firstLine) < place.height() / 2);
        shown.standBefore("green");
        QCOMPARE(shown.keys({Qt::Key_Home}), QStringLiteral("The grass is "));
        shown.standBefore("green");
        const QString line = shown.keys({Qt::Key_Down});
        QVERIFY2(line.size() > toEnd.size() && line.startsWith(toEnd), qPrintable(line));
        const QRect caret = shown.view.rectanglesOf({shown.view.selection()->end, shown.view.selection()->end + 1}).at(0);
        QVERIFY(std::abs(caret.left() - shown.view.rectanglesOf({13, 14}).at(0).left()) <= caret.height());
        QCOMPARE(shown.keys({Qt::Key_Up}), QString());
        QVERIFY(shown.keys({Qt::Key_Down, Qt::Key_Down, Qt::Key_Down, Qt::Key_Down}).contains(QStringLiteral("Paragraph 0")));
    }

    void theMovingEndStaysInSight()
    {
        Shown shown(document("Start.", 80));
        shown.standAt(0);
        for (int i = 0; i < 30; ++i)
            shown.keys({Qt::Key_Down});
        const std::uint64_t end = shown.view.selection()->end;
        QVERIFY(shown.view.verticalScrollBar()->value() > 0);
        QVERIFY(end >= shown.view.topByte() && end <= shown.view.bottomByte());
        const std::uint64_t before = end;
        shown.keys({Qt::Key_PageDown});
        QVERIFY(shown.view.selection()->end > before);
        QVERIFY(shown.view.selection()->end <= shown.view.bottomByte());
    }

    void withoutASelectionItBeginsInSight()
    {
        Shown shown(document("Start.", 80));
        shown.view.verticalScrollBar()->setValue(shown.view.verticalScrollBar()->maximum() / 2);
        const std::uint64_t top = shown.view.topByte();
        const int value = shown.view.verticalScrollBar()->value();
        shown.keys({Qt::Key_Right});
        QCOMPARE(shown.view.selection()->begin, top);
        QVERIFY(std::abs(shown.view.verticalScrollBar()->value() - value) < 40);
    }

    void aDoubleClickTakesTheWholeWord()
    {
        const std::string longest(700, 'x');
        Shown shown(document("A well-known state-of-the-art word\xE2\x80\x91pair, na\xC3\xAFve, ends here--so it's -said- x.", 1));
        for (const char* part : {"well", "-known", "known", "n state"})
            QCOMPARE(shown.doubleClick(shown.at(part)), QStringLiteral("well-known"));
        QCOMPARE(shown.doubleClick(shown.at("the-")), QStringLiteral("state-of-the-art"));
        QCOMPARE(shown.doubleClick(shown.at("pair")), QStringLiteral("word\u2011pair"));
        QCOMPARE(shown.doubleClick(shown.at("na\xC3")), QStringLiteral("na\u00EFve"));
        QCOMPARE(shown.doubleClick(shown.at("s here", 0.7)), QStringLiteral("ends"));   // its last letter, right of the middle
        QCOMPARE(shown.doubleClick(shown.at(" here", 0.3)), QStringLiteral(" "));
        QCOMPARE(shown.doubleClick(shown.at("ere--")), QStringLiteral("here"));         // a dash, not a hyphen
        QCOMPARE(shown.doubleClick(shown.at("so it")), QStringLiteral("so"));
        QCOMPARE(shown.doubleClick(shown.at("it's")), QStringLiteral("it's"));
        QCOMPARE(shown.doubleClick(shown.at("said-")), QStringLiteral("said"));
        Shown wide(document("One " + longest + "-" + longest + " end."));
        QCOMPARE(wide.doubleClick(wide.at("xxx")).toStdString(), longest + "-" + longest);
    }

    void aTripleClickTakesTheParagraph()
    {
        Shown shown(document("First one-two words, which go on for more than a line of this small view.", 3));
        const QPoint point = shown.at("two words");
        shown.doubleClick(point);
        QTest::mouseClick(shown.view.viewport(), Qt::LeftButton, {}, point);
        QCOMPARE(shown.view.selectedText(), QStringLiteral("First one-two words, which go on for more than a line of this small view."));
        QTest::mouseClick(shown.view.viewport(), Qt::LeftButton, {}, point);   // the fourth is a click again
        QCOMPARE(shown.view.selectedText(), QString());
        shown.doubleClick(shown.at("Paragraph 1"));
        QTest::mouseClick(shown.view.viewport(), Qt::LeftButton, {}, shown.at("Paragraph 2"));   // elsewhere
        QCOMPARE(shown.view.selectedText(), QString());
    }

    void copiesAndTellsOfIt()
    {
        Shown shown(document("one two three"));
        QSignalSpy changed(&shown.view, &DocumentView::selectionChanged);
        shown.standBefore("two");
        shown.keys({Qt::Key_Right}, Qt::ShiftModifier | Qt::ControlModifier);
        QCOMPARE(changed.size(), qsizetype(2));
        QTest::keySequence(&shown.view, QKeySequence::Copy);
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("two "));
        shown.standBefore("two");
        QTest::keySequence(&shown.view, QKeySequence::Copy);   // nothing is chosen: what was copied stays
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("two "));
    }

    void anEmptyViewTakesTheKeys()
    {
        TextDocView view;
        view.show();
        for (const int key : {Qt::Key_Right, Qt::Key_Down, Qt::Key_End, Qt::Key_PageDown})
            QTest::keyClick(&view, Qt::Key(key), Qt::ShiftModifier);
        QVERIFY(!view.selection());
        Shown blank(CanonicalText{});
        for (const int key : {Qt::Key_Right, Qt::Key_Down, Qt::Key_End, Qt::Key_PageDown})
            blank.keys({key});
        QVERIFY(!blank.view.selection());
    }
};

QTEST_MAIN(TextSelectionTest)
#include "text_selection_test.moc"
