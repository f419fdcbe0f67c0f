// The reader for documents without pages (and the Text mode of those with): canonical text, virtualised, scrolled by pixels, with
// evidence tinted under the exact characters and the cited words underlined (experience.md 6 V2, 9). Positions are byte offsets
// of the canonical text. UI thread.
#pragma once

#include "core/types/document.h"
#include "ui/text_paragraphs.h"

#include <QAbstractScrollArea>

#include <optional>
#include <vector>

namespace cairn
{

struct HeatRun
{
    ByteRange range;
    float strength = 0;   // 0..1, already scaled
};

class TextDocView final : public QAbstractScrollArea
{
    Q_OBJECT
public:
    explicit TextDocView(QWidget* parent = nullptr);

    // Values in
    void setDocument(const CanonicalText* document);             // borrowed until replaced; nullptr: empty
    void setHeat(std::vector<HeatRun> runs);                     // ascending, no overlap
    void setHighlights(std::vector<ByteRange> ranges);           // cited words, ascending; kept until replaced
    void setReadUpTo(std::uint64_t byte);                        // text from here on is grey: not read yet
    void setZoom(int percent);                                   // 50..300
    int zoom() const { return m_zoom; }

    // Scrolls so that `range` stands in the upper third; nothing moves when all of it is in sight.
    void showRange(ByteRange range);
    std::uint64_t topByte() const;                               // first character in sight
    void scrollToByte(std::uint64_t byte, int below = 0);        // to `below` px under the top
    std::vector<QRect> rectanglesOf(ByteRange range);            // viewport coordinates, one per line, visible part
    std::optional<std::uint64_t> byteAt(QPoint viewportPoint);

    std::optional<ByteRange> selection() const;
    QString selectedText() const;
    void select(ByteRange range);
    std::optional<ByteRange> find(const QString& text, std::uint64_t from, bool backwards = false, bool matchCase = false) const;

Q_SIGNALS:
    void positionChanged(std::uint64_t topByte);                 // after scrolling
    void selectionChanged();
    void clicked(std::uint64_t byte);
    void hovered(std::uint64_t byte, QPoint globalPosition);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void relayout();                                             // style from font, zoom and width; keeps the top line
    void updateScrollBar();
    int left() const;                                            // x of the text measure in the viewport
    double scrollTop() const;
    void paintPiece(QPainter& painter, std::size_t index, double y);
    void paintBackground(QPainter& painter, const LaidParagraph& laid, ByteRange piece, ByteRange range, QPointF origin, const QColor& colour);
    void paintUnderline(QPainter& painter, const LaidParagraph& laid, ByteRange piece, ByteRange range, QPointF origin);
    void settleVisible();                                        // lays visible paragraphs out without moving what is in sight

    const CanonicalText* m_document = nullptr;
    TextParagraphs m_paragraphs;
    std::vector<HeatRun> m_heat;
    std::vector<ByteRange> m_highlights;
    std::uint64_t m_readUpTo = UINT64_MAX;
    int m_zoom = 100;
    std::uint64_t m_anchor = 0, m_caret = 0;                     // selection, in bytes
    bool m_pressed = false;
};

}  // namespace cairn
