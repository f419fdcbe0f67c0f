#include "core/documents/html/fb2_reader.h"

#include "core/documents/html/html_tokenizer.h"
#include "core/documents/text/decoded_text.h"
#include "core/documents/text/element_names.h"
#include "core/documents/text/text_builder.h"
#include "core/documents/text/text_checks.h"
#include "core/formats/xml_reader.h"
#include "core/formats/zip_reader.h"
#include "core/types/ascii.h"

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cairn
{

namespace
{

constexpr std::uint64_t kTextBytes = 256ull << 20;   // with the pictures of the file, which are text
constexpr std::size_t kProgressBytes = 1 << 20;
constexpr std::size_t kLongestName = 1000;           // bytes

class BookHandler final : public XmlHandler
{
public:
    BookHandler(TextBuilder& builder, const ImportContext& context, std::size_t size)
        : m_builder(builder), m_context(context), m_parts(static_cast<std::uint32_t>(size / kProgressBytes + 1))
    {
    }

    void startElement(std::string_view name, const XmlAttributes& attributes) override;
    void endElement(std::string_view name) override;
    void text(std::string_view text, std::uint64_t offset, std::uint64_t length) override;

private:
    bool isIn(std::string_view name) const { return std::find(m_open.begin(), m_open.end(), name) != m_open.end(); }
    void startInfo(std::string_view name);
    void endInfo(std::string_view name);
    void startBlock(std::string_view name);
    void startParagraph(ParagraphKind kind);
    void startInline(std::string_view name, const XmlAttributes& attributes);
    unsigned level() const { return std::clamp(m_sections + (m_hasTitle ? 1u : 0u), 1u, 6u); }

    TextBuilder& m_builder;
    const ImportContext& m_context;
    std::uint32_t m_parts;
    std::uint32_t m_reported = 0;
    std::vector<std::string> m_open;
    std::size_t m_skipped = 0;      // open elements of what is left out
    std::string m_name, m_author, m_authors;
    bool m_inNotes = false;
    bool m_hasTitle = false;        // the body
    unsigned m_sections = 0;        // open ones
    std::string m_mark;             // of the note whose text comes next
    bool m_takesText = false;
    bool m_raised = false;          // above the line, and no text yet
    enum class Reference { None, Begun, Bracketed } m_reference = Reference::None;   // to a note, open
};

void BookHandler::startElement(std::string_view name, const XmlAttributes& attributes)
{
    const bool isLeftOut =
        isOneOf(name, {"binary", "stylesheet", "document-info", "publish-info", "custom-info", "src-title-info", "output"});
    if (m_skipped > 0 || isLeftOut) {
        ++m_skipped;
        return;
    }
    m_open.emplace_back(name);
    if (isIn("title-info"))
        return startInfo(name);
    if (name == "body") {
        const std::string_view kind = attributes.value("name");
        m_inNotes = isOneOf(kind, {"notes", "comments", "footnotes"});
        m_hasTitle = false;
        m_sections = 0;
    }
    m_sections += name == "section" ? 1 : 0;
    if (name == "image")
        m_builder.notePicture();
    startBlock(name);
    startInline(name, attributes);
}

void BookHandler::startInfo(std::string_view name)
{
    m_takesText = isOneOf(name, {"book-title", "first-name", "middle-name", "last-name", "nickname"}) && !isIn("translator");
    m_name.clear();
    if (name == "author")
        m_author.clear();
}

void BookHandler::endInfo(std::string_view name)
{
    if (name == "book-title")
        m_builder.setTitle(m_name);
    else if (m_takesText && !m_name.empty() && !(name == "nickname" && !m_author.empty()))
        m_author += (m_author.empty() ? "" : " ") + oneLine(m_name);
    if (name == "author" && !m_author.empty() && m_authors.size() < kLongestName)
        m_authors += (m_authors.empty() ? "" : ", ") + std::exchange(m_author, {});
    if (name == "title-info")
        m_builder.setAuthor(m_authors);
    m_takesText = false;
}

void BookHandler::startBlock(std::string_view name)
{
    const bool isOfPoem = m_open.size() > 1 && isOneOf(m_open[m_open.size() - 2], {"poem", "stanza"});
    if (name == "title" && !isOfPoem && !(m_inNotes && m_sections > 0)) {
        m_hasTitle = m_hasTitle || m_sections == 0;
        m_builder.beginParagraph(ParagraphKind::Heading, m_sections == 0 ? 1 : level());
    } else if (name == "title") {
        m_mark.clear();
        if (!m_inNotes)
            m_builder.beginParagraph(ParagraphKind::Text);
    } else if (name == "stanza" || name == "subtitle") {
        m_builder.beginParagraph(ParagraphKind::Text);
    } else if (name == "tr") {
        m_builder.beginParagraph(ParagraphKind::TableRow);
    } else if (name == "td" || name == "th") {
        m_builder.cell();
    } else if (name == "p" || name == "text-author" || name == "date") {
        startParagraph(isIn("cite") || isIn("epigraph") ? ParagraphKind::Quote : ParagraphKind::Text);
    } else if (name == "v" && !isIn("stanza")) {
        m_builder.beginParagraph(ParagraphKind::Text);
    } else if (name == "v") {
        m_builder.lineBreak();
    } else {
        return;
    }
    m_takesText = !isOneOf(name, {"title", "stanza", "tr"});
}

// Lines of a title are one heading; in a cell they are its own.
void BookHandler::startParagraph(ParagraphKind kind)
{
    if (isIn("title"))
        return m_builder.space();
    if (isIn("td") || isIn("th"))
        return m_builder.cellLimit();
    m_builder.beginParagraph(kind);
    if (!m_mark.empty() && m_inNotes)
        m_builder.inserted("[" + std::exchange(m_mark, {}) + "] ");
}

void BookHandler::startInline(std::string_view name, const XmlAttributes& attributes)
{
    m_raised = name == "sup";
    if (name != "a" || attributes.value("type") != "note")
        return;
    m_reference = Reference::Begun;
}

void BookHandler::endElement(std::string_view name)
{
    if (m_skipped > 0) {
        --m_skipped;
        return;
    }
    if (isIn("title-info")) {
        endInfo(name);
    } else if (name == "subtitle" && m_builder.inParagraph()) {
        const std::string_view words = m_builder.paragraphText();   // "* * *" is none
        const bool hasWords = std::any_of(words.begin(), words.end(), [](char c) { return isAsciiAlphanumeric(c) || (c & 0x80) != 0; });
        if (hasWords && m_builder.kind() == ParagraphKind::Text)
            m_builder.makeHeading(std::min(level() + 1, 6u));
    } else if (name == "a" && std::exchange(m_reference, Reference::None) == Reference::Bracketed) {
        m_builder.inserted("]");
    }
    if (isOneOf(name, {"title", "p", "subtitle", "text-author", "date", "v", "td", "th", "tr", "stanza"}))
        m_takesText = name == "p" && (isIn("td") || isIn("th"));
    const bool isOwn = name == "p" && !isIn("title") && !isIn("td") && !isIn("th");
    if (isOwn || isOneOf(name, {"title", "subtitle", "text-author", "stanza", "tr"}))
        m_builder.endParagraph();
    m_sections -= name == "section" && m_sections > 0 ? 1 : 0;
    m_open.pop_back();
}

void BookHandler::text(std::string_view text, std::uint64_t offset, std::uint64_t length)
{
    if (const auto part = static_cast<std::uint32_t>(offset / kProgressBytes); part > m_reported || offset == 0) {
        m_reported = part;
        m_context.report(part, m_parts);
    }
    if (m_skipped > 0 || !m_takesText)
        return;
    if (isIn("title-info")) {
        if (m_name.size() < kLongestName)
            m_name += text;
        return;
    }
    if (m_inNotes && m_sections > 0 && isIn("title")) {
        for (const char c : text.substr(0, kLongestName - std::min(m_mark.size(), kLongestName)))
            if (c != '[' && c != ']' && !isFlowSpace(c))
                m_mark += c;
        return;
    }
    if (m_reference == Reference::Begun) {
        m_raised = false;
        m_reference = text.starts_with('[') ? Reference::None : Reference::Bracketed;
        if (m_reference == Reference::Bracketed)
            m_builder.inserted("[");
    }
    if (std::exchange(m_raised, false) && isPower(text) && m_builder.paragraphBytes() > 0)
        m_builder.inserted("^");
    if (text.size() == length)
        m_builder.flow(text, offset);
    else
        m_builder.replaced(text, offset, length);
}

}  // namespace

Result<CanonicalText> readFictionBook(std::span<const std::byte> bytes, const ImportContext& context)
{
    if (auto checked = checkText(bytes); !checked)
        return checked.error();
    const std::string_view raw(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const auto decoded = DecodedText::decode(bytes, declaredHtmlEncoding(raw), context.encoding);
    if (!decoded)
        return decoded.error();
    TextBuilder builder(DocumentFormat::Html);
    BookHandler book(builder, context, decoded->text().size());
    XmlLimits limits;
    limits.textBytes = kTextBytes;
    const auto done = parseXml(decoded->text(), book, "The document", limits);
    if (!done && (done.error().code != ErrorCode::Corruption || builder.size() == 0))
        return done.error();
    if (!done)
        builder.warn("The file is damaged, and what is behind the fault was left out.");
    return finishDecoded(*decoded, builder, context.fileName);
}

Result<CanonicalText> readPackedFictionBook(std::span<const std::byte> bytes, const ImportContext& context)
{
    auto zip = ZipReader::open(std::make_shared<MemorySource>(bytes, std::string()));
    if (!zip)
        return zip.error();
    const ZipEntry* book = nullptr;
    for (const ZipEntry& entry : zip->entries()) {
        if (!asciiLower(entry.name).ends_with(".fb2"))
            continue;
        if (book)
            return Error{ErrorCode::Unsupported,
                         "This zip archive holds several FictionBook files. Unpack it and open those that you want."};
        book = &entry;
    }
    if (!book)
        return Error{ErrorCode::Unsupported, "The document is empty: it holds no text. Choose another file."};
    const auto unpacked = zip->read(*book);
    if (!unpacked)
        return unpacked.error();
    return readFictionBook(std::as_bytes(std::span(unpacked->data(), unpacked->size())), context);
}

}  // namespace cairn
