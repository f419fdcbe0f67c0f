#include "core/documents/packages/odt_body.h"

#include "core/documents/packages/symbol_fonts.h"

#include <algorithm>
#include <array>
#include <utility>

namespace cairn
{

namespace
{

constexpr unsigned kMostSpaces = 1'000;   // of one mark

// Left out with all they hold: comments, deleted text, forms, phonetic guides, numbers as another program has counted them, pictures
// and documents inside the file, other forms of a formula.
constexpr std::array<std::string_view, 12> kSkipped = {"annotation", "annotation-xml", "binary-data",   "document",
                                                       "forms",      "event-listeners", "note-citation", "number",
                                                       "ruby-text",  "script",          "settings",      "tracked-changes"};

// Sources of contents tables hold words of their own: how their lines are to look.
bool isLeftOut(std::string_view name, const XmlAttributes& attributes)
{
    const bool isHiddenRow = name == "table-row" && attributes.find("visibility").value_or("visible") != "visible";
    return isHiddenRow || std::find(kSkipped.begin(), kSkipped.end(), name) != kSkipped.end() || name.ends_with("-source") ||
           attributes.value("display") == "none" || attributes.value("is-hidden") == "true";
}

class HiddenParagraphs final : public XmlHandler
{
public:
    explicit HiddenParagraphs(std::unordered_set<std::size_t>& hidden) : m_hidden(hidden) {}

    void startElement(std::string_view name, const XmlAttributes& attributes) override
    {
        if (name == "p" || name == "h")
            ++m_paragraphs;
        else if (name == "hidden-paragraph" && attributes.value("is-hidden") == "true")
            m_hidden.insert(m_paragraphs);
    }
    void endElement(std::string_view) override {}
    void text(std::string_view, std::uint64_t, std::uint64_t) override {}

private:
    std::unordered_set<std::size_t>& m_hidden;
    std::size_t m_paragraphs = 0;
};

}  // namespace

Result<void> findHiddenOdtParagraphs(std::string_view xml, OdtContext& context, std::string_view what, const XmlLimits& limits)
{
    if (xml.find("hidden-paragraph") == xml.npos)
        return {};
    HiddenParagraphs handler(context.hidden);
    return parseXml(xml, handler, what, limits);
}

OdtBody::OdtBody(OfficePart part, OdtContext& context, TextBuilder& builder)
    : m_part(part), m_context(context), m_builder(builder), m_text(builder, part == OfficePart::Main ? &context.title : nullptr),
      m_lists(context.styles, context.counters)
{
}

OdtBody::~OdtBody() = default;

void OdtBody::startElement(std::string_view name, const XmlAttributes& attributes)
{
    m_inNote += m_inNote > 0 ? 1 : 0;
    if (isOfBox(name)) {
        ++m_box->depth;
        return m_box->body.startElement(name, attributes);
    }
    m_context.notes += name == "note" ? 1 : 0;
    m_context.paragraphs += name == "p" || name == "h" ? 1 : 0;
    if (m_skipped > 0) {
        skipped(name, attributes);
    } else if (!m_inBody) {
        m_inBody = name == "body";
    } else if (m_context.kind.empty()) {
        m_context.kind = name;
        m_skipped = name == "text" ? 0 : 1;
    } else if (m_part != OfficePart::Main && m_inNote == 0) {
        if (name == "note")
            startNote(attributes);
    } else if (m_describing != Describing::Nothing || isLeftOut(name, attributes)) {
        m_skipped = 1;
        m_context.comments += m_part == OfficePart::Main && name == "annotation" && !m_formula.isOpen() ? 1 : 0;
    } else if (m_formula.isOpen() || name == "math") {
        m_formula.open(name);
    } else {
        startBody(name, attributes);
    }
}

void OdtBody::skipped(std::string_view name, const XmlAttributes& attributes)
{
    ++m_skipped;
    if (name == "changed-region")
        m_change = attributes.value("id");
    else if (name == "deletion")
        m_context.deletions.insert(m_change);
}

void OdtBody::startBody(std::string_view name, const XmlAttributes& attributes)
{
    if (name == "p" || name == "h")
        startParagraph(name, attributes);
    else if (name == "note")
        startNote(attributes);
    else if (!startInline(name, attributes) && !startList(name, attributes) && !startTable(name, attributes))
        startDrawn(name, attributes);
}

bool OdtBody::startInline(std::string_view name, const XmlAttributes& attributes)
{
    if (name == "span" || name == "a")
        m_looks.push_back(lookOf(odtStyleId("text", attributes.value("style-name")), m_looks.back()));
    else if (name == "s")
        blank(std::string(std::min(attributes.number("c", 1), kMostSpaces), ' '));
    else if (name == "tab")
        blank("\t");
    else if (name == "line-break")
        lineBreak();
    else if (name == "change-start" && m_context.deletions.contains(std::string(attributes.value("change-id"))))
        m_deletions.insert(std::string(attributes.value("change-id")));
    else if (name == "change-end")
        m_deletions.erase(std::string(attributes.value("change-id")));
    else
        return false;
    return true;
}

bool OdtBody::startList(std::string_view name, const XmlAttributes& attributes)
{
    if (name == "list")
        m_lists.open(attributes);
    else if (name == "list-item")
        m_lists.item(attributes);
    else if (name == "list-header")
        m_lists.header();
    else
        return false;
    return true;
}

bool OdtBody::startTable(std::string_view name, const XmlAttributes& attributes)
{
    if (name == "table") {
        m_text.beginTable();
    } else if (name == "table-row") {
        m_rows.push_back({attributes.number("number-rows-repeated", 1), 1});
        m_text.beginRow();
    } else if (name == "table-cell" && !m_rows.empty()) {
        m_rows.back().cellTimes = attributes.number("number-columns-repeated", 1);
        m_text.beginCell();
    } else if (name == "covered-table-cell" && !m_rows.empty()) {
        m_text.coverCells(attributes.number("number-columns-repeated", 1));
        m_skipped = 1;
    } else {
        return false;
    }
    return true;
}

void OdtBody::startParagraph(std::string_view name, const XmlAttributes& attributes)
{
    m_paragraph = {};
    m_paragraph.open = true;
    m_paragraph.style = odtStyleId("paragraph", attributes.value("style-name"));
    m_paragraph.hidden = m_context.hidden.contains(m_context.paragraphs);
    m_looks.assign(1, lookOf(m_paragraph.style, {}));
    if (name == "p")
        return;
    m_paragraph.outlineLevel = std::clamp(attributes.number("outline-level", 1), 1u, kListLevels);
    m_paragraph.isCounted = attributes.value("is-list-header") != "true";
    if (attributes.value("restart-numbering") == "true")
        m_paragraph.start = attributes.number("start-value", 1);
}

OdtBody::Look OdtBody::lookOf(const std::string& style, const Look& around) const
{
    const OfficeStyles& styles = m_context.styles.styles;
    Look look = around;
    if (const OfficeStyle* hidden = styles.firstOf(style, [](const OfficeStyle& one) { return one.hidden.has_value(); }))
        look.hidden = *hidden->hidden;   // in a hidden paragraph a stretch may be shown
    if (const OfficeStyle* own = styles.find(style); own && own->bold)
        look.run.bold = *own->bold;
    if (const OfficeStyle* raised = styles.firstOf(style, [](const OfficeStyle& one) { return one.raised.has_value(); })) {
        look.run.raised = *raised->raised;
        look.run.lowered = raised->lowered;
    }
    if (const OfficeStyle* font = styles.firstOf(style, [](const OfficeStyle& one) { return !one.font.empty(); }))
        look.run.symbolFont = isSymbolFont(font->font) ? font->font : std::string();
    return look;
}

void OdtBody::startNote(const XmlAttributes& attributes)
{
    const bool isEndnote = attributes.value("note-class") == "endnote";
    auto& notes = isEndnote ? m_context.endnotes : m_context.footnotes;
    const char* prefix = isEndnote ? "e" : "";
    if (m_part == OfficePart::Main) {
        m_skipped = 1;
        if (!isShown())
            return;
        beginParagraph();
        return m_text.noteReference(prefix, notes.emplace(m_context.notes, static_cast<unsigned>(notes.size()) + 1).first->second);
    }
    const auto note = notes.find(m_context.notes);
    if (isEndnote != (m_part == OfficePart::Endnotes) || note == notes.end() || m_inNote > 0)
        return;
    m_inNote = 1;
    m_text.noteBegins(prefix, note->second);
}

void OdtBody::endElement(std::string_view name)
{
    if (m_inNote > 0 && --m_inNote == 0 && m_part != OfficePart::Main)
        return;
    if (m_skipped > 0) {
        --m_skipped;
    } else if (m_describing != Describing::Nothing) {
        m_describing = Describing::Nothing;
    } else if (m_box && m_box->depth > 0) {
        --m_box->depth;
        m_box->body.endElement(name);
    } else if (m_formula.isOpen()) {
        m_formula.close(name);
        if (!m_formula.isOpen())
            endFormula();
    } else if (m_inBody && (m_part == OfficePart::Main || m_inNote > 0)) {
        endBlock(name);
    }
}

void OdtBody::endBlock(std::string_view name)
{
    if (name == "p" || name == "h") {
        endParagraph();
    } else if ((name == "span" || name == "a") && m_looks.size() > 1) {
        m_looks.pop_back();
    } else if (name == "list") {
        m_lists.close();
    } else if (name == "table") {
        m_text.endTable();
    } else if (name == "table-cell" && !m_rows.empty()) {
        m_text.endCell(m_rows.back().cellTimes);
    } else if (name == "table-row" && !m_rows.empty()) {
        m_text.endRow(m_rows.back().times);
        m_rows.pop_back();
    } else if (name == "frame" || name == "g") {
        endDrawn();
    } else if (isShape(name) && m_box) {
        closeBox();
        if (name != "text-box")
            endDrawn();
    } else if (name == "body") {
        m_inBody = false;
    }
}

void OdtBody::endParagraph()
{
    if (m_paragraph.begun)
        m_text.end();
    else if (isCode() && isShown())
        m_text.emptyLine();
    else if (isShown())
        (void)number();   // it is seen in front of nothing
    m_goesOn = (m_paragraph.begun || m_goesOn) && !m_deletions.empty();
    m_paragraph.open = false;
    if (m_text.inCell() || !m_goesOn)
        m_text.writeBehind();
    if (m_text.inCell())
        m_builder.space();
}

bool OdtBody::isCode() const
{
    return !m_text.inCell() && headingLevel() == 0 && m_context.styles.styles.kindOf(m_paragraph.style) == ParagraphKind::Code;
}

unsigned OdtBody::headingLevel() const
{
    return m_paragraph.outlineLevel > 0 ? m_paragraph.outlineLevel : m_context.styles.styles.headingLevel(m_paragraph.style);
}

// Of the paragraph; it counts.
std::string OdtBody::number()
{
    if (m_lists.isOpen())
        return m_lists.mark(m_paragraph.style);
    const bool isCounted = m_paragraph.outlineLevel > 0 && m_paragraph.isCounted;
    return isCounted ? m_lists.headingMark(m_paragraph.style, m_paragraph.outlineLevel, m_paragraph.start) : std::string();
}

// Text of it was found.
void OdtBody::beginParagraph()
{
    if (std::exchange(m_paragraph.begun, true))
        return;
    if (std::exchange(m_goesOn, false) && !m_text.inCell() && m_builder.inParagraph())
        return m_text.goOn();
    OfficeText::Start start;
    start.heading = headingLevel();
    if (m_lists.isOpen())
        start.list = m_lists.level();
    start.number = number();
    start.boldMark = m_looks.front().run.bold;
    start.kind = m_context.styles.styles.kindOf(m_paragraph.style);
    start.isTitle = m_context.styles.styles.isTitle(m_paragraph.style);
    m_text.begin(start);
}

// White space that a mark stands for; elsewhere than in code one space.
void OdtBody::blank(const std::string& inCode)
{
    if (!isShown())
        return;
    if (!isCode())
        return m_builder.space();
    beginParagraph();
    m_builder.inserted(inCode);
    m_paragraph.afterSpace = true;
}

void OdtBody::lineBreak()
{
    if (!isShown())
        return;
    if (isCode())
        beginParagraph();
    if (m_paragraph.begun)
        m_text.lineBreak();
    m_paragraph.afterSpace = true;
}

void OdtBody::text(std::string_view text, std::uint64_t offset, std::uint64_t length)
{
    if (m_skipped > 0 || (m_part != OfficePart::Main && m_inNote == 0))
        return;
    if (m_describing != Describing::Nothing) {
        Drawn& drawn = m_drawn.back();
        (m_describing == Describing::Title ? drawn.title : drawn.description) += text;
    } else if (m_box) {
        m_box->body.text(text, offset, length);
    } else if (m_formula.isOpen()) {
        m_formula.text(text, offset, length);
    } else if (!isShown() || !m_drawn.empty()) {   // between the parts of a frame
        return;
    } else if (isCode()) {
        code(text, offset, length);
    } else if (std::all_of(text.begin(), text.end(), isFlowSpace)) {
        if (m_paragraph.begun && text.size() == length)
            m_builder.flow(text, offset);
        else if (m_paragraph.begun)
            m_builder.space();
    } else {
        beginParagraph();
        m_text.text(text, offset, length, m_looks.back().run);
    }
}

// White space counts as one space in code, too, and as none where a line begins; text:s stands for more.
void OdtBody::code(std::string_view text, std::uint64_t offset, std::uint64_t length)
{
    const bool isExact = text.size() == length;   // else one character that the file names
    for (std::size_t i = 0; i < text.size();) {
        const bool isSpace = isFlowSpace(text[i]);
        const auto end = std::find_if(text.begin() + static_cast<std::ptrdiff_t>(i), text.end(),
                                      [isSpace](char c) { return isFlowSpace(c) != isSpace; });
        const std::string_view piece(text.begin() + static_cast<std::ptrdiff_t>(i), end);
        if (!isSpace || !m_paragraph.afterSpace) {
            beginParagraph();
            if (isSpace)
                m_builder.replaced(" ", isExact ? offset + i : offset, isExact ? piece.size() : length);
            else
                m_text.text(piece, isExact ? offset + i : offset, isExact ? piece.size() : length, m_looks.back().run);
        }
        m_paragraph.afterSpace = isSpace;
        i += piece.size();
    }
}

}  // namespace cairn
