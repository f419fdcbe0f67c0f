#include "core/documents/text_reader.h"

#include "core/documents/decoded_text.h"
#include "core/documents/text_builder.h"
#include "core/documents/text_checks.h"
#include "core/documents/text_headings.h"
#include "core/documents/text_wraps.h"
#include "core/types/ascii.h"

#include <algorithm>
#include <string>
#include <vector>

namespace cairn
{

namespace
{

constexpr std::size_t kProgressBytes = 1 << 20;
constexpr std::size_t kHeadBytes = 4096;
constexpr std::size_t kTitleIndent = 8;    // spaces
constexpr std::size_t kLongestTitle = 80;  // bytes
constexpr std::string_view kSoftHyphen = "\xC2\xAD";   // where a word may be divided: it would part what reads as one

// Ends of lines: '\n', '\r', "\r\n"; a form feed ends line and paragraph.
struct Line
{
    std::size_t begin = 0;
    std::size_t end = 0;     // without the line end
    std::size_t next = 0;
    bool blank = true;
};

Line lineAt(std::string_view text, std::size_t begin)
{
    Line line{begin, begin, begin, true};
    while (line.end < text.size() && text[line.end] != '\n' && text[line.end] != '\r' && text[line.end] != '\f') {
        line.blank = line.blank && isFlowSpace(text[line.end]);
        ++line.end;
    }
    line.next = std::min(line.end + 1, text.size());
    if (text.substr(line.end).starts_with("\r\n"))
        ++line.next;
    return line;
}

// Stretches of lines without a blank one between.
std::vector<TextParagraph> paragraphsOf(std::string_view text)
{
    std::vector<TextParagraph> paragraphs;
    std::size_t begin = 0, end = 0;
    for (std::size_t at = 0; at < text.size();) {
        const Line line = lineAt(text, at);
        if (!line.blank)
            end = line.end;
        const bool pageEnds = line.end < text.size() && text[line.end] == '\f';
        if ((line.blank || pageEnds || line.next == text.size()) && end > begin)
            paragraphs.push_back({begin, end});
        if (line.blank || pageEnds)
            begin = end = line.next;
        at = line.next;
    }
    return paragraphs;
}

void addLines(std::string_view text, std::size_t begin, std::size_t end, TextBuilder& builder)
{
    const std::string_view lines = text.substr(begin, end - begin);
    std::size_t done = 0;
    for (std::size_t at = lines.find(kSoftHyphen); at != lines.npos; at = lines.find(kSoftHyphen, done)) {
        builder.verbatim(lines.substr(done, at - done), begin + done);
        done = at + kSoftHyphen.size();
    }
    builder.verbatim(lines.substr(done), begin + done);
}

void addParagraphs(std::string_view text, const std::vector<TextParagraph>& paragraphs, const ImportContext& context, TextBuilder& builder)
{
    const auto parts = static_cast<std::uint32_t>(text.size() / kProgressBytes + 1);
    const std::vector<TextWrap> wraps = textWraps(text);
    auto wrap = wraps.begin();
    std::size_t reported = 0;
    for (const auto& [begin, end, level] : paragraphs) {
        if (builder.full())
            return;
        for (; begin >= reported; reported += kProgressBytes)
            context.report(static_cast<std::uint32_t>(reported / kProgressBytes), parts);
        builder.beginParagraph(level > 0 ? ParagraphKind::Heading : ParagraphKind::Text, level);
        std::size_t done = begin;
        for (; wrap != wraps.end() && wrap->next < end; ++wrap) {
            if (wrap->end < done)
                continue;
            addLines(text, done, wrap->end, builder);
            done = wrap->next;
            if (wrap->wordEnd == 0)
                continue;
            addLines(text, done, wrap->wordEnd, builder);   // the line ends behind the word instead
            builder.replaced("\n" + std::string(text.substr(wrap->next - wrap->indent, wrap->indent)), wrap->wordEnd, 1);
            done = wrap->wordEnd + 1;
        }
        addLines(text, done, end, builder);
    }
}

// A line above the first heading: words that begin with a capital, and no sentence.
bool mayBeTitle(std::string_view line)
{
    constexpr std::size_t kShortest = 4;
    while (!line.empty() && isFlowSpace(line.front()))
        line.remove_prefix(1);
    while (!line.empty() && isFlowSpace(line.back()))
        line.remove_suffix(1);
    if (line.size() < kShortest || line.size() > kLongestTitle || std::string_view(".,;:").find(line.back()) != line.npos)
        return false;
    return isAsciiCapital(line.front()) || static_cast<unsigned char>(line.front()) >= 0x80;
}

// A first line in the middle of the page is the title, or one alone above the first heading; a numbered heading never is.
void readTitle(std::string_view text, const std::vector<TextParagraph>& paragraphs, const std::string& fileName, TextBuilder& builder)
{
    if (paragraphs.empty())
        return;
    const Line line = lineAt(text, paragraphs.front().begin);
    const std::string_view first = text.substr(line.begin, line.end - line.begin);
    const std::size_t indent = first.find_first_not_of(' ');
    if ((first.starts_with('\t') || indent >= kTitleIndent) && first.size() - indent <= kLongestTitle)
        builder.setTitle(first);
    const bool isLine = line.end == paragraphs.front().end && paragraphs.front().level == 0;
    const auto heading = std::find_if(paragraphs.begin(), paragraphs.end(), [](const TextParagraph& p) { return p.level > 0; });
    if (isLine && heading != paragraphs.end() && mayBeTitle(first))
        builder.setTitle(first);
    const std::size_t sign = heading == paragraphs.end() ? text.npos : text.find_first_not_of(' ', heading->begin);
    if (sign < text.size() && text[sign] >= '0' && text[sign] <= '9')
        builder.setTitle(fileName);
}

// "Title: ..." and "Author: ..." among the first lines, as Project Gutenberg writes them.
void readHead(std::string_view text, TextBuilder& builder)
{
    for (std::size_t at = 0; at < std::min(text.size(), kHeadBytes);) {
        const Line line = lineAt(text, at);
        const std::string_view words = text.substr(line.begin, line.end - line.begin);
        if (words.starts_with("Title: "))
            builder.setTitle(words.substr(7));
        if (words.starts_with("Author: "))
            builder.setAuthor(words.substr(8));
        at = line.next;
    }
}

}  // namespace

Result<CanonicalText> readText(std::span<const std::byte> bytes, const ImportContext& context)
{
    if (auto checked = checkText(bytes); !checked)
        return checked.error();
    const auto decoded = DecodedText::decode(bytes, {}, context.encoding);
    if (!decoded)
        return decoded.error();
    TextBuilder builder(DocumentFormat::Text);
    readHead(decoded->text(), builder);
    const std::vector<TextParagraph> paragraphs = withTextHeadings(decoded->text(), paragraphsOf(decoded->text()));
    readTitle(decoded->text(), paragraphs, context.fileName, builder);
    addParagraphs(decoded->text(), paragraphs, context, builder);
    warnOfEncoding(*decoded, builder);
    auto result = builder.finish(context.fileName);
    if (result)
        result->runs = decoded->toFileOffsets(std::move(result->runs));
    return result;
}

}  // namespace cairn
