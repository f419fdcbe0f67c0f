#include "core/documents/text_reader.h"

#include "core/documents/decoded_text.h"
#include "core/documents/text_builder.h"
#include "core/documents/text_checks.h"
#include "core/types/ascii.h"

#include <algorithm>
#include <array>
#include <string>

namespace cairn
{

namespace
{

constexpr std::size_t kLongestHeading = 100;
constexpr std::size_t kProgressBytes = 1 << 20;
constexpr std::size_t kHeadBytes = 4096;
constexpr std::string_view kSoftHyphen = "\xC2\xAD";   // where a word may be divided: it would part what reads as one

struct ChapterWord
{
    std::string_view word;   // lower case
    unsigned level;
    bool numbered;           // counts only with a number behind it: "Part of me" is no heading
};

constexpr std::array<ChapterWord, 16> kChapterWords = {{{"volume", 1, true}, {"book", 1, true}, {"part", 1, true},
    {"chapter", 2, true}, {"letter", 2, true}, {"act", 2, true}, {"canto", 2, true}, {"stave", 2, true},
    {"scene", 3, true}, {"section", 3, true}, {"prologue", 2, false}, {"epilogue", 2, false}, {"preface", 2, false},
    {"introduction", 2, false}, {"appendix", 2, false}, {"contents", 2, false}}};

constexpr std::array<std::string_view, 13> kNumberWords = {"one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
                                                           "the", "first", "last"};

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && isFlowSpace(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isFlowSpace(text.back()))
        text.remove_suffix(1);
    return text;
}

bool isNumber(std::string_view word)
{
    while (!word.empty() && (word.back() == '.' || word.back() == ':' || word.back() == ')'))
        word.remove_suffix(1);
    if (word.empty())
        return false;
    const bool digits = std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
    const bool roman = word.find_first_not_of("ivxlcdm") == std::string_view::npos;
    return digits || roman || std::find(kNumberWords.begin(), kNumberWords.end(), word) != kNumberWords.end();
}

// "CHAPTER XII. The Biscuit", "Part 2": the level, or 0.
unsigned headingLevel(std::string_view paragraph)
{
    const std::string_view line = trimmed(paragraph);
    if (line.size() > kLongestHeading || std::count(line.begin(), line.end(), '\n') > 1)
        return 0;
    const std::string text = asciiLower(line);
    const std::size_t wordEnd = std::min(text.find_first_of(" .:\n"), text.size());
    const std::string_view word = std::string_view(text).substr(0, wordEnd);
    for (const ChapterWord& chapter : kChapterWords) {
        if (chapter.word != word)
            continue;
        const std::string_view rest = trimmed(std::string_view(text).substr(wordEnd));
        const std::string_view next = rest.substr(0, rest.find_first_of(" \n"));
        const bool alone = !chapter.numbered && rest.find_first_not_of(".:") == std::string_view::npos;
        return alone || isNumber(next) ? chapter.level : 0;
    }
    return 0;
}

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

void addParagraphs(std::string_view text, const ImportContext& context, TextBuilder& builder)
{
    const auto parts = static_cast<std::uint32_t>(text.size() / kProgressBytes + 1);
    std::size_t begin = 0, end = 0, reported = 0;
    const auto flush = [&] {
        const std::string_view paragraph = text.substr(begin, end - begin);
        const unsigned level = headingLevel(paragraph);
        builder.beginParagraph(level > 0 ? ParagraphKind::Heading : ParagraphKind::Text, level);
        std::size_t done = 0;
        for (std::size_t at = paragraph.find(kSoftHyphen); at != paragraph.npos; at = paragraph.find(kSoftHyphen, done)) {
            builder.verbatim(paragraph.substr(done, at - done), begin + done);
            done = at + kSoftHyphen.size();
        }
        builder.verbatim(paragraph.substr(done), begin + done);
    };
    for (std::size_t at = 0; at < text.size() && !builder.full();) {
        if (at >= reported) {
            context.report(static_cast<std::uint32_t>(at / kProgressBytes), parts);
            reported = at + kProgressBytes;
        }
        const Line line = lineAt(text, at);
        if (!line.blank)
            end = line.end;
        const bool pageEnds = line.end < text.size() && text[line.end] == '\f';
        if ((line.blank || pageEnds || line.next == text.size()) && end > begin)
            flush();
        if (line.blank || pageEnds)
            begin = end = line.next;
        at = line.next;
    }
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
    addParagraphs(decoded->text(), context, builder);
    warnOfEncoding(*decoded, builder);
    auto result = builder.finish(context.fileName);
    if (result)
        result->runs = decoded->toFileOffsets(std::move(result->runs));
    return result;
}

}  // namespace cairn
