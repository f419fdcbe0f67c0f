#include "core/documents/packages/docx_parts.h"

#include "core/documents/html/html_reader.h"
#include "core/documents/html/mime_reader.h"
#include "core/documents/packages/docx_reader.h"
#include "core/documents/text/text_builder.h"
#include "core/documents/text/text_reader.h"
#include "core/formats/xml_reader.h"
#include "core/types/ascii.h"

#include <span>
#include <string_view>

namespace cairn
{

namespace
{

constexpr std::uint64_t kWordsBytes = 4u << 20;
constexpr std::uint64_t kChunkBytes = 64u << 20;

// DrawingML: paragraphs of runs; of a chart those of its titles, the words of cells among them.
class WordsHandler final : public XmlHandler
{
public:
    WordsHandler(DocxWords words, TextBuilder& builder) : m_words(words), m_builder(builder) {}

    void startElement(std::string_view name, const XmlAttributes&) override
    {
        m_title += m_title > 0 || name == "title" ? 1 : 0;
        const bool isChart = m_words == DocxWords::ChartTitles;
        m_isText = (name == "t" || (isChart && name == "v")) && (!isChart || m_title > 0);
        if (name == "p" && !isChart)
            m_builder.beginParagraph(ParagraphKind::Text);
        else if (name == "title" && isChart && m_builder.kind() != ParagraphKind::Caption)
            m_builder.beginParagraph(ParagraphKind::Caption);
        else if (name == "title" && isChart)
            m_builder.cellLimit();
    }
    void endElement(std::string_view) override
    {
        m_title -= m_title > 0 ? 1 : 0;
        m_isText = false;
    }
    void text(std::string_view text, std::uint64_t offset, std::uint64_t length) override
    {
        if (m_isText && text.size() == length)
            m_builder.flow(text, offset);
        else if (m_isText)
            m_builder.replaced(text, offset, length);
    }

private:
    DocxWords m_words;
    TextBuilder& m_builder;
    std::size_t m_title = 0; // depth inside it
    bool m_isText = false;
};

} // namespace

Result<CanonicalText> readDocxWords(Package& package, const std::string& path, DocxWords words)
{
    const auto xml = package.bytes(path, kWordsBytes);
    if (!xml)
        return xml.error();
    TextBuilder builder(DocumentFormat::Text);
    WordsHandler handler(words, builder);
    if (const auto done = parseXml(*xml, handler, "The document's part " + path); !done)
        return done.error();
    return builder.finish({});
}

Result<CanonicalText> readDocxChunk(Package& package, const std::string& path)
{
    const auto read = package.bytes(path, kChunkBytes);
    if (!read)
        return read.error();
    const std::span bytes = std::as_bytes(std::span(read->data(), read->size()));
    const std::string ending = asciiLower(path.substr(std::min(path.rfind('.'), path.size())));
    const std::string_view text = *read;
    if (text.starts_with("PK"))
        return readDocxPart(bytes);
    if (ending == ".htm" || ending == ".html" || ending == ".xhtml")
        return readHtml(bytes, {});
    if (ending == ".txt")
        return readText(bytes, {});
    if (ending == ".mht" || ending == ".mhtml")
        return readMime(bytes, {});
    return Error{ErrorCode::Unsupported, "Cairn can't read this kind of document. Save it as PDF and open that."};
}

} // namespace cairn
