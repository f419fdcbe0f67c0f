#include "app/window/areas/word_tips.h"

#include "core/types/trace_query.h"
#include "ui/pictures/numbers.h"
#include "ui/plots/plot_words.h"

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

void WordTips::learn(const RunPtr& run, const HeadMask& heads)
{
    m_run = run;
    m_heads = heads;
    TraceFilter filter;
    filter.heads = heads;
    m_headsWords = heads.empty() ? QString() : headsWords(run->answer.trace, filter);
    m_words = tokenGroups(run->answer, TokenUnit::Word);
    m_book = fromBookPerToken(run->answer.trace, filter);
    m_memory = memoryPerToken(run->answer.trace, filter);
}

QString WordTips::of(const RunPtr& run, std::uint32_t token, const HeadMask& heads)
{
    if (!run)
        return {};
    if (m_run != run || m_heads != heads)
        learn(run, heads);
    const auto word = std::find_if(m_words.begin(), m_words.end(), [&](const TokenGroup& group) { return token < group.tokens.second; });
    if (word == m_words.end() || word->tokens.second > m_book.size() || word->tokens.second > m_memory.size())
        return {};
    const QString book = twoDigits(meanOf(m_book, word->tokens)), memory = twoDigits(meanOf(m_memory, word->tokens));
    return m_headsWords.isEmpty() ? tr("From the book %1, memory share %2").arg(book, memory)
                                  : tr("From the book %1, memory share %2, over %3").arg(book, memory, m_headsWords);
}

QString WordTips::ofCitation(const RunPtr& run, int citation)
{
    if (!run || citation < 0 || std::size_t(citation) >= run->answer.citations.size())
        return {};
    constexpr int kLongest = 600;
    const Citation& cited = run->answer.citations[std::size_t(citation)];
    QString place = QString::fromStdString(cited.page);
    if (cited.document < run->documents.size())
        place = run->labelOf({cited.document, cited.range});
    QString passage = QString::fromStdString(cited.text).simplified();
    if (passage.size() > kLongest)
        passage = passage.left(std::max<qsizetype>(passage.lastIndexOf(QLatin1Char(' '), kLongest), kLongest / 2)) + QStringLiteral(" ...");
    return place + QLatin1Char('\n') + passage;
}

}  // namespace cairn
