// Frames and shapes of OpenDocument texts: text boxes, what pictures show, formulas.
#include "core/documents/packages/odt_body.h"

#include <algorithm>
#include <array>
#include <utility>

namespace cairn
{

namespace
{

constexpr std::uint64_t kFormulaBytes = 1u << 20;

constexpr std::array<std::string_view, 12> kShapes = {"text-box", "custom-shape", "rect",     "ellipse", "circle",    "line",
                                                      "polygon",  "polyline",     "path",     "caption", "connector", "regular-polygon"};

// A part that is a formula.
class FormulaPart final : public XmlHandler
{
public:
    void startElement(std::string_view name, const XmlAttributes&) override
    {
        isFormula = isFormula || (m_isFirst && name == "math");
        m_isFirst = false;
        if (m_skipped > 0 || name.starts_with("annotation"))
            ++m_skipped;
        else if (isFormula)
            formula.open(name);
    }
    void endElement(std::string_view name) override
    {
        if (m_skipped > 0)
            --m_skipped;
        else if (isFormula)
            formula.close(name);
    }
    void text(std::string_view text, std::uint64_t, std::uint64_t) override
    {
        if (m_skipped == 0 && formula.isOpen())
            formula.text(text, 0, 0);
    }
    FormulaText formula;
    bool isFormula = false;

private:
    bool m_isFirst = true;
    std::size_t m_skipped = 0;
};

}  // namespace

bool OdtBody::isShape(std::string_view name)
{
    return std::find(kShapes.begin(), kShapes.end(), name) != kShapes.end();
}

bool OdtBody::isDescription(std::string_view name)
{
    return name == "title" || name == "desc";
}

// The words that describe a shape stand inside it.
bool OdtBody::isOfBox(std::string_view name) const
{
    return m_box && m_skipped == 0 && m_describing == Describing::Nothing && !(m_box->depth == 0 && isDescription(name));
}

void OdtBody::startDrawn(std::string_view name, const XmlAttributes& attributes)
{
    if ((isShape(name) || name == "frame" || name == "g") && m_paragraph.open && !isShown()) {
        m_skipped = 1;
    } else if (isDescription(name) && !m_drawn.empty()) {
        m_describing = name == "title" ? Describing::Title : Describing::Description;
    } else if (name == "frame" || name == "g") {
        m_drawn.emplace_back();
    } else if (isShape(name)) {
        if (name != "text-box")   // it stands in its frame
            m_drawn.emplace_back();
        startBox();
    } else if (name == "object" && attributes.find("href")) {
        embedded(attributes.value("href"));
    } else if (name == "image") {
        m_builder.notePicture();
        if (m_context.pictures && m_part == OfficePart::Main && !(m_drawn.empty() || m_drawn.back().isRead))
            m_context.pictures->add(m_context.path, attributes.value("href"));
    }
}

void OdtBody::endFormula()
{
    if (isShown()) {
        beginParagraph();
        m_formula.write(m_builder);
    } else {
        m_formula = {};
    }
    if (!m_drawn.empty())
        m_drawn.back().isRead = true;
}

void OdtBody::embedded(std::string_view address)
{
    const auto part = resolvePart(m_context.path, address);
    if (!m_context.package || !part || !isShown())
        return;
    const auto xml = m_context.package->bytes(part->path + "/content.xml", kFormulaBytes);
    FormulaPart handler;
    if (!xml || !parseXml(*xml, handler, "formula") || !handler.isFormula)
        return;
    m_formula = std::move(handler.formula);
    endFormula();
}

void OdtBody::startBox()
{
    m_box = std::make_unique<Box>(m_part, m_context);
    m_box->body.m_inBody = true;
    m_box->body.m_inNote = m_inNote;
    m_box->body.m_text.goOnFrom(m_text);
}

void OdtBody::closeBox()
{
    const std::unique_ptr<Box> box = std::move(m_box);
    auto read = box->builder.finish({});
    if (read && !m_drawn.empty())
        m_drawn.back().isRead = true;
    m_text.box(std::move(read));
    if (!m_paragraph.open)
        m_text.writeBehind();
}

void OdtBody::endDrawn()
{
    if (m_drawn.empty())
        return;
    const Drawn drawn = std::move(m_drawn.back());
    m_drawn.pop_back();
    if (!drawn.isRead) {
        const std::string alternative = alternativeText(drawn.description.empty() ? drawn.title : drawn.description);
        if (!alternative.empty() && m_text.inCell() && isShown())
            beginParagraph();
        m_text.picture(alternative);
    } else if (!m_drawn.empty()) {
        m_drawn.back().isRead = true;
    }
    if (!m_paragraph.open)
        m_text.writeBehind();
}

}  // namespace cairn
