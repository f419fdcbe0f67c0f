#include "core/documents/text/latin_guess.h"

#include <QByteArrayView>
#include <QString>
#include <QStringDecoder>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>

namespace cairn
{
namespace
{

constexpr std::size_t kFewestLetters = 6;
constexpr std::size_t kFewestTelling = 3;   // bytes that are other characters than in the Western encoding
constexpr double kMargin = 10;              // of log-likelihood
constexpr double kLetters = 0.9;            // of what isn't ASCII: letters of the language; the rest:
constexpr double kPunctuation = 0.08 / 24, kOtherLetter = 0.015 / 100, kNonsense = 1e-6;
constexpr double kCapital = 0.1;            // of a letter

// Letters beyond ASCII of a language and how often they are, in percent of all letters.
struct Language
{
    struct Letter
    {
        char16_t letter;
        double share;
    };
    std::array<Letter, 16> letters;
};

// clang-format off
constexpr std::array<Language, 11> kWestern{{
    {{{{u'ü', 0.65}, {u'ä', 0.54}, {u'ö', 0.3}, {u'ß', 0.31}}}},                                                             // German
    {{{{u'é', 1.9}, {u'à', 0.49}, {u'è', 0.27}, {u'ê', 0.22}, {u'ç', 0.09}, {u'â', 0.05}, {u'î', 0.05}, {u'ù', 0.06}, {u'û', 0.06},
       {u'ô', 0.04}, {u'ï', 0.01}, {u'ë', 0.01}, {u'œ', 0.02}}}},                                                            // French
    {{{{u'ó', 0.83}, {u'í', 0.72}, {u'á', 0.5}, {u'é', 0.43}, {u'ñ', 0.31}, {u'ú', 0.17}, {u'ü', 0.01}}}},                   // Spanish
    {{{{u'ã', 0.73}, {u'ç', 0.53}, {u'á', 0.47}, {u'ê', 0.38}, {u'é', 0.34}, {u'ó', 0.3}, {u'ú', 0.2}, {u'í', 0.13}, {u'à', 0.07},
       {u'â', 0.05}, {u'õ', 0.05}, {u'ô', 0.04}}}},                                                                          // Portuguese
    {{{{u'à', 0.63}, {u'è', 0.3}, {u'ù', 0.17}, {u'ò', 0.15}, {u'é', 0.1}, {u'ì', 0.08}}}},                                  // Italian
    {{{{u'ä', 2}, {u'ö', 1.2}, {u'å', 1}}}},                                                                                 // Swedish
    {{{{u'ä', 3.6}, {u'ö', 0.5}}}},                                                                                          // Finnish
    {{{{u'å', 1.2}, {u'ø', 0.94}, {u'æ', 0.87}, {u'é', 0.02}}}},                                                             // Danish
    {{{{u'ð', 4.4}, {u'á', 1.8}, {u'í', 1.6}, {u'þ', 1.5}, {u'ó', 1}, {u'æ', 0.87}, {u'ö', 0.8}, {u'é', 0.65}, {u'ú', 0.6},
       {u'ý', 0.23}}}},                                                                                                      // Icelandic
    {{{{u'à', 0.7}, {u'é', 0.6}, {u'è', 0.5}, {u'ó', 0.5}, {u'í', 0.4}, {u'ò', 0.3}, {u'ç', 0.2}, {u'ú', 0.2}, {u'ï', 0.1}}}},   // Catalan
    {{{{u'ë', 0.1}, {u'é', 0.1}, {u'ï', 0.03}, {u'è', 0.02}, {u'ö', 0.02}, {u'ü', 0.01}, {u'ó', 0.01}, {u'ê', 0.01}}}},      // Dutch
}};
constexpr std::array<Language, 6> kCentral{{
    {{{{u'ł', 1.82}, {u'ę', 1.11}, {u'ą', 0.99}, {u'ó', 0.85}, {u'ż', 0.83}, {u'ś', 0.66}, {u'ć', 0.4}, {u'ń', 0.2},
       {u'ź', 0.06}}}},                                                                                                      // Polish
    {{{{u'í', 2.9}, {u'á', 2.2}, {u'ě', 1.5}, {u'é', 1.3}, {u'ř', 1.2}, {u'ž', 1}, {u'č', 0.95}, {u'ý', 0.9}, {u'š', 0.8}, {u'ů', 0.57},
       {u'ú', 0.1}, {u'ň', 0.04}, {u'ť', 0.04}, {u'ó', 0.03}, {u'ď', 0.03}}}},                                               // Czech
    {{{{u'á', 1.9}, {u'í', 1}, {u'č', 1}, {u'ž', 1}, {u'ý', 1}, {u'é', 0.9}, {u'š', 0.9}, {u'ú', 0.9}, {u'ť', 0.7}, {u'ľ', 0.4},
       {u'ň', 0.2}, {u'ô', 0.2}, {u'ď', 0.15}, {u'ä', 0.1}, {u'ó', 0.1}, {u'ĺ', 0.02}}}},                                    // Slovak
    {{{{u'á', 3.7}, {u'é', 3.5}, {u'ö', 1.1}, {u'ó', 1}, {u'ő', 0.9}, {u'í', 0.6}, {u'ü', 0.6}, {u'ú', 0.3}, {u'ű', 0.3}}}}, // Hungarian
    {{{{u'č', 1.2}, {u'š', 1}, {u'ž', 0.65}, {u'ć', 0.5}, {u'đ', 0.2}}}},                                                   // Croatian
    {{{{u'ă', 4.1}, {u'î', 1.4}, {u'ş', 1.4}, {u'ţ', 1.2}, {u'â', 0.9}}}},                                                   // Romanian
}};
constexpr std::array<Language, 1> kTurkish{{
    {{{{u'ı', 5.1}, {u'ü', 1.9}, {u'ş', 1.8}, {u'ç', 1.2}, {u'ğ', 1.1}, {u'ö', 0.8}, {u'â', 0.02}}}},
}};
// clang-format on

using Counts = std::array<std::size_t, 256>;
using Characters = std::array<QChar, 256>;   // of the bytes from 0x80 on; null: none

Characters charactersOf(const char* encoding)
{
    Characters characters{};
    for (int byte = 0x80; byte < 0x100; ++byte) {
        QStringDecoder decoder(encoding);
        const char c = static_cast<char>(byte);
        const QString text = decoder.decode(QByteArrayView(&c, 1));
        if (text.size() == 1 && text[0] != QChar::ReplacementCharacter && text[0].unicode() >= 0xA0)
            characters[static_cast<std::size_t>(byte)] = text[0];
    }
    return characters;
}

double likelihoodOf(QChar c, const Language& language, double all)
{
    const QChar lower = c.toLower();
    for (const Language::Letter& one : language.letters)
        if (one.letter != 0 && lower == QChar(one.letter))
            return kLetters * one.share / all * (c == lower ? 1 - kCapital : kCapital);
    if (c.isLetter())
        return kOtherLetter;
    static constexpr QStringView kUsual = u"\u00A0\u2018\u2019\u201A\u201C\u201D\u201E\u2013\u2014\u2026\u00AB\u00BB\u00B0\u00A7"
                                          u"\u00A9\u00AD\u00B7\u2022\u20AC\u00BF\u00A1\u2039\u203A\u00B2";
    return kUsual.contains(c) ? kPunctuation : kNonsense;
}

// Of the likeliest language.
double bestLikelihood(const Counts& counts, const Characters& characters, std::span<const Language> languages)
{
    double best = -std::numeric_limits<double>::infinity();
    for (const Language& language : languages) {
        double all = 0, sum = 0;
        for (const Language::Letter& one : language.letters)
            all += one.share;
        for (std::size_t byte = 0x80; byte < counts.size(); ++byte)
            if (counts[byte] > 0)
                sum += static_cast<double>(counts[byte])
                    * std::log(characters[byte].isNull() ? kNonsense : likelihoodOf(characters[byte], language, all));
        best = std::max(best, sum);
    }
    return best;
}

struct Candidate
{
    EncodingGuess encoding;
    std::span<const Language> languages;
};

}  // namespace

EncodingGuess guessLatin(std::string_view sample)
{
    Counts counts{};
    for (const char c : sample)
        ++counts[static_cast<unsigned char>(c)];
    const Characters western = charactersOf("windows-1252"), central = charactersOf("windows-1250");
    std::size_t letters = 0;
    for (std::size_t byte = 0x80; byte < counts.size(); ++byte)
        letters += western[byte].isLetter() || central[byte].isLetter() ? counts[byte] : 0;
    if (letters < kFewestLetters)
        return {};
    EncodingGuess best;
    double most = bestLikelihood(counts, western, kWestern) + kMargin;
    for (const Candidate& one : {Candidate{{"windows-1250", "Central European"}, kCentral},
                                 Candidate{{"ISO-8859-2", "Central European"}, kCentral},
                                 Candidate{{"windows-1254", "Turkish"}, kTurkish}}) {
        const Characters characters = charactersOf(one.encoding.name);
        std::size_t telling = 0;
        for (std::size_t byte = 0x80; byte < counts.size(); ++byte)
            telling += characters[byte] != western[byte] ? counts[byte] : 0;
        const double likelihood = bestLikelihood(counts, characters, one.languages);
        if (telling >= kFewestTelling && likelihood > most) {
            most = likelihood;
            best = one.encoding;
        }
    }
    return best;
}

}  // namespace cairn
