#include "core/documents/html/rtf_tokens.h"

#include "core/documents/html/mime_bytes.h"

#include <algorithm>
#include <charconv>
#include <map>

namespace cairn
{

RtfToken RtfTokens::next()
{
    while (m_at < m_rtf.size() && (m_rtf[m_at] == '\r' || m_rtf[m_at] == '\n' || m_rtf[m_at] == '\0'))
        ++m_at;
    if (m_at >= m_rtf.size())
        return {};
    const char c = m_rtf[m_at];
    if (c == '{' || c == '}') {
        ++m_at;
        return {c == '{' ? RtfToken::Kind::Open : RtfToken::Kind::Close, {}, {}, 0};
    }
    return c == '\\' ? control() : text();
}

RtfToken RtfTokens::text()
{
    const std::size_t end = std::min(m_rtf.find_first_of(std::string_view("{}\\\r\n\0", 6), m_at), m_rtf.size());
    const std::string_view words = m_rtf.substr(m_at, end - m_at);
    m_at = end;
    return {RtfToken::Kind::Text, words, {}, 0};
}

RtfToken RtfTokens::control()
{
    const std::size_t begin = ++m_at;
    if (begin >= m_rtf.size())
        return {};
    const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    while (m_at < m_rtf.size() && isLetter(m_rtf[m_at]))
        ++m_at;
    if (m_at == begin)
        return symbol();
    RtfToken token{RtfToken::Kind::Word, m_rtf.substr(begin, m_at - begin), {}, 0};
    int number = 0;
    const auto [end, error] = std::from_chars(m_rtf.data() + m_at, m_rtf.data() + m_rtf.size(), number);
    if (end != m_rtf.data() + m_at)
        token.number = error == std::errc() ? number : 0;
    m_at = std::size_t(end - m_rtf.data());
    if (m_at < m_rtf.size() && m_rtf[m_at] == ' ')
        ++m_at;
    return token;
}

RtfToken RtfTokens::symbol()
{
    const std::string_view sign = m_rtf.substr(m_at++, 1);
    if (sign != "'")
        return {RtfToken::Kind::Symbol, sign, {}, 0};
    const int byte = m_at + 2 <= m_rtf.size() ? hexByte(m_rtf.substr(m_at, 2)) : -1;
    skip(2);
    return {RtfToken::Kind::Symbol, sign, {}, static_cast<unsigned char>(std::max(byte, 0))};
}

void RtfTokens::skip(int bytes)
{
    m_at += std::min(m_rtf.size() - m_at, std::size_t(std::max(bytes, 0)));
}

const char* rtfEncodingOf(int charset)
{
    static const std::map<int, const char*> kNames{
        {77, "macintosh"},     {128, "Shift_JIS"},    {129, "EUC-KR"},       {134, "GB18030"},      {136, "Big5"},
        {161, "windows-1253"}, {162, "windows-1254"}, {163, "windows-1258"}, {177, "windows-1255"}, {178, "windows-1256"},
        {186, "windows-1257"}, {204, "windows-1251"}, {222, "windows-874"},  {238, "windows-1250"}};
    const auto found = kNames.find(charset);
    return found == kNames.end() ? nullptr : found->second;
}

std::string rtfEncodingOfPage(int page)
{
    constexpr int kCharsets[][2] = {{932, 128}, {949, 129}, {936, 134}, {950, 136}, {10000, 77}};
    for (const auto& [number, charset] : kCharsets)
        if (number == page)
            return rtfEncodingOf(charset);
    if (page == 65001)
        return "UTF-8";
    return page == 437 || page == 850 ? "IBM850" : "windows-" + std::to_string(page);
}

} // namespace cairn
