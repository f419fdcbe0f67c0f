#include "core/documents/pdf/pdf_table_rows.h"

#include "core/documents/pdf/pdf_ligatures.h"
#include "core/types/cell_border.h"

#include <algorithm>

namespace cairn
{
namespace
{

constexpr double kWrapAdvance = 1.75;  // of a line's height: from line to line within a cell
constexpr qsizetype kShortestHalf = 3; // letters before the hyphen

QStringView textOf(const PdfPage& page, const PdfPiece& piece)
{
    return QStringView(page.text).mid(piece.begin, piece.end - piece.begin);
}

bool isHyphen(QChar c)
{
    return c == u'-' || c.unicode() == 0x2010 || c.unicode() == 0xAD;
}

// Without the hyphen: "Aver" of "Aver-"; empty: it doesn't end in half a word.
QStringView divided(const PdfPage& page, const PdfPiece& piece)
{
    QStringView text = textOf(page, piece);
    const bool isMarked = piece.end < page.text.size() && page.text[piece.end] == QChar(0xFFFE);
    if (!isMarked && (text.isEmpty() || !isHyphen(text.back())))
        return {};
    text = isMarked ? text : text.chopped(1);
    const auto half = std::find_if(text.rbegin(), text.rend(), [](QChar c) { return !c.isLetter(); }) - text.rbegin();
    return half >= kShortestHalf ? text : QStringView();
}

bool goesOn(const PdfPage& page, const PdfTable::Cell& above, const PdfTable::Cell& below)
{
    if (above.empty() || below.empty() || divided(page, above.back()).isEmpty())
        return false;
    const QStringView next = textOf(page, below.front());
    return !next.isEmpty() && next.front().isLower();
}

bool areClose(const PdfTable::Row& above, const PdfTable::Row& below)
{
    for (std::size_t i = 0; i < above.size(); ++i) {
        if (above[i].empty() || below[i].empty())
            continue;
        const QRectF &last = above[i].back().box, &next = below[i].front().box;
        if (next.center().y() - last.center().y() > kWrapAdvance * std::max(last.height(), next.height()))
            return false;
    }
    return true;
}

QString cellText(const PdfPage& page, const PdfTable::Cell& cell, const HyphenRules& hyphens)
{
    QString text;
    for (std::size_t i = 0; i < cell.size(); ++i) {
        const QStringView half = i + 1 < cell.size() ? divided(page, cell[i]) : QStringView();
        const QStringView next = half.isEmpty() ? QStringView() : textOf(page, cell[i + 1]);
        if (next.isEmpty() || !next.front().isLetterOrNumber()) {
            text += spelled(textOf(page, cell[i])) + (i + 1 < cell.size() ? QStringLiteral(" ") : QString());
            continue;
        }
        const LineEndHyphen meaning = hyphens.meaningOf(half, next);
        text += spelled(half);
        if (meaning != LineEndHyphen::Divides)
            text += meaning == LineEndHyphen::Belongs ? QStringLiteral("-") : QStringLiteral("- ");
    }
    return text.simplified();
}

} // namespace

void joinDividedRows(const PdfPage& page, PdfTable& table)
{
    for (std::size_t i = 1; i < table.rows.size();) {
        PdfTable::Row &above = table.rows[i - 1], &own = table.rows[i];
        bool isDivided = false;
        for (std::size_t column = 0; column < own.size(); ++column)
            isDivided = isDivided || goesOn(page, above[column], own[column]);
        if (!isDivided || !areClose(above, own)) {
            ++i;
            continue;
        }
        for (std::size_t column = 0; column < own.size(); ++column)
            above[column].insert(above[column].end(), own[column].begin(), own[column].end());
        table.rows.erase(table.rows.begin() + std::ptrdiff_t(i));
    }
}

bool isInOrder(const PdfTable::Row& row)
{
    qsizetype end = 0;
    for (const PdfTable::Cell& cell : row)
        for (const PdfPiece& piece : cell) {
            if (piece.begin < end)
                return false;
            end = piece.end;
        }
    return true;
}

std::string rowText(const PdfPage& page, const PdfTable::Row& row, const HyphenRules& hyphens)
{
    std::string text;
    for (std::size_t i = 0; i < row.size(); ++i) {
        if (i > 0)
            text += cellBorder(text.empty());
        text += cellText(page, row[i], hyphens).toStdString();
    }
    while (!text.empty() && text.back() == ' ')
        text.pop_back();
    return text;
}

} // namespace cairn
