#include "core/documents/text/encoding_guess.h"

#include "core/documents/text/latin_guess.h"

#include <QByteArrayView>
#include <QString>
#include <QStringDecoder>

#include <algorithm>
#include <array>
#include <cstddef>

namespace cairn
{
namespace
{

constexpr std::size_t kSampleBytes = 64 * 1024;
constexpr std::size_t kFewestPairs = 4;
constexpr std::size_t kFewestBytes = 8;
constexpr double kLetterRun = 3;        // high bytes in a row: letters of another script stand together, accented ones alone
constexpr double kFrequent = 0.4;       // share of the ten most frequent letters: about 0.6 of a text, near 0 read in a wrong encoding

struct Range
{
    unsigned char first, last;
    bool holds(unsigned char c) const { return c >= first && c <= last; }
};

unsigned char byteAt(std::string_view text, std::size_t at) { return at < text.size() ? static_cast<unsigned char>(text[at]) : 0; }

// Pairs of a leading and a trailing byte; what is neither ASCII nor a pair is broken.
template <typename IsPair, typename Count>
bool consistsOfPairs(std::string_view text, const IsPair& isPair, const Count& count)
{
    std::size_t pairs = 0, broken = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const unsigned char lead = byteAt(text, at), trail = byteAt(text, at + 1);
        if (lead < 0x80)
            continue;
        if (!isPair(lead, trail)) {
            ++broken;
            continue;
        }
        count(lead, trail);
        ++pairs;
        ++at;
    }
    return pairs >= kFewestPairs && broken * 50 <= pairs;
}

bool isAtLeast(std::size_t part, std::size_t whole, std::size_t percent) { return whole > 0 && part * 100 >= whole * percent; }

// EUC: both bytes from A1 on. Rows A4 and A5 are kana in Japan and China alike, but only Japanese text is full of them; Korean
// syllables end at row C8, the common Chinese characters at D7.
EncodingGuess guessEuc(std::string_view text)
{
    std::size_t all = 0, kana = 0, characters = 0, hangul = 0, common = 0;
    const bool fits = consistsOfPairs(
        text, [](unsigned char lead, unsigned char trail) { return Range{0xA1, 0xFE}.holds(lead) && Range{0xA1, 0xFE}.holds(trail); },
        [&](unsigned char lead, unsigned char) {
            ++all;
            kana += lead == 0xA4 || lead == 0xA5;
            characters += lead >= 0xB0;
            hangul += Range{0xB0, 0xC8}.holds(lead);
            common += Range{0xB0, 0xD7}.holds(lead);
        });
    if (!fits)
        return {};
    if (isAtLeast(kana, all, 15))
        return {"EUC-JP", "Japanese"};
    if (isAtLeast(hangul, characters, 97))
        return {"EUC-KR", "Korean"};
    return isAtLeast(common, characters, 80) ? EncodingGuess{"GB18030", "Chinese"} : EncodingGuess{};
}

EncodingGuess guessShiftJis(std::string_view text)
{
    std::size_t all = 0, kana = 0;
    const bool fits = consistsOfPairs(
        text,
        [](unsigned char lead, unsigned char trail) {
            const bool leads = Range{0x81, 0x9F}.holds(lead) || Range{0xE0, 0xEF}.holds(lead);
            return leads && (Range{0x40, 0x7E}.holds(trail) || Range{0x80, 0xFC}.holds(trail));
        },
        [&](unsigned char lead, unsigned char trail) {
            ++all;
            kana += (lead == 0x82 && trail >= 0x9F) || (lead == 0x83 && trail <= 0x96);
        });
    return fits && isAtLeast(kana, all, 15) ? EncodingGuess{"Shift_JIS", "Japanese"} : EncodingGuess{};
}

// The common characters of Big5 lie in A4 to C6, where Western letters with accents are few.
EncodingGuess guessBig5(std::string_view text)
{
    std::size_t characters = 0, common = 0;
    const bool fits = consistsOfPairs(
        text,
        [](unsigned char lead, unsigned char trail) {
            return Range{0xA1, 0xF9}.holds(lead) && (Range{0x40, 0x7E}.holds(trail) || Range{0xA1, 0xFE}.holds(trail));
        },
        [&](unsigned char lead, unsigned char) {
            characters += lead >= 0xA4;
            common += Range{0xA4, 0xC6}.holds(lead);
        });
    return fits && isAtLeast(common, characters, 75) ? EncodingGuess{"Big5", "Chinese"} : EncodingGuess{};
}

struct Alphabet
{
    EncodingGuess encoding;
    QStringView frequent;
};

const std::array<Alphabet, 7>& alphabets()
{
    static constexpr QStringView kCyrillic = u"\u043E\u0435\u0430\u0438\u043D\u0442\u0441\u0440\u0432\u043B";
    static const std::array<Alphabet, 7> kAlphabets{{
        {{"windows-1251", "Cyrillic"}, kCyrillic},
        {{"KOI8-R", "Cyrillic"}, kCyrillic},
        {{"ISO-8859-5", "Cyrillic"}, kCyrillic},
        {{"IBM866", "Cyrillic"}, kCyrillic},
        {{"windows-1253", "Greek"}, u"\u03B1\u03BF\u03B9\u03B5\u03C4\u03C3\u03BD\u03B7\u03C5\u03C1"},
        {{"windows-1255", "Hebrew"}, u"\u05D9\u05D5\u05D4\u05DC\u05D0\u05EA\u05E8\u05D1\u05DE\u05E9"},
        {{"windows-1256", "Arabic"}, u"\u0627\u0644\u064A\u0645\u0646\u0648\u0631\u062A\u0628\u0647"},
    }};
    return kAlphabets;
}

double frequentShare(const Alphabet& alphabet, std::string_view text, std::size_t high)
{
    QStringDecoder decoder(alphabet.encoding.name);
    if (!decoder.isValid())
        return 0;
    const QString decoded = decoder.decode(QByteArrayView(text.data(), static_cast<qsizetype>(text.size())));
    const auto frequent = std::count_if(decoded.begin(), decoded.end(), [&](QChar c) { return alphabet.frequent.contains(c); });
    return static_cast<double>(frequent) / static_cast<double>(high);
}

EncodingGuess guessAlphabet(std::string_view text)
{
    std::size_t high = 0, runs = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        high += byteAt(text, at) >= 0x80;
        runs += byteAt(text, at) >= 0x80 && byteAt(text, at + 1) < 0x80;
    }
    if (high < kFewestBytes || static_cast<double>(high) < kLetterRun * static_cast<double>(runs))
        return {};
    EncodingGuess best;
    double most = kFrequent;
    for (const Alphabet& alphabet : alphabets()) {
        const double share = frequentShare(alphabet, text, high);
        if (share > most) {
            most = share;
            best = alphabet.encoding;
        }
    }
    return best;
}

}  // namespace

EncodingGuess guessEncoding(std::string_view bytes)
{
    const auto first = std::find_if(bytes.begin(), bytes.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
    const std::string_view sample = bytes.substr(static_cast<std::size_t>(first - bytes.begin()), kSampleBytes);
    for (const auto& guess : {guessEuc, guessShiftJis, guessBig5, guessAlphabet, guessLatin}) {
        if (const EncodingGuess found = guess(sample); *found.name)
            return found;
    }
    return {};
}

bool isIso2022Jp(std::string_view bytes)
{
    const std::size_t kanji = std::min(bytes.find("\x1B$B"), bytes.find("\x1B$@"));
    if (kanji == std::string_view::npos)
        return false;
    const bool returns = std::min(bytes.find("\x1B(B", kanji), bytes.find("\x1B(J", kanji)) != std::string_view::npos;
    return returns && std::none_of(bytes.begin(), bytes.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
}

}  // namespace cairn
