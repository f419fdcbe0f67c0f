#include "core/documents/text/text_reader.h"

#include "core/documents/text/decoded_text.h"
#include "core/documents/text/text_builder.h"
#include "core/documents/text/text_checks.h"
#include "core/documents/text/text_headings.h"
#include "core/documents/text/text_lines.h"
#include "core/documents/text/text_manual.h"
#include "core/documents/text/text_pages.h"
#include "core/documents/text/text_wraps.h"
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

// Stretches of lines without a blank one between.
std::vector<TextParagraph> paragraphsOf(std::string_view text, const std::vector<PageTurn>& turns)
{
    std::vector<TextParagraph> paragraphs;
    auto turn = turns.begin();
    std::size_t begin = 0, end = 0;
    if (turn != turns.end() && turn->begin == 0)
        begin = end = (turn++)->end;
    for (std::size_t at = begin; at < text.size();) {
        const TextLine line = textLineAt(text, at);
        if (!line.blank)
            end = line.end;
        if (turn != turns.end() && line.next == turn->begin) {
            if (!turn->joins && end > begin)
                paragraphs.push_back({begin, end});
            at = turn->end;
            if (!turn->joins)
                begin = end = at;
            ++turn;
            continue;
        }
        const bool pageEnds = line.end < text.size() && text[line.end] == '\f';
        if ((line.blank || pageEnds || line.next == text.size()) && end > begin)
            paragraphs.push_back({begin, end});
        if (line.blank || pageEnds)
            begin = end = line.next;
        at = line.next;
    }
    return paragraphs;
}

void addWholeLines(std::string_view text, std::size_t begin, std::size_t end, TextBuilder& builder)
{
    const std::string_view lines = text.substr(begin, end - begin);
    std::size_t done = 0;
    for (std::size_t at = lines.find(kSoftHyphen); at != lines.npos; at = lines.find(kSoftHyphen, done)) {
        builder.verbatim(lines.substr(done, at - done), begin + done);
        done = at + kSoftHyphen.size();
    }
    builder.verbatim(lines.substr(done), begin + done);
}

// Those that a page turn parts, too.
void addLines(std::string_view text, const std::vector<PageTurn>& turns, std::size_t begin, std::size_t end, TextBuilder& builder)
{
    auto turn = std::lower_bound(turns.begin(), turns.end(), begin, [](const PageTurn& one, std::size_t at) { return one.begin <= at; });
    for (; turn != turns.end() && turn->end <= end; ++turn) {
        std::size_t lineEnd = turn->begin;
        while (lineEnd > begin && isFlowSpace(text[lineEnd - 1]))
            --lineEnd;
        addWholeLines(text, begin, lineEnd, builder);
        builder.replaced("\n", lineEnd, turn->end - lineEnd);
        begin = turn->end;
    }
    addWholeLines(text, begin, end, builder);
}

// None of them in what a page turn leaves out.
std::vector<TextWrap> wrapsOf(std::string_view text, const std::vector<PageTurn>& turns)
{
    std::vector<TextWrap> wraps = textWraps(text);
    std::erase_if(wraps, [&](const TextWrap& wrap) {
        const auto turn = std::upper_bound(turns.begin(), turns.end(), wrap.end,
                                           [](std::size_t at, const PageTurn& one) { return at < one.end; });
        return turn != turns.end() && std::max(wrap.next, wrap.wordEnd) >= turn->begin;
    });
    return wraps;
}

struct Layout
{
    std::vector<PageTurn> turns;
    std::vector<TextParagraph> paragraphs;
};

void addParagraphs(std::string_view text, const Layout& layout, const ImportContext& context, TextBuilder& builder)
{
    const std::vector<PageTurn>& turns = layout.turns;
    const auto parts = static_cast<std::uint32_t>(text.size() / kProgressBytes + 1);
    const std::vector<TextWrap> wraps = wrapsOf(text, turns);
    auto wrap = wraps.begin();
    std::size_t reported = 0;
    for (const auto& [begin, end, level] : layout.paragraphs) {
        if (builder.full())
            return;
        for (; begin >= reported; reported += kProgressBytes)
            context.report(static_cast<std::uint32_t>(reported / kProgressBytes), parts);
        builder.beginParagraph(level > 0 ? ParagraphKind::Heading : ParagraphKind::Text, level);
        std::size_t done = begin;
        for (; wrap != wraps.end() && wrap->next < end; ++wrap) {
            if (wrap->end < done)
                continue;
            addLines(text, turns, done, wrap->end, builder);
            done = wrap->next;
            if (wrap->wordEnd == 0)
                continue;
            addLines(text, turns, done, wrap->wordEnd, builder);   // the line ends behind the word instead
            builder.replaced("\n" + std::string(text.substr(wrap->next - wrap->indent, wrap->indent)), wrap->wordEnd, 1);
            done = wrap->wordEnd + 1;
        }
        addLines(text, turns, done, end, builder);
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

// The lines of a paragraph, where each stands in the middle of the page. Empty: one does not.
std::vector<std::string_view> centredLines(std::string_view text, const TextParagraph& paragraph)
{
    constexpr std::size_t kWidth = 72, kTolerance = 10, kLeastIndent = 4;
    std::vector<std::string_view> lines;
    for (std::size_t at = paragraph.begin; at < paragraph.end;) {
        const TextLine line = textLineAt(text, at);
        const std::string_view words = trimmedLine(text.substr(line.begin, line.end - line.begin));
        const std::size_t indent = text.find_first_not_of(' ', line.begin) - line.begin, around = 2 * indent + words.size();
        if (indent < kLeastIndent || around + kTolerance < kWidth || around > kWidth + kTolerance || words.find("   ") != words.npos)
            return {};
        lines.push_back(words);
        at = line.next;
    }
    return lines;
}

// Below a first line of two columns ("Network Working Group      P. Mockapetris"): what stands in the middle of its lines.
std::string titleBelowColumns(std::string_view text, const std::vector<TextParagraph>& paragraphs)
{
    constexpr std::size_t kLooks = 3, kMostLines = 3;
    const TextLine first = textLineAt(text, paragraphs.front().begin);
    const std::string_view columns = trimmedLine(text.substr(first.begin, first.end - first.begin));
    if (columns.size() != first.end - first.begin || columns.find(std::string(kTitleIndent, ' ')) == columns.npos)
        return {};
    for (std::size_t i = 1; i < std::min(kLooks, paragraphs.size()) && paragraphs[i].level == 0; ++i) {
        const std::vector<std::string_view> lines = centredLines(text, paragraphs[i]);
        if (!lines.empty() && lines.size() <= kMostLines)
            return oneLine(text.substr(paragraphs[i].begin, paragraphs[i].end - paragraphs[i].begin));
    }
    return {};
}

// Below a note at the left ("Produced by Jane Roe."): the lines in the middle of the page up to the one that names the author.
std::string titleBelowNote(std::string_view text, const std::vector<TextParagraph>& paragraphs)
{
    constexpr std::size_t kMostLines = 3, kLongestNote = 400;
    if (paragraphs.size() < 2 || paragraphs[0].end - paragraphs[0].begin > kLongestNote || text[paragraphs[0].begin] == ' ')
        return {};
    const std::vector<std::string_view> lines = centredLines(text, paragraphs[1]);
    const auto namesAuthor = [](std::string_view line) { return asciiLower(std::string(line).append(" ").substr(0, 3)) == "by "; };
    const auto by = std::find_if(lines.begin(), lines.end(), namesAuthor);
    const auto isTitle = [](std::string_view line) { return mayBeTitle(line) && !headsPart(line); };
    if (lines.empty() || !isTitle(lines[0]) || by - lines.begin() > static_cast<std::ptrdiff_t>(kMostLines))
        return {};
    std::string title;
    for (auto line = lines.begin(); line != by; ++line)
        title.append(title.empty() ? "" : " ").append(*line);
    return title;
}

// A first line with a line of signs below it
std::string underlinedTitle(std::string_view text, const TextParagraph& paragraph)
{
    constexpr std::size_t kFewestSigns = 4;
    const TextLine first = textLineAt(text, paragraph.begin), below = textLineAt(text, first.next);
    const std::string_view title = trimmedLine(text.substr(first.begin, first.end - first.begin));
    const std::string_view signs = trimmedLine(text.substr(below.begin, below.end - below.begin));
    const bool isUnderlined = first.next < paragraph.end && signs.size() >= kFewestSigns && signs.find_first_not_of("=-~*_") == signs.npos;
    return isUnderlined && mayBeTitle(title) && !headsPart(title) ? std::string(title) : std::string();
}

// A part's heading, unless it has words of its own and no other stands beside it ("Appendix A. Lamps of the North"): then it is the whole.
bool headsOneOfParts(std::string_view text, const TextParagraph& heading, const std::vector<TextParagraph>& paragraphs)
{
    constexpr std::ptrdiff_t kFewestBlanks = 3;   // four words
    const std::string_view words = trimmedLine(text.substr(heading.begin, heading.end - heading.begin));
    const auto alike = std::count_if(paragraphs.begin(), paragraphs.end(), [&](const TextParagraph& p) { return p.level == heading.level; });
    return headsPart(words) && (alike > 1 || std::count(words.begin(), words.end(), ' ') < kFewestBlanks);
}

// A first line in the middle of the page or underlined is the title, or one alone above the first heading; a numbered heading, or that of
// one of several parts, never is.
void readTitle(std::string_view text, const std::vector<TextParagraph>& paragraphs, const std::string& fileName, TextBuilder& builder)
{
    if (paragraphs.empty())
        return;
    const TextLine line = textLineAt(text, paragraphs.front().begin);
    const std::string_view first = text.substr(line.begin, line.end - line.begin);
    const std::size_t indent = first.find_first_not_of(' ');
    if ((first.starts_with('\t') || indent >= kTitleIndent) && first.size() - indent <= kLongestTitle)
        builder.setTitle(first);
    builder.setTitle(titleBelowColumns(text, paragraphs));
    builder.setTitle(titleBelowNote(text, paragraphs));
    builder.setTitle(underlinedTitle(text, paragraphs.front()));
    const bool isLine = line.end == paragraphs.front().end && paragraphs.front().level == 0;
    const auto heading = std::find_if(paragraphs.begin(), paragraphs.end(), [](const TextParagraph& p) { return p.level > 0; });
    if (isLine && heading != paragraphs.end() && mayBeTitle(first))
        builder.setTitle(first);
    const std::size_t sign = heading == paragraphs.end() ? text.npos : text.find_first_not_of(' ', heading->begin);
    const bool isNumbered = sign < text.size() && text[sign] >= '0' && text[sign] <= '9';
    if (isNumbered || (heading != paragraphs.end() && headsOneOfParts(text, *heading, paragraphs)))
        builder.setTitle(fileName);
}

// "Title: ..." and "Author: ..." among the first lines, as Project Gutenberg writes them.
void readHead(std::string_view text, TextBuilder& builder)
{
    for (std::size_t at = 0; at < std::min(text.size(), kHeadBytes);) {
        const TextLine line = textLineAt(text, at);
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
    const auto decoded = DecodedText::decode(bytes, context.declared, context.encoding);
    if (!decoded)
        return decoded.error();
    TextBuilder builder(DocumentFormat::Text);
    const std::string_view text = decoded->text();
    readHead(text, builder);
    Layout layout{pageTurns(text), {}};
    const std::vector<TextParagraph> plain = paragraphsOf(text, layout.turns);
    const bool isManual = isManualPage(text);
    layout.paragraphs = isManual ? withManualHeadings(text, plain) : withTextHeadings(text, plain);
    if (isManual)
        builder.setTitle(manualTitle(text, layout.paragraphs));
    readTitle(text, layout.paragraphs, context.fileName, builder);
    addParagraphs(text, layout, context, builder);
    return finishDecoded(*decoded, builder, context.fileName);
}

}  // namespace cairn
