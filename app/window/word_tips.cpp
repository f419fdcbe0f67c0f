#include "app/window/word_tips.h"

#include "core/types/trace_query.h"
#include "ui/plots/numbers.h"

#include <algorithm>
#include <numeric>

namespace cairn
{
namespace
{

double meanOf(const std::vector<float>& shares, const IndexRange& tokens)
{
    const auto begin = shares.begin() + tokens.first, end = shares.begin() + tokens.second;
    return begin == end ? 0 : std::accumulate(begin, end, 0.0) / double(end - begin);
}

}  // namespace

void WordTips::learn(const RunPtr& run)
{
    m_run = run;
    m_words = tokenGroups(run->answer, TokenUnit::Word);
    m_book = fromBookPerToken(run->answer.trace, {});
    m_memory = memoryPerToken(run->answer.trace, {});
}

QString WordTips::of(const RunPtr& run, std::uint32_t token)
{
    if (!run)
        return {};
    if (m_run != run)
        learn(run);
    const auto word = std::find_if(m_words.begin(), m_words.end(), [&](const TokenGroup& group) { return token < group.tokens.second; });
    if (word == m_words.end() || word->tokens.second > m_book.size() || word->tokens.second > m_memory.size())
        return {};
    return tr("From the book %1, memory share %2").arg(twoDigits(meanOf(m_book, word->tokens)), twoDigits(meanOf(m_memory, word->tokens)));
}

}  // namespace cairn
