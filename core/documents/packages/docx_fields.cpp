// What WordprocessingML shows besides its runs: fields, parts of forms, words that lie in other parts.
#include "core/documents/packages/docx_body.h"
#include "core/documents/packages/docx_parts.h"

#include <algorithm>
#include <utility>

namespace cairn
{

namespace
{

constexpr std::size_t kEntries = 1'000; // of a list to choose from

// A line of its own behind the paragraph.
Result<CanonicalText> lineOf(std::string_view words)
{
    TextBuilder builder(DocumentFormat::Text);
    builder.flow(words, 0);
    return builder.finish({});
}

} // namespace

void DocxBody::fieldMark(std::string_view type)
{
    if (type == "begin") {
        m_fields.push_back(false);
        ++m_fieldCodes;
    } else if (!m_fields.empty()) {
        m_fieldCodes -= std::exchange(m_fields.back(), 1) == 0 ? 1 : 0;
        if (type == "end")
            m_fields.pop_back();
    }
}

bool DocxBody::startField(std::string_view name, const XmlAttributes& attributes)
{
    if (name == "fldChar")
        fieldMark(attributes.value("fldCharType"));
    else if (name == "ffData")
        (m_field = {}).isOpen = true;
    else if (!m_field.isOpen)
        return false;
    else if (name == "checkBox")
        m_field.isBox = true;
    else if ((name == "default" || name == "checked") && m_field.isBox)
        m_field.isTicked = isDocxOn(attributes.value("val"));
    else if (name == "default" || name == "result")
        m_field.chosen = attributes.number("val", 0);
    else if (name == "listEntry" && m_field.entries.size() < kEntries)
        m_field.entries.emplace_back(attributes.value("val"));
    return true;
}

void DocxBody::endField()
{
    const Field field = std::exchange(m_field, {});
    if (m_hidden || (!field.isBox && field.chosen >= field.entries.size()))
        return;
    beginParagraph();
    m_builder.inserted(field.isBox ? (field.isTicked ? "\u2612" : "\u2610") : oneLine(field.entries[field.chosen]));
}

// The part of a relationship, the first time it is asked for; empty: none, or no words are read from parts.
std::string DocxBody::wordPart(std::string_view id)
{
    const auto part =
        m_context.package && m_part == Part::Main && !m_hidden ? m_context.wordParts.find(std::string(id)) : m_context.wordParts.end();
    if (part == m_context.wordParts.end())
        return {};
    std::string path = std::move(part->second);
    m_context.wordParts.erase(part);
    return path;
}

bool DocxBody::startPart(std::string_view name, const XmlAttributes& attributes)
{
    if (name == "altChunk") {
        const std::string path = wordPart(attributes.value("id"));
        auto read = path.empty() ? Result<CanonicalText>(Error{}) : readDocxChunk(*m_context.package, path);
        if (!read && !path.empty()) {
            ++m_context.unread;
            m_builder.warn("The part " + oneLine(path, 200) + " is a picture or of an unknown type and was left out.");
        }
        m_text.box(std::move(read));
        m_text.writeBehind();
    } else if (name == "relIds" || name == "chart") {
        const bool isChart = name == "chart";
        if (const std::string path = wordPart(attributes.value(isChart ? "id" : "dm")); !path.empty())
            m_text.box(readDocxWords(*m_context.package, path, isChart ? DocxWords::ChartTitles : DocxWords::Scheme));
    } else if (name == "textpath") {
        if (!m_hidden)
            m_text.box(lineOf(attributes.value("string")));
    } else if (name == "commentReference") {
        ++m_context.comments;
    } else {
        return false;
    }
    return true;
}

} // namespace cairn
