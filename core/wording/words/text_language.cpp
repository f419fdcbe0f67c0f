#include "core/wording/words/text_language.h"

#include "core/wording/words/stemmer.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <span>
#include <utf8proc.h>

namespace cairn
{

namespace
{

// For binary search.
template <std::size_t N>
constexpr std::array<std::string_view, N> sorted(std::array<std::string_view, N> words)
{
    std::sort(words.begin(), words.end());
    return words;
}

constexpr auto kGerman = sorted(std::to_array<std::string_view>(
    {"ab", "aber", "alle", "als", "am", "an", "auch", "auf", "aus", "bedeutet", "bei", "beim", "bis", "da", "dabei", "dafür", "damit",
     "dann", "daran", "darf", "das", "dass", "davon", "dein", "deine", "deinem", "deinen", "deiner", "dem", "den", "denn", "der", "deren",
     "des", "dessen", "die", "dies", "diese", "diesem", "diesen", "dieser", "dieses", "dir", "doch", "du", "durch", "dürfen", "ein",
     "eine", "einem", "einen", "einer", "eines", "er", "es", "euch", "fasse", "für", "gab", "geht", "gelten", "gibt", "habe", "haben",
     "hat", "hatte", "hatten", "heißen", "heißt", "hieß", "ich", "ihm", "ihn", "ihnen", "ihr", "ihre", "ihrem", "ihren", "ihrer", "im",
     "in", "ins", "ist", "jeder", "kann", "kein", "keine", "keinen", "können", "man", "mehr", "mein", "meine", "meinem", "meinen",
     "meiner", "mir", "mit", "muss", "muß", "müssen", "nach", "nicht", "noch", "nur", "ob", "oder", "ohne", "sagt", "sei", "sein",
     "seine", "seinem", "seinen", "seiner", "seit", "sich", "sie", "sind", "so", "soll", "sollen", "sowie", "steht", "um", "und", "uns",
     "unser", "unsere", "unserem", "unseren", "unserer", "unter", "vom", "von", "vor", "wann", "war", "waren", "warum", "was", "wegen",
     "welche", "welchem", "welchen", "welcher", "welches", "wem", "wen", "wenn", "wer", "werden", "wessen", "wie", "wieso", "wieviel",
     "wieviele", "will", "wir", "wird", "wo", "wobei", "wodurch", "woher", "wohin", "womit", "worauf", "woraus", "worin", "worum",
     "worüber", "wovon", "wozu", "wurde", "wurden", "während", "wäre", "zu", "zum", "zur", "zusammen", "zwischen", "über"}));
constexpr auto kFrench = sorted(std::to_array<std::string_view>(
    {"a", "ai", "au", "aux", "avec", "avoir", "c", "ce", "cela", "ces", "cet", "cette", "combien", "comment", "d", "dans", "de", "des",
     "dont", "du", "elle", "elles", "en", "est", "et", "eu", "il", "ils", "j", "je", "l", "la", "le", "les", "leur", "leurs", "lui",
     "mais", "n", "ne", "nous", "ont", "ou", "où", "par", "pas", "peut", "plus", "pour", "pourquoi", "qu", "quand", "que", "quel",
     "quelle", "quelles", "quels", "qui", "quoi", "s", "sa", "se", "ses", "si", "son", "sont", "sous", "sur", "un", "une", "vous", "y",
     "à", "était", "être"}));
constexpr auto kSpanish = sorted(std::to_array<std::string_view>(
    {"a", "al", "como", "con", "cuando", "cuál", "cuáles", "cuándo", "cuántas", "cuánto", "cuántos", "cómo", "de", "del", "donde",
     "dónde", "e", "el", "ella", "en", "entre", "era", "es", "esta", "este", "está", "fue", "ha", "han", "hay", "la", "las", "le", "lo",
     "los", "más", "no", "o", "para", "pero", "por", "porque", "que", "quién", "quiénes", "qué", "se", "ser", "si", "sin", "sobre",
     "son", "su", "sus", "también", "tiene", "un", "una", "unas", "unos", "y", "ya"}));
constexpr auto kItalian = sorted(std::to_array<std::string_view>(
    {"a", "ad", "agli", "ai", "al", "alla", "alle", "anche", "che", "chi", "ci", "come", "con", "cosa", "cui", "da", "dal", "dalla",
     "degli", "dei", "del", "della", "delle", "di", "dove", "e", "ed", "era", "gli", "ha", "hanno", "i", "il", "in", "l", "la", "le",
     "lo", "ma", "nel", "nella", "non", "o", "per", "perché", "più", "qual", "quale", "quali", "quando", "quanti", "quanto", "questa",
     "questo", "se", "si", "sono", "su", "sua", "sul", "sulla", "suo", "un", "una", "uno", "è"}));
constexpr auto kPortuguese = sorted(std::to_array<std::string_view>(
    {"a", "ao", "aos", "as", "com", "como", "da", "das", "de", "do", "dos", "e", "ela", "ele", "em", "entre", "era", "essa", "esse",
     "esta", "este", "está", "foi", "foram", "há", "isso", "mais", "mas", "na", "nas", "no", "nos", "não", "o", "onde", "os", "ou",
     "para", "pela", "pelo", "por", "porque", "quais", "qual", "quando", "quanto", "quantos", "que", "quem", "se", "sem", "ser", "seu",
     "sobre", "sua", "são", "também", "tem", "um", "uma", "à", "às", "é"}));
constexpr auto kDutch = sorted(std::to_array<std::string_view>(
    {"aan", "al", "als", "bij", "dan", "dat", "de", "deze", "die", "dit", "door", "een", "en", "er", "geen", "had", "hebben", "heeft",
     "het", "hij", "hoe", "hoeveel", "hun", "ik", "in", "is", "kan", "maar", "met", "naar", "niet", "nog", "of", "om", "onder", "ook",
     "op", "over", "te", "tot", "uit", "van", "voor", "waar", "waarom", "wanneer", "was", "wat", "welk", "welke", "werd", "wie", "wordt",
     "zal", "ze", "zich", "zij", "zijn"}));

struct Known
{
    TextLanguage language;
    std::string_view code, name;
    const char* algorithm;   // of Snowball
    std::span<const std::string_view> functionWords;
};

constexpr std::array<Known, 6> kKnown{{{TextLanguage::German, "de", "German", "german", kGerman},
                                       {TextLanguage::French, "fr", "French", "french", kFrench},
                                       {TextLanguage::Spanish, "es", "Spanish", "spanish", kSpanish},
                                       {TextLanguage::Italian, "it", "Italian", "italian", kItalian},
                                       {TextLanguage::Portuguese, "pt", "Portuguese", "portuguese", kPortuguese},
                                       {TextLanguage::Dutch, "nl", "Dutch", "dutch", kDutch}}};

bool has(std::span<const std::string_view> sortedWords, std::string_view folded)
{
    return std::binary_search(sortedWords.begin(), sortedWords.end(), folded);
}

const Known* known(TextLanguage language)
{
    const auto found = std::find_if(kKnown.begin(), kKnown.end(), [language](const Known& one) { return one.language == language; });
    return found == kKnown.end() ? nullptr : &*found;
}

// One character for a letter and its mark, as Snowball wants it
std::string composed(std::string_view folded)
{
    if (std::all_of(folded.begin(), folded.end(), [](unsigned char byte) { return byte < 0x80; }))
        return std::string(folded);
    utf8proc_uint8_t* made = nullptr;
    constexpr auto kCompose = static_cast<utf8proc_option_t>(UTF8PROC_COMPOSE | UTF8PROC_STABLE);
    const auto size = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(folded.data()), static_cast<utf8proc_ssize_t>(folded.size()),
                                   &made, kCompose);
    std::string result = size < 0 ? std::string(folded) : std::string(made, made + size);
    std::free(made);
    return result;
}

constexpr std::size_t kShortestStem = 5;
constexpr std::string_view kParticiple = "ge", kWithTo = "zu";

// "angelegt" and "anzulegen" for "legt .. an"
void dropSeparablePrefix(std::string& stem)
{
    constexpr auto kPrefixes = std::to_array<std::string_view>({"zuruck", "aus", "auf", "ein", "mit", "nach", "vor", "weg", "her", "hin",
                                                                "fest", "bei", "ab", "an", "um", "zu"});
    for (const std::string_view prefix : kPrefixes) {
        const std::string_view rest = std::string_view(stem).substr(std::min(prefix.size(), stem.size()));
        const bool isJoined = rest.starts_with(kParticiple) || rest.starts_with(kWithTo);
        if (stem.starts_with(prefix) && isJoined && rest.size() >= kShortestStem) {
            stem.erase(0, prefix.size() + kParticiple.size());
            return;
        }
    }
}

// "wählt", "gewählt" and "wählen" agree, which Snowball's stems of German don't ("wahlt", "gewahlt", "wahl"); "rechnet" and "rechnen".
void dropVerbEnding(std::string& stem)
{
    constexpr std::string_view kKept = "aeiouyst", kWeak = "et";
    if (stem.size() > kShortestStem && stem.ends_with(kWeak)) {
        stem.resize(stem.size() - kWeak.size());
        return;
    }
    if (stem.size() + 1 < kShortestStem || stem.back() != 't' || kKept.find(stem[stem.size() - 2]) != std::string_view::npos)
        return;
    stem.pop_back();
    if (stem.size() >= kShortestStem && stem.starts_with(kParticiple))
        stem.erase(0, kParticiple.size());
}

}  // namespace

std::string_view isoCode(TextLanguage language)
{
    if (language == TextLanguage::English)
        return "en";
    const Known* one = known(language);
    return one ? one->code : std::string_view();
}

std::string_view englishName(TextLanguage language)
{
    if (language == TextLanguage::English)
        return "English";
    const Known* one = known(language);
    return one ? one->name : std::string_view();
}

bool isFunctionWord(std::string_view folded, TextLanguage language)
{
    const Known* one = known(language);
    return one && has(one->functionWords, folded);
}

std::string stemIn(TextLanguage language, std::string_view folded)
{
    const Known* one = known(language);
    if (!one)
        return std::string(folded);
    std::string stem = snowballStem(one->algorithm, composed(folded));
    if (language == TextLanguage::German) {
        dropVerbEnding(stem);
        dropSeparablePrefix(stem);
    }
    return stem;
}

bool joinsWords(TextLanguage language)
{
    return language == TextLanguage::German || language == TextLanguage::Dutch;
}

}  // namespace cairn
