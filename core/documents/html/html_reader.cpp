#include "core/documents/html/html_reader.h"

#include "core/documents/html/html_navigation.h"
#include "core/documents/html/html_text.h"
#include "core/documents/text/decoded_text.h"
#include "core/documents/text/text_checks.h"

#include <algorithm>
#include <vector>

namespace cairn
{

bool isXhtml(std::string_view source)
{
    constexpr std::size_t kHead = 2048;
    const std::string_view head = source.substr(0, kHead);
    return head.starts_with("<?xml") || head.find("http://www.w3.org/1999/xhtml") != std::string_view::npos;
}

namespace
{

constexpr std::uint64_t kLeastShare = 4;   // a page of contents has a heading or a sentence besides its links

// Of a page without headings, short lines all in bold type are its headings, if other text stands below each and they are few.
void makeHeadings(CanonicalText& text, const std::vector<std::uint64_t>& bold)
{
    constexpr std::size_t kLongest = 90, kLeast = 2, kMostTogether = 2, kShare = 3;   // bytes, headings, lines, paragraphs for one
    std::vector<Paragraph*> found, together;
    for (Paragraph& paragraph : text.paragraphs) {
        if (std::binary_search(bold.begin(), bold.end(), paragraph.text.begin) && paragraph.kind == ParagraphKind::Text) {
            together.push_back(&paragraph);
            continue;
        }
        for (Paragraph* line : together.size() <= kMostTogether ? together : std::vector<Paragraph*>()) {
            const std::string_view words = std::string_view(text.text).substr(line->text.begin, line->text.size());
            if (words.size() <= kLongest && std::string_view(".,;:!").find(words.back()) == words.npos && words.find('\n') == words.npos)
                found.push_back(line);
        }
        together.clear();
    }
    if (!text.outline.empty() || found.size() < kLeast || found.size() * kShare > text.paragraphs.size())
        return;
    for (Paragraph* line : found) {
        std::string words = oneLine(std::string_view(text.text).substr(line->text.begin, line->text.size()));
        line->kind = ParagraphKind::Heading;
        line->level = std::uint8_t(std::max(clauseHeadingLevel(words), 1u));
        text.outline.push_back({std::move(words), line->level, line->text.begin});
    }
}

Result<CanonicalText> readPage(const DecodedText& decoded, std::span<const ByteRange> leftOut, bool noScript, const ImportContext& context)
{
    TextBuilder builder(DocumentFormat::Html);
    HtmlText html(builder, isXhtml(decoded.text()));
    html.setLeftOut(leftOut);
    html.setProgress(&context);
    if (!noScript)
        html.leaveNoScript();
    if (auto done = html.add(decoded.text(), 0); !done)
        return done.error();
    builder.setTitle(html.title());
    builder.setAuthor(html.author());
    builder.warnOfComments(html.comments());
    warnOfEncoding(decoded, builder);
    auto text = builder.finish(context.fileName);
    if (text)
        makeHeadings(*text, html.boldParagraphs());
    return text;
}

}  // namespace

Result<CanonicalText> readHtml(std::span<const std::byte> bytes, const ImportContext& context)
{
    if (auto checked = checkText(bytes); !checked)
        return checked.error();
    const std::string_view raw(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const std::string declared = context.declared.empty() ? declaredHtmlEncoding(raw) : context.declared;
    const auto decoded = DecodedText::decode(bytes, declared, context.encoding);
    if (!decoded)
        return decoded.error();
    const HtmlNavigation navigation = navigationOf(decoded->text(), isXhtml(decoded->text()));
    auto result = readPage(*decoded, navigation.ranges, false, context);
    const bool isPage = result && result->text.size() >= navigation.textBytes / kLeastShare;
    if (!navigation.ranges.empty() && !isPage)   // what looked like it is what the page is about
        result = readPage(*decoded, {}, false, context);
    if (!result && decoded->text().find("<noscript") != std::string_view::npos)
        result = readPage(*decoded, {}, true, context);
    if (result)
        result->runs = decoded->toFileOffsets(std::move(result->runs));
    return result;
}

}  // namespace cairn
