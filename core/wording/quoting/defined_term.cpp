#include "core/wording/quoting/defined_term.h"

#include "core/wording/questions/asked_kind.h"
#include "core/wording/text/lists.h"
#include "core/wording/text/sentence.h"
#include "core/wording/words/words.h"

#include <algorithm>
#include <array>

namespace cairn
{

namespace
{

constexpr std::uint64_t kLongest = 700;        // bytes of a definition
constexpr std::size_t kLongestTerm = 80;       // with its marks
constexpr std::size_t kLongestAside = 60;      // "(together, the “Fees”)"
constexpr auto kMarks = std::to_array<std::string_view>({"\"", "\u201C", "\u201D", "\u201E"});
constexpr std::string_view kMarkStarts = "\"\xE2";

// The length of the quotation mark that `text` begins with; 0: none.
std::size_t markAt(std::string_view text)
{
    const auto mark = std::find_if(kMarks.begin(), kMarks.end(), [text](std::string_view one) { return text.starts_with(one); });
    return mark == kMarks.end() ? 0 : mark->size();
}

struct Quoted
{
    ByteRange words;         // without its marks
    std::uint64_t begin = 0, end = 0;
};

// The next stretch between two marks on one line from `at` on, short enough for a term; `at` moves behind its first mark.
std::optional<Quoted> nextQuoted(std::string_view text, std::uint64_t& at)
{
    while (at < text.size()) {
        const std::uint64_t begin = text.find_first_of(kMarkStarts, at);
        if (begin >= text.size())
            break;
        const std::size_t mark = markAt(text.substr(begin, kMarks.back().size()));
        at = begin + std::max<std::size_t>(mark, 1);
        if (mark == 0)
            continue;
        const std::string_view rest = text.substr(at, kLongestTerm);
        for (std::size_t i = 0; i < rest.size() && rest[i] != '\n'; ++i) {
            if (const std::size_t length = markAt(rest.substr(i)); length > 0 && i > 0)
                return Quoted{{at, at + i}, begin, at + i + length};
        }
    }
    at = text.size();
    return std::nullopt;
}

bool isTerm(std::string_view quoted, const std::vector<std::string>& term)
{
    std::vector<Word> words = splitWords(quoted);
    if (!words.empty() && isArticle(words.front().folded))
        words.erase(words.begin());
    return std::equal(words.begin(), words.end(), term.begin(), term.end(),
                      [](const Word& word, const std::string& asked) { return stem(word.folded) == stem(asked); });
}

// "means", "of a Contributor means", "(or "Your") means", "shall mean", "refers to"; behind a capital also "is a".
bool isMeant(std::string_view quoted, std::string_view behind)
{
    constexpr auto kMeans = std::to_array<std::string_view>({"means", "mean", "refers", "denotes", "includes", "bezeichnet",
                                                             "bezeichnen", "bedeutet", "umfasst", "umfassen", "meint"});
    constexpr auto kStops = std::to_array<std::string_view>({"if", "that", "which", "and", "by"});
    constexpr auto kKinds = std::to_array<std::string_view>({"a", "an", "any", "either", "whatever", "whoever", "anyone", "anything"});
    constexpr std::size_t kMostBefore = 8;   // words
    const std::vector<Word> words = splitWords(behind.substr(0, kLongestTerm));
    const bool isKind = words.size() > 1 && words[0].folded == "is" && isOneOf(words[1].folded, kKinds);
    if (isKind && behind.starts_with(' ') && isCapitalAt(quoted, 0))
        return true;
    for (std::size_t i = 0; i < std::min(words.size(), kMostBefore + 1) && !isOneOf(words[i].folded, kStops); ++i) {
        if (isOneOf(words[i].folded, kMeans))
            return behind.substr(0, words[i].range.begin).find_first_of(".;:") == std::string_view::npos;
    }
    return false;
}

// It stands in brackets with hardly a word before: what it is for has been said.
bool isAside(std::string_view text, const Quoted& quoted)
{
    const std::uint64_t open = text.rfind('(', quoted.begin);
    if (open == std::string_view::npos || quoted.begin - open > kLongestAside)
        return false;
    const std::string_view before = text.substr(open, quoted.begin - open);
    return before.find_first_of(").;\n") == std::string_view::npos && text.substr(quoted.end).starts_with(')');
}

// The sentence around the term; behind a number that is a sentence to the splitter, and with the list that it announces.
std::optional<ByteRange> definitionAround(std::string_view text, const Quoted& quoted)
{
    for (ByteRange sentence : sentencesAround(text, quoted.words)) {
        if (sentence.begin > quoted.words.begin || sentence.end < quoted.words.end)
            continue;
        const std::uint64_t line = text.rfind('\n', sentence.begin) + 1;   // npos + 1: the first
        const std::string_view before = text.substr(line, sentence.begin - line);
        if (before.size() <= 12 && before.find_first_not_of("0123456789.() ") == std::string_view::npos)
            sentence.begin = line + std::min<std::uint64_t>(before.size(), before.find_first_not_of(' '));
        if (const auto list = listBehind(text, sentence, Quotes::Kept))
            sentence.end = list->end;
        return sentence.size() <= kLongest ? std::optional(sentence) : std::nullopt;
    }
    return std::nullopt;
}

}  // namespace

std::optional<DocumentPlace> definedIn(const std::vector<std::string>& term, DefinedBy way, const DocumentTexts& texts,
                                       const Allowed& allowed)
{
    for (std::uint32_t document = 0; document < texts.documents() && !term.empty(); ++document) {
        const std::string_view text = texts.text(document);
        std::uint64_t at = 0;
        while (const auto quoted = nextQuoted(text, at)) {
            const std::string_view words = text.substr(quoted->words.begin, quoted->words.size());
            if (!isTerm(words, term))
                continue;
            if (!isMeant(words, text.substr(quoted->end)) && !(way == DefinedBy::AnyWay && isAside(text, *quoted)))
                continue;
            const auto range = definitionAround(text, *quoted);
            if (range && allowed({document, *range}))
                return DocumentPlace{document, *range};
        }
    }
    return std::nullopt;
}

std::vector<std::string> measuredTerm(std::string_view question)
{
    constexpr auto kMeasures = std::to_array<std::string_view>({"long", "much", "many", "large", "big", "high"});
    constexpr auto kVerbs = std::to_array<std::string_view>({"is", "are", "was", "does", "do", "did", "will"});
    constexpr auto kCourse = std::to_array<std::string_view>({"last", "begin", "start", "end", "run", "expire", "commence"});
    const std::vector<Word> words = splitWords(question);
    std::size_t begin = 0, end = words.size();
    if (words.size() > 3 && words[0].folded == "how" && isOneOf(words[1].folded, kMeasures))
        begin = 2;
    else if (words.size() > 2 && words[0].folded == "when")
        begin = 1;
    if (begin == 0 || !isOneOf(words[begin].folded, kVerbs))
        return {};
    ++begin;
    if (isOneOf(words[end - 1].folded, kCourse))
        --end;
    if (begin < end && isArticle(words[begin].folded))
        ++begin;
    std::vector<std::string> term;
    for (; begin < end; ++begin)
        term.push_back(words[begin].folded);
    return term;
}

}  // namespace cairn
