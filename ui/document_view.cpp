// Selecting in the readers: the same by mouse and by keys, whatever draws the text.
#include "ui/document_view.h"

#include "core/types/document.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QStyleHints>
#include <QTextBoundaryFinder>
#include <QToolTip>

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace cairn
{
namespace
{

constexpr std::uint64_t kAround = 256;         // bytes to each side of a place
constexpr std::uint64_t kMostAround = 65'536;   // the same, for words that go on: longer ones are cut
constexpr std::uint64_t kPlaceless = 16;   // bytes without a place of their own, in a row
constexpr int kLineCharacters = 4000;    // of a line, at most
constexpr int kTipCharacters = 1000;     // of a note

using Boundary = QTextBoundaryFinder::BoundaryType;

bool continues(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

// Where characters or words begin and end around a byte of UTF-8.
class Boundaries
{
public:
    Boundaries(const std::string& text, std::uint64_t byte, Boundary type, std::uint64_t reach = kAround)
        : m_text(text), m_begin(byte > reach ? byte - reach : 0)
    {
        std::uint64_t end = std::min<std::uint64_t>(text.size(), byte + reach);
        while (m_begin < byte && continues(text[m_begin]))
            ++m_begin;
        while (end > byte && end < text.size() && continues(text[end]))
            --end;
        m_end = end;
        m_around = QString::fromUtf8(text.data() + m_begin, qsizetype(end - m_begin));
        m_finder = QTextBoundaryFinder(type, m_around);
        m_finder.setPosition(QString::fromUtf8(text.data() + m_begin, qsizetype(byte - m_begin)).size());
    }

    std::uint64_t before() { return at(m_finder.toPreviousBoundary(), 0); }
    std::uint64_t after() { return at(m_finder.toNextBoundary(), m_around.size()); }
    bool isAtBoundary() const { return m_finder.isAtBoundary(); }
    bool mayGoOn(ByteRange word) const { return (word.begin == m_begin && m_begin > 0) || (word.end == m_end && m_end < m_text.size()); }

    // The word that a byte stands in
    ByteRange around(std::uint64_t byte)
    {
        const qsizetype start = m_finder.position(), from = isAtBoundary() ? start : m_finder.toPreviousBoundary();
        m_finder.setPosition(start);
        const qsizetype to = m_finder.toNextBoundary();
        return from < 0 || to <= from ? ByteRange{byte, byte} : ByteRange{at(from, 0), at(to, 0)};
    }

    // To the start of a word, over spaces and marks: where Ctrl+Shift+arrow stops
    std::uint64_t wordStart(int direction)
    {
        qsizetype position = m_finder.position();
        do
            position = direction < 0 ? m_finder.toPreviousBoundary() : m_finder.toNextBoundary();
        while (position > 0 && position < m_around.size() && !m_finder.boundaryReasons().testFlag(QTextBoundaryFinder::StartOfItem));
        return at(position, direction < 0 ? 0 : m_around.size());
    }

private:
    std::uint64_t at(qsizetype units, qsizetype beyond) const
    {
        return m_begin + std::uint64_t(QStringView(m_around).first(units < 0 ? beyond : units).toUtf8().size());
    }

    const std::string& m_text;
    std::uint64_t m_begin, m_end = 0;
    QString m_around;
    QTextBoundaryFinder m_finder;
};

ByteRange partAround(const std::string& text, std::uint64_t byte)
{
    ByteRange word{byte, byte};
    for (std::uint64_t reach = kAround; reach <= kMostAround; reach *= 16) {
        Boundaries words(text, byte, Boundary::Word, reach);
        word = words.around(byte);
        if (!words.mayGoOn(word))
            break;
    }
    return word;
}

bool isOfLetters(const std::string& text, ByteRange part)
{
    const auto letters = QString::fromUtf8(text.data() + part.begin, qsizetype(part.size())).toUcs4();
    return !letters.isEmpty() && QChar::isLetterOrNumber(letters.front());
}

bool isHyphen(const std::string& text, ByteRange part)
{
    const std::string_view words = std::string_view(text).substr(part.begin, part.size());
    return words == "-" || words == "\u2010" || words == "\u2011";
}

// What stands before or behind a part of a text; empty: nothing does.
ByteRange besidePart(const std::string& text, ByteRange part, int direction)
{
    if (direction > 0)
        return part.end < text.size() ? partAround(text, part.end) : ByteRange{part.end, part.end};
    std::uint64_t last = part.begin;
    while (last > 0 && continues(text[--last])) {}
    return last < part.begin ? partAround(text, last) : ByteRange{part.begin, part.begin};
}

// The word that a byte stands in, with what single hyphens join to it.
ByteRange wordAround(const std::string& text, std::uint64_t byte)
{
    ByteRange word = partAround(text, byte);
    if (isHyphen(text, word))
        if (const ByteRange before = besidePart(text, word, -1); isOfLetters(text, before))
            word = before;
    if (!isOfLetters(text, word))
        return word;
    for (const int direction : {-1, 1}) {
        while (word.size() < kMostAround) {
            const ByteRange hyphen = besidePart(text, word, direction), next = besidePart(text, hyphen, direction);
            if (!isHyphen(text, hyphen) || !isOfLetters(text, next))
                break;
            (direction < 0 ? word.begin : word.end) = direction < 0 ? next.begin : next.end;
        }
    }
    return word;
}

bool onOneLine(const QRect& a, const QRect& b) { return a.top() <= b.center().y() && b.center().y() <= a.bottom(); }

}  // namespace

void DocumentView::setFound(std::vector<ByteRange> ranges)
{
    m_found = std::move(ranges);
    viewport()->update();
}

std::span<const ByteRange> DocumentView::foundIn(ByteRange text) const
{
    const auto ends = [](const ByteRange& range, std::uint64_t at) { return range.end <= at; };
    const auto begins = [](const ByteRange& range, std::uint64_t at) { return range.begin < at; };
    const auto first = std::lower_bound(m_found.begin(), m_found.end(), text.begin, ends);
    return {first, std::lower_bound(first, m_found.end(), text.end, begins)};
}

std::optional<ByteRange> DocumentView::selection() const
{
    return m_anchor == m_caret ? std::nullopt : std::optional(ByteRange{std::min(m_anchor, m_caret), std::max(m_anchor, m_caret)});
}

QString DocumentView::selectedText() const
{
    const auto range = selection();
    return range && document() ? QString::fromUtf8(document()->text.data() + range->begin, qsizetype(range->size())) : QString();
}

void DocumentView::select(ByteRange range)
{
    const std::uint64_t size = document() ? document()->text.size() : 0;
    m_anchor = std::min(range.begin, size);
    moveCaret(std::min(range.end, size));
}

void DocumentView::moveCaret(std::uint64_t byte)
{
    m_caret = byte;
    viewport()->update();
    Q_EMIT selectionChanged();
}

void DocumentView::pressText(const QMouseEvent& event)
{
    if (isThirdClick(event.pos()))
        return selectParagraphAt(event.pos());
    const auto byte = byteAt(event.pos());
    if (!byte || m_drag.pressOn(*byte, selection(), event))
        return;
    if (!event.modifiers().testFlag(Qt::ShiftModifier))
        m_anchor = *byte;
    m_pressed = true;
    moveCaret(*byte);
}

bool DocumentView::moveText(const QMouseEvent& event)
{
    if (!m_pressed)
        return m_drag.move(this, event.pos(), selectedText());
    const int y = event.pos().y(), over = y < 0 ? y : std::max(0, y - viewport()->height());
    if (over != 0)
        verticalScrollBar()->setValue(verticalScrollBar()->value() + over);
    if (const auto byte = byteAt(event.pos()); byte && *byte != m_caret)
        moveCaret(*byte);
    return true;
}

void DocumentView::endPress()
{
    m_pressed = false;
    m_drag.release();
}

void DocumentView::releaseText(const QMouseEvent& event)
{
    const bool pressed = std::exchange(m_pressed, false);
    if (const auto byte = m_drag.release() ? byteAt(event.pos()) : std::nullopt) {
        select({*byte, *byte});   // a click on the selection ends it
        Q_EMIT clicked(*byte);
    } else if (pressed && m_anchor == m_caret) {
        Q_EMIT clicked(m_caret);
    } else if (pressed) {
        offerSelection();
    }
}

// For a paste by the middle button.
void DocumentView::offerSelection() const
{
    if (QGuiApplication::clipboard()->supportsSelection())
        QGuiApplication::clipboard()->setText(selectedText(), QClipboard::Selection);
}

// byteAt() is the nearest place between two characters.
std::optional<std::uint64_t> DocumentView::characterAt(QPoint viewportPoint)
{
    const auto byte = byteAt(viewportPoint);
    if (!byte)
        return byte;
    const auto isOn = [&](ByteRange character) {
        const auto places = rectanglesOf(character);
        return std::any_of(places.begin(), places.end(), [&](const QRect& place) { return place.contains(viewportPoint); });
    };
    Boundaries characters(document()->text, *byte, Boundary::Grapheme);
    const std::uint64_t after = characters.after();
    const std::uint64_t before = Boundaries(document()->text, *byte, Boundary::Grapheme).before();
    return !isOn({*byte, after}) && isOn({before, *byte}) ? before : *byte;
}

void DocumentView::selectWordAt(QPoint viewportPoint)
{
    m_doubleClickedAt = viewportPoint;
    m_doubleClicked.start();
    const auto byte = characterAt(viewportPoint);
    if (!byte)
        return;
    if (const ByteRange word = wordAround(document()->text, *byte); word.size() > 0) {
        select(word);
        offerSelection();
    }
}

bool DocumentView::isThirdClick(QPoint viewportPoint)
{
    const QStyleHints* hints = QGuiApplication::styleHints();
    const bool third = m_doubleClicked.isValid() && !m_doubleClicked.hasExpired(hints->mouseDoubleClickInterval()) &&
                       (viewportPoint - m_doubleClickedAt).manhattanLength() < hints->startDragDistance();
    m_doubleClicked.invalidate();
    return third;
}

void DocumentView::selectParagraphAt(QPoint viewportPoint)
{
    const auto byte = characterAt(viewportPoint);
    if (!byte)
        return;
    const auto& paragraphs = document()->paragraphs;
    const auto behind = std::upper_bound(paragraphs.begin(), paragraphs.end(), *byte,
                                         [](std::uint64_t at, const Paragraph& one) { return at < one.text.begin; });
    if (behind == paragraphs.begin())
        return;
    select((behind - 1)->text);
    offerSelection();
}

// A line's end and, on a page, a space have no place: there it is the right edge of what stands before.
QRect DocumentView::placeOf(std::uint64_t byte)
{
    const std::string& text = document()->text;
    for (std::uint64_t at = byte; at > 0 || byte == 0;) {
        const auto places = rectanglesOf({at, Boundaries(text, at, Boundary::Grapheme).after()});
        if (!places.empty() && places.front().width() > 0)
            return at == byte ? places.front() : QRect(places.front().right() + 1, places.front().top(), 1, places.front().height());
        if (at == 0 || byte - at > kPlaceless || text[at - 1] == '\n')
            break;
        at = Boundaries(text, at, Boundary::Grapheme).before();
    }
    return {};
}

std::uint64_t DocumentView::lineAway(int pixels, int most)
{
    const QRect here = placeOf(m_caret);
    if (here.isEmpty())
        return m_caret;
    for (int way = pixels; std::abs(way) <= most; way += pixels) {
        const auto byte = byteAt(QPoint(here.left(), here.center().y() + way));
        if (byte && *byte != m_caret && !onOneLine(here, placeOf(*byte)))
            return *byte;
    }
    return m_caret;
}

std::uint64_t DocumentView::lineEnd(int direction)
{
    const std::string& text = document()->text;
    const QRect here = placeOf(m_caret);
    std::uint64_t end = m_caret;
    for (int i = 0; i < kLineCharacters; ++i) {
        Boundaries characters(text, end, Boundary::Grapheme);
        if (direction > 0 && (end == text.size() || text[end] == '\n'))
            return end;
        const std::uint64_t next = direction > 0 ? characters.after() : characters.before();
        if (next == end || (direction < 0 && text[next] == '\n'))
            return end;
        if (const QRect place = placeOf(next); !here.isEmpty() && !place.isEmpty() && !onOneLine(here, place))
            return end;
        end = next;
    }
    return end;
}

std::optional<std::uint64_t> DocumentView::caretAfter(const QKeyEvent& event)
{
    const std::string& text = document()->text;
    const QRect here = placeOf(m_caret);
    const int line = std::max(8, here.height()), screenful = viewport()->height() - verticalScrollBar()->singleStep();
    if (event.matches(QKeySequence::SelectNextChar))
        return Boundaries(text, m_caret, Boundary::Grapheme).after();
    if (event.matches(QKeySequence::SelectPreviousChar))
        return Boundaries(text, m_caret, Boundary::Grapheme).before();
    if (event.matches(QKeySequence::SelectNextWord))
        return Boundaries(text, m_caret, Boundary::Word).wordStart(1);
    if (event.matches(QKeySequence::SelectPreviousWord))
        return Boundaries(text, m_caret, Boundary::Word).wordStart(-1);
    if (event.matches(QKeySequence::SelectNextLine))
        return lineAway(line / 2, 8 * line);
    if (event.matches(QKeySequence::SelectPreviousLine))
        return lineAway(-line / 2, 8 * line);
    if (event.matches(QKeySequence::SelectNextPage))
        return lineAway(screenful, screenful);
    if (event.matches(QKeySequence::SelectPreviousPage))
        return lineAway(-screenful, screenful);
    if (event.matches(QKeySequence::SelectStartOfLine))
        return lineEnd(-1);
    if (event.matches(QKeySequence::SelectEndOfLine))
        return lineEnd(1);
    if (event.matches(QKeySequence::SelectStartOfDocument))
        return 0;
    if (event.matches(QKeySequence::SelectEndOfDocument))
        return text.size();
    return std::nullopt;
}

bool DocumentView::selectByKey(const QKeyEvent& event)
{
    if (!document())
        return false;
    if (event.matches(QKeySequence::Copy)) {
        if (selection())   // else what was copied before stays
            QGuiApplication::clipboard()->setText(selectedText());
        return true;
    }
    if (event.matches(QKeySequence::SelectAll)) {
        select({0, document()->text.size()});
        return true;
    }
    const bool isOutOfSight = m_caret < topByte() || m_caret > bottomByte();
    if (!selection() && isOutOfSight && event.modifiers().testFlag(Qt::ShiftModifier))
        m_anchor = m_caret = std::min<std::uint64_t>(topByte(), document()->text.size());   // begins where the reader looks
    const auto caret = caretAfter(event);
    if (!caret)
        return false;
    moveCaret(*caret);
    bringCaretIntoSight();
    return true;
}

void DocumentView::showTipOf(const std::vector<TextMark>& marks, const QHelpEvent& event)
{
    QStringList tips;
    for (const TextMark& mark : marks) {
        const auto places = mark.text.isEmpty() ? std::vector<QRect>() : rectanglesOf(mark.range);
        if (std::any_of(places.begin(), places.end(), [&](const QRect& place) { return place.contains(event.pos()); }))
            tips.append(mark.text.left(kTipCharacters).toHtmlEscaped().replace(QLatin1Char('\n'), QLatin1String("<br>")));
    }
    if (!tips.isEmpty())
        QToolTip::showText(event.globalPos(), QStringLiteral("<span>%1</span>").arg(tips.join(QStringLiteral("<br><br>"))), viewport());
}

void DocumentView::bringCaretIntoSight()
{
    const QRect place = placeOf(m_caret);
    QScrollBar& bar = *verticalScrollBar();
    if (place.isEmpty())
        showRange({m_caret, m_caret});
    else if (place.top() < 0)
        bar.setValue(bar.value() + place.top());
    else if (place.bottom() >= viewport()->height())
        bar.setValue(bar.value() + place.bottom() + 1 - viewport()->height());
}

}  // namespace cairn
