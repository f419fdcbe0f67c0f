#include "app/engine/draft_sender.h"

#include "core/types/trace_rows.h"

#include <algorithm>

namespace cairn
{
namespace
{

constexpr std::chrono::milliseconds kPause{50};
constexpr std::uint32_t kMostTokens = 16;      // of one message, so that none is large
constexpr std::uint32_t kMostDeepTokens = 2;   // of a deep trace: up to 15 MiB each (1,024 heads that open 256 blocks)

// Tokens [from, end) with ranges of their own text.
Answer pieceOf(const Written& written, std::uint32_t from, std::uint32_t end)
{
    Answer piece;
    piece.tokens.assign(written.tokens.begin() + from, written.tokens.begin() + end);
    const std::uint64_t begin = piece.tokens.front().text.begin;
    piece.text = written.text.substr(begin, piece.tokens.back().text.end - begin);
    for (AnswerToken& token : piece.tokens) {
        token.text.begin -= begin;
        token.text.end -= begin;
    }
    piece.trace = rowsOf(written.trace, from, end);
    return piece;
}

}  // namespace

void DraftSender::take(std::uint32_t attempt, const Written& soFar)
{
    if (attempt != m_attempt) {
        m_attempt = attempt;
        m_sent = 0;
        m_last.reset();
    }
    const auto now = Clock::now();
    if (m_last && now - *m_last < kPause)
        return;
    m_last = now;
    const auto written = std::min(soFar.trace.tokens, static_cast<std::uint32_t>(soFar.tokens.size()));
    while (m_sent < written) {
        const std::uint32_t end = std::min(written, m_sent + (soFar.trace.isDeep() ? kMostDeepTokens : kMostTokens));
        m_output.send(DraftEvent{m_request, attempt, m_sent, pieceOf(soFar, m_sent, end)});
        m_sent = end;
    }
}

}  // namespace cairn
