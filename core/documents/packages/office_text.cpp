#include "core/documents/packages/office_text.h"

#include "core/documents/packages/symbol_fonts.h"
#include "core/types/ascii.h"

#include <algorithm>

namespace cairn
{

namespace
{

constexpr std::uint64_t kLongCell = 400;       // bytes; the table of a page layout rather than of data
constexpr std::size_t kLongestTitle = 4096;    // bytes that are looked at

bool isDigits(std::string_view text)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), isAsciiDigit);
}

// "1/2"
bool isFraction(std::string_view text)
{
    const std::size_t stroke = text.find('/');
    return stroke != text.npos && isDigits(text.substr(0, stroke)) && isDigits(text.substr(stroke + 1));
}

bool endsInStroke(std::string_view text)
{
    return text.ends_with('/') || text.ends_with("\u2044");
}

}  // namespace

void OfficeText::begin(const Start& start)
{
    if (inCell())
        beginInCell();
    else if (start.heading > 0)
        m_builder.beginParagraph(ParagraphKind::Heading, std::min(start.heading, 6u));
    else if (start.list && !(start.boldMark && start.number != "-"))
        m_builder.beginParagraph(ParagraphKind::ListItem, *start.list + 1);
    else if (start.kind == ParagraphKind::Code)
        beginCode();
    else
        m_builder.beginParagraph(start.kind);
    if (!m_noteMark.empty())
        m_builder.inserted(std::exchange(m_noteMark, {}));
    if (!start.number.empty() && !(start.heading > 0 && start.number == "-"))
        m_builder.inserted(start.number + " ");
    m_power.reset();
    m_isTitle = start.isTitle && m_title && m_title->empty();
    m_plain = false;
}

// Word processors write each line of code as a paragraph.
void OfficeText::beginCode()
{
    if (m_builder.kind() == ParagraphKind::Code && m_builder.inParagraph())
        m_builder.lineBreak();
    else
        m_builder.beginParagraph(ParagraphKind::Code);
}

// Paragraphs of one cell share its row, unless the cell is long.
void OfficeText::beginInCell()
{
    const bool first = m_cellText.back()++ == 0;
    if (m_builder.kind() != ParagraphKind::TableRow) // behind a table in the cell
        goOnInCell();
    else if (first || m_tables.size() > kTables || m_builder.paragraphBytes() < kLongCell)
        m_builder.cellLimit();
    else
        goOnInCell();
}

// It is the first cell of the paragraph, so the next one is parted from it.
void OfficeText::goOnInCell()
{
    m_builder.beginParagraph(ParagraphKind::TableRow);
    m_builder.cell();
    m_cellBegin.back() = kParted;
}

void OfficeText::text(std::string_view text, std::uint64_t offset, std::uint64_t length, const Run& run)
{
    if (!run.bold)
        m_plain = true;
    const bool isBracketed = run.raised && !m_inRaised && isFraction(text) && m_builder.paragraphBytes() > 0;
    raise(text, run);
    if (isBracketed)
        m_builder.inserted("(");
    if (m_isTitle && m_title->size() < kLongestTitle)
        *m_title += text;
    if (text.size() == length && m_builder.kind() == ParagraphKind::Code)
        m_builder.verbatim(text, offset);
    else if (text.size() == length && !run.symbolFont.empty())
        symbols(text, offset, run.symbolFont);
    else if (text.size() == length)
        m_builder.flow(text, offset);
    else
        m_builder.replaced(text, offset, length);
    if (isBracketed)
        m_builder.inserted(")");
}

// "10^6": its place above the line alone keeps it from the number before. "3 1/2" where its denominator is lowered.
void OfficeText::raise(std::string_view text, const Run& run)
{
    const bool wasRaised = std::exchange(m_inRaised, run.raised);
    if (run.raised && !wasRaised) {
        m_power.reset();
        if (!isPower(text) || m_builder.paragraphBytes() == 0)
            return;
        m_builder.inserted("^");
        if (isDigits(text))
            m_power = m_builder.size() - 1;
    } else if (m_power && run.lowered && isDigits(text) && endsInStroke(m_builder.paragraphText())) {
        m_builder.lower(*std::exchange(m_power, std::nullopt));
    } else if (!(run.raised ? isDigits(text) : text == "/" || text == "\u2044")) {
        m_power.reset();
    }
}

// Text in a symbol font: places in it are signs of three bytes, U+F020 to U+F0FF.
void OfficeText::symbols(std::string_view text, std::uint64_t offset, const std::string& font)
{
    std::size_t done = 0;
    for (std::size_t at = text.find('\xEF'); at != text.npos; at = text.find('\xEF', at)) {
        const std::string_view sign = text.substr(at, 3);
        const auto second = static_cast<unsigned char>(sign[1]), third = static_cast<unsigned char>(sign[2]);
        if (second < 0x80 || second > 0x83) {
            at += sign.size();
            continue;
        }
        m_builder.flow(text.substr(done, at - done), offset + done);
        const std::string shown = symbolText(font, 0xF000u | (second & 3u) << 6 | (third & 0x3Fu));
        if (shown == " ")
            m_builder.space();
        else
            m_builder.replaced(shown, offset + at, sign.size());
        done = at += sign.size();
    }
    m_builder.flow(text.substr(done), offset + done);
}

void OfficeText::lineBreak()
{
    if (inCell() && m_tables.back().rows > 1) // heads of columns have them for their width
        m_builder.cellLimit();
    else if (inCell() || m_builder.kind() == ParagraphKind::Heading)
        m_builder.space();
    else
        m_builder.lineBreak();
}

void OfficeText::emptyLine()
{
    if (m_builder.kind() == ParagraphKind::Code && m_builder.inParagraph())
        m_builder.lineBreak();
}

// A line all in bold type that counts as clauses do is their heading; the first of the text is its title.
void OfficeText::end()
{
    constexpr std::uint64_t kLongestLine = 100;   // bytes
    if (std::exchange(m_isTitle, false))
        *m_title = oneLine(*m_title);
    if (inCell() || !m_title || m_builder.kind() != ParagraphKind::Text || !m_builder.inParagraph())
        return;
    const bool isFirst = std::exchange(m_isFirst, false);
    if (m_plain)
        return;
    const unsigned level = clauseHeadingLevel(m_builder.paragraphText());
    if (level > 0)
        m_builder.makeHeading(level);
    else if (isFirst && m_title->empty() && m_builder.paragraphText().find(' ') < kLongestLine &&
             m_builder.paragraphBytes() <= kLongestLine)   // words, not a mark
        *m_title = oneLine(m_builder.paragraphText());
}

void OfficeText::beginRow()
{
    if (m_tables.empty())
        return;
    Table& table = m_tables.back();
    table.columns = table.covered = 0;
    ++table.rows;
    if (m_tables.size() <= kTables)
        m_builder.beginParagraph(ParagraphKind::TableRow);
}

void OfficeText::coverCells(unsigned count)
{
    if (m_tables.empty())
        return;
    Table& table = m_tables.back();
    table.covered += std::min(count, kMostTimes - std::min(kMostTimes, table.columns + table.covered));
}

void OfficeText::beginCell()
{
    if (m_tables.empty())
        return;
    Table& table = m_tables.back();
    ++table.open;
    m_cellText.push_back(0);
    if (m_tables.size() <= kTables) {
        if (m_builder.kind() != ParagraphKind::TableRow) {
            m_builder.beginParagraph(ParagraphKind::TableRow);
            if (table.columns > 0) // a table in the cell before
                m_builder.cell();
        }
        for (unsigned i = 0; i <= table.covered; ++i)
            m_builder.cell();
    }
    table.columns += 1 + std::exchange(table.covered, 0);
    m_cellBegin.push_back(m_builder.paragraphBytes());
}

void OfficeText::endCell(unsigned times)
{
    if (!inCell())
        return;
    const bool isWhole = m_tables.size() <= kTables && m_cellBegin.back() <= m_builder.paragraphBytes();
    if (times > 1 && times <= kMostTimes && isWhole) {
        const std::string words(m_builder.paragraphText().substr(m_cellBegin.back()));
        for (unsigned i = 1; i < times; ++i) {
            m_builder.cell();
            m_builder.inserted(words);
        }
    }
    --m_tables.back().open;
    m_cellText.pop_back();
    m_cellBegin.pop_back();
}

void OfficeText::endRow(unsigned times)
{
    if (m_tables.empty() || m_tables.size() > kTables)
        return;
    const bool isRepeated = times > 1 && times <= kMostTimes && m_tables.size() == 1 && m_builder.kind() == ParagraphKind::TableRow;
    const std::string words(isRepeated ? m_builder.paragraphText() : std::string_view());
    for (unsigned i = 1; i < times && !words.empty(); ++i) {
        m_builder.beginParagraph(ParagraphKind::TableRow);
        m_builder.inserted(words);
    }
    m_builder.endParagraph();
}

void OfficeText::endTable()
{
    if (!m_tables.empty())
        m_tables.pop_back();
}

void OfficeText::noteReference(const char* prefix, unsigned number)
{
    m_builder.inserted("[" + std::string(prefix) + std::to_string(number) + "]");
}

void OfficeText::noteBegins(const char* prefix, unsigned number)
{
    m_noteMark = "[" + std::string(prefix) + std::to_string(number) + "] ";
}

void OfficeText::picture(const std::string& alternative)
{
    if (alternative.empty())
        return;
    if (!inCell())
        return m_behind.push_back({ParagraphKind::Caption, 0, alternative});
    m_builder.space();
    m_builder.inserted(alternative);
    m_builder.space();
}

void OfficeText::box(Result<CanonicalText> read)
{
    if (!read)
        return;
    for (const Paragraph& paragraph : read->paragraphs)
        m_behind.push_back({paragraph.kind, paragraph.level, read->text.substr(paragraph.text.begin, paragraph.text.size())});
}

// It has no source of its own here: a box stands in the middle of its paragraph there.
void OfficeText::writeBehind()
{
    for (Behind& behind : std::exchange(m_behind, {})) {
        if (inCell()) {
            std::replace(behind.text.begin(), behind.text.end(), '\n', ' ');
            beginInCell();
        } else {
            m_builder.beginParagraph(behind.kind, behind.level);
        }
        m_builder.inserted(behind.text);
        if (!inCell())
            m_builder.endParagraph();
    }
}

}  // namespace cairn
