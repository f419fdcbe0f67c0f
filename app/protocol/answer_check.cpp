#include "app/protocol/events.h"

#include "core/types/half.h"

#include <algorithm>
#include <cmath>

namespace cairn
{
namespace
{

constexpr double kLargestShare = 1.01;     // half floats round
constexpr double kLargestNumber = 1e12;    // milliseconds, rates

bool inside(const ByteRange& range, std::uint64_t size) { return range.begin <= range.end && range.end <= size; }

bool allBelow(const std::vector<std::uint32_t>& ids, std::uint32_t end)
{
    return std::all_of(ids.begin(), ids.end(), [end](std::uint32_t id) { return id < end; });
}

bool areShares(const std::vector<std::uint16_t>& halves)
{
    return std::all_of(halves.begin(), halves.end(), [](std::uint16_t half) {
        const auto value = static_cast<double>(halfToFloat(half));
        return value >= -1e-3 && value <= kLargestShare;
    });
}

bool isNumber(double value) { return std::isfinite(value) && std::abs(value) <= kLargestNumber; }

class Checker
{
public:
    Checker(const Answer& answer, const AnswerBounds& bounds) : m_answer(answer), m_bounds(bounds) {}

    bool good() const { return numbers() && tokens() && citations() && quotations() && passages() && trace(); }

private:
    bool isPlace(std::uint32_t document, const ByteRange& range) const
    {
        return document < m_bounds.documents.size() && inside(range, m_bounds.documents[document]->text.size());
    }

    std::string_view documentText(std::uint32_t document, const ByteRange& range) const
    {
        return std::string_view(m_bounds.documents[document]->text).substr(range.begin, range.size());
    }

    bool numbers() const
    {
        const Coverage& coverage = m_answer.coverage;
        return isNumber(m_answer.questionMs) && isNumber(m_answer.firstTokenMs) && isNumber(m_answer.tokensPerSecond) &&
               coverage.consulted <= coverage.total && coverage.opened <= coverage.total && coverage.total <= m_bounds.pieces;
    }

    bool tokens() const
    {
        return std::all_of(m_answer.tokens.begin(), m_answer.tokens.end(), [this](const AnswerToken& token) {
            return inside(token.text, m_answer.text.size()) && std::isfinite(token.logProbability) && token.memoryShare >= 0 &&
                   static_cast<double>(token.memoryShare) <= kLargestShare && allBelow(token.topBlocks, m_bounds.pieces);
        });
    }

    bool citations() const
    {
        return std::all_of(m_answer.citations.begin(), m_answer.citations.end(), [this](const Citation& citation) {
            return isPlace(citation.document, citation.range) && documentText(citation.document, citation.range) == citation.text &&
                   citation.evidence >= 0 && citation.evidence <= kLargestShare && allBelow(citation.blocks, m_bounds.pieces) &&
                   inside(citation.answerRange, m_answer.text.size());
        });
    }

    // What stands between the marks may end with punctuation of the answer's own; all before it must be the document's bytes.
    bool quotations() const
    {
        return std::all_of(m_answer.quotations.begin(), m_answer.quotations.end(), [this](const Quotation& quotation) {
            if (!inside(quotation.answerRange, m_answer.text.size()))
                return false;
            if (!quotation.verbatim)
                return true;
            const ByteRange& marks = quotation.answerRange;
            const std::string_view quoted = std::string_view(m_answer.text).substr(marks.begin, marks.size());
            return isPlace(quotation.document, quotation.range) && quotation.range.size() > 0 &&
                   quoted.starts_with(documentText(quotation.document, quotation.range)) &&
                   quoted.substr(quotation.range.size()).find_first_not_of(".,;:!?") == quoted.npos;
        });
    }

    bool passages() const
    {
        return std::all_of(m_answer.passages.begin(), m_answer.passages.end(),
                           [this](const DocumentPlace& place) { return isPlace(place.document, place.range); });
    }

    bool trace() const
    {
        const Trace& trace = m_answer.trace;
        if (trace.tokens == 0)
            return true;
        const bool shape = trace.tokens == m_answer.tokens.size() && trace.layers == m_bounds.layers && trace.heads == m_bounds.heads &&
                           trace.blockTokens == m_bounds.blockTokens && trace.documentBlocks <= m_bounds.pieces;
        const bool scores = std::none_of(trace.scores.begin(), trace.scores.end(),
                                         [](std::uint16_t half) { return std::isnan(halfToFloat(half)); });
        const bool scales = std::all_of(trace.heatScale.begin(), trace.heatScale.end(),
                                        [](float scale) { return std::isfinite(scale) && scale >= 0; });
        return shape && scores && scales && areShares(trace.gates) && areShares(trace.memoryShare) && areShares(trace.rereadShares) &&
               allBelow(trace.rereadBlocks, trace.documentBlocks + 1) && allBelow(trace.heatBlocks, trace.documentBlocks);
    }

    const Answer& m_answer;
    const AnswerBounds& m_bounds;
};

}  // namespace

Result<void> checkAnswer(const Answer& answer, const AnswerBounds& bounds)
{
    if (Checker(answer, bounds).good())
        return {};
    return Error{ErrorCode::Corruption, "The engine's answer contradicts the session and was not taken. Ask again."};
}

Result<void> checkDraft(const Answer& piece, const AnswerBounds& bounds)
{
    if (piece.trace.tokens != piece.tokens.size() || !piece.citations.empty() || !piece.quotations.empty() || !piece.passages.empty())
        return Error{ErrorCode::Corruption, "The engine's draft of an answer holds what it must not and was not taken. Ask again."};
    return checkAnswer(piece, bounds);
}

}  // namespace cairn
