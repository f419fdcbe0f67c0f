#include "core/documents/packages/docx_reader.h"

#include "core/documents/packages/docx_body.h"
#include "core/documents/packages/office_properties.h"
#include "core/documents/packages/package.h"

#include <array>
#include <string>

namespace cairn
{

namespace
{

// Targets of internal relationships by the last part of their type: "styles" -> "word/styles.xml".
class RelationshipsHandler final : public XmlHandler
{
public:
    explicit RelationshipsHandler(std::string from) : m_from(std::move(from)) {}

    void startElement(std::string_view name, const XmlAttributes& attributes) override
    {
        if (name != "Relationship" || attributes.value("TargetMode") == "External")
            return;
        const std::string_view type = attributes.value("Type");
        const auto part = resolvePart(m_from, attributes.value("Target"));
        if (part && type.ends_with("/image"))
            pictures.emplace(attributes.value("Id"), part->path);
        else if (part && (type.ends_with("/aFChunk") || type.ends_with("/diagramData") || type.ends_with("/chart")))
            wordParts.emplace(attributes.value("Id"), part->path);
        else if (part)
            targets.emplace(type.substr(type.rfind('/') + 1), part->path);
    }
    void endElement(std::string_view) override {}
    void text(std::string_view, std::uint64_t, std::uint64_t) override {}

    std::string targetOf(const std::string& type) const
    {
        const auto found = targets.find(type);
        return found == targets.end() ? std::string() : found->second;
    }
    std::unordered_map<std::string, std::string> targets;
    std::unordered_map<std::string, std::string> pictures;  // by the id of their relationship
    std::unordered_map<std::string, std::string> wordParts; // likewise: parts that hold words of the text

private:
    std::string m_from;
};

class DocxDocument
{
public:
    DocxDocument(Package package, const ImportContext& context, bool isPart)
        : m_package(std::move(package)), m_import(context), m_isPart(isPart)
    {
    }
    Result<CanonicalText> read();

private:
    Result<void> parse(const std::string& path, XmlHandler& handler);
    Result<void> addPart(const std::string& path, DocxBody::Part part, std::uint32_t step);
    Result<void> readStyles(const RelationshipsHandler& parts);

    Package m_package;
    const ImportContext& m_import;
    bool m_isPart = false; // of another document
    DocxContext m_context;
    TextBuilder m_builder{DocumentFormat::Docx};
};

Result<void> DocxDocument::parse(const std::string& path, XmlHandler& handler)
{
    const auto xml = m_package.text(path);
    if (!xml)
        return xml.error();
    return parseXml(*xml, handler, "The document's part " + path);
}

Result<void> DocxDocument::addPart(const std::string& path, DocxBody::Part part, std::uint32_t step)
{
    m_import.report(step, 3);
    m_builder.beginUnit(path);
    DocxBody body(part, m_context, m_builder);
    return parse(path, body);
}

// Styles and numbers that can't be read cost headings and numbers, not the text.
Result<void> DocxDocument::readStyles(const RelationshipsHandler& parts)
{
    for (const char* type : {"styles", "numbering"}) {
        const std::string path = parts.targetOf(type);
        if (path.empty() || !m_package.has(path))
            continue;
        const auto xml = m_package.text(path);
        if (!xml)
            return xml.error();
        const auto done = std::string_view(type) == "styles" ? readDocxStyles(*xml, m_context.styles) : m_context.numbering.read(*xml);
        if (!done && done.error().code != ErrorCode::Corruption)
            return done;
        if (!done)
            m_builder.warn("The part " + path + " is damaged, so headings or numbers may be missing.");
    }
    return {};
}

Result<CanonicalText> DocxDocument::read()
{
    RelationshipsHandler root("");
    if (m_package.has("_rels/.rels"))
        if (auto done = parse("_rels/.rels", root); !done)
            return done.error();
    std::string main = root.targetOf("officeDocument");
    if (main.empty())
        main = "word/document.xml";
    if (!m_package.has(main))
        return Error{ErrorCode::Corruption,
                     "The file is a zip archive but no Word document (" + main + " is missing); get a fresh copy of it."};
    RelationshipsHandler parts(main);
    const std::size_t slash = main.rfind('/') + 1;
    const std::string relations = main.substr(0, slash) + "_rels/" + main.substr(slash) + ".rels";
    if (m_package.has(relations))
        if (auto done = parse(relations, parts); !done)
            return done.error();
    if (auto done = readStyles(parts); !done)
        return done.error();
    PictureList pictures(m_builder, 0);
    m_context.pictureParts = std::move(parts.pictures);
    m_context.wordParts = std::move(parts.wordParts);
    m_context.package = m_isPart ? nullptr : &m_package;
    m_context.pictures = m_import.pictures ? &pictures : nullptr;
    OfficeProperties core;
    if (const std::string path = root.targetOf("core-properties"); !path.empty() && m_package.has(path))
        if (auto done = parse(path, core); !done && done.error().code != ErrorCode::Corruption)
            return done.error();
    if (auto done = addPart(main, DocxBody::Part::Main, 0); !done)
        return done.error();
    const std::array notes = {std::pair(parts.targetOf("footnotes"), DocxBody::Part::Footnotes),
                              std::pair(parts.targetOf("endnotes"), DocxBody::Part::Endnotes)};
    for (const auto& [path, part] : notes)
        if (!path.empty() && m_package.has(path))
            if (auto done = addPart(path, part, part == DocxBody::Part::Footnotes ? 1 : 2); !done)
                return done.error();
    if (m_builder.size() == 0 && m_context.unread > 0)
        return Error{ErrorCode::Unsupported,
                     "The document's text lies in a file inside it, of a kind that Cairn can't read; open it in a word "
                     "processor and save it again as DOCX."};
    return finishOffice(m_builder, core, m_context.title, m_context.comments, pictures, m_import);
}

}  // namespace

Result<CanonicalText> readDocx(std::span<const std::byte> bytes, const ImportContext& context)
{
    const std::string_view head(reinterpret_cast<const char*>(bytes.data()), std::min<std::size_t>(bytes.size(), 8));
    if (head == "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1")
        return Error{ErrorCode::Unsupported, "The document is protected by a password or in the old .doc format; "
                                             "open it in a word processor and save it as DOCX without a password."};
    auto package = Package::open(bytes);
    if (!package)
        return package.error();
    return DocxDocument(std::move(*package), context, false).read();
}

Result<CanonicalText> readDocxPart(std::span<const std::byte> bytes)
{
    auto package = Package::open(bytes);
    return package ? DocxDocument(std::move(*package), {}, true).read() : Result<CanonicalText>(package.error());
}

}  // namespace cairn
