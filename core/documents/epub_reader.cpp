#include "core/documents/epub_reader.h"

#include "core/documents/epub_package.h"
#include "core/documents/html_navigation.h"
#include "core/documents/html_text.h"
#include "core/documents/picture_list.h"
#include "core/documents/text_builder.h"

#include <algorithm>
#include <unordered_map>

namespace cairn
{

namespace
{

// Where the entries of the table of contents are in the text. Anchor ids: entry e is e, part p is entries + p.
class ContentsPlaces
{
public:
    explicit ContentsPlaces(const EpubPackage& book) : m_book(book)
    {
        for (std::size_t e = 0; e < book.contents.size(); ++e)
            if (const PartReference& target = book.contents[e].target; !target.fragment.empty())
                m_fragments[target.path].emplace(target.fragment, e);   // several entries for one place share the first's
        for (std::size_t p = 0; p < book.spine.size(); ++p)
            m_parts.emplace(book.spine[p].path, p);
    }

    std::size_t partAnchor(std::size_t part) const { return m_book.contents.size() + part; }
    const std::unordered_map<std::string, std::size_t>* fragmentsOf(const std::string& path) const
    {
        const auto found = m_fragments.find(path);
        return found == m_fragments.end() ? nullptr : &found->second;
    }
    std::vector<Heading> outline(const TextBuilder& builder) const;

private:
    const EpubPackage& m_book;
    std::unordered_map<std::string, std::unordered_map<std::string, std::size_t>> m_fragments;   // by path, by id
    std::unordered_map<std::string, std::size_t> m_parts;
};

std::vector<Heading> ContentsPlaces::outline(const TextBuilder& builder) const
{
    std::unordered_map<std::size_t, std::uint64_t> places;
    for (const auto& [id, place] : builder.anchors())
        places.emplace(id, place);
    std::vector<Heading> result;
    for (const EpubContentsEntry& entry : m_book.contents) {
        const auto part = m_parts.find(entry.target.path);
        if (part == m_parts.end())
            continue;
        auto place = places.find(partAnchor(part->second));
        if (const auto* fragments = fragmentsOf(entry.target.path))
            if (const auto fragment = fragments->find(entry.target.fragment); fragment != fragments->end())
                if (const auto exact = places.find(fragment->second); exact != places.end())
                    place = exact;
        if (place != places.end())
            result.push_back({entry.title, static_cast<std::uint8_t>(std::clamp(entry.level, 1u, 6u)), place->second});
    }
    std::stable_sort(result.begin(), result.end(), [](const Heading& a, const Heading& b) { return a.begin < b.begin; });
    return result;
}

bool isText(const EpubItem& item)
{
    const auto ends = [&](std::string_view suffix) { return item.path.ends_with(suffix); };
    return item.mediaType == "application/xhtml+xml" || item.mediaType == "text/html" || item.mediaType == "text/x-oeb1-document" ||
           ends(".xhtml") || ends(".html") || ends(".htm");
}

// Style sheets of the parts. Read again for each part that names them, up to a limit.
class StyleSheets
{
public:
    explicit StyleSheets(Package& package) : m_package(package) {}

    std::string read(const std::string& from, std::string_view address)
    {
        const auto part = resolvePart(from, address);
        if (!part || m_bytes >= kSheetBytes || !m_package.has(part->path))
            return {};
        const auto [at, isNew] = m_sheets.try_emplace(part->path);
        std::string& sheet = at->second;
        if (isNew)
            if (auto text = m_package.bytes(part->path, kLargestSheet))
                sheet = std::move(*text);
        m_bytes += sheet.size() + 1;
        return sheet;
    }

private:
    static constexpr std::uint64_t kLargestSheet = 1 << 20;
    static constexpr std::uint64_t kSheetBytes = 64 << 20;   // of all parts together

    Package& m_package;
    std::unordered_map<std::string, std::string> m_sheets;
    std::uint64_t m_bytes = 0;
};

struct Book
{
    Package& package;
    const ContentsPlaces& places;
    StyleSheets& sheets;
};

// Adds one part. An error means that the whole book is refused.
Result<void> addPart(const Book& book, const EpubItem& item, TextBuilder& builder, PictureList* pictures)
{
    Package& package = book.package;
    if (!isText(item)) {
        builder.notePicture();
        builder.warn("The part " + oneLine(item.path, 200) + " is a picture or of an unknown type and was left out.");
        return {};
    }
    const auto text = package.text(item.path);
    if (!text && text.error().code != ErrorCode::Corruption)
        return text.error();
    if (!text) {
        builder.warn("The part " + oneLine(item.path, 200) + " is damaged and was left out.");
        return {};
    }
    HtmlText html(builder, true);
    html.setAnchors(book.places.fragmentsOf(item.path));
    html.setStyleSheets([&](std::string_view address) { return book.sheets.read(item.path, address); });
    if (pictures)
        html.setPictures([&](std::string_view address) { pictures->add(item.path, address); });
    HtmlNavigation navigation;   // the converter's way from part to part; the book's own contents have a type of EPUB's
    if (text->find("navigation") != std::string::npos)
        navigation = navigationOf(*text, true);
    html.setLeftOut(navigation.ranges);
    return html.add(*text, 0);
}

}  // namespace

Result<CanonicalText> readEpub(std::span<const std::byte> bytes, const ImportContext& context)
{
    auto package = Package::open(bytes);
    if (!package)
        return package.error();
    const auto book = readEpubPackage(*package);
    if (!book)
        return book.error();
    TextBuilder builder(DocumentFormat::Epub);
    builder.setTitle(book->title);
    builder.setAuthor(book->author);
    for (const std::string& warning : book->warnings)
        builder.warn(warning);
    const ContentsPlaces places(*book);
    StyleSheets sheets(*package);
    PictureList pictures(builder, book->contents.size() + book->spine.size());
    for (std::size_t p = 0; p < book->spine.size() && !builder.full(); ++p) {
        context.report(static_cast<std::uint32_t>(p), static_cast<std::uint32_t>(book->spine.size()));
        builder.beginUnit(book->spine[p].path);
        builder.anchor(places.partAnchor(p));
        if (auto done = addPart({*package, places, sheets}, book->spine[p], builder, context.pictures ? &pictures : nullptr); !done)
            return done.error();
    }
    builder.endParagraph();
    if (context.pictures) {
        *context.pictures = pictures.placed();
        std::vector<DocumentPicture>& all = *context.pictures;   // many books name a cover that no page of theirs shows
        if (!book->cover.empty() && (all.empty() || all.front().part != book->cover))
            all.insert(all.begin(), {book->cover, 0});
    }
    builder.setOutline(places.outline(builder));
    return builder.finish(context.fileName);
}

}  // namespace cairn
