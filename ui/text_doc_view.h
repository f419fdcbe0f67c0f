// The reader for documents without pages (and the Text mode of those with): canonical text, virtualised, scrolled by pixels, with
// evidence tinted under the exact characters and the cited words underlined (experience.md 6 V2, 9). Positions are byte offsets
// of the canonical text. UI thread.
#pragma once

#include "core/types/document.h"
#include "ui/document_view.h"
#include "ui/text_paragraphs.h"
#include "ui/theme.h"

#include <QImage>

#include <functional>
#include <optional>
#include <vector>

namespace cairn
{

class TextDocView final : public DocumentView
{
    Q_OBJECT
public:
    explicit TextDocView(QWidget* parent = nullptr);

    void setDocument(const CanonicalText* document);             // borrowed until replaced; nullptr: empty

    const CanonicalText* document() const override { return m_document; }
    // Pictures of the document, ascending by place. `pictureOf(index, pixels wide)` is asked while painting; null: not there yet, the
    // viewport is to be updated when it comes.
    using PictureOf = std::function<QImage(std::size_t index, int width)>;
    void setPictures(std::vector<TextPicture> pictures, PictureOf pictureOf);
    void setReadingFont(const QString& family, int pixels);      // empty: the system's serif; 0: as designed
    void setHiddenCharacters(bool shown);                        // white space, and what hides inside words (hidden_characters.h)

    void setHeat(std::vector<HeatRun> runs) override;
    void setHighlights(std::vector<ByteRange> ranges) override;
    void setTextMarks(std::vector<TextMark> marks) override;
    void setReadUpTo(std::uint64_t byte) override;
    void setZoom(int percent) override;
    int zoom() const override { return m_zoom; }
    void showRange(ByteRange range) override;
    std::uint64_t topByte() const override;
    std::uint64_t bottomByte() const override;
    void scrollToByte(std::uint64_t byte, int below = 0) override;
    std::vector<QRect> rectanglesOf(ByteRange range) override;
    std::optional<std::uint64_t> byteAt(QPoint viewportPoint) override;

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
    bool viewportEvent(QEvent* event) override;

private:
    void turnZoom(int turned);
    void relayout();                                             // style from font, zoom and width; keeps the top line
    void updateScrollBar();
    int left() const;                                            // x of the text measure in the viewport
    double scrollTop() const;
    ByteRange lineAt(double y) const;                            // the line of text at a height of the whole document
    void paintPiece(QPainter& painter, std::size_t index, double y);
    void paintPictures(QPainter& painter, std::size_t index, QPointF origin);
    void paintBackground(QPainter& painter, const LaidParagraph& laid, ByteRange piece, ByteRange range, QPointF origin,
                         const QColor& colour);
    void paintUnderline(QPainter& painter, const LaidParagraph& laid, ByteRange piece, ByteRange range, QPointF origin);
    void paintMarkLines(QPainter& painter, const LaidParagraph& laid, ByteRange piece, const TextMark& mark, QPointF origin);
    void settleVisible();                                        // lays visible paragraphs out without moving what is in sight

    const CanonicalText* m_document = nullptr;
    bool m_hiddenCharacters = false;
    double m_scrolledTotal = 0;              // height that the scroll bar is made for
    TextParagraphs m_paragraphs;
    PictureOf m_pictureOf;
    std::vector<HeatRun> m_heat;
    std::vector<ByteRange> m_highlights;
    std::vector<TextMark> m_marks;
    std::uint64_t m_readUpTo = UINT64_MAX;
    int m_zoom = 100;
    int m_turned = 0;                        // of the wheel's next notch
    QString m_family;
    int m_pixels = metrics::kPageFont;
    std::optional<std::uint64_t> m_kept;                         // the first character in sight, while the bar stands where it was
    int m_keptAt = 0;                                            // scrolled to: its line may begin earlier in another width
};

}  // namespace cairn
