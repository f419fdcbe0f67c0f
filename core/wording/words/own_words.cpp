#include "core/wording/words/own_words.h"

#include "core/wording/words/words.h"

#include <algorithm>
#include <string>

namespace cairn
{

namespace
{

std::vector<ByteRange> asWritten(std::string_view text, std::string_view answer)
{
    std::vector<ByteRange> found;
    for (std::size_t at = text.find(answer); at != std::string_view::npos; at = text.find(answer, at + answer.size()))
        found.push_back({at, at + answer.size()});
    return found;
}

// "£16", "(b)" where the text has the same signs
ByteRange withSigns(std::string_view text, ByteRange words, std::string_view before, std::string_view behind)
{
    if (text.substr(0, words.begin).ends_with(before))
        words.begin -= before.size();
    if (text.substr(words.end).starts_with(behind))
        words.end += behind.size();
    return words;
}

bool isBegun(std::string_view whole, std::string_view part)
{
    constexpr std::size_t kShortest = 3;
    const bool isWord = std::none_of(whole.begin(), whole.end(), [](char c) { return c >= '0' && c <= '9'; });
    return part.size() >= kShortest && isWord && whole.starts_with(part);
}

std::size_t sharedStart(std::string_view a, std::string_view b)
{
    return static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
}

// How many words from `at` on a garbled one stands for: two that it begins and ends like, or one; 0: none.
std::size_t garbledFrom(const std::vector<Word>& words, std::size_t at, std::string_view garbled)
{
    constexpr std::size_t kStart = 3, kStartOfOne = 4, kMostOther = 3;
    const std::string& first = words[at].folded;
    if (at + 1 < words.size() && sharedStart(first, garbled) >= kStart) {
        const std::string& second = words[at + 1].folded;
        if (second.size() >= kStart && garbled.ends_with(second) && garbled.size() > second.size() + kStart - 1)
            return 2;
    }
    const std::size_t shared = sharedStart(first, garbled);
    return shared >= kStartOfOne && std::max(first.size(), garbled.size()) - shared <= kMostOther ? 1 : 0;
}

// Where the words from `at` on that say the wanted ones but for a garbled one end; `at`: they don't.
std::size_t endOfGarbled(const std::vector<Word>& words, std::size_t at, const std::vector<Word>& wanted)
{
    std::size_t end = at, garbled = 0;
    for (const Word& word : wanted) {
        if (end == words.size())
            return at;
        const bool isSame = words[end].folded == word.folded;
        const std::size_t stands = isSame ? 1 : garbled == 0 ? garbledFrom(words, end, word.folded) : 0;
        if (stands == 0)
            return at;
        garbled += isSame ? 0 : 1;
        end += stands;
    }
    return end;
}

std::vector<ByteRange> garbledWords(const std::vector<Word>& words, const std::vector<Word>& wanted)
{
    constexpr std::size_t kFewest = 3;
    std::vector<ByteRange> found;
    for (std::size_t at = 0; wanted.size() >= kFewest && at < words.size(); ++at) {
        if (const std::size_t end = endOfGarbled(words, at, wanted); end > at)
            found.push_back({words[at].range.begin, words[end - 1].range.end});
    }
    return found;
}

}  // namespace

std::vector<ByteRange> ownWords(std::string_view text, std::string_view answer, SameWords same)
{
    const std::vector<Word> wanted = splitWords(answer), words = splitWords(text);
    if (answer.empty() || wanted.empty())
        return same == SameWords::Folded && !answer.empty() ? asWritten(text, answer) : std::vector<ByteRange>();
    if (same == SameWords::Stems && wanted.size() < 2)
        return {};
    if (same == SameWords::Garbled)
        return garbledWords(words, wanted);
    const auto isSame = [same](const Word& a, const Word& b) {
        return a.folded == b.folded || (same == SameWords::Stems && stem(a.folded) == stem(b.folded));
    };
    const std::string_view before = answer.substr(0, wanted.front().range.begin), behind = answer.substr(wanted.back().range.end);
    std::vector<ByteRange> found;
    for (std::size_t at = 0; at + wanted.size() <= words.size(); ++at) {
        const Word& last = words[at + wanted.size() - 1];
        const auto end = wanted.end() - (same == SameWords::Begun ? 1 : 0);
        if (!std::equal(wanted.begin(), end, words.begin() + static_cast<std::ptrdiff_t>(at), isSame))
            continue;
        if (same == SameWords::Begun && !isBegun(last.folded, wanted.back().folded))
            continue;
        found.push_back(withSigns(text, {words[at].range.begin, last.range.end}, before, behind));
    }
    return found;
}

}  // namespace cairn
