#include "core/wording/words/language.h"

#include "core/wording/words/words.h"

#include <algorithm>
#include <array>

namespace cairn
{

namespace
{

constexpr auto kTold = std::to_array<TextLanguage>({TextLanguage::German, TextLanguage::French, TextLanguage::Spanish, TextLanguage::Italian,
                                                    TextLanguage::Portuguese, TextLanguage::Dutch});

// Of their function words, what an English text may hold as well.
constexpr auto kEnglishToo = std::to_array<std::string_view>(
    {"a", "ad", "ai", "al", "also", "am", "an", "as", "at", "c", "come", "con", "d", "da", "dan", "den", "die", "do", "door", "du", "e",
     "el", "en", "er", "era", "had", "hat", "i", "in", "ins", "is", "j", "l", "la", "las", "le", "long", "los", "lui", "man", "me", "n",
     "nach", "no", "nos", "o", "of", "on", "or", "os", "over", "par", "pas", "per", "plus", "s", "sang", "se", "sent", "si", "so", "son",
     "sub", "sur", "te", "tot", "um", "un", "uns", "van", "vis", "von", "war", "was", "will", "y", "ya"});

// Letters of Latin and its extensions
bool isLatin(char32_t character)
{
    return character < 0x370 || (character >= 0x1E00 && character < 0x2000) || (character >= 0x2C60 && character < 0x2C80) ||
           (character >= 0xA720 && character < 0xA800);
}

bool isOtherScript(const std::vector<Word>& words)
{
    const auto others = std::count_if(words.begin(), words.end(), [](const Word& word) {
        std::size_t first = 0;
        return !isLatin(nextCharacter(word.folded, first));
    });
    return 2 * static_cast<std::size_t>(others) > words.size();
}

}  // namespace

TextLanguage languageOf(std::string_view text)
{
    const std::vector<Word> words = splitWords(text);
    if (isOtherScript(words))
        return TextLanguage::Other;
    const auto english = std::count_if(words.begin(), words.end(), [](const Word& word) { return isStopWord(word.folded); });
    TextLanguage best = TextLanguage::English;
    auto most = english;
    for (const TextLanguage language : kTold) {
        std::ptrdiff_t count = 0;
        bool isCertain = false;
        for (const Word& word : words) {
            const bool isIts = isFunctionWord(word.folded, language);
            count += isIts ? 1 : 0;
            isCertain = isCertain || (isIts && !isOneOf(word.folded, kEnglishToo));
        }
        if (count > most && isCertain) {
            most = count;
            best = language;
        }
    }
    return best;
}

TextLanguage languageAsked(std::string_view question)
{
    constexpr auto kAsks = std::to_array<std::string_view>({"what", "when", "where", "which", "who", "whom", "whose", "why", "how"});
    const std::vector<Word> words = splitWords(question);
    return !words.empty() && isOneOf(words.front().folded, kAsks) ? TextLanguage::English : languageOf(question);
}

TextLanguage languageOfLong(std::string_view text)
{
    constexpr std::size_t kPieces = 32, kPieceBytes = 160;
    if (text.size() <= kPieces * kPieceBytes)
        return languageOf(text);
    std::string sample;
    for (std::size_t piece = 0; piece < kPieces; ++piece) {
        std::size_t begin = text.size() / kPieces * piece, end = begin + kPieceBytes;
        while (isInsideCharacter(text, begin))
            --begin;
        while (isInsideCharacter(text, end))
            --end;
        sample.append(text.substr(begin, end - begin)).append(" ");
    }
    return languageOf(sample);
}

bool isAmong(TextLanguage language, std::span<const std::string> stated)
{
    constexpr std::size_t kCode = 2;   // letters; "multilingual" and the like may be any
    return stated.empty() || std::any_of(stated.begin(), stated.end(), [&](const std::string& code) {
        return code.size() != kCode || code == isoCode(language);
    });
}

std::optional<LanguageGap> languageGap(std::string_view question, std::span<const std::string_view> texts,
                                       std::span<const std::string> stated)
{
    const TextLanguage asked = languageAsked(question);
    std::optional<TextLanguage> first;
    for (const std::string_view text : texts) {
        if (text.empty())
            continue;
        const TextLanguage written = languageOfLong(text);
        if (written == asked)
            return std::nullopt;
        first = first.value_or(written);
    }
    if (!first || (isAmong(asked, stated) && isAmong(*first, stated)))
        return std::nullopt;
    return LanguageGap{asked, *first};
}

}  // namespace cairn
