#include "core/documents/html/html_wraps.h"

#include "core/documents/html/html_tokenizer.h"
#include "core/documents/text/element_names.h"
#include "core/documents/text/text_builder.h"
#include "core/formats/utf8.h"
#include "core/types/ascii.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <unordered_set>
#include <utility>

namespace cairn
{

namespace
{

constexpr std::size_t kFewestLines = 12;
constexpr std::size_t kNarrowest = 30, kWidest = 120;   // letters of a printed line
constexpr std::size_t kFull = 75;                       // percent of the width that a line has that goes on
constexpr std::size_t kMostHyphenated = 50'000;         // words

struct Line
{
    std::size_t endTag = 0;        // begins
    std::size_t startTagEnd = 0;
    std::string attributes;
    std::string text;
    std::size_t textEnd = 0;       // of the source, behind the last bytes of its text
    bool isBeside = false;         // nothing but tags of words and white space between it and the line before
    bool isTight = true;           // no white space before its text
    bool endsTight = true;         // nor behind
};

bool isInline(std::string_view name)
{
    return isOneOf(name, {"a", "b", "i", "em", "strong", "span", "font", "small", "sup", "sub", "u"});
}

// All paragraphs, in which nothing but words is.
class Lines
{
public:
    Lines(std::string_view source, bool xhtml) : m_source(source), m_xhtml(xhtml) {}

    std::vector<Line> find()
    {
        if (m_source.find("<p") == m_source.npos && m_source.find("<P") == m_source.npos)
            return {};
        HtmlTokenizer tokens(m_source, m_xhtml);
        for (HtmlToken token = tokens.next(); token.kind != HtmlToken::Kind::End; token = tokens.next()) {
            switch (token.kind) {
            case HtmlToken::Kind::StartTag: startTag(token); break;
            case HtmlToken::Kind::EndTag: endTag(token); break;
            case HtmlToken::Kind::Text: words(token); break;
            default: m_isBeside = false; break;
            }
        }
        close();
        return std::move(m_lines);
    }

private:
    void startTag(const HtmlToken& token)
    {
        if (token.name == "p" && m_isOpen)
            close();
        if (token.name == "p" && !token.selfClosing) {
            m_lines.push_back({0, token.end, std::string(token.attributes), {}, token.end, std::exchange(m_isBeside, false)});
            m_isOpen = true;
        } else if (!isInline(token.name)) {
            close();
        }
    }
    void endTag(const HtmlToken& token)
    {
        if (token.name == "p" && m_isOpen) {
            m_lines.back().endTag = token.begin;
            m_isOpen = false;
            m_isBeside = true;
        } else if (!isInline(token.name)) {
            close();
        }
    }
    void words(const HtmlToken& token)
    {
        const std::string_view text = m_source.substr(token.begin, token.end - token.begin);
        const bool isSpace = std::all_of(text.begin(), text.end(), isFlowSpace);
        if (!m_isOpen) {
            m_isBeside = m_isBeside && isSpace;
            return;
        }
        Line& line = m_lines.back();
        if (line.text.empty() && isFlowSpace(text.front()))
            line.isTight = false;
        line.endsTight = !isFlowSpace(text.back());
        if (isSpace)
            return;
        line.text += decodeHtmlText(text);
        line.textEnd = token.end;
    }
    void close()
    {
        if (m_isOpen)
            m_lines.pop_back();   // it holds more than words
        m_isOpen = m_isBeside = false;
    }

    std::string_view m_source;
    bool m_xhtml;
    std::vector<Line> m_lines;
    bool m_isOpen = false;     // the last line
    bool m_isBeside = false;   // nothing behind it yet
};

bool endsSentence(std::string_view text)
{
    while (!text.empty() && (text.back() == '"' || text.back() == '\'' || text.back() == ')'))
        text.remove_suffix(1);
    for (const std::string_view quote : {"\u201D", "\u2019", "\u00BB", "\u201C"})
        if (text.ends_with(quote))
            text.remove_suffix(quote.size());
    return text.empty() || std::string_view(".!?:").find(text.back()) != text.npos || text.ends_with("\u2026");
}

bool beginsSmall(std::string_view text)
{
    return !text.empty() && text.front() >= 'a' && text.front() <= 'z';
}

bool isHyphenated(std::string_view text)
{
    const auto isLetter = [](char c) { return isAsciiLetter(c) || static_cast<unsigned char>(c) >= 0x80; };
    return text.size() > 1 && text.back() == '-' && isLetter(text[text.size() - 2]);
}

struct Text
{
    std::size_t letters = 0;
    bool isAmid = false;         // it ends amid a sentence
    bool isNextSmall = false;    // and the next begins with a small letter
};

std::vector<Text> textsOf(const std::vector<Line>& lines)
{
    std::vector<Text> texts;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string_view next = i + 1 < lines.size() ? std::string_view(lines[i + 1].text) : std::string_view();
        const bool isAmid = !next.empty() && !endsSentence(lines[i].text);
        if (!lines[i].text.empty())
            texts.push_back({countCharacters(lines[i].text), isAmid, isAmid && beginsSmall(next)});
    }
    return texts;
}

// The width of most lines; 0: these are no printed lines, most of which go on in the next, while the short ones end.
std::size_t widthOf(const std::vector<Line>& lines)
{
    std::vector<Text> texts = textsOf(lines);
    if (texts.size() < kFewestLines)
        return 0;
    std::sort(texts.begin(), texts.end(), [](const Text& a, const Text& b) { return a.letters < b.letters; });
    const std::size_t width = texts[texts.size() * 9 / 10].letters, longest = texts.back().letters;
    const auto full = std::find_if(texts.begin(), texts.end(), [width](const Text& text) { return text.letters * 100 >= width * kFull; });
    const auto isAmid = [](const Text& text) { return text.isAmid; };
    const auto amid = std::count_if(texts.begin(), texts.end(), isAmid), shortAmid = std::count_if(texts.begin(), full, isAmid);
    const auto small = std::count_if(texts.begin(), texts.end(), [](const Text& text) { return text.isNextSmall; });
    const bool goesOn = amid * 2 >= std::ssize(texts) && small * 2 >= amid && shortAmid * 2 <= full - texts.begin();
    const bool isEven = (texts.end() - full) * 2 >= std::ssize(texts) && longest * 10 <= width * 13;
    return goesOn && isEven && width >= kNarrowest && width <= kWidest ? width : 0;
}

// Words with a hyphen inside lines, in lower case.
std::unordered_set<std::string> hyphenatedWords(const std::vector<Line>& lines)
{
    std::unordered_set<std::string> words;
    for (const Line& line : lines) {
        const std::string_view text = line.text;
        for (std::size_t at = text.find('-'); at != text.npos && words.size() < kMostHyphenated; at = text.find('-', at + 1)) {
            const std::size_t begin = text.find_last_of(' ', at) + 1, end = std::min(text.find(' ', at), text.size());
            std::string word = asciiLower(text.substr(begin, end - begin));
            while (!word.empty() && std::string_view(".,;:!?)").find(word.back()) != std::string_view::npos)
                word.pop_back();
            words.insert(std::move(word));
        }
    }
    return words;
}

// REQUIRES: no white space around the texts.
HtmlWrap wrapOf(std::string_view source, const Line& line, const Line& next, const std::unordered_set<std::string>& hyphenated)
{
    HtmlWrap wrap{line.endTag, next.startTagEnd};
    const std::string& text = line.text;
    const bool isTight = line.endsTight && next.isTight && source[line.textEnd - 1] == '-';
    wrap.isWord = isTight && isHyphenated(text) && beginsSmall(next.text);
    if (!wrap.isWord)
        return wrap;
    const std::size_t wordEnd = std::min(next.text.find_first_of(" .,;:!?)"), next.text.size());
    const std::string word = asciiLower(text.substr(text.find_last_of(' ') + 1) + next.text.substr(0, wordEnd));
    if (!hyphenated.contains(word))
        wrap.hyphen = line.textEnd - 1;
    return wrap;
}

void trim(std::string& text)
{
    const std::size_t begin = text.find_first_not_of(" \t\r\n\f"), end = text.find_last_not_of(" \t\r\n\f");
    text = begin == std::string::npos || text == "\u00A0" ? std::string() : text.substr(begin, end + 1 - begin);
}

}  // namespace

std::vector<HtmlWrap> htmlWraps(std::string_view source, bool xhtml)
{
    std::vector<Line> lines = Lines(source, xhtml).find();
    if (lines.size() < kFewestLines)
        return {};
    for (Line& line : lines)
        trim(line.text);
    const std::size_t width = widthOf(lines);
    std::vector<HtmlWrap> wraps;
    if (width == 0)
        return wraps;
    const std::unordered_set<std::string> hyphenated = hyphenatedWords(lines);
    for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
        const Line &line = lines[i], &next = lines[i + 1];
        const bool isFull = countCharacters(line.text) * 100 >= width * kFull;
        const bool goesOn = !endsSentence(line.text) || beginsSmall(next.text);
        if (next.isBeside && isFull && goesOn && !next.text.empty() && line.attributes == next.attributes)
            wraps.push_back(wrapOf(source, line, next, hyphenated));
    }
    return wraps;
}

}  // namespace cairn
