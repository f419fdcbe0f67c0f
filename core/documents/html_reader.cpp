#include "core/documents/html_reader.h"

#include "core/documents/decoded_text.h"
#include "core/documents/html_navigation.h"
#include "core/documents/html_text.h"
#include "core/documents/text_checks.h"

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

Result<CanonicalText> readPage(const DecodedText& decoded, std::span<const ByteRange> leftOut, const ImportContext& context)
{
    TextBuilder builder(DocumentFormat::Html);
    HtmlText html(builder, isXhtml(decoded.text()));
    html.setLeftOut(leftOut);
    html.setProgress(&context);
    if (auto done = html.add(decoded.text(), 0); !done)
        return done.error();
    builder.setTitle(html.title());
    builder.setAuthor(html.author());
    warnOfEncoding(decoded, builder);
    return builder.finish(context.fileName);
}

}  // namespace

Result<CanonicalText> readHtml(std::span<const std::byte> bytes, const ImportContext& context)
{
    if (auto checked = checkText(bytes); !checked)
        return checked.error();
    const std::string_view raw(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const auto decoded = DecodedText::decode(bytes, declaredHtmlEncoding(raw), context.encoding);
    if (!decoded)
        return decoded.error();
    const HtmlNavigation navigation = navigationOf(decoded->text(), isXhtml(decoded->text()));
    auto result = readPage(*decoded, navigation.ranges, context);
    const bool isPage = result && result->text.size() >= navigation.textBytes / kLeastShare;
    if (!navigation.ranges.empty() && !isPage)   // what looked like it is what the page is about
        result = readPage(*decoded, {}, context);
    if (result)
        result->runs = decoded->toFileOffsets(std::move(result->runs));
    return result;
}

}  // namespace cairn
