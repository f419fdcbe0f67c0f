#include "app/conversation/export_places.h"

#include "core/types/chapters.h"
#include "core/types/place_label.h"

#include <algorithm>
#include <initializer_list>

namespace cairn
{
namespace
{

constexpr std::string_view kIsolate = "\u2068", kIsolateEnd = "\u2069";

std::string replaced(std::string text, std::string_view from, std::string_view to)
{
    for (std::size_t at = text.find(from); at != text.npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}

// Hebrew, Arabic and their neighbours: U+0580 to U+08FF, U+FB40 to U+FDFF, U+FE80 to U+FEFF.
bool hasRightToLeft(std::string_view text)
{
    for (std::size_t i = 0; i + 1 < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]), next = static_cast<unsigned char>(text[i + 1]);
        const bool isPresented = byte == 0xEF && ((next >= 0xAD && next <= 0xB7) || next == 0xBA || next == 0xBB);
        if ((byte >= 0xD6 && byte <= 0xDF) || (byte == 0xE0 && next >= 0xA0 && next <= 0xA3) || isPresented)
            return true;
    }
    return false;
}

std::string isolated(const std::string& words)
{
    const std::string bare = withoutIsolates(words);
    return hasRightToLeft(bare) ? std::string(kIsolate) + bare + std::string(kIsolateEnd) : bare;
}

std::string joined(std::initializer_list<std::string> parts)
{
    std::string text;
    for (const std::string& part : parts)
        text += (text.empty() || part.empty() ? "" : ", ") + part;
    return text;
}

// The headings that both paths begin with.
std::string common(const std::string& a, const std::string& b)
{
    constexpr std::string_view kBelow = " > ";
    const std::string one = a + std::string(kBelow), other = b + std::string(kBelow);
    std::size_t end = 0;
    for (std::size_t at = one.find(kBelow); at != one.npos; at = one.find(kBelow, at + 1)) {
        if (one.compare(0, at + kBelow.size(), other, 0, at + kBelow.size()) != 0)
            break;
        end = at;
    }
    return a.substr(0, end);
}

std::string sheetOf(const CanonicalText& text, std::uint64_t byte)
{
    return std::to_string(std::max<std::size_t>(1, unitNumber(text, byte)));
}

}  // namespace

std::string filled(std::string words, const std::vector<std::string>& values)
{
    for (std::size_t i = values.size(); i-- > 0;) {
        const std::string place = "%" + std::to_string(i + 1);
        if (const auto at = words.find(place); at != std::string::npos)
            words.replace(at, place.size(), values[i]);
    }
    return words;
}

std::string oneLine(std::string text)
{
    for (char& character : text) {
        if (character == '\n' || character == '\t')
            character = ' ';
    }
    return text;
}

std::string withoutIsolates(std::string text) { return replaced(replaced(std::move(text), kIsolate, ""), kIsolateEnd, ""); }

std::string isolatesAsHtml(std::string text) { return replaced(replaced(std::move(text), kIsolate, "<bdi>"), kIsolateEnd, "</bdi>"); }

const CanonicalText* PlaceWords::textOf(const DocumentPlace& place) const
{
    const bool isThere = texts && place.document < texts->size() && place.range.end <= (*texts)[place.document].text.size();
    return isThere && !(*texts)[place.document].text.empty() ? &(*texts)[place.document] : nullptr;
}

std::string PlaceWords::name(std::uint32_t document) const
{
    return document < names.size() ? isolated(oneLine(names[document])) : std::string();
}

// Without the title, where the place begins with it.
std::string PlaceWords::section(std::uint32_t document, const std::string& path) const
{
    if (document >= names.size())
        return oneLine(path);
    const bool isKnown = texts && document < texts->size() && !(*texts)[document].title.empty();
    return oneLine(sectionBelow(isKnown ? (*texts)[document].title : names[document], path));
}

// With its sheet where that is another number.
std::string PlaceWords::page(const CanonicalText* text, const std::string& label, std::uint64_t byte) const
{
    const std::string sheet = text && text->format == DocumentFormat::Pdf ? sheetOf(*text, byte) : label;
    return sheet == label ? filled(words.page, {label}) : filled(words.sheet, {label, sheet});
}

std::string PlaceWords::of(const Citation& citation) const
{
    const std::string document = name(citation.document), path = isolated(section(citation.document, citation.section));
    const CanonicalText* text = textOf({citation.document, citation.range});
    const std::uint64_t begin = citation.range.begin;
    if (!citation.page.empty())
        return joined({document, page(text, citation.page, begin), path});
    return joined({document, path, text ? filled(words.paragraph, {std::to_string(paragraphNumber(*text, begin))}) : std::string()});
}

std::string PlaceWords::ofStretch(const DocumentPlace& stretch) const
{
    const std::string document = name(stretch.document);
    const CanonicalText* text = textOf(stretch);
    if (!text || (stretch.range.begin == 0 && stretch.range.end == text->text.size()))
        return document;
    const std::uint64_t begin = stretch.range.begin, last = std::max(stretch.range.end, begin + 1) - 1;
    const std::string from = section(stretch.document, sectionPath(*text, begin)), to = section(stretch.document, sectionPath(*text, last));
    const std::string first = pageLabel(*text, begin), end = pageLabel(*text, last);
    if (!first.empty())
        return joined({document, first == end ? page(text, first, begin) : filled(words.page, {first + "–" + end}),
                       from == to ? isolated(from) : std::string()});
    const std::string number = std::to_string(paragraphNumber(*text, begin)), lastNumber = std::to_string(paragraphNumber(*text, last));
    const auto at = [&](const std::string& path, const std::string& paragraph) {
        return joined({isolated(path), filled(words.paragraph, {paragraph})});
    };
    if (chapterAt(*text, begin) == chapterAt(*text, last))   // they are counted on
        return joined({document, at(common(from, to), number == lastNumber ? number : number + "–" + lastNumber)});
    return joined({document, at(from, number) + " – " + at(to, lastNumber)});
}

}  // namespace cairn
