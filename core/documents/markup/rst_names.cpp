#include "core/documents/markup/rst_names.h"

#include "core/documents/markup/rst_inline.h"
#include "core/documents/text/text_builder.h"

#include <charconv>

namespace cairn
{

namespace
{

constexpr std::size_t kLongestWords = 4096;       // bytes of a substitution
constexpr std::size_t kMostWords = 16'000'000;    // bytes of all together, so that a small file stays one

std::string plainWords(RstInline& words)
{
    TextBuilder builder(DocumentFormat::ReStructuredText);
    builder.beginParagraph(ParagraphKind::TableRow);   // one line
    words.write(builder);
    auto text = builder.finish({});
    return text ? std::move(text->text) : std::string();
}

}  // namespace

RstNames::RstNames(std::string_view source, const std::vector<RstLine>& lines)
{
    for (std::size_t line = 0; line < lines.size(); ++line) {
        const std::string_view text = source.substr(lines[line].begin, lines[line].end - lines[line].begin);
        if (text.starts_with(".. |"))
            define(source, lines, line);
        unsigned number = 0;
        if (text.starts_with(".. [") && std::from_chars(text.data() + 4, text.data() + text.size(), number).ec == std::errc())
            m_taken.insert(number);
    }
}

// ".. |name| replace:: words" or ".. |name| image:: file" with an alternative text, to the next blank line.
void RstNames::define(std::string_view source, const std::vector<RstLine>& lines, std::size_t line)
{
    constexpr std::string_view kReplace = "| replace::", kImage = "| image::", kAlternative = ":alt:";
    const auto textOf = [&](std::size_t at) { return source.substr(lines[at].begin, lines[at].end - lines[at].begin); };
    const std::string_view first = textOf(line).substr(4);
    const std::size_t bar = first.find('|');
    if (bar == first.npos || bar == 0)
        return;
    const bool isImage = first.substr(bar).starts_with(kImage);
    if (!isImage && !first.substr(bar).starts_with(kReplace))
        return;
    RstInline words;
    if (!isImage)
        words.addLine(first.substr(bar + kReplace.size()), 0);
    bool taking = !isImage;
    for (std::size_t at = line + 1; at < lines.size() && !lines[at].blank() && lines[at].indent > lines[line].indent; ++at) {
        std::string_view text = textOf(at);
        if (isImage && text.starts_with(':')) {
            taking = text.starts_with(kAlternative);
            text.remove_prefix(taking ? kAlternative.size() : 0);
        }
        if (taking)
            words.addLine(text, 0);
    }
    const bool isKnown = !words.empty() && words.text().size() <= kLongestWords;
    if (std::string plain = isKnown ? plainWords(words) : std::string(); !plain.empty())
        m_words.emplace(oneLine(first.substr(0, bar)), std::move(plain));
}

const std::string* RstNames::wordsOf(std::string_view substitution)
{
    const auto found = m_words.empty() ? m_words.end() : m_words.find(oneLine(substitution));
    if (found == m_words.end() || m_given > kMostWords)
        return nullptr;
    m_given += found->second.size();
    return &found->second;
}

std::string RstNames::next(unsigned& last) const
{
    do
        ++last;
    while (m_taken.contains(last));
    return std::to_string(last);
}

}  // namespace cairn
