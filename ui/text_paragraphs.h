// The paragraphs of a canonical text as Qt lays them out: one QTextLayout per paragraph in sight, kept in a small cache, with
// byte offsets of the canonical text on the outside and UTF-16 positions inside (experience.md 9, TextDocView). The cells of a table's rows
// stand in columns. UI thread.
#pragma once

#include "core/types/document.h"
#include "ui/paragraph_heights.h"
#include "ui/table_columns.h"
#include "ui/text_lines.h"

#include <QCache>
#include <QFont>
#include <QRectF>
#include <QTextLayout>

#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace cairn
{

struct TextStyle
{
    QFont body;
    float lineHeight = 1.75f;        // of the font's pixel size
    int width = 560;                 // text measure in px
    double zoom = 1;                 // of pictures
};

// A picture of the document; it stands above the paragraph that holds `place`.
struct TextPicture
{
    std::uint64_t place = 0;
    QSizeF size;                     // px of a screen of scale 1 at zoom 100
};

// One paragraph laid out at y = 0.
struct LaidParagraph
{
    std::unique_ptr<QTextLayout> layout;
    bool bothDirections = false;
    std::vector<std::uint32_t> bytes;   // [UTF-16 length + 1] byte offset in the paragraph of each position; empty: ASCII, identity
    float height = 0;                   // px of its lines
    bool isRow = false;                 // of a table: lines of different cells stand beside each other

    std::uint32_t byteAt(int position) const { return bytes.empty() ? std::uint32_t(position) : bytes[std::size_t(position)]; }
    int positionAt(std::uint32_t byte) const;   // first position at or after it
    LaidText lines() const { return {*layout, bothDirections}; }
    QTextLine lineNear(QPointF point) const;    // relative to the layout; of the column that is nearest, if it is a row
};

class TextParagraphs
{
public:
    // `document` is borrowed. Pieces: paragraphs, those above 20 kB split so that no layout is slow.
    void setDocument(const CanonicalText* document);
    void setStyle(const TextStyle& style);
    void setPictures(std::vector<TextPicture> pictures);    // ascending by place
    const TextStyle& style() const { return m_style; }

    std::size_t count() const { return m_pieces.size(); }
    const Paragraph& piece(std::size_t index) const { return m_pieces[index]; }
    std::size_t pieceAt(std::uint64_t byte) const;          // the piece that holds it, or the next one
    const ParagraphHeights& heights() const { return m_heights; }

    // Pictures above a piece: indices [first, second), and where one stands relative to the piece's top left corner.
    std::pair<std::size_t, std::size_t> picturesOf(std::size_t index) const;
    QRectF pictureRect(std::size_t index, std::size_t picture) const;   // REQUIRES: one of picturesOf(index)

    // Lays a paragraph out if it isn't; true: its height changed (positions below moved).
    bool ensure(std::size_t index);
    const LaidParagraph& laid(std::size_t index);           // REQUIRES: ensure(index) since the last style change

    QRectF ruleBelow(std::size_t index);                    // the line below a row, relative to the piece. REQUIRES: laid(index).isRow

private:
    struct Rows                          // of one table: pieces [first, last)
    {
        std::size_t first = 0, last = 0;
    };

    void findTables();
    bool isLastRow(std::size_t index) const;
    const TableColumns& columnsOf(std::size_t index) const;   // none: no row, or its table stands as lines
    float layLines(LaidParagraph& laid, std::size_t index, float top) const;
    float layCells(LaidParagraph& laid, const std::vector<int>& borders, const TableColumns& columns, std::size_t index, float top) const;
    void estimateHeights();
    QSizeF shownSize(const TextPicture& picture) const;
    float picturesAbove(std::size_t index) const;           // px with their margins
    float spaceBelow(std::size_t index) const;              // px
    std::unique_ptr<LaidParagraph> lay(std::size_t index) const;

    const CanonicalText* m_document = nullptr;
    TextStyle m_style;
    std::vector<Paragraph> m_pieces;
    std::vector<Rows> m_tables;          // ascending
    mutable std::map<std::size_t, TableColumns> m_columns;    // by a table's first piece, of those that were seen
    std::vector<TextPicture> m_pictures;
    ParagraphHeights m_heights;
    QCache<std::size_t, LaidParagraph> m_cache{256};
};

}  // namespace cairn
