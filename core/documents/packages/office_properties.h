// Title and author of a word processor's document, as its file states them: from docProps/core.xml of DOCX, or office:meta of
// OpenDocument, where dc:creator is who saved it last. And what the readers of both do last.
#pragma once

#include "core/documents/client/import_context.h"
#include "core/documents/packages/picture_list.h"
#include "core/documents/text/text_builder.h"
#include "core/formats/xml_reader.h"

#include <string>
#include <string_view>

namespace cairn
{

class OfficeProperties final : public XmlHandler
{
public:
    void startElement(std::string_view name, const XmlAttributes&) override
    {
        m_field = m_isOver                    ? nullptr
                  : name == "title"           ? &m_title
                  : name == "creator"         ? &m_creator
                  : name == "initial-creator" ? &m_firstCreator
                                              : nullptr;
    }
    void endElement(std::string_view name) override
    {
        m_field = nullptr;
        m_isOver = m_isOver || name == "meta";   // the text may follow in the same part
    }
    void text(std::string_view text, std::uint64_t, std::uint64_t) override
    {
        if (m_field && m_field->size() + text.size() < kLongest)
            *m_field += text;
    }

    const std::string& title() const { return m_title; }
    const std::string& author() const { return m_firstCreator.empty() ? m_creator : m_firstCreator; }

private:
    static constexpr std::size_t kLongest = 4096;   // bytes
    std::string m_title, m_creator, m_firstCreator;
    std::string* m_field = nullptr;
    bool m_isOver = false;
};

// `title`: what the text itself shows as its title, where its properties name none. `comments`: in the margin. The builder is spent; the
// pictures go to `import`.
inline Result<CanonicalText> finishOffice(TextBuilder& builder, const OfficeProperties& properties, const std::string& title,
                                          std::size_t comments, const PictureList& pictures, const ImportContext& import)
{
    builder.warnOfComments(comments);
    builder.setTitle(properties.title());
    builder.setTitle(title);
    builder.setAuthor(properties.author());
    auto text = builder.finish(import.fileName);
    if (import.pictures)
        *import.pictures = pictures.placed();
    return text;
}

}  // namespace cairn
