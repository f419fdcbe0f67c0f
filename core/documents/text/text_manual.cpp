#include "core/documents/text/text_manual.h"

#include "core/documents/text/text_lines.h"
#include "core/types/ascii.h"

#include <algorithm>
#include <array>
#include <optional>

namespace cairn
{

namespace
{

constexpr std::size_t kLongestHeading = 60, kLongestTitle = 120;   // bytes
constexpr std::size_t kSubheading = 3;                             // spaces

TextLine firstLine(std::string_view text)
{
    TextLine line = textLineAt(text, 0);
    while (line.blank && line.next < text.size())
        line = textLineAt(text, line.next);
    return line;
}

// "TAR(1)", "git-log(1)", "X509V3_CONFIG(5SSL)" at the beginning of the line and again at its end.
std::string_view nameOf(std::string_view line)
{
    const std::string_view words = trimmedLine(line);
    const std::string_view name = words.substr(0, words.find_first_of(" \t"));
    const std::size_t bracket = name.find('(');
    const bool isName =
        bracket != name.npos && bracket > 0 && name.ends_with(')') && name.size() > bracket + 2 && isAsciiDigit(name[bracket + 1]);
    const bool isTwice = words.size() > 2 * name.size() && words.ends_with(name) && isFlowSpace(words[words.size() - name.size() - 1]);
    return isName && isTwice ? name : std::string_view();
}

std::size_t indentOf(std::string_view text, const TextLine& line)
{
    std::size_t columns = 0;
    for (std::size_t at = line.begin; at < line.end && (text[at] == ' ' || text[at] == '\t'); ++at)
        columns += text[at] == ' ' ? 1 : 8 - columns % 8;
    return columns;
}

std::optional<TextLine> nextLine(std::string_view text, TextLine line)
{
    do {
        if (line.next >= text.size())
            return std::nullopt;
        line = textLineAt(text, line.next);
    } while (line.blank);
    return line;
}

// 1: at the edge; 2: a little off it. What stands below is indented by more.
unsigned levelOf(std::string_view text, const TextLine& line)
{
    const std::size_t indent = indentOf(text, line);
    if ((indent != 0 && indent != kSubheading) || line.end - line.begin > kLongestHeading)
        return 0;
    const auto next = nextLine(text, line);
    return next && indentOf(text, *next) > indent ? (indent == 0 ? 1 : 2) : 0;
}

}  // namespace

bool isManualPage(std::string_view text)
{
    const TextLine first = firstLine(text);
    return !nameOf(text.substr(first.begin, first.end - first.begin)).empty();
}

std::vector<TextParagraph> withManualHeadings(std::string_view text, const std::vector<TextParagraph>& paragraphs)
{
    std::vector<TextParagraph> result;
    const std::size_t behindName = firstLine(text).next;
    for (const TextParagraph& paragraph : paragraphs) {
        TextParagraph rest{paragraph.begin, paragraph.begin, 0};
        for (std::size_t at = paragraph.begin; at < paragraph.end;) {
            const TextLine line = textLineAt(text, at);
            const unsigned level = at >= behindName ? levelOf(text, line) : 0;
            if (level > 0 && rest.end > rest.begin)
                result.push_back(rest);
            if (level > 0)
                result.push_back({line.begin, line.end, level});
            if (level > 0)
                rest.begin = rest.end = std::min(line.next, paragraph.end);
            else
                rest.end = line.end;
            at = line.next;
        }
        if (rest.end > rest.begin)
            result.push_back(rest);
    }
    return result;
}

std::string manualTitle(std::string_view text, const std::vector<TextParagraph>& paragraphs)
{
    constexpr std::array<std::string_view, 5> kDashes{" - ", " -- ", " \xE2\x80\x90 ", " \xE2\x80\x93 ", " \xE2\x80\x94 "};
    const auto heading = std::find_if(paragraphs.begin(), paragraphs.end(), [](const TextParagraph& p) { return p.level > 0; });
    if (heading != paragraphs.end() && std::next(heading) != paragraphs.end()) {
        const TextParagraph& below = *std::next(heading);
        const std::string words = oneLine(text.substr(below.begin, below.end - below.begin));
        const bool hasDash = std::any_of(kDashes.begin(), kDashes.end(),
                                         [&](std::string_view dash) { return words.find(dash) != words.npos; });
        if (hasDash && words.size() <= kLongestTitle)
            return words;
    }
    const TextLine first = firstLine(text);
    return std::string(nameOf(text.substr(first.begin, first.end - first.begin)));
}

}  // namespace cairn
