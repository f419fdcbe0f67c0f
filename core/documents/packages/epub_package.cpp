#include "core/documents/packages/epub_package.h"

#include "core/documents/packages/epub_contents.h"
#include "core/documents/text/text_builder.h"
#include "core/formats/xml_reader.h"

#include <algorithm>
#include <deque>
#include <unordered_map>
#include <unordered_set>

namespace cairn
{

namespace
{

constexpr std::size_t kSpineItems = 10'000;
constexpr std::size_t kLongestField = 10'000;
constexpr std::string_view kContainer = "META-INF/container.xml";

class ContainerHandler final : public XmlHandler
{
public:
    void startElement(std::string_view name, const XmlAttributes& attributes) override
    {
        if (name == "rootfile" && path.empty())
            path = attributes.value("full-path");
    }
    void endElement(std::string_view) override {}
    void text(std::string_view, std::uint64_t, std::uint64_t) override {}

    std::string path;
};

// Fonts may be scrambled without any protection of the book.
class EncryptionHandler final : public XmlHandler
{
public:
    void startElement(std::string_view name, const XmlAttributes& attributes) override
    {
        if (name == "EncryptedData")
            m_inData = true;
        if (name != "EncryptionMethod" || !m_inData)
            return;
        const std::string_view algorithm = attributes.value("Algorithm");
        encrypted = encrypted || (algorithm != "http://www.idpf.org/2008/embedding" && algorithm != "http://ns.adobe.com/pdf/enc#RC");
    }
    void endElement(std::string_view name) override { m_inData = m_inData && name != "EncryptedData"; }
    void text(std::string_view, std::uint64_t, std::uint64_t) override {}

    bool encrypted = false;

private:
    bool m_inData = false;
};

class PackageHandler final : public XmlHandler
{
public:
    struct Item
    {
        std::string href;
        std::string mediaType;
        std::string properties;
    };
    struct Reference
    {
        std::string id;
        bool linear = true;   // false: beside the text
    };

    void startElement(std::string_view name, const XmlAttributes& attributes) override
    {
        m_field = nullptr;
        if ((name == "title" || name == "creator") && m_names.size() < kNames) {
            m_names.push_back({name == "title", std::string(attributes.value("id")), std::string(attributes.value("role")), {}});
            m_field = &m_names.back().text;
        } else if (const auto property = attributes.value("property");
                   name == "meta" && (property == "title-type" || property == "role") && m_refinements.size() < kNames) {
            m_refinements.push_back({std::string(attributes.value("refines")), {}});
            m_field = &m_refinements.back().text;
        } else if (name == "item")
            items.emplace(attributes.value("id"), Item{std::string(attributes.value("href")), std::string(attributes.value("media-type")),
                                                       std::string(attributes.value("properties"))});
        else if (name == "meta" && attributes.value("name") == "cover" && coverId.empty())
            coverId = attributes.value("content");
        else if (name == "reference" && attributes.value("type") == "cover" && coverReference.empty())
            coverReference = attributes.value("href");
        else if (name == "spine")
            contentsId = attributes.value("toc");
        else if (name == "itemref")
            spine.push_back({std::string(attributes.value("idref")), attributes.value("linear") != "no"});
    }
    void endElement(std::string_view) override { m_field = nullptr; }
    void text(std::string_view text, std::uint64_t, std::uint64_t) override
    {
        if (m_field && m_field->size() + text.size() <= kLongestField)
            *m_field += text;
    }

    // The title that EPUB 3 calls the main one, else the first.
    std::string title() const
    {
        const Name* found = nullptr;
        for (const Name& name : m_names)
            if (name.isTitle && (!found || found->text.empty() || (kindOf(name) == "main" && kindOf(*found) != "main")))
                found = &name;
        return found ? oneLine(found->text) : std::string();
    }

    // Who wrote it: "Ann, Bo"; who drew or translated it only where nobody else is named.
    std::string author() const
    {
        std::string all, first;
        for (const Name& name : m_names) {
            const std::string text = name.isTitle ? std::string() : oneLine(name.text);
            const std::string kind = kindOf(name);
            if (!text.empty() && (kind.empty() || kind == "aut"))
                all += (all.empty() ? "" : ", ") + text;
            first = first.empty() ? text : first;
        }
        return all.empty() ? first : all;
    }

    std::string contentsId;
    std::string coverId, coverReference;   // EPUB 2
    std::unordered_map<std::string, Item> items;
    std::vector<Reference> spine;

private:
    static constexpr std::size_t kNames = 32;
    struct Name
    {
        bool isTitle = false;
        std::string id, role, text;
    };
    struct Refinement
    {
        std::string of;     // "#id"
        std::string text;
    };

    std::string kindOf(const Name& name) const
    {
        const auto refines = [&](const Refinement& one) { return !name.id.empty() && one.of == "#" + name.id; };
        const auto found = std::find_if(m_refinements.begin(), m_refinements.end(), refines);
        return found == m_refinements.end() ? name.role : oneLine(found->text);
    }

    std::deque<Name> m_names;
    std::deque<Refinement> m_refinements;
    std::string* m_field = nullptr;
};

Result<void> parsePart(Package& package, std::string_view path, XmlHandler& handler)
{
    const auto text = package.text(path);
    if (!text)
        return text.error();
    return parseXml(*text, handler, "The book's part " + std::string(path));
}

Result<void> checkProtection(Package& package, const std::string& folder)
{
    const char* scheme = nullptr;
    if (package.has(folder + "META-INF/license.lcpl"))
        scheme = "Readium LCP";
    else if (package.has(folder + "META-INF/sinf.xml"))
        scheme = "Apple FairPlay";
    else if (package.has(folder + "META-INF/rights.xml"))
        scheme = "Adobe ADEPT";
    if (!scheme && package.has(folder + "META-INF/encryption.xml")) {
        EncryptionHandler handler;
        if (auto done = parsePart(package, folder + "META-INF/encryption.xml", handler); !done)
            return done;
        if (handler.encrypted)
            scheme = "an unnamed method";
    }
    if (!scheme)
        return {};
    return Error{ErrorCode::Unsupported, "The book is protected by DRM (" + std::string(scheme) +
                                             "), so no other program can read it; open a copy without protection."};
}

// Table of contents and list of pages: the navigation document of EPUB 3, else the NCX of EPUB 2.
void readContents(Package& package, const std::string& packagePath, const PackageHandler& handler, EpubPackage& result)
{
    const PackageHandler::Item* navigation = nullptr;
    const PackageHandler::Item* ncx = nullptr;
    for (const auto& [id, item] : handler.items) {
        if (item.properties == "nav" || item.properties.find("nav ") == 0 || item.properties.ends_with(" nav"))
            navigation = &item;
        if (id == handler.contentsId || (!ncx && item.mediaType == "application/x-dtbncx+xml"))
            ncx = &item;
    }
    for (const PackageHandler::Item* item : {navigation, ncx}) {
        const auto part = item ? resolvePart(packagePath, item->href) : std::nullopt;
        if (!part || !package.has(part->path))
            continue;
        const auto text = package.text(part->path);
        if (!text)
            continue;
        EpubContents read = item == navigation ? contentsOfNavigation(*text, part->path) : contentsOfNcx(*text, part->path);
        if (result.contents.empty())
            result.contents = std::move(read.entries);
        if (result.pages.empty())
            result.pages = std::move(read.pages);
    }
}

bool hasProperty(const std::string& properties, std::string_view wanted)
{
    const std::string padded = ' ' + properties + ' ';
    return padded.find(' ' + std::string(wanted) + ' ') != padded.npos;
}

// The cover's picture: of EPUB 3 the item with that property, of EPUB 2 the one that a <meta name="cover"> names, else what the guide
// refers to, if that is a picture and not a page.
std::string coverOf(Package& package, const std::string& packagePath, const PackageHandler& handler)
{
    const auto partOf = [&](const std::string& href) -> std::string {
        const auto part = resolvePart(packagePath, href);
        return part && package.has(part->path) ? part->path : std::string();
    };
    const auto isPicture = [](const PackageHandler::Item& item) { return item.mediaType.starts_with("image/"); };
    for (const auto& [id, item] : handler.items)
        if (hasProperty(item.properties, "cover-image") && isPicture(item))
            return partOf(item.href);
    if (const auto item = handler.items.find(handler.coverId); item != handler.items.end() && isPicture(item->second))
        return partOf(item->second.href);
    const std::string referred = handler.coverReference.empty() ? std::string() : partOf(handler.coverReference);
    for (const auto& [id, item] : handler.items)
        if (!referred.empty() && isPicture(item) && partOf(item.href) == referred)
            return referred;
    return {};
}

}  // namespace

Result<EpubPackage> readEpubPackage(Package& package)
{
    const std::string folder = package.folderAbove(kContainer);
    if (!package.has(folder + std::string(kContainer)))
        return Error{ErrorCode::Corruption,
                     "The file is a zip archive but no EPUB (" + std::string(kContainer) + " is missing); get a fresh copy of the book."};
    if (auto done = checkProtection(package, folder); !done)
        return done.error();
    ContainerHandler container;
    if (auto done = parsePart(package, folder + std::string(kContainer), container); !done)
        return done.error();
    container.path = folder + container.path;
    PackageHandler handler;
    if (auto done = parsePart(package, container.path, handler); !done)
        return done.error();
    if (handler.spine.empty())
        return Error{ErrorCode::Corruption, "The book names no parts to read; get a fresh copy of the file."};
    if (handler.spine.size() > kSpineItems)
        return Error{ErrorCode::Unsupported, "The book consists of more than 10,000 parts; split it and open the pieces."};
    EpubPackage result;
    result.title = handler.title();
    result.author = handler.author();
    result.cover = coverOf(package, container.path, handler);
    std::unordered_set<std::string> read;
    for (const auto& [id, linear] : handler.spine) {
        const auto item = handler.items.find(id);
        if (!linear && item != handler.items.end() && hasProperty(item->second.properties, "nav"))
            continue;   // known as the table of contents; notes beside the text are read
        const auto part = item == handler.items.end() ? std::nullopt : resolvePart(container.path, item->second.href);
        if (part && package.has(part->path) && !read.insert(part->path).second)
            continue;   // "part.xhtml#2": a place in a part that is read whole
        if (part && package.has(part->path))
            result.spine.push_back({part->path, item->second.mediaType});
        else
            result.warnings.push_back("The part " + oneLine(part ? part->path : id, 200) + " is missing from the book.");
    }
    readContents(package, container.path, handler, result);
    return result;
}

}  // namespace cairn
