#include "core/documents/packages/docx_body.h"

#include "core/documents/packages/symbol_fonts.h"
#include "core/types/ascii.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace cairn
{

namespace
{

// Left out with all they hold: deleted text, field codes, phonetic guides, properties of tables.
constexpr std::array<std::string_view, 10> kSkipped = {"del", "moveFrom", "instrText", "delText", "delInstrText",
                                                       "rt",  "tblPr",    "trPr",      "tcPr",    "sectPr"};
constexpr int kStyleChain = 16; // styles based on each other; a circle ends here

}  // namespace

DocxBody::DocxBody(Part part, DocxContext& context, TextBuilder& builder)
    : m_part(part), m_context(context), m_builder(builder), m_text(builder, part == Part::Main ? &context.title : nullptr)
{
}

DocxBody::~DocxBody() = default;

void DocxBody::startElement(std::string_view name, const XmlAttributes& attributes)
{
    if (m_box) {
        ++m_box->depth;
        return m_box->body.startElement(name, attributes);
    }
    if (m_skipped > 0)
        return skipped(name, attributes);
    if (name.ends_with("Change")) { // how it looked before a change of its properties
        m_skipped = 1;
        return;
    }
    if (m_properties > 0) {
        ++m_properties;
        return startProperty(name, attributes);
    }
    if (std::find(kSkipped.begin(), kSkipped.end(), name) != kSkipped.end()) {
        m_skipped = 1;
        m_skippedProperties = name == "trPr" ? Properties::Row : name == "tcPr" ? Properties::Cell : Properties::None;
        return;
    }
    if (!m_cells.empty() && !m_cells.back().begun)
        beginCell();
    if (name == "pPr")
        m_properties = 1;
    else if (name == "AlternateContent" || name == "Choice" || name == "Fallback")
        startAlternative(name);
    else if (m_formula.isOpen() || name == "oMath")
        startFormula(name, attributes);
    else
        startContent(name, attributes);
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
    if (name.ends_with("hr") || name == "pos" || name == "type") // "chr", "begChr"
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
    if (name == "vanish" && m_properties == 3)
        paragraph.hiddenMark = isDocxOn(attributes.value("val"));
    if (name == "b" && m_properties == 3)
        paragraph.boldMark = isDocxOn(attributes.value("val"));
    if (name == "framePr")
        paragraph.goesOn = paragraph.goesOn || attributes.value("dropCap") == "drop" || attributes.value("dropCap") == "margin";
    if (name == "pStyle")
        paragraph.style = attributes.value("val");
    else if (name == "numId")
        paragraph.numberId = attributes.value("val");
    else if (name == "ilvl")
        paragraph.numberLevel = std::min(attributes.number("val", 0), kListLevels - 1);
    else if (name == "outlineLvl")
        paragraph.outlineLevel = static_cast<int>(std::min(attributes.number("val", kListLevels), kListLevels));
}

void DocxBody::startContent(std::string_view name, const XmlAttributes& attributes)
{
    if (name == "p") {
        m_paragraphs.emplace_back();
    } else if (name == "r") {
        m_inRun = true;
        m_run = {};
        m_hidden = inPlaceholder() || (!m_paragraphs.empty() && m_context.styles.isHidden(m_paragraphs.back().style));
    } else if (name == "rStyle" && m_inRun) {
        m_hidden = m_hidden || m_context.styles.isHidden(std::string(attributes.value("val")));
    } else if (name == "rFonts" && m_inRun) {
        m_run.symbolFont = isSymbolFont(attributes.value("ascii")) ? attributes.value("ascii") : std::string_view();
    } else if (name == "sym" || name == "symEx") {
        symbol(attributes);
    } else if (name == "t") {
        m_inText = true;
    } else if (name == "sdt") {
        m_placeholders.push_back(false);
    } else if (name == "showingPlcHdr" && !m_placeholders.empty()) {
        m_placeholders.back() = isDocxOn(attributes.value("val"));
    } else if (name == "vanish" && m_inRun) {
        m_hidden = isDocxOn(attributes.value("val")) || inPlaceholder();
    } else if (name == "b" && m_inRun) {
        m_run.bold = isDocxOn(attributes.value("val"));
    } else if (name == "vertAlign" && m_inRun) {
        m_run.raised = attributes.value("val") == "superscript";
        m_run.lowered = attributes.value("val") == "subscript";
    } else if (name == "position" && m_inRun) {
        m_run.raised = m_run.raised || attributes.number("val", 0) > 0;   // half points; none below the line
    } else if (name == "tab" || name == "ptab") {
        m_builder.space();
    } else if (name == "br" || name == "cr") {
        if (attributes.value("type").empty())
            m_text.lineBreak();
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
    } else if (name == "txbxContent") {
        m_alternative.clear();   // its words are read
        m_box = std::make_unique<Box>(m_part, m_context);
        m_box->body.m_text.goOnFrom(m_text);
    } else if (!startTable(name) && !startField(name, attributes) && !startPart(name, attributes)) {
        startPicture(name, attributes);
    }
}

bool DocxBody::inPlaceholder() const
{
    return std::find(m_placeholders.begin(), m_placeholders.end(), true) != m_placeholders.end();
}

// DrawingML, or VML in files of older programs.
void DocxBody::startPicture(std::string_view name, const XmlAttributes& attributes)
{
    if (name == "docPr")
        m_alternative = m_hidden ? std::string() : alternativeText(attributes.value("descr"));
    else if (name == "shape" && attributes.find("alt"))
        m_alternative = m_hidden ? std::string() : alternativeText(attributes.value("alt"));
    else if (name == "blip" || name == "imagedata")
        notePicture(attributes, name == "blip" ? "embed" : "id");
}

void DocxBody::endElement(std::string_view name)
{
    if (m_box && m_box->depth > 0) {
        --m_box->depth;
        return m_box->body.endElement(name);
    }
    if (m_skipped > 0 && endSkipped(name))
        return;
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
        endParagraph();
    } else if (name == "sdt" && !m_placeholders.empty()) {
        m_placeholders.pop_back();
    } else if (name == "ffData") {
        endField();
    } else if (name == "drawing" || name == "pict" || name == "object") {
        endPicture();
    } else if (name == "body") {
        m_text.writeBehind();
    } else if (name == "txbxContent" && m_box) {
        closeBox();
    } else {
        endTable(name);
    }
}

// The builder's paragraph ends when the next begins: lines of code go on.
void DocxBody::endParagraph()
{
    const Paragraph& paragraph = m_paragraphs.back();
    if (paragraph.begun)
        m_text.end();
    else if (!m_text.inCell() && m_context.styles.kindOf(paragraph.style) == ParagraphKind::Code)
        m_text.emptyLine();
    std::optional<unsigned> level;
    if (!paragraph.begun && !paragraph.goesOn && !paragraph.hiddenMark && !m_context.styles.isHidden(paragraph.style))
        (void)number(paragraph, level);     // it is seen in front of nothing
    if (std::exchange(m_fieldCodes, 0) > 0) // codes seldom go on in the next one, and some have no end
        m_fields.clear();
    m_goesOn = paragraph.goesOn && paragraph.begun;
    m_paragraphs.pop_back();
    if (m_text.inCell() || !m_goesOn)
        m_text.writeBehind();
    if (m_text.inCell())
        m_builder.space();
}

// A list has levels for paragraphs of certain styles; else the style names one.
unsigned DocxBody::numberLevel(const Paragraph& paragraph, const std::string& numberId) const
{
    if (paragraph.numberLevel)
        return *paragraph.numberLevel;
    std::string style = paragraph.style;
    for (int i = 0; i < kStyleChain; ++i) {
        if (const auto level = m_context.numbering.levelOf(numberId, style))
            return *level;
        const OfficeStyle* found = m_context.styles.find(style);
        if (!found || found->basedOn.empty())
            break;
        style = found->basedOn;
    }
    const OfficeStyle* named =
        m_context.styles.firstOf(paragraph.style, [](const OfficeStyle& one) { return one.numberLevel.has_value(); });
    return named ? std::min(*named->numberLevel, kListLevels - 1) : 0;
}

// Of the paragraph, and its level in the list; it counts.
std::string DocxBody::number(const Paragraph& paragraph, std::optional<unsigned>& level)
{
    const OfficeStyle* numbered = m_context.styles.numbered(paragraph.style);
    const std::string numberId = !paragraph.numberId.empty() ? paragraph.numberId : numbered ? numbered->numberId : "0";
    if (numberId == "0")
        return {};
    level = numberLevel(paragraph, numberId);
    return m_context.numbering.next(numberId, *level);
}

// Text was found: the builder's paragraph begins with what the properties before it said.
void DocxBody::beginParagraph()
{
    if (m_paragraphs.empty())
        m_paragraphs.emplace_back();
    Paragraph& paragraph = m_paragraphs.back();
    if (std::exchange(paragraph.begun, true))
        return;
    if (!m_text.inCell() && std::exchange(m_goesOn, false) && m_builder.inParagraph())
        return m_text.goOn();
    OfficeText::Start start;
    start.number = number(paragraph, start.list);
    start.heading = m_context.styles.headingLevel(paragraph.style);
    if (paragraph.outlineLevel >= 0)
        start.heading = paragraph.outlineLevel < static_cast<int>(kListLevels) ? static_cast<unsigned>(paragraph.outlineLevel) + 1 : 0;
    start.boldMark = paragraph.boldMark;
    start.kind = m_context.styles.kindOf(paragraph.style);
    start.isTitle = m_context.styles.isTitle(paragraph.style);
    m_text.begin(start);
}

void DocxBody::startNote(const XmlAttributes& attributes)
{
    const auto& notes = m_part == Part::Endnotes ? m_context.endnotes : m_context.footnotes;
    const auto note = notes.find(std::string(attributes.value("id")));
    if (note == notes.end() || attributes.value("type").find("eparator") != std::string_view::npos) {
        m_skipped = 1;   // the line above notes, or a note nothing refers to
        return;
    }
    m_text.noteBegins(m_part == Part::Endnotes ? "e" : "", note->second);
}

void DocxBody::notePicture(const XmlAttributes& attributes, const char* reference)
{
    m_builder.notePicture();
    if (!m_context.pictures || m_part != Part::Main || m_hidden)
        return;
    const auto part = m_context.pictureParts.find(std::string(attributes.value(reference)));
    if (part != m_context.pictureParts.end())
        m_context.pictures->add(part->second);
}

void DocxBody::endPicture()
{
    if (!m_alternative.empty() && m_text.inCell())
        beginParagraph();
    m_text.picture(std::exchange(m_alternative, {}));
}

void DocxBody::closeBox()
{
    const std::unique_ptr<Box> box = std::move(m_box);
    box->body.m_text.writeBehind();
    m_text.box(box->builder.finish({}));
    if (m_paragraphs.empty())
        m_text.writeBehind();
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

void DocxBody::noteReference(std::unordered_map<std::string, unsigned>& notes, const char* prefix, const XmlAttributes& attributes)
{
    if (m_part != Part::Main || m_hidden)
        return;
    const auto number = static_cast<unsigned>(notes.size() + 1);
    const auto note = notes.emplace(std::string(attributes.value("id")), number).first;
    beginParagraph();
    m_text.noteReference(prefix, note->second);
}

void DocxBody::text(std::string_view text, std::uint64_t offset, std::uint64_t length)
{
    if (m_box)
        return m_box->body.text(text, offset, length);
    const bool isOfCode = m_fieldCodes > 0 && m_fields.back(); // the result of a field in the code of another
    if (!m_inText || m_skipped > 0 || m_properties > 0 || m_hidden || isOfCode)
        return;
    if (m_formula.isOpen())
        return m_formula.text(text, offset, length);
    const bool code = !m_text.inCell() && !m_paragraphs.empty() &&
                      m_context.styles.kindOf(m_paragraphs.back().style) == ParagraphKind::Code;
    if (!code && std::all_of(text.begin(), text.end(), isFlowSpace)) {
        if (m_builder.inParagraph())
            m_builder.flow(text, offset);
        return;
    }
    beginParagraph();
    m_text.text(text, offset, length, m_run);
}

}  // namespace cairn
