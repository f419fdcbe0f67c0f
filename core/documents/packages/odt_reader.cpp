#include "core/documents/packages/odt_reader.h"

#include "core/documents/html/html_tokenizer.h"
#include "core/documents/packages/odt_body.h"
#include "core/documents/packages/office_properties.h"
#include "core/documents/packages/package.h"
#include "core/documents/text/decoded_text.h"

#include <array>
#include <optional>
#include <string>
#include <utility>

namespace cairn
{

namespace
{

constexpr const char* kContent = "content.xml";
constexpr const char* kManifest = "META-INF/manifest.xml";
constexpr std::uint64_t kFlatBytes = 256ull << 20;   // of a file of one part, which holds its pictures as text

// Looks for the keys of parts that are encrypted.
class ManifestHandler final : public XmlHandler
{
public:
    void startElement(std::string_view name, const XmlAttributes&) override { isEncrypted = isEncrypted || name == "encryption-data"; }
    void endElement(std::string_view) override {}
    void text(std::string_view, std::uint64_t, std::uint64_t) override {}
    bool isEncrypted = false;
};

class OdtDocument
{
public:
    explicit OdtDocument(const ImportContext& context) : m_import(context) {}
    Result<CanonicalText> readPackage(Package package);
    Result<CanonicalText> readFlat(std::string_view xml);

private:
    Result<void> addPart(OfficePart part, std::uint32_t step);
    Result<void> addNotes();
    Result<void> readNamedStyles(Package& package);
    Result<void> readProperties(std::string_view xml, std::string_view what);
    Result<CanonicalText> readContent(std::string_view xml);

    const ImportContext& m_import;
    OdtContext m_context;
    OfficeProperties m_properties;
    std::string_view m_xml;             // of the part that holds the text
    std::string m_what;                 // its name in messages
    XmlLimits m_limits;
    TextBuilder m_builder{DocumentFormat::Odt};
};

std::string partName(const std::string& path)
{
    return "The document's part " + path;
}

Result<void> OdtDocument::addPart(OfficePart part, std::uint32_t step)
{
    m_import.report(step, 3);
    m_builder.beginUnit(m_context.path);
    m_context.paragraphs = m_context.notes = 0;
    OdtBody body(part, m_context, m_builder);
    return parseXml(m_xml, body, m_what, m_limits);
}

Result<void> OdtDocument::addNotes()
{
    if (!m_context.footnotes.empty())
        if (auto done = addPart(OfficePart::Footnotes, 1); !done)
            return done;
    return m_context.endnotes.empty() ? Result<void>() : addPart(OfficePart::Endnotes, 2);
}

// Styles that can't be read cost headings and numbers, not the text.
Result<void> OdtDocument::readNamedStyles(Package& package)
{
    const std::string path = "styles.xml";
    if (!package.has(path))
        return {};
    const auto xml = package.text(path);
    if (!xml)
        return xml.error();
    const auto done = readOdtStyles(*xml, OdtStyleKind::Named, m_context.styles, partName(path));
    if (!done && done.error().code != ErrorCode::Corruption)
        return done;
    if (!done)
        m_builder.warn("The part " + path + " is damaged, so headings or numbers may be missing.");
    return {};
}

Result<void> OdtDocument::readProperties(std::string_view xml, std::string_view what)
{
    const auto done = parseXml(xml, m_properties, what, m_limits);
    return done || done.error().code == ErrorCode::Corruption ? Result<void>() : done;
}

Result<CanonicalText> OdtDocument::readPackage(Package package)
{
    if (package.has(kManifest)) {
        ManifestHandler manifest;
        const auto xml = package.text(kManifest);
        if (!xml)
            return xml.error();
        (void)parseXml(*xml, manifest, partName(kManifest)).has_value();
        if (manifest.isEncrypted)
            return Error{ErrorCode::Unsupported,
                         "The document is protected by a password; open it in a word processor and save it without one."};
    }
    if (!package.has(kContent))
        return Error{ErrorCode::Corruption, "The file is a zip archive but no OpenDocument text (" + std::string(kContent) +
                                                " is missing); get a fresh copy of it."};
    if (auto done = readNamedStyles(package); !done)
        return done.error();
    if (package.has("meta.xml")) {
        const auto xml = package.text("meta.xml");
        if (const auto done = xml ? readProperties(*xml, partName("meta.xml")) : Result<void>(xml.error()); !done)
            return done.error();
    }
    const auto content = package.text(kContent);
    if (!content)
        return content.error();
    m_context.path = kContent;
    m_context.package = &package;
    m_what = partName(kContent);
    return readContent(*content);
}

Result<CanonicalText> OdtDocument::readFlat(std::string_view xml)
{
    m_what = "The document";
    m_limits.textBytes = kFlatBytes;
    if (const auto done = readProperties(xml, m_what); !done)
        return done.error();
    return readContent(xml);
}

Result<CanonicalText> OdtDocument::readContent(std::string_view xml)
{
    m_xml = xml;
    PictureList pictures(m_builder, 0);
    m_context.pictures = m_import.pictures ? &pictures : nullptr;
    if (auto done = readOdtStyles(xml, OdtStyleKind::All, m_context.styles, m_what, m_limits); !done)
        return done.error();
    if (auto done = findHiddenOdtParagraphs(xml, m_context, m_what, m_limits); !done)
        return done.error();
    if (auto done = addPart(OfficePart::Main, 0); !done)
        return done.error();
    if (m_context.kind != "text")
        return odtKindError(m_context.kind);
    if (auto done = addNotes(); !done)
        return done.error();
    return finishOffice(m_builder, m_properties, m_context.title, m_context.comments, pictures, m_import);
}

}  // namespace

Error odtKindError(std::string_view kind)
{
    using Kind = std::pair<std::string_view, const char*>;
    constexpr const char* kTable = "This is a spreadsheet or a presentation, which Cairn can't read. Save it as PDF and open that.";
    constexpr const char* kDrawing = "This is a drawing or a chart, which Cairn can't read. Save it as PDF and open that.";
    constexpr std::array<Kind, 10> kKinds = {{
        {"spreadsheet", kTable},
        {"presentation", kTable},
        {"graphics", kDrawing},
        {"drawing", kDrawing},
        {"chart", kDrawing},
        {"image", kDrawing},
        {"formula", "This is a formula without a text around it, which Cairn can't read. Put it into a text document and open that."},
        {"base", "This is a database, which Cairn can't read. Save what you need of it as PDF or text and open that."},
        {"database", "This is a database, which Cairn can't read. Save what you need of it as PDF or text and open that."},
        {"", "This OpenDocument file has no text in it. Choose another file."},
    }};
    for (const auto& [name, sentence] : kKinds)
        if (kind == name || (!name.empty() && kind.starts_with(std::string(name) + "-template")))
            return {ErrorCode::Unsupported, sentence};
    return {ErrorCode::Unsupported, "This is an OpenDocument file of a kind that Cairn can't read. Save it as PDF and open that."};
}

Result<CanonicalText> readOdt(std::span<const std::byte> bytes, const ImportContext& context)
{
    const std::string_view all(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (all.starts_with("PK")) {
        auto package = Package::open(bytes);
        return package ? OdtDocument(context).readPackage(std::move(*package)) : Result<CanonicalText>(package.error());
    }
    const auto decoded = DecodedText::decode(bytes, declaredHtmlEncoding(all));
    if (!decoded)
        return decoded.error();
    return OdtDocument(context).readFlat(decoded->text());
}

}  // namespace cairn
