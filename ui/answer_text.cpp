#include "ui/answer_text.h"

#include <QTextBoundaryFinder>

#include <algorithm>

namespace cairn
{
namespace
{

QString laidOut(QString text) { return text.replace(QLatin1Char('\n'), QChar::LineSeparator); }

// UTF-16 position of each byte offset that is asked for, in ascending order or not; one pass over the text per answer.
class Positions
{
public:
    explicit Positions(const std::string& text)
    {
        m_at.reserve(text.size() + 1);
        int position = 0;
        for (const char c : text) {
            const auto byte = static_cast<unsigned char>(c);
            m_at.push_back(position);
            if ((byte & 0xC0) != 0x80)                   // first byte of a character
                position += byte >= 0xF0 ? 2 : 1;
        }
        m_at.push_back(position);
    }
    // Inside a character: behind it, as the character is not complete before.
    int of(std::uint64_t byte) const { return m_at[std::size_t(std::min<std::uint64_t>(byte, m_at.size() - 1))]; }

private:
    std::vector<int> m_at;
};

}  // namespace

AnswerText::AnswerText(const QString& written) : m_text(laidOut(written)) { insert({}, {}); }

AnswerText::AnswerText(const Answer& answer, const QString& notInText) : m_text(laidOut(QString::fromStdString(answer.text)))
{
    const Positions positions(answer.text);
    std::vector<Insertion> insertions;
    for (std::size_t i = 0; i < answer.citations.size(); ++i) {
        const ByteRange range = answer.citations[i].answerRange;
        m_sentences.push_back({positions.of(range.begin), positions.of(range.end)});
        insertions.push_back({m_sentences.back().end, QStringLiteral("\u00A0%1\u00A0").arg(i + 1), int(i)});
    }
    std::vector<std::pair<int, int>> quoted;
    for (const Quotation& quotation : answer.quotations) {
        if (quotation.verbatim)
            quoted.emplace_back(positions.of(quotation.answerRange.begin), positions.of(quotation.answerRange.end));
        else   // behind the closing mark
            insertions.push_back({std::min(positions.of(quotation.answerRange.end) + 1, int(m_text.size())),
                                  QStringLiteral("\u00A0%1\u00A0").arg(notInText), -1});
    }
    for (const AnswerToken& token : answer.tokens)
        m_own.push_back({positions.of(token.text.begin), positions.of(token.text.end)});
    insert(std::move(insertions), quoted);
    for (const Span& own : m_own)
        m_tokens.push_back({shownPosition(own.begin, own.end > own.begin), shownPosition(own.end, false)});
    std::vector<Span> cited = m_sentences;
    std::sort(cited.begin(), cited.end(), [](const Span& a, const Span& b) { return a.begin < b.begin; });
    int at = 0;
    for (const Span& sentence : cited) {
        if (sentence.begin > at && !m_text.mid(at, sentence.begin - at).trimmed().isEmpty())
            m_unsupported.push_back({shownPosition(at, true), shownPosition(sentence.begin, false)});
        at = std::max(at, sentence.end);
    }
    if (at < m_text.size() && !m_text.mid(at).trimmed().isEmpty())
        m_unsupported.push_back({shownPosition(at, true), int(m_shown.size())});
}

void AnswerText::insert(std::vector<Insertion> insertions, const std::vector<std::pair<int, int>>& quoted)
{
    const AnswerMarkup markup = answerMarkup(m_text, quoted);
    for (const AnswerMarkup::Edit& edit : markup.edits) {   // nothing is set in between signs that are not shown
        for (Insertion& insertion : insertions) {
            if (insertion.at > edit.at && insertion.at < edit.at + edit.removed)
                insertion.at = edit.at + edit.removed;
        }
    }
    for (const AnswerMarkup::Edit& edit : markup.edits)
        insertions.push_back({edit.at, edit.shown, -1, edit.removed});
    std::stable_sort(insertions.begin(), insertions.end(), [](const Insertion& a, const Insertion& b) { return a.at < b.at; });
    m_inserted = std::move(insertions);
    m_shown = m_text;
    int moved = 0;
    for (const Insertion& insertion : m_inserted) {
        const int at = insertion.at + moved;
        m_shown.replace(at, insertion.removed, insertion.label);
        const Span place{at, at + int(insertion.label.size())};
        if (insertion.citation >= 0)
            m_chips.push_back({place, insertion.citation});
        else if (insertion.removed == 0 && !insertion.label.isEmpty())
            m_marks.push_back(place);
        moved += int(insertion.label.size()) - insertion.removed;
    }
    for (const AnswerMarkup::Styled& styled : markup.styles) {
        const int begin = shownPosition(styled.begin, true), end = shownPosition(styled.end, false);
        if (begin < end)   // an empty line of code has none
            m_styles.push_back({begin, end, styled.style});
    }
    for (const AnswerMarkup::Line& line : markup.lines)
        m_lines.push_back({shownPosition(line.begin, false), shownPosition(line.end, true), line.kind, line.level, line.mark});
}

int AnswerText::shownPosition(int position, bool after) const
{
    int moved = 0;
    for (const Insertion& insertion : m_inserted) {
        const int end = insertion.at + insertion.removed;
        if (insertion.removed > 0 && position > insertion.at && position < end)
            moved -= position - insertion.at;   // inside of signs: where they stood
        else if (insertion.removed > 0 ? position >= end : insertion.at < position || (after && insertion.at == position))
            moved += int(insertion.label.size()) - insertion.removed;
    }
    return position + moved;
}

std::optional<std::uint32_t> AnswerText::tokenAt(int position) const
{
    for (std::size_t i = 0; i < m_tokens.size(); ++i) {
        if (position >= m_tokens[i].begin && position < m_tokens[i].end)
            return std::uint32_t(i);
    }
    return std::nullopt;
}

TokenRange AnswerText::sentenceOf(std::uint32_t token) const
{
    const int position = m_own[token].begin;
    Span sentence{0, int(m_text.size())};
    const auto cited = std::find_if(m_sentences.begin(), m_sentences.end(),
                                    [&](const Span& span) { return m_own[token].end > span.begin && position < span.end; });
    if (cited != m_sentences.end()) {
        sentence = *cited;
    } else {
        QTextBoundaryFinder finder(QTextBoundaryFinder::Sentence, m_text);
        finder.setPosition(position + 1);
        sentence.begin = std::max(0, int(finder.toPreviousBoundary()));
        const auto end = finder.toNextBoundary();
        sentence.end = end < 0 ? int(m_text.size()) : int(end);
    }
    TokenRange range{token, token + 1};
    while (range.first > 0 && m_own[range.first - 1].end > sentence.begin)
        --range.first;
    while (range.second < m_own.size() && m_own[range.second].begin < sentence.end)
        ++range.second;
    return range;
}

TokenRange AnswerText::wordOf(std::uint32_t token) const
{
    const auto startsWord = [this](std::uint32_t i) {
        const Span& own = m_own[i];
        return own.begin < own.end && own.begin < m_text.size() && m_text[own.begin].isSpace();
    };
    TokenRange range{token, token + 1};
    while (range.first > 0 && !startsWord(range.first))
        --range.first;
    while (range.second < m_own.size() && !startsWord(range.second))
        ++range.second;
    return range;
}

QString AnswerText::words(TokenRange tokens) const
{
    if (tokens.first >= tokens.second || tokens.second > m_own.size())
        return {};
    const int begin = m_own[tokens.first].begin;
    return m_text.mid(begin, m_own[tokens.second - 1].end - begin).trimmed().replace(QChar::LineSeparator, QLatin1Char('\n'));
}

}  // namespace cairn
