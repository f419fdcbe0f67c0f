// How a printed line goes on after the one before it: same word, same line, same paragraph or a new one. Decided from the
// places of the lines where known, else from their lengths and characters. One object per page; pure questions.
#pragma once

#include "core/documents/pdf/pdf_line_kinds.h"
#include "core/documents/pdf/pdf_lines.h"

#include <optional>
#include <vector>

namespace cairn
{

enum class LineJoin
{
    Nothing, // the line goes on without a space (a superscript ended it; scripts without spaces)
    Space,
    LineBreak, // same paragraph, but the printed line ended early: rows of a table, verses, addresses
    Paragraph
};

class PageJoins
{
public:
    PageJoins(const PdfPage& page, const std::vector<PdfLine>& lines);

    // How line `b` follows line `a` of this page; `aStarts`: a is the first line of its paragraph, `inList`: a belongs to
    // a list item. REQUIRES: a < b.
    LineJoin between(std::size_t a, std::size_t b, bool aStarts, bool inList) const;

    bool isNote(std::size_t line) const { return m_notes[line]; } // a footnote's
    LineKind kind(std::size_t line) const { return m_kinds[line]; }
    int indent(std::size_t line) const { return codeIndent(m_lines, m_kinds, line); } // REQUIRES: a line of code

private:
    struct Column
    {
        double left = 0;
        double right = 0;
    };
    std::optional<LineJoin> byKind(std::size_t a, std::size_t b) const;
    LineJoin placedBetween(std::size_t a, std::size_t b, bool aStarts, bool inList) const;
    LineJoin textBetween(std::size_t a, std::size_t b) const;
    bool isInner(std::size_t a, std::size_t b) const;
    bool isFilled(std::size_t a, std::size_t b) const;
    bool inProse(std::size_t line) const;
    bool isMisplaced(std::size_t line) const;
    bool isFractionPart(std::size_t a, std::size_t b) const;
    bool areContents(QStringView from, QStringView to) const;
    bool isCentredOver(const QRectF& own, const QRectF& other) const;
    Column columnOf(std::size_t line) const;
    double gapOf(std::size_t line) const;
    double usualAdvance() const;
    double innerAdvance() const;
    double usualHeight() const;
    double sizeOf(const QRectF& a, const QRectF& b) const; // times the usual one, where their type is larger
    bool areBelow(std::size_t a, std::size_t b) const;

    const PdfPage& m_page;
    const std::vector<PdfLine>& m_lines;
    std::vector<LineKind> m_kinds;
    std::vector<Column> m_columns; // of each line: reach of its neighbours
    std::vector<bool> m_notes;
    std::vector<bool> m_clauses;   // begin with the number of a clause
    double m_advance = 0;          // usual distance from line to line, points
    double m_innerAdvance = 0;     // the same within paragraphs, points
    double m_height = 0;           // usual height of a line, points
    bool m_isContents = false;     // a page of a table of contents
    qsizetype m_fullLine = 0;      // characters of a full line, where places are unknown
};

// Does text that ends in `a` go on in `b` over a page or column break?
bool goesOn(QStringView a, QStringView b);

bool startsWithBullet(QStringView line);
bool startsCaption(QStringView line); // "Figure 3", "Table 2.1"

// The separator for a join inside a paragraph: scripts written without spaces get none.
LineJoin spaceBetween(QStringView a, QStringView b);

} // namespace cairn
