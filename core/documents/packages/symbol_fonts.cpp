#include "core/documents/packages/symbol_fonts.h"

#include "core/formats/utf8.h"

#include <algorithm>
#include <array>

namespace cairn
{
namespace
{

constexpr char32_t kFirst = 0x20, kLastLow = 0x7E, kFirstHigh = 0xA0;   // of the codes that Symbol has
constexpr char32_t kNone = 0xFFFD;

// Adobe's Symbol encoding from 0x20 to 0x7E and from 0xA0 to 0xFF.
constexpr std::u32string_view kSymbolLow =
    U" !\u2200#\u2203%&\u220B()\u2217+,\u2212./0123456789:;<=>?\u2245\u0391\u0392\u03A7\u0394\u0395\u03A6\u0393\u0397\u0399\u03D1\u039A"
    U"\u039B\u039C\u039D\u039F\u03A0\u0398\u03A1\u03A3\u03A4\u03A5\u03C2\u03A9\u039E\u03A8\u0396[\u2234]\u22A5_\u203E\u03B1\u03B2\u03C7"
    U"\u03B4\u03B5\u03C6\u03B3\u03B7\u03B9\u03D5\u03BA\u03BB\u03BC\u03BD\u03BF\u03C0\u03B8\u03C1\u03C3\u03C4\u03C5\u03D6\u03C9\u03BE"
    U"\u03C8\u03B6{|}\u223C";
constexpr std::u32string_view kSymbolHigh =
    U"\u20AC\u03D2\u2032\u2264\u2044\u221E\u0192\u2663\u2666\u2665\u2660\u2194\u2190\u2191\u2192\u2193\u00B0\u00B1\u2033\u2265\u00D7"
    U"\u221D\u2202\u2022\u00F7\u2260\u2261\u2248\u2026\u23D0\u23AF\u21B5\u2135\u2111\u211C\u2118\u2297\u2295\u2205\u2229\u222A\u2283"
    U"\u2287\u2284\u2282\u2286\u2208\u2209\u2220\u2207\u00AE\u00A9\u2122\u220F\u221A\u22C5\u00AC\u2227\u2228\u21D4\u21D0\u21D1\u21D2"
    U"\u21D3\u25CA\u27E8\u00AE\u00A9\u2122\u2211\u239B\u239C\u239D\u23A1\u23A2\u23A3\u23A7\u23A8\u23A9\u23AA\uFFFD\u27E9\u222B\u2320"
    U"\u23AE\u2321\u239E\u239F\u23A0\u23A4\u23A5\u23A6\u23AB\u23AC\u23AD\uFFFD";
static_assert(kSymbolLow.size() == kLastLow - kFirst + 1 && kSymbolHigh.size() == 0x100 - kFirstHigh);

struct Sign
{
    unsigned char code;
    char32_t character;
};
// Those of Wingdings that carry meaning: Word makes arrows and faces of what is typed, forms have boxes and marks.
constexpr std::array kWingdings = {
    Sign{0x4A, U'\u263A'}, Sign{0x4B, U'\U0001F610'}, Sign{0x4C, U'\u2639'}, Sign{0x6C, U'\u25CF'}, Sign{0x6E, U'\u25A0'},
    Sign{0x6F, U'\u25A1'}, Sign{0x71, U'\u2751'}, Sign{0x76, U'\u2756'}, Sign{0x9F, U'\u2022'}, Sign{0xA7, U'\u25AA'},
    Sign{0xA8, U'\u25FB'}, Sign{0xD8, U'\u27A2'}, Sign{0xDF, U'\u2190'}, Sign{0xE0, U'\u2192'}, Sign{0xE1, U'\u2191'},
    Sign{0xE2, U'\u2193'}, Sign{0xE7, U'\u2190'}, Sign{0xE8, U'\u2192'}, Sign{0xE9, U'\u2191'}, Sign{0xEA, U'\u2193'},
    Sign{0xEF, U'\u21E6'}, Sign{0xF0, U'\u21E8'}, Sign{0xF1, U'\u21E7'}, Sign{0xF2, U'\u21E9'}, Sign{0xF3, U'\u2B04'},
    Sign{0xFB, U'\u2717'}, Sign{0xFC, U'\u2713'}, Sign{0xFD, U'\u2612'}, Sign{0xFE, U'\u2611'}};

char32_t inSymbol(char32_t code)
{
    if (code >= kFirst && code <= kLastLow)
        return kSymbolLow[code - kFirst];
    return code >= kFirstHigh ? kSymbolHigh[code - kFirstHigh] : kNone;
}

char32_t inWingdings(char32_t code)
{
    const auto sign = std::find_if(kWingdings.begin(), kWingdings.end(), [code](const Sign& one) { return one.code == code; });
    return sign == kWingdings.end() ? kNone : sign->character;
}

}  // namespace

bool isSymbolFont(std::string_view font) { return font == "Symbol" || font.starts_with("Wingdings") || font == "Webdings"; }

std::string symbolText(std::string_view font, char32_t code)
{
    const bool placed = code < 0x100 || (code >= 0xF000 && code < 0xF100);
    const bool isPrivate = code >= 0xE000 && code < 0xF900;
    char32_t character = code < 0x20 || code > 0x10FFFF || isPrivate || (code >= 0xD800 && code < 0xE000) ? kNone : code;
    if (placed && isSymbolFont(font))
        character = font == "Symbol" ? inSymbol(code & 0xFF) : font == "Wingdings" ? inWingdings(code & 0xFF) : kNone;
    std::string text;
    appendUtf8(text, character);
    return text;
}

}  // namespace cairn
