#include "core/documents/pdf/pdf_table_signs.h"

#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace cairn
{
namespace
{

constexpr std::size_t kLeastRows = 3; // a header and two
constexpr double kFullRows = 0.6;     // of the rows: have two cells or more
constexpr double kFilled = 0.55;      // of all cells: columns that are staggered have fewer
constexpr double kDense = 0.75;       // the same: no other sign is needed
constexpr double kUsualColumn = 0.34; // of the rows have a cell in it
constexpr double kAligned = 0.7;      // of a column's cells: begin, end or have their middle at one place
constexpr double kOnePlace = 0.35;    // of a line's height
constexpr double kMono = 0.03;        // how far widths of characters differ in typewriter type
constexpr std::size_t kMonoPieces = 3;
constexpr double kRuleAway = 1.6;       // of the header's height: from a row to its rule
constexpr double kRuleShare = 0.6;      // of the table's width
constexpr std::size_t kCaptionAway = 3; // lines
constexpr qsizetype kLongestValue = 30; // characters

bool startsTableCaption(QStringView line)
{
    static const QRegularExpression pattern(QStringLiteral(
        "^(?:Table|Tabelle|Tab\\.|Tableau|Tabla|Tabella|Tabela|Таблица|表)\\s*[\\dA-ZIVX]+(?:[.-]\\d+)*\\s*(?:[:.]|[\u2013\u2014]|\\s|$)"));
    return pattern.match(line.left(40).toString()).hasMatch();
}

using Texts = std::vector<QString>; // of a column's cells; empty where there is none

QString textOf(const PdfPage& page, const PdfTable::Cell& cell)
{
    QString text;
    for (const PdfPiece& piece : cell)
        text += (text.isEmpty() ? QString() : QStringLiteral(" ")) + page.text.mid(piece.begin, piece.end - piece.begin);
    return text;
}

class Signs
{
public:
    Signs(const PdfPage& page, const std::vector<PdfLine>& lines, const PdfTable& table) : m_page(page), m_lines(lines), m_table(table)
    {
        m_columns.resize(table.rows.front().size());
        for (const PdfTable::Row& row : table.rows)
            for (std::size_t i = 0; i < row.size(); ++i)
                m_columns[i].push_back(textOf(page, row[i]));
    }

    bool areTable() const
    {
        if (m_columns.size() < 2 || m_table.rows.size() < kLeastRows)
            return false;
        std::size_t full = 0, filled = 0;
        for (const PdfTable::Row& row : m_table.rows) {
            const auto cells = std::size_t(std::count_if(row.begin(), row.end(), [](const PdfTable::Cell& cell) { return !cell.empty(); }));
            full += cells > 1 ? 1 : 0;
            filled += cells;
        }
        const double rows = double(m_table.rows.size());
        if (full < kLeastRows || double(full) < kFullRows * rows || double(filled) < kFilled * rows * double(m_columns.size()))
            return false;
        for (std::size_t i = 0; i < m_columns.size(); ++i)
            if (!isAligned(i))
                return false;
        const auto isUsual = [&](const Texts& column) {
            return std::count_if(column.begin(), column.end(), [](const QString& text) { return !text.isEmpty(); }) >= kUsualColumn * rows;
        };
        if ((std::count_if(m_columns.begin(), m_columns.end(), isUsual) <= 2 ||
             double(filled) < kDense * rows * double(m_columns.size())) &&
            !isRuled() && !isCaptioned() && !hasValues() && !hasCentredHeader())
            return false;
        return !isTypewritten() && !isContents() && !isList() && !isIndex() && (isRuled() || isCaptioned() || !isProse()) && !isFormula() &&
               !isCode();
    }

private:
    bool isAligned(std::size_t column) const
    {
        std::vector<double> left, right, middle;
        double height = 0;
        for (const PdfTable::Row& row : m_table.rows)
            for (const PdfPiece& piece : row[column]) {
                left.push_back(piece.box.left());
                right.push_back(piece.box.right());
                middle.push_back(piece.box.center().x());
                height = std::max(height, piece.box.height());
            }
        const auto agree = [&](std::vector<double> values) {
            std::sort(values.begin(), values.end());
            std::size_t most = 0;
            for (std::size_t i = 0, j = 0; i < values.size(); ++i) {
                while (values[i] - values[j] > kOnePlace * height)
                    ++j;
                most = std::max(most, i - j + 1);
            }
            return double(most) >= kAligned * double(values.size());
        };
        return left.size() < 2 || agree(left) || agree(right) || agree(middle);
    }

    QRectF boxOf(const PdfTable::Row& row) const
    {
        QRectF box;
        for (const PdfTable::Cell& cell : row)
            for (const PdfPiece& piece : cell)
                box |= piece.box;
        return box;
    }

    // Rules above and below it, or one below its header.
    bool isRuled() const
    {
        QRectF box;
        for (const PdfTable::Row& row : m_table.rows)
            box |= boxOf(row);
        const QRectF header = boxOf(m_table.rows[0]), next = boxOf(m_table.rows[1]);
        const double around = kRuleAway * header.height();
        bool isAbove = false, isBelow = false;
        for (const QRectF& rule : m_page.rules) {
            const double common = std::min(rule.right(), box.right()) - std::max(rule.left(), box.left()), y = rule.center().y();
            if (common < kRuleShare * box.width() || y < box.top() - around || y > box.bottom() + around)
                continue;
            if (y > header.center().y() && y < next.center().y())
                return true;
            isAbove = isAbove || y < header.center().y();
            isBelow = isBelow || y > boxOf(m_table.rows.back()).center().y();
        }
        return isAbove && isBelow;
    }

    // "Table 3: .." stands above or below.
    bool isCaptioned() const
    {
        const auto isCaption = [&](std::size_t line) {
            return line < m_lines.size() && startsTableCaption(lineText(m_page, m_lines[line]));
        };
        std::size_t first = m_lines.size(), last = 0;
        for (const PdfTable::Row& row : m_table.rows)
            for (const PdfTable::Cell& cell : row)
                for (const PdfPiece& piece : cell) {
                    first = std::min(first, piece.line);
                    last = std::max(last, piece.line);
                }
        for (std::size_t i = 1; i <= kCaptionAway; ++i)
            if ((first >= i && isCaption(first - i)) || isCaption(last + i))
                return true;
        return false;
    }

    // Over columns whose other cells begin at one place, the header's do not.
    bool hasCentredHeader() const
    {
        std::size_t centred = 0;
        for (std::size_t i = 0; i < m_columns.size(); ++i) {
            if (m_table.rows.front()[i].size() != 1)
                return false;
            const QRectF& header = m_table.rows.front()[i].front().box;
            double left = 1e9, right = 0;
            std::size_t aligned = 0, cells = 0;
            for (std::size_t row = 1; row < m_table.rows.size(); ++row)
                for (const PdfPiece& piece : m_table.rows[row][i]) {
                    left = std::min(left, piece.box.left());
                    right = std::max(right, piece.box.right());
                }
            for (std::size_t row = 1; row < m_table.rows.size(); ++row)
                for (const PdfPiece& piece : m_table.rows[row][i]) {
                    ++cells;
                    aligned += piece.box.left() - left < kOnePlace * header.height() ? 1 : 0;
                }
            centred += double(aligned) >= kAligned * double(cells) && header.left() - left > header.height() ? 1 : 0;
        }
        return centred > 0;
    }

    // The second of its columns has figures or short values with them.
    bool hasValues() const
    {
        std::size_t values = 0, cells = 0;
        for (const QString& text : m_columns.back()) {
            cells += text.isEmpty() ? 0 : 1;
            values += text.size() <= kLongestValue && isValue(text) ? 1 : 0;
        }
        return double(values) >= kAligned * double(cells);
    }

    // Columns of typewriter type: code, or what a program printed.
    bool isTypewritten() const
    {
        std::vector<double> widths;
        for (const PdfTable::Row& row : m_table.rows)
            for (const PdfTable::Cell& cell : row)
                for (const PdfPiece& piece : cell) {
                    const QStringView text = QStringView(m_page.text).mid(piece.begin, piece.end - piece.begin);
                    const auto letters = std::count_if(text.begin(), text.end(), [](QChar c) { return c.isLetter(); });
                    if (letters >= 2 && text.size() >= 4)
                        widths.push_back(piece.box.width() / (double(text.size()) - 0.15));
                }
        if (widths.size() < kMonoPieces)
            return false;
        const double usual = median(widths);
        const auto same =
            std::count_if(widths.begin(), widths.end(), [&](double width) { return std::fabs(width - usual) < kMono * usual; });
        return double(same) > 0.8 * double(widths.size());
    }

    static bool isValue(const QString& text)
    {
        static const QRegularExpression pattern(
            QStringLiteral("^(?:[A-Z]{1,3}\\s?)?[-+\u2212\u00B1~<>\u2264\u2265$\u20AC\u00A3(]*\\s?\\d"));
        return pattern.match(text).hasMatch();
    }

    // A column of ascending page numbers, or leaders.
    bool isContents() const
    {
        static const QRegularExpression leader(QStringLiteral("(?:\\.\\s?){4,}"));
        static const QRegularExpression pageNumber(QStringLiteral("^(?:\\d{1,4}|[ivxlc]{1,7})$"));
        std::size_t leaders = 0;
        for (const Texts& column : m_columns)
            for (const QString& text : column)
                leaders += leader.match(text).hasMatch() ? 1 : 0;
        if (leaders > 1)
            return true;
        std::size_t pages = 0, ascending = 0;
        int before = -1;
        for (std::size_t row = 0; row < m_table.rows.size(); ++row) {
            const auto last =
                std::find_if(m_columns.rbegin(), m_columns.rend(), [row](const Texts& column) { return !column[row].isEmpty(); });
            if (last == m_columns.rend() || !pageNumber.match((*last)[row]).hasMatch())
                continue;
            ++pages;
            const int number = (*last)[row].toInt();
            ascending += number >= before ? 1 : 0;
            before = number;
        }
        const bool isShort = m_columns.size() <= 3 || !isRuled();
        return isShort && pages + 1 >= m_table.rows.size() && ascending + 1 >= pages && pages >= kLeastRows;
    }

    // Its first column has nothing but bullets and numbers of items.
    bool isList() const
    {
        static const QRegularExpression mark(
            QStringLiteral("^(?:[\u2022\u2023\u25E6\u2043\u2219\u25AA\u25CF\u25CB\u25A0\u25B8\u2713\u27A2\u2013\u2014*-]|\\(?(?:\\d{1,3}|["
                           "a-zA-Z]|[ivx]{1,5})[.)]|\\[[^\\]]{1,12}\\]|\\d{1,3}(?:\\.\\d{1,3})*)$"));
        std::size_t marks = 0, cells = 0;
        for (const QString& text : m_columns.front()) {
            cells += text.isEmpty() ? 0 : 1;
            marks += mark.match(text).hasMatch() ? 1 : 0;
        }
        return m_columns.size() == 2 && marks + 1 >= cells;
    }

    // "alpha, 12, 15"
    bool isIndex() const
    {
        static const QRegularExpression entry(QStringLiteral("\\D, ?\\d{1,4}(?:[,\u2013-] ?\\d{1,4})*$"));
        std::size_t entries = 0, cells = 0;
        for (const Texts& column : m_columns)
            for (const QString& text : column) {
                cells += text.isEmpty() ? 0 : 1;
                entries += entry.match(text).hasMatch() ? 1 : 0;
            }
        return entries * 3 > cells;
    }

    // Columns of a page: lines of each go on in the row below.
    bool isProse() const
    {
        std::size_t goingOn = 0, cells = 0;
        for (const Texts& column : m_columns)
            for (std::size_t i = 1; i < column.size(); ++i) {
                const QString &before = column[i - 1], &text = column[i];
                if (before.isEmpty() || text.isEmpty())
                    continue;
                ++cells;
                goingOn += before.count(u' ') >= 2 && text.count(u' ') >= 2 && text.front().isLower() && !before.endsWith(u'.') ? 1 : 0;
            }
        return cells > 0 && goingOn * 4 > cells;
    }

    // Braces, statements, commands of TeX with their arguments, numbers of lines before them.
    bool isCode() const
    {
        static const QRegularExpression pattern(
            QStringLiteral("^[{}();%]+$|[;{}]%?$|^\\\\[a-z_:@A-Z]+ ?[\\\\{]|^(?:return|end|else|begin)$"));
        std::size_t statements = 0, braces = 0, signs = 0, numbered = 0;
        for (std::size_t row = 0; row < m_table.rows.size(); ++row) {
            bool hasSign = false;
            for (const Texts& column : m_columns) {
                const QString& text = column[row];
                statements += pattern.match(text).hasMatch() ? 1 : 0;
                braces += text == u"}" || text == u"{" || text == u"};" || text == u"}%" ? 1 : 0;
                hasSign = hasSign || std::any_of(text.begin(), text.end(), [](QChar c) { return QStringView(u"{}\\#%;").contains(c); });
            }
            signs += hasSign ? 1 : 0;
            numbered += row > 0 && numberOf(row) > 0 && numberOf(row) == numberOf(row - 1) + 1 ? 1 : 0;
        }
        const std::size_t rows = m_table.rows.size();
        return braces > 0 || statements * 4 > rows || (numbered * 2 > rows && signs * 3 > rows);
    }

    int numberOf(std::size_t row) const // its first cell, if that is one
    {
        const auto first = std::find_if(m_columns.begin(), m_columns.end(), [row](const Texts& column) { return !column[row].isEmpty(); });
        return first == m_columns.end() ? 0 : (*first)[row].toInt();
    }

    // Of signs and short names alone.
    bool isFormula() const
    {
        std::size_t signs = 0, cells = 0;
        for (const Texts& column : m_columns)
            for (const QString& text : column) {
                if (text.isEmpty())
                    continue;
                ++cells;
                const bool hasWord = std::any_of(text.begin(), text.end(), [](QChar c) { return c.isLetterOrNumber(); });
                signs += !hasWord || text.contains(u'=') || text.startsWith(u'\\') ? 1 : 0;
            }
        return signs * 3 >= cells;
    }

    const PdfPage& m_page;
    const std::vector<PdfLine>& m_lines;
    const PdfTable& m_table;
    std::vector<Texts> m_columns;
};

} // namespace

bool isTable(const PdfPage& page, const std::vector<PdfLine>& lines, const PdfTable& table)
{
    return Signs(page, lines, table).areTable();
}

} // namespace cairn
