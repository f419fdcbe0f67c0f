// What the readers of a document have in common (experience.md 2, 6 V2): Text and Page show the same byte ranges of the canonical text,
// so position, heat, citations and selection pass between them unchanged. UI thread.
#pragma once

#include "core/types/ids.h"

#include <QAbstractScrollArea>

#include <optional>
#include <vector>

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
    virtual void setTextMarks(std::vector<TextMark> marks) = 0;       // tinted, with a bar beside the line, struck through; any order
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

    virtual std::optional<ByteRange> selection() const = 0;
    virtual QString selectedText() const = 0;
    virtual void select(ByteRange range) = 0;

Q_SIGNALS:
    void positionChanged(std::uint64_t topByte);                      // after scrolling
    void zoomChanged(int percent);
    void selectionChanged();
    void clicked(std::uint64_t byte);
    void hovered(std::uint64_t byte, QPoint globalPosition);
};

}  // namespace cairn
