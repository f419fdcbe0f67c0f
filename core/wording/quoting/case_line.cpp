#include "core/wording/quoting/case_line.h"

#include "core/wording/words/words.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <vector>

namespace cairn
{

namespace
{

constexpr std::uint64_t kLongestLabel = 100, kLongestLine = 300;   // bytes

using Labels = std::multiset<std::string>;

Labels stemsOf(std::string_view text)
{
    Labels stems;
    for (const Word& word : splitWords(text))
        stems.insert(stem(word.folded));
    return stems;
}

ByteRange lineAround(std::string_view text, std::uint64_t at)
{
    const std::size_t begin = text.substr(0, at).rfind('\n') + 1;   // npos + 1: the first
    return {begin, std::min(text.find('\n', at), text.size())};
}

// Bytes of the label that the line opens with; 0: none.
std::size_t labelOf(std::string_view line)
{
    const std::size_t colon = line.find(": ");
    return colon == std::string_view::npos || colon > kLongestLabel ? 0 : colon;
}

// The one word of `a` that `b` has not; empty: another number of them.
std::string onlyIn(const Labels& a, const Labels& b)
{
    std::vector<std::string> left;
    std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(left));
    return left.size() == 1 ? left.front() : std::string();
}

}  // namespace

std::optional<ByteRange> lineOfAskedCase(std::string_view question, std::string_view text, ByteRange answer)
{
    constexpr int kFarthest = 12;   // lines
    const ByteRange own = lineAround(text, answer.begin);
    const std::size_t ownLabel = labelOf(text.substr(own.begin, own.size()));
    if (ownLabel == 0 || answer.begin < own.begin + ownLabel)
        return std::nullopt;
    const Labels asked = stemsOf(question), label = stemsOf(text.substr(own.begin, ownLabel));
    const auto isOfCase = [&](const ByteRange& line) {
        const std::size_t bytes = labelOf(text.substr(line.begin, line.size()));
        if (bytes == 0 || line.size() > kLongestLine)
            return false;
        const Labels other = stemsOf(text.substr(line.begin, bytes));
        const std::string mine = onlyIn(label, other), its = onlyIn(other, label);
        return !mine.empty() && !its.empty() && label.size() > 1 && asked.contains(its) && !asked.contains(mine);
    };
    ByteRange before = own, behind = own;
    for (int i = 0; i < kFarthest; ++i) {
        if (before.begin > 0 && isOfCase(before = lineAround(text, before.begin - 1)))
            return before;
        if (behind.end + 1 < text.size() && isOfCase(behind = lineAround(text, behind.end + 1)))
            return behind;
    }
    return std::nullopt;
}

}  // namespace cairn
