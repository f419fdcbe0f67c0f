#include "core/documents/pdf/pdf_joins.h"

#include "core/documents/pdf/pdf_clauses.h"
#include "core/documents/pdf/pdf_hyphens.h"
#include "core/documents/pdf/pdf_notes.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <cmath>

namespace cairn
{
namespace
{

constexpr std::size_t kNeighbours = 8;    // lines looked at in each direction for a column's reach
constexpr std::ptrdiff_t kColumnLines = 4; // that end at one edge: filled ones
constexpr double kEdge = 0.02;            // of the usual line's length
constexpr double kOverColumns = 0.4;
constexpr double kCentred = 0.02;         // of the page's width
constexpr double kParagraphAdvance = 1.3; // of the usual line distance: LaTeX and office defaults lie at 1.5 and more
constexpr double kFarApart = 3;           // heights of a line: no two lines of a text
constexpr std::size_t kInnerLines = 3;    // that surely go on within a sentence: they tell the line distance of a page of short paragraphs
constexpr double kOneSize = 0.85;         // of the usual height: type of the text
constexpr double kIndent = 0.8;           // of the line's height
constexpr double kWideIndent = 3;         // the same: more than the first line of a paragraph has
constexpr double kShortLine = 0.12;       // of the column's width left empty
constexpr std::size_t kFilledLines = 2;   // around a line of prose
constexpr std::size_t kFilledShare = 4;   // times as many as end early
constexpr double kNarrowColumn = 0.2;     // of the page's width: a column of a table, its lines are rows
constexpr std::ptrdiff_t kContentsLines = 3; // with leaders: a page of a table of contents
constexpr double kCellGap = 1.5;          // of the line's height: between cells, hardly between words
constexpr double kWideCharacter = 0.8;    // of its size: hardly any line has wider ones
constexpr qsizetype kLongestPiece = 12;   // characters of what a fraction divides by
constexpr double kTitle = 1.5;            // of the usual height
constexpr qsizetype kSentence = 4;        // spaces: more than stands behind a formula
constexpr double kBlockAdvance = 2.6;     // of the usual line distance: within a formula, or over an empty line in code
constexpr double kSizeChange = 1.35;      // heights of glyph boxes differ by up to 1.3 within one size

bool isTerminal(QStringView line)
{
    qsizetype i = line.size();
    while (i > 0 && QStringView(u")]\"'\u201D\u2019\u00BB").contains(line[i - 1]))
        --i;
    return i > 0 && QStringView(u".!?:;\u2026\u3002\uFF01\uFF1F\u300D\uFF09").contains(line[i - 1]);
}

// In a word that a noun follows, which begins with a capital in German: "by means of", "mit einer".
bool endsOpen(QStringView line)
{
    static constexpr auto kWords = std::to_array<QStringView>(
        {u"and", u"at", u"by", u"for", u"from", u"of", u"or", u"the", u"to", u"with", u"als", u"das", u"dem", u"den", u"der", u"des",
         u"die", u"ein", u"eine", u"einem", u"einen", u"einer", u"eines", u"für", u"im", u"mit", u"oder", u"und",
         u"vom", u"von", u"zum", u"zur"});
    const QStringView word = line.mid(line.lastIndexOf(u' ') + 1);
    return word.size() < line.size() && std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

// Scripts written without spaces between words: kana, CJK ideographs and their punctuation, full-width forms.
bool isSpaceless(QChar c)
{
    const char16_t u = c.unicode();
    return (u >= 0x2E80 && u <= 0x9FFF) || (u >= 0xF900 && u <= 0xFAFF) || (u >= 0xFF00 && u <= 0xFF60) || c.isSurrogate();
}

// Closing punctuation never starts a printed line: what stands before it was a superscript, and the line goes on.
bool startsInsideLine(QStringView line)
{
    return QStringView(u",.;:)]").contains(line.front()) && (line.size() == 1 || line[1].isSpace());
}

// A line of a table of contents: dots or spaces, then a page number.
bool endsInLeader(QStringView line)
{
    static const QRegularExpression pattern(QStringLiteral("(?:\\.\\s?){4,}\\s*\\w{1,6}$"));
    return line.size() < 400 && pattern.match(line.toString()).hasMatch();
}

// ".. and page 12", "Preface v": the last word may be the number of a page.
bool endsInPageNumber(QStringView line)
{
    static const QRegularExpression pattern(QStringLiteral("\\S\\s+(?:\\d{1,4}|[ivxlc]{1,7})$"));
    return line.size() < 400 && pattern.match(line.toString()).hasMatch();
}

// "3.1 A section", "A.2 Tables"
bool startsWithSectionNumber(QStringView line)
{
    static const QRegularExpression pattern(QStringLiteral("^(?:\\d{1,3}|[A-Z](?=\\.))(?:\\.\\d{1,3})*\\.?\\s+\\S"));
    return pattern.match(line.left(40).toString()).hasMatch();
}

// Addresses are divided behind their signs: "https://doi.org/10.5281/" before "zenodo.1234", "https://carpentries." before "github.io/a".
// A plain word behind one is no part of it.
bool continuesAddress(QStringView before, QStringView line)
{
    const QStringView begun = before.mid(before.lastIndexOf(u' ') + 1);
    if (line.startsWith(u"//") && (begun.endsWith(u"http:") || begun.endsWith(u"https:") || begun.endsWith(u"ftp:")))
        return true;
    const auto end = line.indexOf(u' ');
    QStringView next = end < 0 ? line : line.left(end);
    while (!next.isEmpty() && QStringView(u".,;:)]").contains(next.back()))
        next.chop(1);
    if (!isAddress(begun) || next.isEmpty() || !(next.front().isLower() || next.front().isDigit()))
        return false;
    const auto has = [next](QStringView signs) {
        return std::any_of(next.begin(), next.end(), [=](QChar c) { return signs.contains(c); });
    };
    if (begun.back() == u'.')
        return next.front().isLower() && has(u"./");
    return QStringView(u"/_=&?%#~").contains(begun.back()) && has(u"0123456789./_-=&?%#~");
}

// What both have in common, as a share of the lower one's height.
double overlapDown(const QRectF& a, const QRectF& b)
{
    return (std::min(a.bottom(), b.bottom()) - std::max(a.top(), b.top())) / std::min(a.height(), b.height());
}

bool sameRow(const QRectF& a, const QRectF& b)
{
    return overlapDown(a, b) > 0.5 && b.left() > a.right() - 0.3 * a.height();
}

// "1", raised before the words of the note.
bool isMarkBeside(const PdfPage& page, const PdfLine& mark, const PdfLine& note)
{
    constexpr qsizetype kLongestMark = 3;
    constexpr double kAway = 2;   // of the note's height
    if (!mark.placed || !note.placed || mark.end - mark.begin > kLongestMark || !startsNote(page, lineText(page, mark)) ||
        startsNote(page, lineText(page, note)))
        return false;
    const double away = note.box.left() - mark.box.right();
    return overlapDown(mark.box, note.box) > 0 && away > 0 && away < kAway * note.box.height();
}

bool overlapsAcross(const QRectF& a, const QRectF& b)
{
    return std::min(a.right(), b.right()) - std::max(a.left(), b.left()) > 0.3 * std::min(a.width(), b.width());
}

// How far lines reach to one side, whose `reaches` grow outward. One alone that goes far beyond the edge at which others end, such as a
// title over two columns, isn't of their column.
double reachOf(std::vector<double> reaches, double width)
{
    const auto last = std::max_element(reaches.begin(), reaches.end());
    const double farthest = *last;
    reaches.erase(last);
    if (reaches.empty())
        return farthest;
    const double next = *std::max_element(reaches.begin(), reaches.end());
    const auto atEdge = std::count_if(reaches.begin(), reaches.end(), [&](double reach) { return reach > next - kEdge * width; });
    return farthest - next > kOverColumns * width && atEdge >= kColumnLines ? next : farthest;
}

} // namespace

PageJoins::PageJoins(const PdfPage& page, const std::vector<PdfLine>& lines) : m_page(page), m_lines(lines), m_kinds(lineKinds(page, lines))
{
    for (std::size_t i = 0; i < lines.size(); ++i)
        m_columns.push_back(columnOf(i));
    m_notes = noteLines(page, lines);
    m_clauses = clauseLines(page, lines);
    m_height = usualHeight();
    m_advance = usualAdvance();
    m_innerAdvance = innerAdvance();
    std::vector<double> lengths;
    for (const PdfLine& line : lines)
        lengths.push_back(double(line.end - line.begin));
    std::sort(lengths.begin(), lengths.end());
    m_isContents = std::count_if(lines.begin(), lines.end(), [&](const PdfLine& line) { return endsInLeader(lineText(page, line)); })
        >= kContentsLines;
    m_fullLine = lengths.empty() ? 0 : qsizetype(lengths[lengths.size() * 9 / 10]);
}

double PageJoins::usualAdvance() const
{
    std::vector<double> advances;
    for (std::size_t i = 1; i < m_lines.size(); ++i) {
        if (areBelow(i - 1, i))
            advances.push_back(m_lines[i].box.center().y() - m_lines[i - 1].box.center().y());
    }
    return median(std::move(advances));
}

// Within sentences: where most paragraphs have one line or two, most lines stand as far apart as paragraphs do.
double PageJoins::innerAdvance() const
{
    std::vector<double> advances;
    for (std::size_t i = 1; i < m_lines.size(); ++i) {
        if (areBelow(i - 1, i) && isInner(i - 1, i))
            advances.push_back(m_lines[i].box.center().y() - m_lines[i - 1].box.center().y());
    }
    return advances.size() < kInnerLines ? m_advance : std::min(median(std::move(advances)), m_advance);
}

// Two lines of a text, `b` under `a`.
bool PageJoins::areBelow(std::size_t a, std::size_t b) const
{
    const QRectF &from = m_lines[a].box, &to = m_lines[b].box;
    const double advance = to.center().y() - from.center().y();
    return m_lines[a].placed && m_lines[b].placed && !sameRow(from, to) && advance > 0.6 * from.height()
        && advance < kFarApart * from.height();
}

// Does the sentence of `a` go on in `b`, at its left edge and in the usual type?
bool PageJoins::isInner(std::size_t a, std::size_t b) const
{
    const QStringView from = lineText(m_page, m_lines[a]), to = lineText(m_page, m_lines[b]);
    const double small = kOneSize * m_height;
    return m_kinds[a] == LineKind::Words && m_kinds[b] == LineKind::Words && !m_notes[b] && !isTerminal(from) && to.front().isLower()
        && from.count(u' ') >= kSentence && m_lines[a].box.height() > small && m_lines[b].box.height() > small
        && std::fabs(m_lines[a].box.left() - m_lines[b].box.left()) < kIndent * m_height;
}

// Lines in large type, as of a title, stand that much farther apart. Of two lines in it, the higher one tells its size: the other has no
// letters that reach up or down.
double PageJoins::sizeOf(const QRectF& a, const QRectF& b) const
{
    const auto [lower, higher] = std::minmax({a.height(), b.height()});
    const bool oneSize = higher > kTitle * m_height && higher < kSizeChange * lower;
    const double size = m_height > 0 ? (oneSize ? higher : lower) / m_height : 1;
    return size > kSizeChange ? size : 1;
}

double PageJoins::usualHeight() const
{
    std::vector<double> heights;
    for (const PdfLine& line : m_lines) {
        if (line.placed)
            heights.push_back(line.box.height());
    }
    return median(std::move(heights));
}

// Of a title over two columns, the left one of which has the line.
bool PageJoins::isCentredOver(const QRectF& own, const QRectF& other) const
{
    const double middle = other.center().x();
    const bool isCentred = own.right() < middle && other.left() > own.left() + 2 * own.height()
        && std::fabs(middle - m_page.width / 2) < kCentred * m_page.width;
    return isCentred && std::any_of(m_lines.begin(), m_lines.end(), [&](const PdfLine& line) {
        return line.placed && !line.dropped && line.box.left() > middle && overlapDown(own, line.box) > 0.3;
    });
}

// Reach of the lines around it that run down the page in the same column.
PageJoins::Column PageJoins::columnOf(std::size_t line) const
{
    const QRectF& own = m_lines[line].box;
    std::vector<double> left{-own.left()}, right{own.right()};
    std::vector<double> widths{own.width()};
    for (int direction : {-1, 1}) {
        QRectF last = own;
        for (std::size_t n = 1; n <= kNeighbours; ++n) {
            const std::ptrdiff_t at = std::ptrdiff_t(line) + direction * std::ptrdiff_t(n);
            if (at < 0 || at >= std::ptrdiff_t(m_lines.size()))
                break;
            const PdfLine& other = m_lines[std::size_t(at)];
            const double down = direction * (other.box.center().y() - last.center().y());
            if (!other.placed || other.dropped || down < 0 || down > 4 * own.height() || !overlapsAcross(own, other.box))
                break;
            last = other.box;
            if (isCentredOver(own, other.box))
                continue;
            left.push_back(-other.box.left());
            right.push_back(other.box.right());
            widths.push_back(other.box.width());
        }
    }
    const double usual = median(std::move(widths));
    const Column all{-*std::max_element(left.begin(), left.end()), *std::max_element(right.begin(), right.end())};
    if (usual < kNarrowColumn * m_page.width)   // a cell of a table, beside the row it begins in
        return all;
    return {-reachOf(std::move(left), usual), reachOf(std::move(right), usual)};
}

LineJoin PageJoins::between(std::size_t a, std::size_t b, bool aStarts, bool inList) const
{
    if (startsInsideLine(lineText(m_page, m_lines[b])) && m_kinds[b] != LineKind::Code)
        return LineJoin::Nothing;
    if (isNote(a) && isNote(b) && isMarkBeside(m_page, m_lines[a], m_lines[b]))
        return LineJoin::Space;
    if (isNote(b) && startsNote(m_page, lineText(m_page, m_lines[b])))
        return LineJoin::Paragraph;
    if (const auto join = byKind(a, b))
        return *join;
    if (m_lines[a].placed && m_lines[b].placed)
        return placedBetween(a, b, aStarts, inList);
    return textBetween(a, b);
}

// Of code and of formulas, unless both stand in one row.
std::optional<LineJoin> PageJoins::byKind(std::size_t a, std::size_t b) const
{
    const LineKind from = m_kinds[a], to = m_kinds[b];
    const bool placed = m_lines[a].placed && m_lines[b].placed;
    const bool inRow = placed && sameRow(m_lines[a].box, m_lines[b].box);
    const bool isSentence = from == LineKind::Formula && lineText(m_page, m_lines[b]).count(u' ') >= kSentence;   // misplaced
    if ((from == LineKind::Words && to == LineKind::Words) || (inRow && !(isSentence && to == LineKind::Words)))
        return std::nullopt;
    const double height = std::max(m_lines[a].box.height(), m_lines[b].box.height());
    const double advance = m_lines[b].box.center().y() - m_lines[a].box.center().y();
    const bool isNear = !placed || (advance > -height && advance < kBlockAdvance * std::max(height, m_advance));
    if (from == LineKind::Code || to == LineKind::Code)
        return from == to && isNear ? LineJoin::LineBreak : LineJoin::Paragraph;
    const QStringView before = lineText(m_page, m_lines[a]), next = lineText(m_page, m_lines[b]);
    const bool goesOnIn = from == to || (from == LineKind::Words ? !isTerminal(before) : next.front().isLower());
    if (isNear && from == to && !isFormula(next)) // over or under the line of the same one
        return LineJoin::Space;
    if (isNear && goesOnIn && !startsWithBullet(next) && !startsCaption(next))
        return LineJoin::LineBreak;
    const LineJoin join = placed ? placedBetween(a, b, false, false) : textBetween(a, b);
    return join == LineJoin::Paragraph ? join : LineJoin::LineBreak;
}

LineJoin PageJoins::placedBetween(std::size_t a, std::size_t b, bool aStarts, bool inList) const
{
    const QRectF& from = m_lines[a].box;
    const QRectF& to = m_lines[b].box;
    const QStringView fromText = lineText(m_page, m_lines[a]);
    const QStringView toText = lineText(m_page, m_lines[b]);
    const double height = std::max(from.height(), 1.0);
    if (sameRow(from, to))
        return to.left() - from.right() < 0.15 * height && !m_lines[b].spaced && !isMisplaced(b) ? LineJoin::Nothing : LineJoin::Space;
    if (isFractionPart(a, b))
        return LineJoin::Space;
    if (to.center().y() < from.center().y() - height)
        return goesOn(fromText, toText) ? spaceBetween(fromText, toText) : LineJoin::Paragraph;
    const double advance = to.center().y() - from.center().y();
    if (m_advance == 0 && advance > kFarApart * height)
        return LineJoin::Paragraph; // lines of a title page
    if (m_advance > 0 && advance > kParagraphAdvance * sizeOf(from, to) * m_advance && advance > 1.2 * height)
        return LineJoin::Paragraph;
    const bool isApart = m_advance > 0 && advance > kParagraphAdvance * sizeOf(from, to) * m_innerAdvance && advance > 1.2 * height;
    if (isApart && isTerminal(fromText))
        return LineJoin::Paragraph;
    const double ratio = to.height() / height;
    if (startsWithBullet(toText) || startsCaption(toText) || ratio > kSizeChange * 1.3)
        return LineJoin::Paragraph;
    if (areCode(fromText, toText))
        return LineJoin::LineBreak;

    const double shift = to.left() - from.left();
    if (shift > kIndent * height && !inList && !aStarts && from.left() - m_columns[a].left < kIndent * height && isTerminal(fromText))
        return LineJoin::Paragraph; // first-line indent
    const bool isOutside = aStarts ? shift < -kWideIndent * height && !toText.front().isDigit() : shift < -kIndent * height;
    if (isOutside && isTerminal(fromText))
        return LineJoin::Paragraph; // back from a list or a quotation
    const int number = itemNumber(toText);
    if (number >= 0 && isTerminal(fromText) && to.left() - m_columns[b].left < 2 * kIndent * height)
        return LineJoin::Paragraph;
    if (number > 0 && itemNumber(fromText) == number - 1 && std::fabs(shift) < kIndent * height)
        return LineJoin::Paragraph;
    if (m_clauses[b] && mayEndClause(fromText) && to.left() - m_columns[b].left < 2 * kIndent * height)
        return LineJoin::Paragraph;
    if (continuesAddress(fromText, toText))
        return LineJoin::Nothing;
    const double width = m_columns[a].right - m_columns[a].left;
    const bool isShort = m_columns[a].right - from.right() > std::max(kShortLine * width, 2 * height);
    if (isShort && isTerminal(fromText))
        return LineJoin::Paragraph;
    if (isShort)
        return isFilled(a, b) && inProse(a) ? spaceBetween(fromText, toText) : LineJoin::LineBreak;
    if (endsInLeader(fromText) || areContents(fromText, toText) || width < kNarrowColumn * m_page.width)
        return LineJoin::LineBreak;
    if (gapOf(a) > kCellGap * from.height() && gapOf(b) > kCellGap * to.height()) // rows of a table
        return LineJoin::LineBreak;
    return isApart && toText.front().isUpper() ? LineJoin::LineBreak : spaceBetween(fromText, toText);
}

// Line `a` of a text had no room for the first word of `b`, the next one.
bool PageJoins::isFilled(std::size_t a, std::size_t b) const
{
    const QStringView own = lineText(m_page, m_lines[a]), next = lineText(m_page, m_lines[b]);
    const qsizetype word = next.indexOf(u' ');
    const bool mayGoOn = own.back().isLetterOrNumber() || QStringView(u",)\"\u201D\u2019").contains(own.back());
    const bool mayFollow = word > 0 && next[word - 1] != u':' && !next.front().isDigit() && !isSpaceless(next.front());
    if (!mayGoOn || !mayFollow || own.count(u' ') < kSentence)
        return false;
    const double shift = std::fabs(m_lines[b].box.left() - m_lines[a].box.left());
    const double room = m_columns[a].right - m_lines[a].box.right();
    return shift < kIndent * m_lines[a].box.height() && room < double(word + 1) * characterWidth(m_lines[b]);
}

// Of the lines around that don't end a sentence nearly all are filled: they are neither verses nor addresses.
bool PageJoins::inProse(std::size_t line) const
{
    std::size_t filled = 0, early = 0;
    const std::size_t begin = line - std::min(line, kNeighbours), end = std::min(line + kNeighbours, m_lines.size() - 1);
    for (std::size_t i = begin; i < end; ++i) {
        const PdfLine &a = m_lines[i], &b = m_lines[i + 1];
        const double advance = b.box.center().y() - a.box.center().y();
        if (i == line || !a.placed || !b.placed || isTerminal(lineText(m_page, a)) || advance <= 0
            || advance > kParagraphAdvance * sizeOf(a.box, b.box) * m_innerAdvance)
            continue;
        if (!isFilled(i, i + 1))
            ++early;
        else if (lineText(m_page, b).front().isLower())
            ++filled;
    }
    return filled >= kFilledLines && early * kFilledShare <= filled;
}

// The line behind it in its row begins before it: one of the two has another's place, as where one stands under the other.
bool PageJoins::isMisplaced(std::size_t line) const
{
    if (line + 1 >= m_lines.size() || !m_lines[line + 1].placed || !lineText(m_page, m_lines[line]).front().isLetterOrNumber())
        return false;
    const QRectF &own = m_lines[line].box, &next = m_lines[line + 1].box;
    return overlapDown(own, next) > 0.5 && next.left() < own.left() && next.right() > own.right();
}

// `b` is set under the end of `a` and reaches into its row, as what a fraction divides by, or goes on in that row behind it.
bool PageJoins::isFractionPart(std::size_t a, std::size_t b) const
{
    const QRectF &from = m_lines[a].box, &to = m_lines[b].box;
    const auto isPiece = [](const PdfLine& line) { return line.end - line.begin <= kLongestPiece; };
    const auto isUnder = [](const QRectF& row, const QRectF& piece) {
        return overlapDown(row, piece) > 0.3 && piece.center().y() > row.center().y() && piece.left() > row.center().x()
            && piece.right() < row.right() + 0.5 * row.height();
    };
    if (isPiece(m_lines[b]) && isUnder(from, to))
        return true;
    return a > 0 && m_lines[a - 1].placed && isPiece(m_lines[a]) && isUnder(m_lines[a - 1].box, from) && sameRow(m_lines[a - 1].box, to);
}

// The widest one in it, also where one box spans it.
double PageJoins::gapOf(std::size_t line) const
{
    const PdfLine& own = m_lines[line];
    return std::max(own.gap, own.box.width() - kWideCharacter * typeSize(m_page, own) * double(own.end - own.begin));
}

// Rows of a table of contents without a leader of their own: chapters' often have none. A row over two lines has its number at the end.
bool PageJoins::areContents(QStringView from, QStringView to) const
{
    return m_isContents && endsInPageNumber(from) && (endsInLeader(to) || endsInPageNumber(to) || startsWithSectionNumber(to));
}

LineJoin PageJoins::textBetween(std::size_t a, std::size_t b) const
{
    const QStringView from = lineText(m_page, m_lines[a]);
    const QStringView to = lineText(m_page, m_lines[b]);
    if (startsWithBullet(to) || startsCaption(to))
        return LineJoin::Paragraph;
    if (endsInLeader(from) || areContents(from, to) || areCode(from, to))
        return LineJoin::LineBreak;
    if (continuesAddress(from, to))
        return LineJoin::Nothing;
    if (double(from.size()) < 0.75 * double(m_fullLine))
        return isTerminal(from) ? LineJoin::Paragraph : LineJoin::LineBreak;
    return spaceBetween(from, to);
}

bool goesOn(QStringView a, QStringView b)
{
    if (a.isEmpty() || b.isEmpty() || isTerminal(a))
        return false;
    return b.front().isLower() || (isSpaceless(a.back()) && isSpaceless(b.front())) || (endsOpen(a) && b.front().isLetter());
}

bool startsWithBullet(QStringView line)
{
    if (line.size() < 2)
        return false;
    if (QStringView(u"\u2022\u2023\u25E6\u2043\u2219\u25AA\u25CF\u25CB\u25A0\u25B8\u2713\u27A2\uF0B7").contains(line[0]))
        return true;
    return line.size() > 2 && line[1] == u' ' && QStringView(u"-\u2013\u2014*").contains(line[0]);
}

bool startsCaption(QStringView line)
{
    static const QRegularExpression pattern(QStringLiteral(
        "^(?:Figure|Fig\\.|Table|Listing|Algorithm|Abbildung|Abb\\.|Tabelle|Tab\\.|Tableau|Tabla|Tabella|Figura|Таблица|Рисунок|Рис\\.|表|図)"
        "\\s+[\\dA-Z]+(?:\\.\\d+)*+\\s*(?:[:.](?:\\s|$)|[\u2013\u2014]\\s)"));
    return pattern.match(line.toString()).hasMatch();
}

LineJoin spaceBetween(QStringView a, QStringView b)
{
    const bool none = !a.isEmpty() && !b.isEmpty() && isSpaceless(a.back()) && isSpaceless(b.front());
    return none ? LineJoin::Nothing : LineJoin::Space;
}

} // namespace cairn
