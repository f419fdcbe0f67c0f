// What the readers of a document have in common (experience.md 2, 6 V2): Text and Page show the same byte ranges of the canonical text,
// so position, heat, citations and selection pass between them unchanged. Selecting, by mouse and keys, copying and dragging words
// out are the same in all of them and live here. UI thread.
#pragma once

#include "core/types/ids.h"
#include "ui/text_drag.h"

#include <QAbstractScrollArea>
#include <QElapsedTimer>
#include <QRect>

#include <optional>
#include <span>
#include <vector>

class QHelpEvent;

namespace cairn
{

struct CanonicalText;

struct HeatRun
{
    ByteRange range;
    float strength = 0;   // 0..1, already scaled
};

struct TextMark                                      // what the reader of the document has marked
{
    enum Kind { Note, Highlight, Pinned, Barred };
    ByteRange range;
    Kind kind = Highlight;
    QString text{};                                  // written to it: its tip
    bool operator==(const TextMark&) const = default;
};

class DocumentView : public QAbstractScrollArea
{
    Q_OBJECT
public:
    using QAbstractScrollArea::QAbstractScrollArea;

    virtual const CanonicalText* document() const = 0;                // borrowed; nullptr: none

    // Values in
    virtual void setHeat(std::vector<HeatRun> runs) = 0;              // ascending, no overlap
    virtual void setHighlights(std::vector<ByteRange> ranges) = 0;    // cited words, ascending; kept until replaced
    // Dots below the words, a tint, a bar beside the line, struck through; any order.
    virtual void setTextMarks(std::vector<TextMark> marks) = 0;
    virtual void setReadUpTo(std::uint64_t byte) = 0;                 // from here on it is not read yet: grey
    virtual void setZoom(int percent) = 0;                            // 50..300
    virtual int zoom() const = 0;

    // Scrolls so that `range` stands in the upper third; nothing moves when all of it is in sight.
    virtual void showRange(ByteRange range) = 0;
    virtual std::uint64_t topByte() const = 0;                        // first character in sight
    virtual std::uint64_t bottomByte() const = 0;                     // one past the last character in sight
    virtual void scrollToByte(std::uint64_t byte, int below = 0) = 0; // to `below` px under the top
    virtual std::vector<QRect> rectanglesOf(ByteRange range) = 0;     // viewport coordinates, one per line, visible part
    virtual std::optional<std::uint64_t> byteAt(QPoint viewportPoint) = 0;

    void setFound(std::vector<ByteRange> ranges);                     // matches of a search: framed; ascending; kept until replaced
    std::optional<ByteRange> selection() const;
    std::uint64_t caret() const { return m_caret; }                   // the selection's moving end
    QString selectedText() const;
    void select(ByteRange range);                                     // from where Shift extends it, to its moving end; cut at the text's end

Q_SIGNALS:
    void positionChanged(std::uint64_t topByte);                      // after scrolling
    void zoomChanged(int percent);
    void selectionChanged();
    void clicked(std::uint64_t byte);
    void hovered(std::uint64_t byte, QPoint globalPosition);

protected:
    std::span<const ByteRange> foundIn(ByteRange text) const;         // matches that meet it
    // A left press, a move, a left release. moveText() is false where nothing is pressed; endPress(): the press was no selecting.
    void pressText(const QMouseEvent& event);
    bool moveText(const QMouseEvent& event);
    void releaseText(const QMouseEvent& event);
    void endPress();
    void selectWordAt(QPoint viewportPoint);                          // a double click; a third press selects the paragraph
    bool selectByKey(const QKeyEvent& event);                         // copies and selects; false: not one of these keys
    void forgetSelection() { m_anchor = m_caret = 0; }                // of a document that is replaced
    void showTipOf(const std::vector<TextMark>& marks, const QHelpEvent& event);

private:
    void moveCaret(std::uint64_t byte);
    std::optional<std::uint64_t> characterAt(QPoint viewportPoint);   // the one under the pointer, where there is one
    bool isThirdClick(QPoint viewportPoint);
    void selectParagraphAt(QPoint viewportPoint);
    void offerSelection() const;
    std::optional<std::uint64_t> caretAfter(const QKeyEvent& event);  // nullopt: no key that moves it
    std::uint64_t lineAway(int pixels, int most);                     // a line up (< 0) or down, searched as far as `most` pixels
    std::uint64_t lineEnd(int direction);
    QRect placeOf(std::uint64_t byte);                                // of its character; empty: not known
    void bringCaretIntoSight();

    std::vector<ByteRange> m_found;
    std::uint64_t m_anchor = 0, m_caret = 0;                          // selection, in bytes
    bool m_pressed = false;
    TextDrag m_drag;                                                  // a press on the selection
    QPoint m_doubleClickedAt;
    QElapsedTimer m_doubleClicked;                                    // since then
};

}  // namespace cairn
