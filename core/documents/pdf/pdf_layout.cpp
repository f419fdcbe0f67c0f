#include "core/documents/pdf/pdf_layout.h"

#include "core/documents/pdf/pdf_furniture.h"
#include "core/documents/pdf/pdf_headings.h"
#include "core/documents/pdf/pdf_hyphens.h"
#include "core/documents/pdf/pdf_joins.h"
#include "core/documents/pdf/pdf_line_numbers.h"
#include "core/documents/pdf/pdf_notes.h"
#include "core/documents/pdf/pdf_table_rows.h"
#include "core/documents/pdf/pdf_tables.h"
#include "core/documents/pdf/pdf_text_writer.h"
#include "core/types/cell_border.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

namespace cairn
{
namespace
{

constexpr std::size_t kPagesPerSign = 64;                // a page takes some 5 ms; the watchdog waits 30 s
constexpr std::uint64_t kMaxParagraphOverPages = 16'000; // bytes: text without full stops must not become one paragraph

struct LineRef
{
    std::size_t page;
    std::size_t line;
};

// "GNU/", as TeX divides "GNU/Linux"; not "/usr/".
bool endsAtSlash(QStringView text)
{
    const QStringView word = text.mid(text.lastIndexOf(u' ') + 1);
    return word.size() > 2 && word.indexOf(u'/') == word.size() - 1 && word[word.size() - 2].isLetter();
}

// Ends in a hyphen that may only divide a word: PDFium's mark behind the line, or a hyphen as its last character after a letter, a
// closing quotation mark, or the slash at which a word was divided.
bool endsDivided(const PdfPage& page, const PdfLine& line)
{
    if (line.hyphen)
        return true;
    const QStringView text = lineText(page, line);
    const qsizetype n = text.size();
    if (n < 2 || !(text[n - 1] == u'-' || text[n - 1].unicode() == 0x2010 || text[n - 1].unicode() == 0xAD))
        return false;
    return text[n - 2].isLetter() || QStringView(u"\u00AB\u00BB\u201C\u201D").contains(text[n - 2]) || endsAtSlash(text.chopped(1));
}

struct Held
{
    LineRef last;          // its last line
    std::size_t paragraph; // of those written
    ParagraphKind kind;
};

std::string_view separatorOf(LineJoin join)
{
    return join == LineJoin::Space ? " " : join == LineJoin::LineBreak ? "\n" : "";
}

class Layout
{
public:
    Layout(const PdfSource& source, const ProgressFn& progress) : m_source(source), m_progress(progress)
    {
        for (const PdfPage& page : source.pages) {
            m_lines.push_back(splitLines(page));
            placeLines(page, m_lines.back());
            signOfLife(m_lines.size());
        }
        dropLineNumbers(source.pages, m_lines);
        markFurniture(source.pages, m_lines);
        m_headings = findHeadings(source, m_lines);
        collectWords();
    }

    CanonicalText run()
    {
        for (std::size_t page = 0; page < m_source.pages.size(); ++page) {
            layOutPage(page);
            signOfLife(page);
        }
        if (m_last)
            endLine(LineJoin::Paragraph, {});
        openPage(m_source.pages.size() - 1);
        takeEntries();
        CanonicalText text = m_writer.finish();
        text.title = m_source.title.toStdString();
        text.author = m_source.author.toStdString();
        text.outline = std::move(m_outline);
        for (Heading& heading : text.outline)
            heading.begin = std::min<std::uint64_t>(heading.begin, text.text.size()); // nothing readable came after it
        return text;
    }

private:
    void signOfLife(std::size_t page) const
    {
        const auto count = std::uint32_t(m_source.pages.size());
        if (m_progress && page % kPagesPerSign == 0)
            m_progress(count, count);
    }

    void collectWords()
    {
        for (std::size_t page = 0; page < m_lines.size(); ++page) {
            bool divided = false;
            for (const PdfLine& line : m_lines[page]) {
                const bool endsIn = endsDivided(m_source.pages[page], line);
                m_hyphens.addLine(lineText(m_source.pages[page], line), divided, endsIn);
                divided = endsIn;
            }
        }
    }

    QStringView textOf(const LineRef& at) const { return lineText(m_source.pages[at.page], lineOf(at)); }
    const PdfLine& lineOf(const LineRef& at) const { return m_lines[at.page][at.line]; }

    void layOutPage(std::size_t page)
    {
        const Looked looked = lookAt(page);
        const PageJoins& joins = *looked.joins;
        const std::vector<PdfTable>& tables = looked.tables;
        auto table = tables.begin();
        for (std::size_t i = 0; i < m_lines[page].size(); ++i) {
            noteHeadings(page, i);
            if (table != tables.end() && i == table->firstLine) {
                layOutTable(page, *table);
                i += table++->lineCount - 1;
                continue;
            }
            if (!m_lines[page][i].dropped)
                layOutLine({page, i}, joins);
        }
        noteHeadings(page, m_lines[page].size());
        layOutTyped(page);
    }

    // What was typed where no words say what it is ends the page.
    void layOutTyped(std::size_t page)
    {
        const bool isOpen = m_writer.pages() == page + 1;
        if (isOpen ? !m_writer.hasTypedLeft() : m_source.pages[page].typed.empty())
            return;
        if (m_last)
            endLine(LineJoin::Paragraph, {});
        m_last.reset();
        openPage(page);
        m_writer.writeTypedLeft();
        m_kind = ParagraphKind::Text;
        m_wasHeading = m_wasNote = m_startsParagraph = false;
    }

    // Takes up headings that begin at or before this line. Entries without a line of their own point at what comes next.
    void noteHeadings(std::size_t page, std::size_t line)
    {
        for (; m_nextHeading < m_headings.size(); ++m_nextHeading) {
            const HeadingLines& heading = m_headings[m_nextHeading];
            if (heading.page > page || (heading.page == page && heading.firstLine > line))
                return;
            if (heading.lineCount > 0)
                m_heading = &heading;
            m_entries.push_back({heading.title.toStdString(), heading.level, 0});
        }
    }

    bool inHeading(const LineRef& at) const
    {
        return m_heading && m_heading->page == at.page && at.line >= m_heading->firstLine &&
               at.line < m_heading->firstLine + m_heading->lineCount;
    }

    void layOutLine(const LineRef& at, const PageJoins& joins)
    {
        const bool heading = inHeading(at);
        const std::optional<LineJoin> resumed = heading ? std::nullopt : resume(at, joins);
        LineJoin join = resumed.value_or(LineJoin::Paragraph);
        if (m_last && !resumed)
            join = endLine(joinTo(at, heading, joins), textOf(at));
        if (join == LineJoin::Space && startsWithTick(at))
            join = LineJoin::LineBreak;
        if (joins.isNote(at.line) && !m_wasNote)
            noteHeld(at);
        if (join != LineJoin::Paragraph)
            m_writer.separate(separatorOf(join));
        openPage(at.page);
        if (join == LineJoin::Paragraph)
            startParagraph(at, heading, joins.kind(at.line));
        else if (join == LineJoin::LineBreak && joins.kind(at.line) == LineKind::Code)
            m_writer.separate(std::string(std::size_t(joins.indent(at.line)), ' '));
        takeEntries();
        m_startsParagraph = join == LineJoin::Paragraph;
        m_wasHeading = heading;
        m_wasNote = joins.isNote(at.line);
        m_last = at;
        const PdfLine& line = lineOf(at);
        const bool holdBack = !line.hyphen && endsDivided(m_source.pages[at.page], line); // endLine() decides about it
        m_writer.write(m_source.pages[at.page].text, line.begin, holdBack ? line.end - 1 : line.end);
    }

    bool startsWithTick(const LineRef& at) const
    {
        const std::vector<PdfTyped>& typed = m_source.pages[at.page].typed;
        return std::any_of(typed.begin(), typed.end(), [&](const PdfTyped& one) { return one.before && one.at == lineOf(at).begin; });
    }

    struct Looked
    {
        std::unique_ptr<const PageJoins> joins;
        std::vector<PdfTable> tables;
    };

    Looked looksOf(std::size_t page) const
    {
        auto joins = std::make_unique<const PageJoins>(m_source.pages[page], m_lines[page]);
        std::vector<PdfTable> tables = findTables(m_source.pages[page], m_lines[page], barredLines(page, *joins));
        return {std::move(joins), std::move(tables)};
    }

    // With the rows of the table that ended the page before, unless they are found as such.
    void goOn(const PdfTable& before, std::size_t page, Looked& own) const
    {
        auto rows = rowsAfter(before, m_source.pages[page], m_lines[page], barredLines(page, *own.joins));
        if (!rows)
            return;
        if (own.tables.empty() || own.tables.front().firstLine >= rows->firstLine + rows->lineCount) {
            own.tables.insert(own.tables.begin(), std::move(*rows));
            return;
        }
        PdfTable& first = own.tables.front();
        const bool isFuller = first.rows.front().size() < rows->rows.front().size() && first.lineCount <= rows->lineCount;
        if (first.firstLine == rows->firstLine && isFuller)
            first = std::move(*rows);
    }

    // A table that begins the next page may have its first rows on this one.
    Looked lookAt(std::size_t page)
    {
        Looked own = m_ahead ? *std::exchange(m_ahead, std::nullopt) : looksOf(page);
        if (m_before)
            goOn(*std::exchange(m_before, std::nullopt), page, own);
        std::size_t last = m_lines[page].size();
        while (last > 0 && (m_lines[page][last - 1].dropped || own.joins->isNote(last - 1)))
            --last;
        if (!own.tables.empty() && own.tables.back().firstLine + own.tables.back().lineCount == last)
            m_before = own.tables.back();
        const std::size_t next = page + 1;
        if (next == m_lines.size())
            return own;
        m_ahead = looksOf(next);
        const std::vector<PdfLine>& lines = m_lines[next];
        const auto first = std::find_if(lines.begin(), lines.end(), [](const PdfLine& line) { return !line.dropped; }) - lines.begin();
        if (m_ahead->tables.empty() || m_ahead->tables.front().firstLine != std::size_t(first))
            return own;
        auto rows = rowsBefore(m_ahead->tables.front(), m_source.pages[page], m_lines[page], barredLines(page, *own.joins));
        if (rows && (own.tables.empty() || own.tables.back().firstLine + own.tables.back().lineCount <= rows->firstLine))
            own.tables.push_back(std::move(*rows));
        return own;
    }

    // Headings, code and footnotes are no rows.
    std::vector<bool> barredLines(std::size_t page, const PageJoins& joins) const
    {
        std::vector<bool> barred(m_lines[page].size());
        for (std::size_t i = 0; i < barred.size(); ++i)
            barred[i] = joins.isNote(i) || joins.kind(i) == LineKind::Code;
        for (const HeadingLines& heading : m_headings)
            for (std::size_t i = 0; heading.page == page && i < heading.lineCount; ++i)
                barred[heading.firstLine + i] = true;
        return barred;
    }

    void layOutTable(std::size_t page, const PdfTable& table)
    {
        if (m_last)
            endLine(LineJoin::Paragraph, {});
        m_last.reset();
        openPage(page);
        for (const PdfTable::Row& row : table.rows) {
            m_writer.beginRow(&row == &table.rows.front());
            takeEntries();
            if (isInOrder(row))
                writeRow(page, row);
            else
                writeJoinedRow(page, row);
        }
        m_kind = ParagraphKind::TableRow;
        m_wasHeading = m_wasNote = m_startsParagraph = false;
    }

    void writeRow(std::size_t page, const PdfTable::Row& row)
    {
        std::string border;
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (i > 0)
                border += cellBorder(i == 1 && row[0].empty());
            if (row[i].empty())
                continue;
            m_writer.border(std::exchange(border, {}));
            writeCell(page, row[i]);
        }
        m_writer.border(std::string_view(border).substr(0, border.empty() ? 0 : border.size() - 1));
    }

    // As runs ascend, one stands for all of it.
    void writeJoinedRow(std::size_t page, const PdfTable::Row& row)
    {
        qsizetype begin = std::numeric_limits<qsizetype>::max(), end = 0;
        for (const PdfTable::Cell& cell : row)
            for (const PdfPiece& piece : cell) {
                begin = std::min(begin, piece.begin);
                end = std::max(end, piece.end);
            }
        m_writer.writeFor(rowText(m_source.pages[page], row, m_hyphens), begin, end);
    }

    // Words divided at the ends of its lines are joined as elsewhere.
    void writeCell(std::size_t page, const PdfTable::Cell& cell)
    {
        const PdfPage& source = m_source.pages[page];
        for (std::size_t i = 0; i < cell.size(); ++i) {
            const PdfLine& line = m_lines[page][cell[i].line];
            const bool isDivided = cell[i].end == line.end && endsDivided(source, line);
            m_writer.write(source.text, cell[i].begin, isDivided && !line.hyphen ? cell[i].end - 1 : cell[i].end);
            QStringView next;
            if (i + 1 < cell.size())
                next = QStringView(source.text).mid(cell[i + 1].begin, cell[i + 1].end - cell[i + 1].begin);
            LineJoin join = LineJoin::Space;
            if (isDivided) {
                m_last = {page, cell[i].line};
                join = endLine(next.isEmpty() ? LineJoin::Paragraph : join, next);
                m_last.reset();
            }
            if (!next.isEmpty())
                m_writer.separate(separatorOf(join));
        }
    }

    LineJoin joinTo(const LineRef& at, bool heading, const PageJoins& joins) const
    {
        if (heading || m_wasHeading)
            return heading && m_wasHeading && at.line > m_heading->firstLine ? LineJoin::Space : LineJoin::Paragraph;
        const QStringView before = textOf(*m_last);
        const QStringView text = textOf(at);
        const bool divided = lineOf(*m_last).hyphen && text.front().isLetterOrNumber();
        if (m_last->page == at.page && m_wasNote != joins.isNote(at.line))
            return LineJoin::Paragraph;
        if (m_last->page == at.page && divided)
            return LineJoin::Nothing;
        if (m_last->page == at.page) {
            const LineJoin join = joins.between(m_last->line, at.line, m_startsParagraph, m_kind == ParagraphKind::ListItem);
            return join == LineJoin::Nothing && m_hyphens.areApart(before, text) ? LineJoin::Space : join;
        }
        if (divided && text.front().isLower())
            return LineJoin::Nothing;
        if (m_wasNote)
            return LineJoin::Paragraph;
        const bool endsHalf = endsDivided(m_source.pages[m_last->page], lineOf(*m_last)) && m_kind != ParagraphKind::Code;
        if (endsHalf && text.front().isUpper() && joins.kind(at.line) == LineKind::Words) // "Linux-|Kernel"
            return LineJoin::Nothing;
        const bool isLong = m_writer.size() - m_paragraphBegin > kMaxParagraphOverPages;
        return goesOn(before, text) && !startsWithBullet(text) && !isLong ? spaceBetween(before, text) : LineJoin::Paragraph;
    }

    // Notes begin on a page: what stands above them may go on on the next one.
    void noteHeld(const LineRef& at)
    {
        const bool mayGoOn = m_kind == ParagraphKind::Text || m_kind == ParagraphKind::ListItem || m_kind == ParagraphKind::Quote;
        m_held.reset();
        if (m_last && m_last->page == at.page && !m_wasHeading && mayGoOn && m_writer.paragraphs() > 0)
            m_held = Held{*m_last, m_writer.paragraphs() - 1, m_kind};
    }

    // The first line of a page that goes on with the sentence above the last page's notes: it now stands behind them.
    std::optional<LineJoin> resume(const LineRef& at, const PageJoins& joins)
    {
        if (!m_wasNote || !m_held || m_held->last.page != m_last->page || m_last->page == at.page)
            return std::nullopt;
        if (joins.isNote(at.line) || joins.kind(at.line) != LineKind::Words)
            return std::nullopt;
        const Held held = *std::exchange(m_held, std::nullopt);
        const PdfPage& page = m_source.pages[held.last.page];
        const PdfLine& line = lineOf(held.last);
        const QStringView before = textOf(held.last), text = textOf(at);
        const bool divided = endsDivided(page, line) && text.front().isLower();
        if (!(divided || goesOn(before, text)) || startsWithBullet(text) || endsDivided(m_source.pages[m_last->page], lineOf(*m_last)))
            return std::nullopt;
        const QStringView begun = line.hyphen || !divided ? before : before.chopped(1);
        const LineEndHyphen meaning = divided ? m_hyphens.meaningOf(begun, text) : LineEndHyphen::Belongs;
        const std::uint64_t earliest = m_outline.empty() ? 0 : m_outline.back().begin + 1;
        if (!m_writer.reopenBehind(held.paragraph, meaning == LineEndHyphen::Divides, earliest))
            return std::nullopt;
        m_kind = held.kind;
        m_paragraphBegin = m_writer.size();
        return divided && meaning != LineEndHyphen::Suspended ? LineJoin::Nothing : spaceBetween(before, text);
    }

    // Settles the hyphen that the last line ended in, if any: kept, or gone because it only divided a word.
    LineJoin endLine(LineJoin join, QStringView next)
    {
        const PdfPage& page = m_source.pages[m_last->page];
        const PdfLine& line = lineOf(*m_last);
        if (!endsDivided(page, line))
            return join;
        const bool closes = join != LineJoin::Paragraph && !next.isEmpty() && next.front().isLetterOrNumber();
        const QStringView before = QStringView(page.text).mid(line.begin, line.end - line.begin - (line.hyphen ? 0 : 1));
        const LineEndHyphen meaning = closes ? m_hyphens.meaningOf(before, next) : LineEndHyphen::Belongs;
        if (meaning != LineEndHyphen::Divides) {
            if (line.hyphen)
                m_writer.writeFor("-", line.end, line.end + 1);
            else
                m_writer.write(page.text, line.end - 1, line.end);
        }
        if (meaning == LineEndHyphen::Suspended)
            return LineJoin::Space;
        return closes ? LineJoin::Nothing : join;
    }

    void openPage(std::size_t page)
    {
        while (m_writer.pages() <= page) {
            const PdfPage& next = m_source.pages[m_writer.pages()];
            const std::vector<PdfLine>& lines = m_lines[m_writer.pages()];
            m_writer.beginPage(next, noteMarks(next, lines, noteLines(next, lines)));
        }
    }

    void startParagraph(const LineRef& at, bool heading, LineKind kind)
    {
        const QStringView text = textOf(at);
        m_kind = heading                  ? ParagraphKind::Heading
                 : kind == LineKind::Code ? ParagraphKind::Code
                 : startsWithBullet(text) ? ParagraphKind::ListItem
                 : startsCaption(text)    ? ParagraphKind::Caption
                                          : ParagraphKind::Text;
        const std::uint8_t level = heading ? m_heading->level : m_kind == ParagraphKind::ListItem ? 1 : 0;
        m_writer.beginParagraph(m_kind, level);
        m_paragraphBegin = m_writer.size();
    }

    void takeEntries()
    {
        for (Heading& entry : m_entries) {
            entry.begin = m_writer.size();
            m_outline.push_back(std::move(entry));
        }
        m_entries.clear();
    }

    const PdfSource& m_source;
    const ProgressFn& m_progress;
    std::vector<std::vector<PdfLine>> m_lines; // per page
    std::vector<HeadingLines> m_headings;
    HyphenRules m_hyphens;
    PdfTextWriter m_writer;
    std::vector<Heading> m_outline;

    std::optional<Looked> m_ahead;              // of the next page
    std::optional<PdfTable> m_before;           // it ended the page before
    std::size_t m_nextHeading = 0;
    const HeadingLines* m_heading = nullptr;    // the one begun last
    std::vector<Heading> m_entries;             // waiting for the next character
    std::optional<LineRef> m_last;              // the line written last
    std::optional<Held> m_held;                 // what stands above the notes written last
    ParagraphKind m_kind = ParagraphKind::Text; // of the open paragraph
    std::uint64_t m_paragraphBegin = 0;         // byte offset
    bool m_startsParagraph = false;             // m_last is the first line of its paragraph
    bool m_wasHeading = false;                  // m_last belongs to a heading
    bool m_wasNote = false;                     // m_last belongs to a footnote
};

} // namespace

CanonicalText layOutPdf(const PdfSource& source, const ProgressFn& progress)
{
    return Layout(source, progress).run();
}

} // namespace cairn
