#include "core/documents/html/html_tokenizer.h"

#include "core/formats/html_entities.h"
#include "core/types/ascii.h"

#include <algorithm>
#include <array>
#include <utility>

namespace cairn
{

namespace
{

constexpr std::size_t kLongestName = 31;
constexpr std::size_t kDeclarationBytes = 4096;   // WHATWG asks for 1,024; old pages put their meta later
constexpr std::array<std::string_view, 8> kRawElements = {"script", "style", "title", "textarea", "xmp", "iframe", "noembed", "noframes"};

bool isSpace(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r';
}

bool startsWithLower(std::string_view text, std::string_view name)
{
    return text.size() >= name.size() &&
           std::equal(name.begin(), name.end(), text.begin(), [](char a, char b) { return a == asciiLower(b); });
}

// One attribute from `at` on; moves `at` behind it. False: none left.
bool nextAttribute(std::string_view source, std::size_t& at, std::string_view& name, std::string_view& value)
{
    while (at < source.size() && (isSpace(source[at]) || source[at] == '/'))
        ++at;
    if (at >= source.size())
        return false;
    const std::size_t nameBegin = at++;   // one byte at least, even a stray '='
    while (at < source.size() && !isSpace(source[at]) && source[at] != '=' && source[at] != '/')
        ++at;
    name = source.substr(nameBegin, at - nameBegin);
    value = {};
    std::size_t equals = at;
    while (equals < source.size() && isSpace(source[equals]))
        ++equals;
    if (equals >= source.size() || source[equals] != '=')
        return true;
    at = equals + 1;
    while (at < source.size() && isSpace(source[at]))
        ++at;
    if (at >= source.size())
        return true;
    const char quote = source[at];
    if (quote == '"' || quote == '\'') {
        const std::size_t end = std::min(source.find(quote, at + 1), source.size());
        value = source.substr(at + 1, end - at - 1);
        at = std::min(end + 1, source.size());
        return true;
    }
    const std::size_t begin = at;
    while (at < source.size() && !isSpace(source[at]))
        ++at;
    value = source.substr(begin, at - begin);
    return true;
}

}  // namespace

std::size_t HtmlTokenizer::find(std::string_view what, std::size_t from) const
{
    return std::min(m_source.find(what, from), m_source.size());
}

void HtmlTokenizer::setName(std::size_t begin, std::size_t end)
{
    m_name.assign(m_source.substr(begin, std::min(end - begin, kLongestName)));
    m_name = asciiLower(m_name);
    constexpr auto kPrefixes = std::to_array<std::string_view>({"m", "math", "mml", "svg", "h", "html", "xhtml"});
    const std::size_t colon = m_xhtml ? m_name.find(':') : m_name.npos;   // others ("o:p") name what isn't of a page
    if (colon != m_name.npos && std::find(kPrefixes.begin(), kPrefixes.end(), m_name.substr(0, colon)) != kPrefixes.end())
        m_name.erase(0, colon + 1);
}

bool HtmlTokenizer::startsMarkup(std::size_t at) const
{
    if (at + 1 >= m_source.size())
        return false;
    const char c = m_source[at + 1];
    return isAsciiLetter(c) || c == '!' || c == '?' || (c == '/' && at + 2 < m_source.size());
}

HtmlToken HtmlTokenizer::next()
{
    if (auto raw = rawText())
        return *raw;
    while (m_at < m_source.size()) {
        if (m_source[m_at] != '<' || !startsMarkup(m_at))
            return text();
        const char c = m_source[m_at + 1];
        if (isAsciiLetter(c))
            return tag(false);
        if (c == '/' && isAsciiLetter(m_source[m_at + 2]))
            return tag(true);
        HtmlToken token = declaration();
        if (token.kind != HtmlToken::Kind::End)
            return token;
    }
    return {HtmlToken::Kind::End, m_at, m_at, {}, false, {}};
}

HtmlToken HtmlTokenizer::text()
{
    const std::size_t begin = m_at;
    do
        m_at = find("<", m_at + 1);
    while (m_at < m_source.size() && !startsMarkup(m_at));
    return {HtmlToken::Kind::Text, begin, m_at, {}, false, {}};
}

// Comments, processing instructions and other bogus comments are passed over (kind End); CDATA and doctype are tokens.
HtmlToken HtmlTokenizer::declaration()
{
    const std::size_t begin = m_at;
    const std::string_view rest = m_source.substr(m_at);
    if (rest.starts_with("<!--")) {
        if (rest.starts_with("<!-->"))
            m_at += 5;
        else
            m_at = std::min(find("-->", m_at + 4) + 3, m_source.size());
        return {};
    }
    if (rest.starts_with("<![CDATA[") && m_xhtml) {
        const std::size_t end = find("]]>", m_at + 9);
        m_at = std::min(end + 3, m_source.size());
        return {HtmlToken::Kind::Literal, begin + 9, end, {}, false, {}};
    }
    const std::string_view close = m_xhtml && rest.starts_with("<?") ? "?>" : ">";
    m_at = std::min(find(close, m_at + 2) + close.size(), m_source.size());
    if (!startsWithLower(rest.substr(2), "doctype"))
        return {};
    return {HtmlToken::Kind::Doctype, begin, m_at, {}, false, m_source.substr(begin, m_at - begin)};
}

HtmlToken HtmlTokenizer::tag(bool isEnd)
{
    HtmlToken token{isEnd ? HtmlToken::Kind::EndTag : HtmlToken::Kind::StartTag, m_at, 0, {}, false, {}};
    std::size_t at = m_at + (isEnd ? 2 : 1);
    const std::size_t nameBegin = at;
    while (at < m_source.size() && !isSpace(m_source[at]) && m_source[at] != '/' && m_source[at] != '>')
        ++at;
    setName(nameBegin, at);
    const std::size_t attributes = at;
    char quote = 0;   // quotes count only where a value starts: behind '='
    char before = 0;
    for (; at < m_source.size(); ++at) {
        const char c = m_source[at];
        if (quote != 0) {
            quote = c == quote ? '\0' : quote;
            before = c;
        } else if (c == '>') {
            break;
        } else if ((c == '"' || c == '\'') && before == '=') {
            quote = c;
        } else if (!isSpace(c)) {
            before = c;
        }
    }
    token.selfClosing = at > attributes && at < m_source.size() && m_source[at - 1] == '/';
    token.attributes = m_source.substr(attributes, at - attributes);
    token.end = m_at = std::min(at + 1, m_source.size());
    token.name = m_name;
    const auto raw = std::find(kRawElements.begin(), kRawElements.end(), m_name);
    if (!isEnd && raw != kRawElements.end() && !(m_xhtml && token.selfClosing))
        m_raw = static_cast<int>(raw - kRawElements.begin());
    return token;
}

// Up to the end tag. Without one, a title or textarea is taken as an ordinary element, or the rest of the text would be lost.
std::optional<HtmlToken> HtmlTokenizer::rawText()
{
    if (m_raw < 0)
        return std::nullopt;
    const int raw = std::exchange(m_raw, -1);
    const std::string_view name = kRawElements[static_cast<std::size_t>(raw)];
    if (m_neverClosed & (1u << raw))
        return std::nullopt;
    std::size_t end = m_at;
    for (;; ++end) {
        end = find("</", end);
        if (end == m_source.size())
            break;
        const std::size_t after = end + 2 + name.size();
        const bool closed = startsWithLower(m_source.substr(end + 2), name) &&
                            (after >= m_source.size() || isSpace(m_source[after]) || m_source[after] == '/' || m_source[after] == '>');
        if (closed)
            break;
    }
    if (end == m_source.size()) {
        m_neverClosed |= 1u << raw;
        if (name == "title" || name == "textarea")
            return std::nullopt;
    }
    m_name = name;
    const std::size_t begin = std::exchange(m_at, end);
    return HtmlToken{HtmlToken::Kind::RawText, begin, end, m_name, false, {}};
}

std::optional<std::string> htmlAttribute(std::string_view attributes, std::string_view wanted)
{
    std::string_view name, value;
    for (std::size_t at = 0; nextAttribute(attributes, at, name, value);)
        if (name.size() == wanted.size() && startsWithLower(name, wanted))
            return decodeHtmlText(value);
    return std::nullopt;
}

std::string decodeHtmlText(std::string_view text)
{
    std::string result;
    while (!text.empty()) {
        const std::size_t plain = std::min(text.find('&'), text.size());
        result += text.substr(0, plain);
        text.remove_prefix(plain);
        if (text.empty())
            break;
        const auto reference = parseCharacterReference(text);
        result += reference ? reference->text : "&";
        text.remove_prefix(reference ? reference->length : 1);
    }
    return result;
}

std::string declaredHtmlEncoding(std::string_view source)
{
    source = source.substr(0, kDeclarationBytes);
    const bool xml = source.starts_with("<?xml") || source.starts_with("\xEF\xBB\xBF<?xml");
    const std::size_t limit = xml ? std::min(source.find("?>"), source.size()) : source.size();
    for (std::size_t at = 0; at < source.size(); ++at) {
        const std::string_view word = at < limit && xml ? "encoding" : "charset";
        if (!startsWithLower(source.substr(at), word))
            continue;
        std::size_t begin = at + word.size();
        while (begin < source.size() && isSpace(source[begin]))
            ++begin;
        if (begin >= source.size() || source[begin] != '=')
            continue;
        begin = source.find_first_not_of(" \t\r\n\"'", begin + 1);
        if (begin == std::string_view::npos)
            return {};
        const std::size_t end = std::min(source.find_first_of(" \t\r\n\"';>?/", begin), source.size());
        if (end > begin && end - begin <= 40)
            return std::string(source.substr(begin, end - begin));
    }
    return {};
}

}  // namespace cairn
