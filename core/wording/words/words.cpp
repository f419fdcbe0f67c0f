#include "core/wording/words/words.h"

#include "core/tokenizer/unicode_class.h"
#include "core/types/ascii.h"
#include "core/wording/words/irregular.h"

#include <algorithm>
#include <array>
#include <utf8proc.h>

namespace cairn
{

namespace
{

constexpr char32_t kReplacement = 0xFFFD;

// Sorted, for binary search.
constexpr std::array kStopWords = std::to_array<std::string_view>(
    {"a",     "about", "an",    "and",   "any",   "are",   "as",     "at",    "be",   "been",  "but",  "by",   "can",
     "could", "did",   "do",    "does",  "for",   "from",  "had",    "has",   "have", "he",    "her",  "his",  "how",
     "i",     "if",    "in",    "into",  "is",    "it",    "its",    "many",  "me",   "much",  "my",   "no",   "not",
     "of",    "on",    "or",    "our",   "s",     "she",   "should", "so",    "such", "t",     "than", "that", "the",
     "their", "them",  "then",  "there", "these", "they",  "this",   "those", "to",   "was",   "we",   "were", "what",
     "when",  "where", "which", "who",   "whom",  "whose", "why",    "will",  "with", "would", "you",  "your"});

static_assert(std::is_sorted(kStopWords.begin(), kStopWords.end()));

bool isDigit(char32_t character)
{
    return character >= U'0' && character <= U'9';
}

// Where the ASCII letters and digits that begin at `at` end: most of most texts, so they are taken in one piece.
std::size_t plainEnd(std::string_view text, std::size_t at)
{
    while (at < text.size() && isAsciiAlphanumeric(text[at]))
        ++at;
    return at;
}

bool isHyphen(std::string_view text)
{
    return text == "-" || text == "\u2010" || text == "\u2011";
}

bool isSoft(char32_t character)   // shows only where a line ends in it, or nowhere
{
    return character == U'\u00AD' || character == U'\u200B' || character == U'\u2060';
}

bool isApostrophe(char32_t character)
{
    return character == U'\'' || character == U'\u2019';
}

void append(std::string& out, char32_t character)
{
    std::array<utf8proc_uint8_t, 4> bytes{};
    const auto count = utf8proc_encode_char(static_cast<utf8proc_int32_t>(character), bytes.data());
    out.append(bytes.begin(), bytes.begin() + count);
}

// Accents and vowel signs that follow their letter (the ranges that living scripts use; dandas are punctuation).
bool isMark(char32_t c)
{
    return (c >= 0x300 && c <= 0x36F) || (c >= 0x591 && c <= 0x5BD) || (c >= 0x64B && c <= 0x65F) ||
           (c >= 0x900 && c <= 0xDFF && c != 0x964 && c != 0x965) || (c >= 0xE31 && c <= 0xE4E) || (c >= 0x102B && c <= 0x103E);
}

// Marks that a writer may leave out: accents, vowel points of Hebrew and Arabic, and what only stretches a word.
bool isOptionalMark(char32_t c)
{
    return (c >= 0x300 && c <= 0x36F) || (c >= 0x591 && c <= 0x5C7) || c == 0x640 || (c >= 0x64B && c <= 0x65F) || c == 0x670 ||
           (c >= 0x1AB0 && c <= 0x1AFF) || (c >= 0x1DC0 && c <= 0x1DFF);
}

// Letters that look like another with a stroke, or like two, and that Unicode does not take apart.
std::string_view plainLetters(char32_t c)
{
    switch (c) {
    case U'\u00E6': return "ae";
    case U'\u00F0':
    case U'\u0111': return "d";
    case U'\u00F8': return "o";
    case U'\u00FE': return "th";
    case U'\u0127': return "h";
    case U'\u0131': return "i";
    case U'\u0142': return "l";
    case U'\u0153': return "oe";
    case U'\u0167': return "t";
    default: return {};
    }
}

// "Ārūpyadhātu" as one types it: "arupyadhatu"; ligatures and full-width letters become plain ones.
std::string withoutAccents(std::string_view folded)
{
    constexpr auto kTakeApart = static_cast<utf8proc_option_t>(UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD);
    std::array<utf8proc_int32_t, 32> parts{};   // Unicode takes no character apart into more than 18
    std::string plain;
    for (std::size_t i = 0; i < folded.size();) {
        int boundary = 0;
        const auto whole = static_cast<utf8proc_int32_t>(nextCharacter(folded, i));
        const auto count = utf8proc_decompose_char(whole, parts.data(), static_cast<utf8proc_ssize_t>(parts.size()), kTakeApart, &boundary);
        for (utf8proc_ssize_t at = 0; at < std::min(count, static_cast<utf8proc_ssize_t>(parts.size())); ++at) {
            const auto part = static_cast<char32_t>(parts[static_cast<std::size_t>(at)]);
            const std::string_view letters = plainLetters(part);
            if (!letters.empty())
                plain += letters;
            else if (!isOptionalMark(part))
                append(plain, part);
        }
    }
    return plain;
}

bool isPlain(std::string_view word)
{
    return std::all_of(word.begin(), word.end(), [](unsigned char c) { return c < 0x80; });
}

bool endsWith(std::string_view word, std::string_view ending, std::size_t shortest)
{
    return word.size() >= shortest && word.ends_with(ending);
}

bool hasVowel(std::string_view word)
{
    return std::any_of(word.begin(), word.end(), [](unsigned char c) {
        return c >= 0x80 || std::string_view("aeiouy").find(static_cast<char>(c)) != std::string_view::npos;
    });
}

// "running" -> "runn" -> "run"; "falling" keeps its ll.
void dropDoubledConsonant(std::string& word)
{
    const std::size_t n = word.size();
    if (n > 3 && word[n - 1] == word[n - 2] && std::string_view("bdgmnprt").find(word[n - 1]) != std::string_view::npos)
        word.pop_back();
}

}  // namespace

char32_t nextCharacter(std::string_view text, std::size_t& position)
{
    const auto lead = static_cast<unsigned char>(text[position]);
    const std::size_t length = lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
    if (length <= 1 || position + length > text.size()) {
        ++position;
        return length == 1 ? lead : kReplacement;
    }
    char32_t character = lead & (0xFFu >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        const auto byte = static_cast<unsigned char>(text[position + i]);
        if ((byte & 0xC0) != 0x80) {
            ++position;
            return kReplacement;
        }
        character = (character << 6) | (byte & 0x3F);
    }
    position += length;
    return character;
}

char32_t lowerCase(char32_t c)
{
    return static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(c)));
}

bool isIdeograph(char32_t c)
{
    return (c >= 0x3040 && c <= 0x30FF) || (c >= 0x3400 && c <= 0x4DBF) || (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0xF900 && c <= 0xFAFF) ||
           (c >= 0x20000 && c <= 0x3FFFF);
}

bool isWordCharacter(char32_t c)
{
    if (c < 0x80)
        return isDigit(c) || (c >= U'a' && c <= U'z') || (c >= U'A' && c <= U'Z');
    const CharClass kind = charClass(c);
    return kind == CharClass::Letter || kind == CharClass::Number || isMark(c);
}

std::vector<Word> splitWords(std::string_view text)
{
    std::vector<Word> words;
    Word word;
    const auto finish = [&](std::size_t end) {
        if (word.folded.empty())
            return;
        word.range.end = end;
        words.push_back(std::move(word));
        word = {};
    };
    char32_t previous = 0;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t begin = i;
        if (const std::size_t end = plainEnd(text, begin); end > begin) {
            if (word.folded.empty())
                word.range.begin = begin;
            word.folded += asciiLower(text.substr(begin, end - begin));
            previous = static_cast<unsigned char>(text[end - 1]);
            i = end;
            continue;
        }
        const char32_t c = nextCharacter(text, i);
        std::size_t peek = i;
        const char32_t next = i < text.size() ? nextCharacter(text, peek) : 0;
        if (isIdeograph(c)) {
            finish(begin);
            word.range.begin = begin;
            append(word.folded, c);
            finish(i);
        } else if (isWordCharacter(c) || ((c == U'.' || c == U',') && isDigit(previous) && isDigit(next))) {
            if (word.folded.empty())
                word.range.begin = begin;
            append(word.folded, lowerCase(c));
        } else if (isApostrophe(c) && !word.folded.empty() && isWordCharacter(next)) {
            std::size_t after = peek;
            const char32_t afterNext = peek < text.size() ? nextCharacter(text, after) : 0;
            if ((next == U's' || next == U'S') && !isWordCharacter(afterNext)) {   // genitive: part of the range, not of the word
                i = peek;
                finish(i);
            }
        } else if (isSoft(c) && !word.folded.empty() && isWordCharacter(next)) {
            continue;
        } else {
            finish(begin);
        }
        previous = c;
    }
    finish(text.size());
    return words;
}

std::string_view spelledWithoutGenitive(std::string_view text, const Word& word)
{
    const std::string_view written = text.substr(word.range.begin, word.range.size());
    if (!written.ends_with('s') && !written.ends_with('S'))
        return written;
    std::size_t apostrophe = written.size() - 1;
    while (apostrophe > 0 && isInsideCharacter(written, --apostrophe)) {
    }
    std::size_t behind = apostrophe;
    return apostrophe > 0 && isApostrophe(nextCharacter(written, behind)) ? written.substr(0, apostrophe) : written;
}

std::string stem(std::string_view folded, TextLanguage language)
{
    if (folded.empty() || isDigit(static_cast<unsigned char>(folded[0])))
        return std::string(folded);
    if (language != TextLanguage::English) {
        std::string found = stemIn(language, folded);
        return isPlain(found) ? found : withoutAccents(found);
    }
    std::string word = isPlain(folded) ? std::string(folded) : withoutAccents(folded);
    if (const std::string_view base = baseOfIrregular(word); !base.empty())
        word = base;
    if (endsWith(word, "ies", 5) || endsWith(word, "ied", 5)) {
        word.replace(word.size() - 3, 3, "y");
    } else if (endsWith(word, "sses", 5) || endsWith(word, "shes", 6) || endsWith(word, "ches", 6) || endsWith(word, "xes", 5)) {
        word.resize(word.size() - 2);
    } else if (endsWith(word, "s", 4) && !word.ends_with("ss") && !word.ends_with("us") && !word.ends_with("is")) {
        word.pop_back();
    }
    for (const std::string_view ending : {"ing", "ed"}) {
        if (endsWith(word, ending, ending.size() + 3) && hasVowel(std::string_view(word).substr(0, word.size() - ending.size()))) {
            word.resize(word.size() - ending.size());
            dropDoubledConsonant(word);
            break;
        }
    }
    if (endsWith(word, "e", 4))   // so that "create", "created" and "creating" agree
        word.pop_back();
    return word;
}

bool isArticle(std::string_view folded)
{
    return folded == "a" || folded == "an" || folded == "the";
}

bool isStopWord(std::string_view folded, TextLanguage language)
{
    constexpr std::size_t kLongest = 6;   // most words of a text are longer than the longest of them
    if (language != TextLanguage::English)
        return isFunctionWord(folded, language);
    return folded.size() <= kLongest && std::binary_search(kStopWords.begin(), kStopWords.end(), folded);
}

std::string normalised(std::string_view text)
{
    std::string joined;
    for (const Word& word : splitWords(text)) {
        if (isArticle(word.folded))
            continue;
        if (!joined.empty())
            joined += ' ';
        joined += word.folded;
    }
    return joined;
}

bool holdsWords(std::string_view text, std::string_view part)
{
    const auto spaced = [](std::string_view words) { return std::string(" ").append(normalised(words)).append(" "); };
    const std::string wanted = spaced(part);
    return wanted.size() > 2 && spaced(text).find(wanted) != std::string::npos;
}

std::vector<std::string> contentStems(std::string_view text, TextLanguage language)
{
    std::vector<std::string> stems;
    for (const Word& word : splitWords(text)) {
        if (!isStopWord(word.folded, language))
            stems.push_back(stem(word.folded, language));
    }
    return stems;
}

std::vector<std::string> searchStems(std::string_view text, TextLanguage language)
{
    std::vector<std::string> stems;
    std::string together;
    const std::vector<Word> words = splitWords(text);
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (!isStopWord(words[i].folded, language))
            stems.push_back(stem(words[i].folded, language));
        const std::uint64_t end = words[i].range.end;
        const bool goesOn = i + 1 < words.size() && isHyphen(text.substr(end, words[i + 1].range.begin - end));
        if (goesOn || !together.empty())
            together += words[i].folded;
        if (goesOn || together.empty())
            continue;
        stems.push_back(stem(together, language));
        together.clear();
    }
    return stems;
}

std::vector<std::string> distinctSearchStems(std::string_view text, TextLanguage language)
{
    std::vector<std::string> stems = searchStems(text, language);
    std::sort(stems.begin(), stems.end());
    stems.erase(std::unique(stems.begin(), stems.end()), stems.end());
    return stems;
}

}  // namespace cairn
