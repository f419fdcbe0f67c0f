#include "core/wording/enumeration.h"

#include "core/wording/overlap.h"
#include "core/wording/sentence.h"
#include "core/wording/words.h"

#include <algorithm>
#include <array>

namespace cairn
{

namespace
{

constexpr double kIntroduced = 0.8; // of the question's words by rarity
constexpr std::uint64_t kMostBytes = 2000, kIntroductionBytes = 300, kHeadingBytes = 80;
constexpr std::size_t kFewestItems = 2;
constexpr auto kOrders = std::to_array<std::string_view>({"list", "enumerate", "name"});
constexpr auto kBehindName =
    std::to_array<std::string_view>({"the", "all", "some", "every", "two", "three", "four", "five", "six", "seven"});

// "- x", "* x", "• x", "1. x", "2) x", "(a) x", "b) x"
bool isItem(std::string_view line)
{
    for (const std::string_view mark : {"- ", "* ", "\u2022 ", "\u2013 "}) {
        if (line.starts_with(mark))
            return true;
    }
    const bool isOpen = line.starts_with('(');
    if (isOpen)
        line.remove_prefix(1);
    const std::size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
    const bool isLetter = digits == 0 && !line.empty() && line[0] >= 'a' && line[0] <= 'z';
    const std::size_t end = isLetter ? 1 : digits;
    constexpr std::size_t kMostDigits = 2;
    if (end == 0 || digits > kMostDigits || end + 1 >= line.size() || line[end + 1] != ' ')
        return false;
    return line[end] == ')' || (line[end] == '.' && !isOpen && !isLetter);
}

struct Line
{
    std::uint64_t begin = 0, end = 0;
};

// The next line with words from `at` on; `at` moves behind it. Empty: the text ends.
Line nextLine(std::string_view text, std::uint64_t& at, bool& afterBlank)
{
    afterBlank = false;
    while (at < text.size()) {
        const std::uint64_t end = std::min<std::uint64_t>(text.size(), text.find('\n', at));
        const Line line{at, end};
        at = end + 1;
        if (text.substr(line.begin, line.end - line.begin).find_first_not_of(" \t") != std::string_view::npos)
            return line;
        afterBlank = true;
    }
    return {};
}

// Where the items from `at` on end, at most `last`; nothing: there are too few.
std::optional<std::uint64_t> itemsEnd(std::string_view text, std::uint64_t at, std::uint64_t last)
{
    std::size_t items = 0;
    std::uint64_t end = 0, whole = 0; // of the items so far, and of all but the last of them
    bool afterBlank = false;
    for (Line line = nextLine(text, at, afterBlank); line.end > line.begin; line = nextLine(text, at, afterBlank)) {
        const bool starts = isItem(text.substr(line.begin, line.end - line.begin));
        if (!starts && (afterBlank || items == 0))
            break;
        if (starts && items > 0)
            whole = end;
        if (line.end > last) {
            items -= starts ? 0 : 1; // one that goes on there is left out
            end = starts ? end : whole;
            break;
        }
        items += starts ? 1 : 0;
        end = line.end;
    }
    return items >= kFewestItems ? std::optional(end) : std::nullopt;
}

// The last sentence of a line, if it introduces what follows: it ends in a colon, or is a heading.
std::optional<ByteRange> introductionIn(std::string_view text, const Line& line)
{
    const std::string_view words = text.substr(line.begin, line.end - line.begin);
    const std::size_t last = words.find_last_not_of(" \t");
    const bool isHeading = words.size() <= kHeadingBytes && words[last] != '.' && words[last] != ',' && words[last] != ';';
    if ((words[last] != ':' && !isHeading) || isItem(words))
        return std::nullopt;
    const std::vector<ByteRange> sentences = splitSentences(words);
    if (sentences.empty() || sentences.back().size() > kIntroductionBytes)
        return std::nullopt;
    return ByteRange{line.begin + sentences.back().begin, line.begin + sentences.back().end};
}

}  // namespace

std::string_view withoutOrder(std::string_view question)
{
    const std::vector<Word> words = splitWords(question);
    return !words.empty() && isOneOf(words[0].folded, kOrders) ? question.substr(words[0].range.end) : question;
}

bool asksForList(std::string_view question)
{
    const std::vector<Word> words = splitWords(question);
    if (words.size() < 3)
        return false;
    if (words[0].folded == "list" || words[0].folded == "enumerate")
        return true;
    if (words[0].folded == "name")
        return isOneOf(words[1].folded, kBehindName);
    return words[0].folded == "what" && (words[1].folded == "are" || words[1].folded == "were") &&
           (words[2].folded == "the" || words[2].folded == "some" || isOneOf(words[2].folded, kBehindName));
}

std::optional<DocumentPlace> listOf(std::string_view question, const DocumentTexts& texts, const Bm25& index,
                                    const std::function<bool(const DocumentPlace& list)>& allowed)
{
    const std::string_view asked = withoutOrder(question);
    if (contentStems(asked).empty())
        return std::nullopt;
    std::optional<DocumentPlace> best;
    double most = 0;
    for (std::uint32_t document = 0; document < texts.documents(); ++document) {
        const std::string_view text = texts.text(document);
        bool afterBlank = false;
        for (std::uint64_t at = 0; at < text.size();) {
            const Line line = nextLine(text, at, afterBlank);
            std::uint64_t behind = at;
            const Line next = nextLine(text, behind, afterBlank);
            if (next.begin >= next.end || !isItem(text.substr(next.begin, next.end - next.begin)))
                continue;
            const auto introduction = introductionIn(text, line);
            const double has = introduction ? questionOverlap(asked, text.substr(introduction->begin, introduction->size()), index) : 0;
            if (has < kIntroduced || has <= most)
                continue;
            const auto end = itemsEnd(text, at, introduction->begin + kMostBytes);
            const DocumentPlace list{document, {introduction->begin, end.value_or(introduction->end)}};
            if (end && texts.text(list).find('"') == std::string_view::npos && allowed(list)) {
                best = list;
                most = has;
            }
        }
    }
    return best;
}

}  // namespace cairn
