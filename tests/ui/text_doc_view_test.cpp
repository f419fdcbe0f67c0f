// The text reader: positions there and back, scrolling to ranges, long documents.
#include "ui/hidden_characters.h"
#include "ui/paragraph_heights.h"
#include "ui/text_doc_view.h"
#include "ui/text_paragraphs.h"
#include "ui/theme.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>
#include <QtTest>

#include <random>

using namespace cairn;

namespace
{

CanonicalText document(int paragraphs, const std::string& words = "The grass is green. The sky is blue. ")
{
    CanonicalText text;
    for (int i = 0; i < paragraphs; ++i) {
        const std::uint64_t begin = text.text.size();
        text.text += "Paragraph " + std::to_string(i) + ". ";
        for (int j = 0; j < 1 + i % 7; ++j)
            text.text += words;
        text.paragraphs.push_back({{begin, text.text.size()}, i % 25 == 0 ? ParagraphKind::Heading : ParagraphKind::Text, 1});
        text.text += "\n\n";
    }
    return text;
}

struct ShownView
{
    explicit ShownView(const CanonicalText& text)
    {
        view.resize(700, 500);
        view.setDocument(&text);
        view.show();
    }
    TextDocView view;
};

}  // namespace

class TextDocViewTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void whatWasFoundIsFramed()
    {
        const CanonicalText text = document(9);
        ShownView shown(text);
        const std::uint64_t first = text.text.find("grass"), second = text.text.find("grass", first + 1);
        const auto drawn = [&](std::uint64_t word) {
            const auto places = shown.view.rectanglesOf({word, word + 5});
            return places.size() == 1 ? shown.view.viewport()->grab(places.front().adjusted(-2, -2, 2, 2)).toImage() : QImage();
        };
        const QImage one = drawn(first), two = drawn(second);
        QVERIFY(!one.isNull() && !two.isNull());
        shown.view.setFound({{second, second + 5}});
        QVERIFY(drawn(first) == one && drawn(second) != two);
        shown.view.setFound({});
        QVERIFY(drawn(second) == two);
    }

    void whatHidesHasAMark_data()
    {
        QTest::addColumn<char16_t>("character");
        QTest::addColumn<char16_t>("mark");
        const auto row = [](const char* name, char16_t character, char16_t mark) { QTest::newRow(name) << character << mark; };
        row("letter", u'a', 0);
        row("Hebrew letter", 0x05D0, 0);
        row("accent", 0x0301, 0);
        row("space", u' ', 0x00B7);
        row("ideographic space", 0x3000, 0x00B7);
        row("fixed space", 0x00A0, 0x00B0);
        row("tab", u'\t', 0x2192);
        row("line break", 0x2028, 0x21B5);
        row("soft hyphen", 0x00AD, 0x00AC);
        row("space of no width", 0x200B, 0x00A6);
        row("joiner", 0x200D, 0x00A6);
        row("turned direction", 0x202E, 0x00A6);
        row("isolate", 0x2066, 0x00A6);
        row("byte order mark", 0xFEFF, 0x00A6);
        row("control", 0x0007, 0x00A6);
        row("tag, first half", QChar::highSurrogate(0xE0041), 0x00A6);
        row("rabbit, first half", QChar::highSurrogate(0x1F407), 0);
    }
    void whatHidesHasAMark()
    {
        QFETCH(char16_t, character);
        QFETCH(char16_t, mark);
        QCOMPARE(hiddenMark(QChar(character)), QChar(mark));
    }

    // Marks are drawn over the words, which stay where they are, and go again.
    void hiddenCharactersAreDrawnWhereTheyHide()
    {
        CanonicalText text;
        text.text = "Pass\u200Bword \u202Edrow\u202C end";
        text.paragraphs.push_back({{0, text.text.size()}, ParagraphKind::Text, 0});
        ShownView shown(text);
        const auto word = text.text.find("word"), space = text.text.find(" end");
        const QRect hidden = shown.view.rectanglesOf({word - 3, word}).front(), letters = shown.view.rectanglesOf({0, 4}).front();
        const QRect blank = shown.view.rectanglesOf({space, space + 1}).front();
        const QImage before = shown.view.viewport()->grab().toImage();
        shown.view.setHiddenCharacters(true);
        const QImage after = shown.view.viewport()->grab().toImage();
        const auto changed = [&](QRect place) {
            int pixels = 0;
            for (int y = place.top(); y <= place.bottom(); ++y)
                for (int x = place.left(); x <= place.right(); ++x)
                    pixels += before.pixel(x, y) != after.pixel(x, y);
            return pixels;
        };
        QVERIFY(changed(hidden.adjusted(-3, 0, 3, 0)) > 3 && changed(blank) > 0);
        QCOMPARE(changed(letters.adjusted(0, 0, -6, 0)), 0);
        shown.view.setHiddenCharacters(false);
        QVERIFY(shown.view.viewport()->grab().toImage() == before);
    }

    // Below them, over none of their neighbours'; what it says is their tip.
    void wordsWithANoteHaveDotsAndATip()
    {
        const CanonicalText text = document(3);
        ShownView shown(text);
        const auto at = text.text.find("grass"), other = text.text.find("sky");
        const QRect words = shown.view.rectanglesOf({at, at + 5}).front(), beside = shown.view.rectanglesOf({other, other + 3}).front();
        const auto colours = [&](const QRect& place) {
            const QImage drawn = shown.view.viewport()->grab(place.adjusted(0, 0, 0, 3)).toImage();
            int violet = 0;
            for (int y = 0; y < drawn.height(); ++y)
                for (int x = 0; x < drawn.width(); ++x)
                    violet += drawn.pixelColor(x, y).blue() > drawn.pixelColor(x, y).green() + 60;
            return violet;
        };
        QCOMPARE(colours(words), 0);
        shown.view.setTextMarks({{{at, at + 5}, TextMark::Note, QStringLiteral("Is it <b>green</b>?")}});
        QVERIFY(colours(words) > words.width() / 3);
        QCOMPARE(colours(beside), 0);
        const auto tipAt = [&](QPoint point) {
            QToolTip::hideText();
            QHelpEvent help(QEvent::ToolTip, point, shown.view.viewport()->mapToGlobal(point));
            QCoreApplication::sendEvent(shown.view.viewport(), &help);
            return QToolTip::text();
        };
        QCOMPARE(tipAt(words.center()), QStringLiteral("<span>Is it &lt;b&gt;green&lt;/b&gt;?</span>"));
        QTRY_VERIFY(!QToolTip::isVisible() || tipAt(beside.center()).isEmpty());
        shown.view.setTextMarks({});
        QCOMPARE(colours(words), 0);
    }

    // Right-to-left words, also amid others: places lead to rectangles and back, and the words selected are the words meant.
    void wordsOfBothDirectionsKeepTheirPlaces()
    {
        CanonicalText text;
        for (const char* words : {"\u05E9\u05DC\u05D5\u05DD \u05E2\u05D5\u05DC\u05DD, it was said in 1865 \u05D1\u05D9\u05D5\u05DD",
                                  "He said \u0645\u0631\u062D\u0628\u0627 \u0628\u0643 and left at (6)."}) {
            const std::uint64_t begin = text.text.size();
            text.text += words;
            text.paragraphs.push_back({{begin, text.text.size()}, ParagraphKind::Text, 0});
            text.text += "\n\n";
        }
        ShownView shown(text);
        for (const char* word : {"\u05E2\u05D5\u05DC\u05DD", "said", "\u05D1\u05D9\u05D5\u05DD", "\u0628\u0643", "left", "1865"}) {
            const auto begin = text.text.find(word);
            const auto places = shown.view.rectanglesOf({begin, begin + std::string(word).size()});
            QCOMPARE(places.size(), std::size_t(1));
            QVERIFY(places.front().width() > 4);
            const auto at = shown.view.byteAt(places.front().center());
            QVERIFY2(at && *at >= begin && *at < begin + std::string(word).size(),
                     qPrintable(QStringLiteral("%1: %2 from %3").arg(QString::fromUtf8(word)).arg(at.value_or(0)).arg(begin)));
            shown.view.select({begin, begin + std::string(word).size()});
            QCOMPARE(shown.view.selectedText(), QString::fromUtf8(word));
        }
        // Right to left: what comes later stands farther left.
        const QRect hello = shown.view.rectanglesOf({0, 8}).front();
        const auto world = text.text.find("\u05E2\u05D5\u05DC\u05DD");
        QVERIFY(shown.view.rectanglesOf({world, world + 8}).front().right() <= hello.left() + 1);
        // Such a paragraph begins at the right, the other at the left.
        const auto he = text.text.find("He said");
        const int width = shown.view.viewport()->width();
        QVERIFY2(hello.right() > width * 3 / 4, qPrintable(QString::number(hello.right())));
        QVERIFY(shown.view.rectanglesOf({he, he + 2}).front().left() < width / 4);
    }

    void assistiveTechnologyReadsWhatIsInSight()
    {
        const CanonicalText document400 = document(400);
        ShownView shown(document400);
        shown.view.scrollToByte(document400.paragraphs[200].text.begin);
        QAccessibleInterface* found = QAccessible::queryAccessibleInterface(&shown.view);
        QVERIFY(found && found->textInterface());
        QAccessibleTextInterface& text = *found->textInterface();
        const QString all = text.text(0, text.characterCount());
        const auto at = int(all.indexOf(QStringLiteral("Paragraph 201.")));
        QVERIFY(at > 0 && !all.contains(QStringLiteral("Paragraph 399.")));
        int begin = 0, end = 0;
        QCOMPARE(text.textAtOffset(at + 12, QAccessible::WordBoundary, &begin, &end), QStringLiteral("201"));
        QVERIFY(text.textAtOffset(at, QAccessible::LineBoundary, &begin, &end).startsWith(QStringLiteral("Paragraph 201. The grass")));
        const QRect place = text.characterRect(at + 3);
        QCOMPARE(text.offsetAtPoint(QPoint(place.left() + 1, place.center().y())), at + 3);
        text.addSelection(at, at + 9);
        QCOMPARE(shown.view.selectedText(), QStringLiteral("Paragraph"));
    }

    // A paragraph of a megabyte is laid out in pieces: what is not in sight costs nothing, and every word is found where it is drawn.
    void longParagraphsAreSplit()
    {
        CanonicalText text;
        while (text.text.size() < 1'000'000)
            text.text += "word" + std::to_string(text.text.size()) + " ";
        text.paragraphs.push_back({{0, text.text.size()}, ParagraphKind::Text, 0});
        ShownView shown(text);
        TextParagraphs pieces;
        pieces.setDocument(&text);
        QVERIFY(pieces.count() >= 50);
        std::uint64_t behind = 0;
        for (std::size_t i = 0; i < pieces.count(); ++i) {
            const ByteRange piece = pieces.piece(i).text;
            QVERIFY(piece.begin == behind && piece.size() <= 20'001);
            QVERIFY(piece.end == text.text.size() || text.text[piece.end - 1] == ' ');   // between words
            behind = piece.end;
        }
        QCOMPARE(behind, std::uint64_t(text.text.size()));
        for (const std::size_t at : {std::size_t(10), std::size_t(19'990), std::size_t(500'003), text.text.size() - 30}) {
            const auto begin = text.text.find("word", at);
            const ByteRange word{begin, text.text.find(' ', begin)};
            shown.view.showRange(word);
            const auto places = shown.view.rectanglesOf(word);
            QVERIFY2(!places.empty() && shown.view.viewport()->rect().contains(places.front().center()),
                     qPrintable(QStringLiteral("%1: %2 at %3").arg(word.begin).arg(places.size()).arg(places.empty() ? 0 : places[0].y())));
            const auto byte = shown.view.byteAt(places.front().center());
            QVERIFY(byte && *byte >= word.begin && *byte < word.end);
        }
    }

    // However often a session is closed and opened again, in whatever width it is laid out meanwhile; rounding doesn't add up.
    void theTopIsKeptOverManyOpenings_data()
    {
        QTest::addColumn<int>("zoom");
        for (const int zoom : {80, 100, 110, 130, 170})
            QTest::addRow("zoom %d", zoom) << zoom;
    }
    void theTopIsKeptOverManyOpenings()
    {
        QFETCH(const int, zoom);
        const CanonicalText text = document(400);
        std::uint64_t byte = 0;
        {
            ShownView shown(text);
            shown.view.setZoom(zoom);
            (void)shown.view.grab();
            shown.view.verticalScrollBar()->setValue(5'003);
            byte = shown.view.topByte();
        }
        const std::uint64_t left = byte;
        QVERIFY(byte > 0);
        for (int opening = 0; opening < 6; ++opening) {
            ShownView shown(text);
            shown.view.setZoom(zoom);
            shown.view.resize(300, 120);   // as before the window has its size
            shown.view.scrollToByte(byte);
            (void)shown.view.grab();
            shown.view.resize(1100, 700);
            (void)shown.view.grab();
            shown.view.resize(700, 500);
            (void)shown.view.grab();
            byte = shown.view.topByte();
            QCOMPARE(byte, left);
            const int top = shown.view.rectanglesOf({byte, byte + 1}).at(0).top();
            QVERIFY2(top <= 0 && top >= -1, qPrintable(QString::number(top)));   // the line itself, not the one before it
            const int at = shown.view.verticalScrollBar()->value();
            shown.view.verticalScrollBar()->setValue(at + 1);
            shown.view.verticalScrollBar()->setValue(at);
            byte = shown.view.topByte();   // also of one who has moved and come back
            QCOMPARE(byte, left);
        }
    }

    void picturesStandAboveTheirParagraphs()
    {
        const CanonicalText text = document(40);
        ShownView shown(text), plain(text);
        std::vector<std::pair<std::size_t, int>> asked;
        QImage red(50, 25, QImage::Format_RGB32);
        red.fill(Qt::red);
        const ByteRange third = text.paragraphs[3].text;
        shown.view.setPictures({{third.begin + 2, {200, 100}}, {text.paragraphs[30].text.begin, {5000, 100}}},
                               [&](std::size_t index, int width) {
                                   asked.push_back({index, width});
                                   return red;
                               });
        const QRect before = plain.view.rectanglesOf(third).front(), now = shown.view.rectanglesOf(third).front();
        QCOMPARE(now.top() - before.top(), 112);   // the picture and its margin
        QCOMPARE(now.left(), before.left());
        QCOMPARE(shown.view.rectanglesOf(text.paragraphs[2].text), plain.view.rectanglesOf(text.paragraphs[2].text));
        QCOMPARE(shown.view.byteAt(now.center()), plain.view.byteAt(before.center()));
        const QImage drawn = shown.view.viewport()->grab().toImage();
        const double ratio = drawn.devicePixelRatio();
        const auto colourAt = [&](int y) { return drawn.pixelColor(int(350 * ratio), int(y * ratio)); };
        QCOMPARE(colourAt(now.top() - 50), QColor(Qt::red));
        QVERIFY(colourAt(now.top() - 118) != QColor(Qt::red) && colourAt(now.top() - 4) != QColor(Qt::red));
        QVERIFY(std::all_of(asked.begin(), asked.end(), [](const auto& wish) { return wish.first == 0; }));   // those in sight
        shown.view.setZoom(50);
        QCOMPARE(shown.view.zoom(), 50);
        shown.view.showRange(text.paragraphs[30].text);   // as wide as the text, not wider
        shown.view.viewport()->grab();
        QVERIFY(asked.back().first == 1 && asked.back().second < int(700 * ratio));
    }

    void onePictureAfterTheOtherAndAtTheTextsEnds()
    {
        const CanonicalText text = document(3);
        ShownView shown(text);
        const int bottom = shown.view.rectanglesOf(text.paragraphs[2].text).back().bottom();
        shown.view.setPictures({{0, {40, 30}}, {0, {40, 50}}, {text.text.size() - 1, {40, 20}}}, {});
        QCOMPARE(shown.view.rectanglesOf(text.paragraphs[2].text).back().bottom() - bottom, 30 + 50 + 20 + 3 * 12);
        QCOMPARE(shown.view.topByte(), std::uint64_t(0));
    }

    void heightsAgreeWithPlainSums()
    {
        std::mt19937 random(7);
        std::vector<float> plain(1'000);
        for (float& height : plain)
            height = float(random() % 50) + 1;
        ParagraphHeights heights;
        heights.reset(plain);
        for (int i = 0; i < 500; ++i) {
            plain[random() % plain.size()] = float(random() % 90) + 1;
            heights.reset(plain);
            const std::size_t changed = random() % plain.size();
            plain[changed] = 33;
            heights.set(changed, 33);
            const std::size_t probe = random() % plain.size();
            double top = 0;
            for (std::size_t j = 0; j < probe; ++j)
                top += plain[j];
            QCOMPARE(heights.top(probe), top);
            QCOMPARE(heights.at(top), probe);
            QCOMPARE(heights.at(top + plain[probe] - 0.5), probe);
        }
    }

    void shownRangeComesIntoSight_data()
    {
        QTest::addColumn<int>("paragraph");
        for (const int paragraph : {0, 3, 50, 777, 4'999})
            QTest::addRow("paragraph %d of 5000", paragraph) << paragraph;
    }
    void shownRangeComesIntoSight()
    {
        QFETCH(int, paragraph);
        const CanonicalText text = document(5'000);
        ShownView shown(text);
        const std::uint64_t begin = text.paragraphs[std::size_t(paragraph)].text.begin;
        shown.view.showRange({begin, begin + 9});
        const auto lines = shown.view.rectanglesOf({begin, begin + 9});
        QCOMPARE(lines.size(), std::size_t(1));
        QVERIFY(shown.view.viewport()->rect().contains(lines.front()));
    }

    void everyCharacterIsFoundWhereItIsDrawn()
    {
        const CanonicalText text = document(30, "Żółć 你好 😀 fi. ");
        ShownView shown(text);
        shown.view.showRange({0, 1});
        int checked = 0;
        for (std::uint64_t byte = 0; byte < text.paragraphs[8].text.end; ++byte) {
            if ((static_cast<unsigned char>(text.text[byte]) & 0xC0) == 0x80 || text.text[byte] == '\n' || text.text[byte] == ' ')
                continue;
            std::uint64_t end = byte + 1;
            while (end < text.text.size() && (static_cast<unsigned char>(text.text[end]) & 0xC0) == 0x80)
                ++end;
            const auto lines = shown.view.rectanglesOf({byte, end});
            if (lines.empty() || !shown.view.viewport()->rect().contains(lines.front()) || lines.front().width() < 3)
                continue;
            const QPoint inside(lines.front().left() + 1, lines.front().center().y());
            QCOMPARE(shown.view.byteAt(inside).value(), byte);
            ++checked;
        }
        QVERIFY(checked > 200);
    }

    void topStaysWhileWidthChanges()
    {
        const CanonicalText text = document(2'000);
        ShownView shown(text);
        const std::uint64_t place = text.paragraphs[900].text.begin;
        shown.view.scrollToByte(place);
        QCOMPARE(shown.view.topByte(), place);
        shown.view.resize(420, 500);
        QCOMPARE(shown.view.topByte(), place);
        shown.view.setZoom(150);
        QCOMPARE(shown.view.topByte(), place);
    }

    void selectedTextIsTheBytes()
    {
        const CanonicalText text = document(5, "Żółć 😀. ");
        ShownView shown(text);
        shown.view.select(text.paragraphs[2].text);
        QCOMPARE(shown.view.selectedText().toUtf8().toStdString(),
                 text.text.substr(text.paragraphs[2].text.begin, text.paragraphs[2].text.size()));
    }

    void heatIsPaintedUnderItsCharacters()
    {
        const CanonicalText text = document(10);
        ShownView shown(text);
        const ByteRange range{text.paragraphs[1].text.begin, text.paragraphs[1].text.begin + 9};
        const QRect line = shown.view.rectanglesOf(range).at(0);
        const QImage before = shown.view.viewport()->grab().toImage();
        shown.view.setHeat({{range, 1.0f}});
        const QImage after = shown.view.viewport()->grab().toImage();
        QVERIFY(before.pixel(line.topLeft() + QPoint(1, 1)) != after.pixel(line.topLeft() + QPoint(1, 1)));
        QCOMPARE(before.pixel(line.topRight() + QPoint(4, 1)), after.pixel(line.topRight() + QPoint(4, 1)));
    }

    void wordsOnStrongHeatAreBrighterInTheDark()
    {
        const CanonicalText text = document(10);
        ShownView shown(text);
        shown.view.setPalette(themePalette(cairn::Panel::Dark));
        const ByteRange range{text.paragraphs[1].text.begin, text.paragraphs[1].text.begin + 9};
        const QRect words = shown.view.rectanglesOf(range).at(0);
        const auto brightest = [&] {
            const QImage image = shown.view.viewport()->grab(words).toImage();
            int most = 0;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    most = std::max(most, image.pixelColor(x, y).red());
            return most;
        };
        const int usual = themeColour(Role::Text, cairn::Panel::Dark).red();
        shown.view.setHeat({{range, 0.4f}});
        QVERIFY(brightest() <= usual + 2);
        shown.view.setHeat({{range, 1.0f}});
        QVERIFY(brightest() > usual + 10);
    }

    // Ctrl and the wheel: ten per cent a notch, whatever the wheel's steps are; a turn to the side does nothing.
    void wheelZoomsByWholeNotches()
    {
        const CanonicalText text = document(10);
        ShownView shown(text);
        const auto turn = [&](QPoint by) {
            QWheelEvent event(QPointF(50, 50), shown.view.viewport()->mapToGlobal(QPointF(50, 50)), {}, by, Qt::NoButton,
                              Qt::ControlModifier, Qt::NoScrollPhase, false);
            QApplication::sendEvent(shown.view.viewport(), &event);
            return shown.view.zoom();
        };
        QCOMPARE(turn({0, 120}), 110);
        QCOMPARE(turn({0, -240}), 90);
        QCOMPARE(turn({120, 0}), 90);
        QCOMPARE(turn({0, 40}), 90);
        QCOMPARE(turn({0, 40}), 90);
        QCOMPARE(turn({0, 40}), 100);
        QCOMPARE(turn({0, 40}), 100);
        QCOMPARE(turn({0, -80}), 100);   // the other way begins anew
        QCOMPARE(turn({0, -40}), 90);
    }
};

QTEST_MAIN(TextDocViewTest)
#include "text_doc_view_test.moc"
