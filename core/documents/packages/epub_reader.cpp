#include "core/documents/packages/epub_reader.h"

#include "core/documents/html/html_navigation.h"
#include "core/documents/html/html_text.h"
#include "core/documents/packages/epub_package.h"
#include "core/documents/packages/epub_pages.h"
#include "core/documents/packages/picture_list.h"
#include "core/documents/text/text_builder.h"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>

namespace cairn
{

namespace
{

// Where the entries of the table of contents and the printed pages are in the text. Anchor ids: entry e is e, part p is entries + p,
// page q of the book's list is entries + parts + q.
class ContentsPlaces
{
public:
    explicit ContentsPlaces(const EpubPackage& book) : m_book(book)
    {
        for (std::size_t e = 0; e < book.contents.size(); ++e)
            if (const PartReference& target = book.contents[e].target; !target.fragment.empty())
                m_fragments[target.path].emplace(target.fragment, e);   // several entries for one place share the first's
        for (std::size_t q = 0; q < book.pages.size(); ++q)
            if (const PartReference& target = book.pages[q].target; !target.fragment.empty())
                m_fragments[target.path].emplace(target.fragment, partAnchor(book.spine.size()) + q);
        for (std::size_t p = 0; p < book.spine.size(); ++p)
            m_parts.emplace(book.spine[p].path, p);
    }

    std::size_t partAnchor(std::size_t part) const { return m_book.contents.size() + part; }
    const std::unordered_map<std::string, std::size_t>* fragmentsOf(const std::string& path) const
    {
        const auto found = m_fragments.find(path);
        return found == m_fragments.end() ? nullptr : &found->second;
    }
    std::size_t anchors() const { return partAnchor(m_book.spine.size()) + m_book.pages.size(); }
    std::vector<Heading> outline(const TextBuilder& builder) const;
    std::vector<EpubPage> pages(const TextBuilder& builder) const;

private:
    using Places = std::unordered_map<std::size_t, std::uint64_t>;   // by anchor id
    static Places placesIn(const TextBuilder& builder);
    std::optional<std::uint64_t> exactPlace(const PartReference& target, const Places& places) const;
    std::optional<std::uint64_t> partPlace(const PartReference& target, const Places& places) const;

    const EpubPackage& m_book;
    std::unordered_map<std::string, std::unordered_map<std::string, std::size_t>> m_fragments;   // by path, by id
    std::unordered_map<std::string, std::size_t> m_parts;
};

ContentsPlaces::Places ContentsPlaces::placesIn(const TextBuilder& builder)
{
    Places places;
    for (const auto& [id, place] : builder.anchors())
        places.emplace(id, place);
    return places;
}

std::optional<std::uint64_t> ContentsPlaces::exactPlace(const PartReference& target, const Places& places) const
{
    const auto* fragments = m_parts.contains(target.path) ? fragmentsOf(target.path) : nullptr;
    const auto fragment = fragments ? fragments->find(target.fragment) : decltype(fragments->end())();
    const auto place = fragments && fragment != fragments->end() ? places.find(fragment->second) : places.end();
    return place == places.end() ? std::nullopt : std::optional(place->second);
}

std::optional<std::uint64_t> ContentsPlaces::partPlace(const PartReference& target, const Places& places) const
{
    const auto part = m_parts.find(target.path);
    const auto place = part == m_parts.end() ? places.end() : places.find(partAnchor(part->second));
    return place == places.end() ? std::nullopt : std::optional(place->second);
}

std::vector<Heading> ContentsPlaces::outline(const TextBuilder& builder) const
{
    const Places places = placesIn(builder);
    std::vector<Heading> result;
    for (const EpubContentsEntry& entry : m_book.contents) {
        auto place = exactPlace(entry.target, places);
        place = place ? place : partPlace(entry.target, places);
        if (place)
            result.push_back({entry.title, static_cast<std::uint8_t>(std::clamp(entry.level, 1u, 6u)), *place});
    }
    std::stable_sort(result.begin(), result.end(), [](const Heading& a, const Heading& b) { return a.begin < b.begin; });
    return result;
}

// Of the book's own list. A page whose mark isn't found would stand at a wrong place.
std::vector<EpubPage> ContentsPlaces::pages(const TextBuilder& builder) const
{
    const Places places = placesIn(builder);
    std::vector<EpubPage> result;
    for (const EpubContentsEntry& page : m_book.pages) {
        const auto place = page.target.fragment.empty() ? partPlace(page.target, places) : exactPlace(page.target, places);
        if (place)
            result.push_back({page.title, *place});
    }
    return result;
}

// The pages that marks in the text name. kMarks anchor ids from `firstAnchor` on are theirs.
class PageMarks
{
public:
    static constexpr std::size_t kMarks = 20'000;

    PageMarks(TextBuilder& builder, std::size_t firstAnchor) : m_builder(builder), m_firstAnchor(firstAnchor) {}

    void add(std::string_view words)
    {
        std::string label = printedPageLabel(words);
        if (label.empty() || m_labels.size() >= kMarks)
            return;
        m_builder.anchor(m_firstAnchor + m_labels.size());
        m_labels.push_back(std::move(label));
    }
    std::vector<EpubPage> pages() const
    {
        std::vector<EpubPage> result;
        for (const auto& [id, place] : m_builder.anchors())
            if (id >= m_firstAnchor && id < m_firstAnchor + m_labels.size())
                result.push_back({m_labels[id - m_firstAnchor], place});
        return result;
    }

private:
    TextBuilder& m_builder;
    std::size_t m_firstAnchor;
    std::vector<std::string> m_labels;
};

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
    PictureList* pictures;   // null: not asked for
    PageMarks* marks;        // null: the book lists its pages
};

// Adds one part. An error means that the whole book is refused.
Result<void> addPart(const Book& book, const EpubItem& item, TextBuilder& builder)
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
    if (book.pictures)
        html.setPictures([&](std::string_view address) { book.pictures->add(item.path, address); });
    if (book.marks)
        html.setPageMarks([&](std::string_view words) { book.marks->add(words); });
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
    PageMarks marks(builder, places.anchors());
    PictureList pictures(builder, places.anchors() + PageMarks::kMarks);
    const Book parts{*package, places, sheets, context.pictures ? &pictures : nullptr, book->pages.empty() ? &marks : nullptr};
    for (std::size_t p = 0; p < book->spine.size() && !builder.full(); ++p) {
        context.report(static_cast<std::uint32_t>(p), static_cast<std::uint32_t>(book->spine.size()));
        builder.beginUnit(book->spine[p].path);
        builder.anchor(places.partAnchor(p));
        if (auto done = addPart(parts, book->spine[p], builder); !done)
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
    auto text = builder.finish(context.fileName);
    if (text)
        divideByPages(*text, book->pages.empty() ? marks.pages() : places.pages(builder));
    return text;
}

}  // namespace cairn
