#include "core/formats/html_entities.h"

#include "core/formats/utf8.h"
#include "core/types/ascii.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <utility>
#include <vector>

namespace cairn
{

namespace
{

constexpr std::string_view kNames =
#include "core/formats/html_entities.inc"
    ;

// Names that count without ';' as well.
constexpr std::string_view kBareNames =
    "AElig;AMP;Aacute;Acirc;Agrave;Aring;Atilde;Auml;COPY;Ccedil;ETH;Eacute;Ecirc;Egrave;Euml;GT;Iacute;Icirc;Igrave;Iuml;LT;Ntilde;"
    "Oacute;Ocirc;Ograve;Oslash;Otilde;Ouml;QUOT;REG;THORN;Uacute;Ucirc;Ugrave;Uuml;Yacute;aacute;acirc;acute;aelig;agrave;amp;aring;"
    "atilde;auml;brvbar;ccedil;cedil;cent;copy;curren;deg;divide;eacute;ecirc;egrave;eth;euml;frac12;frac14;frac34;gt;iacute;icirc;"
    "iexcl;igrave;iquest;iuml;laquo;lt;macr;micro;middot;nbsp;not;ntilde;oacute;ocirc;ograve;ordf;ordm;oslash;otilde;ouml;para;"
    "plusmn;pound;quot;raquo;reg;sect;shy;sup1;sup2;sup3;szlig;thorn;times;uacute;ucirc;ugrave;uml;uuml;yacute;yen;yuml;";
constexpr std::size_t kLongestName = 32;      // CounterClockwiseContourIntegral has 31
constexpr std::size_t kLongestBareName = 6;

// What &#128; to &#159; stand for: Windows-1252 (WHATWG 13.2.5.80).
constexpr std::array<std::uint16_t, 32> kWindows1252 = {
    0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D, 0x8F,
    0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178};

using Table = std::vector<std::pair<std::string_view, std::string_view>>;   // name, code points in hexadecimal

Table splitNames()
{
    Table table;
    for (std::size_t begin = 0; begin < kNames.size();) {
        const std::size_t end = kNames.find(';', begin);
        const std::string_view item = kNames.substr(begin, end - begin);
        const std::size_t space = item.find(' ');
        table.emplace_back(item.substr(0, space), item.substr(space + 1));
        begin = end + 1;
    }
    return table;
}

bool isBareName(std::string_view name)
{
    static const std::vector<std::string_view> names = [] {
        std::vector<std::string_view> result;
        for (std::size_t begin = 0; begin < kBareNames.size(); begin = kBareNames.find(';', begin) + 1)
            result.push_back(kBareNames.substr(begin, kBareNames.find(';', begin) - begin));
        return result;
    }();
    return std::binary_search(names.begin(), names.end(), name);
}

std::string numberedCharacter(std::uint32_t codePoint)
{
    if (codePoint >= 0x80 && codePoint < 0xA0)
        codePoint = kWindows1252[codePoint - 0x80];
    if (codePoint == 0 || codePoint > 0x10FFFF || (codePoint >= 0xD800 && codePoint <= 0xDFFF))
        codePoint = 0xFFFD;
    std::string text;
    appendUtf8(text, codePoint);
    return text;
}

std::optional<CharacterReference> parseNumber(std::string_view text)
{
    const bool hexadecimal = text.size() > 2 && (text[2] == 'x' || text[2] == 'X');
    const std::size_t begin = hexadecimal ? 3 : 2;
    std::uint32_t value = 0;
    const char* const last = text.data() + text.size();
    const auto [end, status] = std::from_chars(text.data() + std::min(begin, text.size()), last, value, hexadecimal ? 16 : 10);
    if (status == std::errc::invalid_argument)
        return std::nullopt;
    if (status == std::errc::result_out_of_range)
        value = 0;
    const bool closed = end != last && *end == ';';
    return CharacterReference{static_cast<std::size_t>(end - text.data()) + (closed ? 1 : 0), numberedCharacter(value)};
}

}  // namespace

std::optional<std::string> namedCharacter(std::string_view name)
{
    static const Table table = splitNames();
    const auto found =
        std::lower_bound(table.begin(), table.end(), name, [](const auto& row, std::string_view n) { return row.first < n; });
    if (found == table.end() || found->first != name)
        return std::nullopt;
    std::string text;
    const char* at = found->second.data();
    const char* const end = at + found->second.size();
    while (at < end) {
        std::uint32_t codePoint = 0;
        at = std::from_chars(at, end, codePoint, 16).ptr;
        appendUtf8(text, codePoint);
        at += at < end ? 1 : 0;   // the space between two
    }
    return text;
}

std::optional<CharacterReference> parseCharacterReference(std::string_view text)
{
    if (text.size() > 1 && text[1] == '#')
        return parseNumber(text);
    std::size_t length = 0;
    while (length < kLongestName && 1 + length < text.size() && isAsciiAlphanumeric(text[1 + length]))
        ++length;
    if (1 + length < text.size() && text[1 + length] == ';')
        if (auto character = namedCharacter(text.substr(1, length)))
            return CharacterReference{length + 2, std::move(*character)};
    for (std::size_t n = std::min(length, kLongestBareName); n >= 2; --n)
        if (isBareName(text.substr(1, n)))
            return CharacterReference{n + 1, *namedCharacter(text.substr(1, n))};
    return std::nullopt;
}

}  // namespace cairn
