#include "core/documents/docx_body.h"

#include "core/documents/symbol_fonts.h"
#include "core/types/ascii.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace cairn
{

namespace
{

constexpr std::uint64_t kLongCell = 400;   // bytes; the table of a page layout rather than of data

// Left out with all they hold: deleted text, field codes, phonetic guides, properties of tables.
constexpr std::array<std::string_view, 10> kSkipped = {"del", "moveFrom", "instrText", "delText", "delInstrText",
                                                       "rt",  "tblPr",    "trPr",      "tcPr",    "sectPr"};

unsigned numberOf(std::string_view text, unsigned fallback)
{
    unsigned value = fallback;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
    return status == std::errc() ? value : fallback;
}

}  // namespace

// A text box is read like a document of its own, for the paragraph around it goes on behind it.
struct DocxBody::Box
{
    Box(Part part, DocxContext& context) : body(part, context, builder) {}

    TextBuilder builder{DocumentFormat::Docx};
    DocxBody body;
    std::size_t depth = 0;   // of its elements that are open
};

DocxBody::DocxBody(Part part, DocxContext& context, TextBuilder& builder) : m_part(part), m_context(context), m_builder(builder) {}

DocxBody::~DocxBody() = default;

void DocxBody::startElement(std::string_view name, const XmlAttributes& attributes)
{
    if (m_box) {
        ++m_box->depth;
        return m_box->body.startElement(name, attributes);
    }
    if (m_skipped > 0)
        return skipped(name);
    if (m_properties > 0) {
        ++m_properties;
        return startProperty(name, attributes);
    }
    if (std::find(kSkipped.begin(), kSkipped.end(), name) != kSkipped.end()) {
        m_skipped = 1;
        m_inRowProperties = name == "trPr";
        return;
    }
    if (name == "pPr")
        m_properties = 1;
    else if (name == "AlternateContent" || name == "Choice" || name == "Fallback")
        startAlternative(name);
    else if (m_formula.isOpen() || name == "oMath")
        startFormula(name, attributes);
    else
        startContent(name, attributes);
}

void DocxBody::skipped(std::string_view name)
{
    m_rowDeleted = m_rowDeleted || (m_inRowProperties && m_skipped == 1 && name == "del");
    ++m_skipped;
}

// One thing in several forms: the first one is read.
void DocxBody::startAlternative(std::string_view name)
{
    if (name == "AlternateContent")
        m_formRead.push_back(false);
    else if (m_formRead.empty() ? name == "Fallback" : std::exchange(m_formRead.back(), 1) == 1)
        m_skipped = 1;
}

void DocxBody::startFormula(std::string_view name, const XmlAttributes& attributes)
{
    m_formula.open(name);
    if (name.ends_with("hr"))   // "chr", "begChr"
        m_formula.sign(name, attributes.value("val"));
    m_inText = name == "t";
    if (name == "sym")
        symbol(attributes);
}

void DocxBody::startProperty(std::string_view name, const XmlAttributes& attributes)
{
    if (m_paragraphs.empty())
        return;
    Paragraph& paragraph = m_paragraphs.back();
    if (name == "del" && m_properties == 3)   // in pPr, rPr
        paragraph.goesOn = true;
    if (name == "b" && m_properties == 3)
        paragraph.boldMark = isDocxOn(attributes.value("val"));
    if (name == "pStyle")
        paragraph.style = attributes.value("val");
    else if (name == "numId")
        paragraph.numberId = attributes.value("val");
    else if (name == "ilvl")
        paragraph.numberLevel = std::min(numberOf(attributes.value("val"), 0), kDocxListLevels - 1);
    else if (name == "outlineLvl")
        paragraph.outlineLevel = static_cast<int>(std::min(numberOf(attributes.value("val"), kDocxListLevels), kDocxListLevels));
}

void DocxBody::startContent(std::string_view name, const XmlAttributes& attributes)
{
    if (name == "p") {
        m_paragraphs.emplace_back();
    } else if (name == "r") {
        m_inRun = true;
        m_raised = m_bold = false;
        m_symbolFont.clear();
        m_hidden = !m_paragraphs.empty() && m_context.styles.isHidden(m_paragraphs.back().style);
    } else if (name == "rStyle" && m_inRun) {
        m_hidden = m_hidden || m_context.styles.isHidden(std::string(attributes.value("val")));
    } else if (name == "rFonts" && m_inRun) {
        m_symbolFont = isSymbolFont(attributes.value("ascii")) ? attributes.value("ascii") : std::string_view();
    } else if (name == "sym" || name == "symEx") {
        symbol(attributes);
    } else if (name == "t") {
        m_inText = true;
    } else if (name == "vanish" && m_inRun) {
        m_hidden = isDocxOn(attributes.value("val"));
    } else if (name == "b" && m_inRun) {
        m_bold = isDocxOn(attributes.value("val"));
    } else if (name == "vertAlign" && m_inRun) {
        m_raised = attributes.value("val") == "superscript";
    } else if (name == "position" && m_inRun) {
        m_raised = m_raised || numberOf(attributes.value("val"), 0) > 0;   // half points; none below the line
    } else if (name == "tab" || name == "ptab") {
        m_builder.space();
    } else if (name == "br" || name == "cr") {
        if (attributes.value("type").empty() && !inCell() && m_builder.kind() != ParagraphKind::Heading)
            m_builder.lineBreak();
        else
            m_builder.space();
    } else if (name == "noBreakHyphen" && !m_hidden) {
        beginParagraph();
        m_builder.inserted("-");
    } else if (name == "footnoteReference") {
        noteReference(m_context.footnotes, "", attributes);
    } else if (name == "endnoteReference") {
        noteReference(m_context.endnotes, "e", attributes);
    } else if (name == "footnote" || name == "endnote") {
        startNote(attributes);
    } else if (name == "tbl") {
        m_tables.push_back(0);
    } else if (name == "tr" && !m_tables.empty() && m_tables.size() <= kTables) {
        m_builder.beginParagraph(ParagraphKind::TableRow);
    } else if (name == "tc" && !m_tables.empty()) {
        ++m_tables.back();
        m_cellText.push_back(0);
        if (m_tables.size() <= kTables) {
            if (m_builder.kind() != ParagraphKind::TableRow)
                m_builder.beginParagraph(ParagraphKind::TableRow);
            m_builder.cell();
        }
    } else if (name == "txbxContent") {
        m_alternative.clear();   // its words are read
        m_box = std::make_unique<Box>(m_part, m_context);
        m_box->body.m_isFirst = m_isFirst;
    } else {
        startPicture(name, attributes);
    }
}

// DrawingML, or VML in files of older programs.
void DocxBody::startPicture(std::string_view name, const XmlAttributes& attributes)
{
    if (name == "docPr")
        m_alternative = m_hidden ? std::string() : alternativeText(attributes.value("descr"));
    else if (name == "shape" && attributes.find("alt"))
        m_alternative = m_hidden ? std::string() : alternativeText(attributes.value("alt"));
    else if (name == "blip")
        notePicture(attributes, "embed");
    else if (name == "imagedata")
        notePicture(attributes, "id");
}

void DocxBody::endElement(std::string_view name)
{
    if (m_box && m_box->depth > 0) {
        --m_box->depth;
        return m_box->body.endElement(name);
    }
    if (m_skipped > 0) {
        if (--m_skipped == 0 && m_rowDeleted && std::exchange(m_inRowProperties, false))
            m_skipped = 1;   // to the end of the row
        if (m_skipped > 0 || name != "tr" || !std::exchange(m_rowDeleted, false))
            return;
    }
    if (m_properties > 0) {
        --m_properties;
        return;
    }
    if (name == "AlternateContent" && !m_formRead.empty())
        m_formRead.pop_back();
    if (name == "AlternateContent" || name == "Choice" || name == "Fallback")
        return;
    if (m_formula.isOpen()) {
        m_inText = false;
        m_formula.close(name);
        if (!m_formula.isOpen()) {
            beginParagraph();
            m_formula.write(m_builder);
        }
        return;
    }
    if (name == "t") {
        m_inText = false;
    } else if (name == "r") {
        m_inRun = m_hidden = false;
    } else if (name == "p" && !m_paragraphs.empty()) {
        endBold();
        m_goesOn = m_paragraphs.back().goesOn && m_paragraphs.back().begun;
        m_paragraphs.pop_back();   // the builder's paragraph ends when the next begins: lines of code go on
        if (inCell() || !m_goesOn)
            writeBehind();
        if (inCell())
            m_builder.space();
    } else if (name == "drawing" || name == "pict" || name == "object") {
        endPicture();
    } else if (name == "body") {
        writeBehind();
    } else if (name == "tc" && inCell()) {
        --m_tables.back();
        m_cellText.pop_back();
    } else if (name == "tr" && !m_tables.empty() && m_tables.size() <= kTables) {
        m_builder.endParagraph();
    } else if (name == "tbl" && !m_tables.empty()) {
        m_tables.pop_back();
    } else if (name == "txbxContent" && m_box) {
        closeBox();
    }
}

// A line all in bold type that counts as clauses do is their heading; the first of the text is its title.
void DocxBody::endBold()
{
    constexpr std::uint64_t kLongestTitle = 100;   // bytes
    const Paragraph& paragraph = m_paragraphs.back();
    if (!paragraph.begun || inCell() || m_part != Part::Main || m_builder.kind() != ParagraphKind::Text || !m_builder.inParagraph())
        return;
    const bool isFirst = std::exchange(m_isFirst, false);
    if (paragraph.plain)
        return;
    const unsigned level = clauseHeadingLevel(m_builder.paragraphText());
    if (level > 0)
        m_builder.makeHeading(level);
    else if (isFirst && m_context.title.empty() && m_builder.paragraphText().find(' ') < kLongestTitle &&
             m_builder.paragraphBytes() <= kLongestTitle)   // words, not a mark
        m_context.title = oneLine(m_builder.paragraphText());
}

// Text was found: the builder's paragraph begins with what the properties before it said.
void DocxBody::beginParagraph()
{
    if (m_paragraphs.empty())
        m_paragraphs.emplace_back();
    Paragraph& paragraph = m_paragraphs.back();
    if (std::exchange(paragraph.begun, true))
        return;
    if (!inCell() && std::exchange(m_goesOn, false) && m_builder.inParagraph())
        return;
    const DocxStyle* numbered = m_context.styles.numbered(paragraph.style);
    const std::string numberId = !paragraph.numberId.empty() ? paragraph.numberId : numbered ? numbered->numberId : "0";
    const unsigned level = paragraph.numberId.empty() && numbered ? numbered->numberLevel : paragraph.numberLevel;
    unsigned heading = m_context.styles.headingLevel(paragraph.style);
    if (paragraph.outlineLevel >= 0)
        heading = paragraph.outlineLevel < static_cast<int>(kDocxListLevels) ? static_cast<unsigned>(paragraph.outlineLevel) + 1 : 0;
    const bool isNumbered = numberId != "0" && !std::exchange(paragraph.marked, true);
    const std::string number = isNumbered ? m_context.numbering.next(numberId, level) : std::string();
    if (inCell())
        beginInCell();
    else if (heading > 0)
        m_builder.beginParagraph(ParagraphKind::Heading, std::min(heading, 6u));
    else if (numberId != "0" && !(paragraph.boldMark && number != "-"))
        m_builder.beginParagraph(ParagraphKind::ListItem, level + 1);
    else if (m_context.styles.isCode(paragraph.style))
        beginCode();
    else
        m_builder.beginParagraph(m_context.styles.isCaption(paragraph.style)     ? ParagraphKind::Caption
                                 : m_context.styles.isQuotation(paragraph.style) ? ParagraphKind::Quote
                                                                                 : ParagraphKind::Text);
    if (!m_noteMarker.empty())
        m_builder.inserted(std::exchange(m_noteMarker, {}));
    if (!number.empty() && !(heading > 0 && number == "-"))
        m_builder.inserted(number + " ");
}

// Word writes each line of code as a paragraph.
void DocxBody::beginCode()
{
    if (m_builder.kind() == ParagraphKind::Code && m_builder.inParagraph())
        m_builder.lineBreak();
    else
        m_builder.beginParagraph(ParagraphKind::Code);
}

// Paragraphs of one cell share its row, unless the cell is long.
void DocxBody::beginInCell()
{
    const bool first = m_cellText.back()++ == 0;
    if (first || m_tables.size() > kTables || m_builder.paragraphBytes() < kLongCell) {
        if (m_builder.kind() != ParagraphKind::TableRow)
            m_builder.beginParagraph(ParagraphKind::TableRow);
        return m_builder.space();
    }
    m_builder.beginParagraph(ParagraphKind::TableRow);
}

void DocxBody::startNote(const XmlAttributes& attributes)
{
    const auto& notes = m_part == Part::Endnotes ? m_context.endnotes : m_context.footnotes;
    const auto note = notes.find(std::string(attributes.value("id")));
    if (note == notes.end() || attributes.value("type").find("eparator") != std::string_view::npos) {
        m_skipped = 1;   // the line above notes, or a note nothing refers to
        return;
    }
    m_noteMarker = (m_part == Part::Endnotes ? "[e" : "[") + std::to_string(note->second) + "] ";
}

void DocxBody::notePicture(const XmlAttributes& attributes, const char* reference)
{
    if (!m_context.pictures || m_part != Part::Main || m_hidden)
        return;
    const auto part = m_context.pictureParts.find(std::string(attributes.value(reference)));
    if (part != m_context.pictureParts.end())
        m_context.pictures->add(part->second);
}

// What a picture shows stands in its row of a table, else behind the paragraph that holds it.
void DocxBody::endPicture()
{
    if (m_alternative.empty())
        return;
    if (!inCell())
        return m_behind.push_back({ParagraphKind::Caption, 0, std::exchange(m_alternative, {})});
    beginParagraph();
    m_builder.space();
    m_builder.inserted(std::exchange(m_alternative, {}));
    m_builder.space();
}

void DocxBody::closeBox()
{
    const std::unique_ptr<Box> box = std::move(m_box);
    box->body.writeBehind();
    const Result<CanonicalText> read = box->builder.finish({});
    if (!read)
        return;   // no text in it
    for (const cairn::Paragraph& paragraph : read->paragraphs)
        m_behind.push_back({paragraph.kind, paragraph.level, read->text.substr(paragraph.text.begin, paragraph.text.size())});
    if (m_paragraphs.empty())
        writeBehind();
}

// It has no source of its own here: a box stands in the middle of its paragraph there.
void DocxBody::writeBehind()
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

void DocxBody::symbol(const XmlAttributes& attributes)
{
    if (m_hidden)
        return;
    const std::string_view digits = attributes.value("char");
    std::uint32_t code = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
    const std::string text = symbolText(attributes.value("font"), code);
    if (m_formula.isOpen())
        return m_formula.text(text, 0, 0);
    if (text == " ")
        return m_builder.space();
    beginParagraph();
    m_builder.inserted(text);
}

// Text in a symbol font: places in it are signs of three bytes, U+F020 to U+F0FF.
void DocxBody::symbolRun(std::string_view text, std::uint64_t offset)
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
        const std::string shown = symbolText(m_symbolFont, 0xF000u | (second & 3u) << 6 | (third & 0x3Fu));
        if (shown == " ")
            m_builder.space();
        else
            m_builder.replaced(shown, offset + at, sign.size());
        done = at += sign.size();
    }
    m_builder.flow(text.substr(done), offset + done);
}

void DocxBody::noteReference(std::unordered_map<std::string, unsigned>& notes, const char* prefix, const XmlAttributes& attributes)
{
    if (m_part != Part::Main || m_hidden)
        return;
    const auto number = static_cast<unsigned>(notes.size() + 1);
    const auto note = notes.emplace(std::string(attributes.value("id")), number).first;
    beginParagraph();
    m_builder.inserted("[" + std::string(prefix) + std::to_string(note->second) + "]");
}

void DocxBody::text(std::string_view text, std::uint64_t offset, std::uint64_t length)
{
    if (m_box)
        return m_box->body.text(text, offset, length);
    if (!m_inText || m_skipped > 0 || m_properties > 0 || m_hidden)
        return;
    if (m_formula.isOpen())
        return m_formula.text(text, offset, length);
    const bool code = !inCell() && !m_paragraphs.empty() && m_context.styles.isCode(m_paragraphs.back().style);
    if (!code && std::all_of(text.begin(), text.end(), isFlowSpace)) {
        if (m_builder.inParagraph())
            m_builder.flow(text, offset);
        return;
    }
    beginParagraph();
    if (!m_bold)
        m_paragraphs.back().plain = true;
    if (!m_raised)
        m_inRaised = false;
    else if (!std::exchange(m_inRaised, true) && isPower(text) && m_builder.paragraphBytes() > 0)
        m_builder.inserted("^");   // "10^6": its place above the line alone keeps it from the number before
    if (m_context.title.empty() && m_part == Part::Main && m_context.styles.isTitle(m_paragraphs.back().style))
        m_context.title = oneLine(text);
    if (text.size() == length && m_builder.kind() == ParagraphKind::Code)
        m_builder.verbatim(text, offset);
    else if (text.size() == length && !m_symbolFont.empty())
        symbolRun(text, offset);
    else if (text.size() == length)
        m_builder.flow(text, offset);
    else
        m_builder.replaced(text, offset, length);
}

}  // namespace cairn
