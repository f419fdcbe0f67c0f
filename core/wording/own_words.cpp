#include "core/wording/own_words.h"

#include "core/wording/words.h"

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

}  // namespace

std::vector<ByteRange> ownWords(std::string_view text, std::string_view answer, SameWords same)
{
    const std::vector<Word> wanted = splitWords(answer), words = splitWords(text);
    if (answer.empty() || wanted.empty())
        return same == SameWords::Folded && !answer.empty() ? asWritten(text, answer) : std::vector<ByteRange>();
    if (same == SameWords::Stems && wanted.size() < 2)
        return {};
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
