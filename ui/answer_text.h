// An answer as it is laid out: its words without the signs of lists, tables, code and emphasis (answer_markup.h), with citation chips and
// marks set in, and where tokens, sentences and quotations stand in it.
// Positions are UTF-16. A plain value without widgets.
#pragma once

#include "core/types/answer.h"
#include "ui/answer_markup.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace cairn
{

using TokenRange = std::pair<std::uint32_t, std::uint32_t>;   // half open

class AnswerText
{
public:
    struct Span
    {
        int begin = 0;
        int end = 0;
    };
    struct Chip
    {
        Span place;                // of the number with its no-break spaces
        int citation = 0;          // index into Answer::citations
    };

    AnswerText() = default;
    explicit AnswerText(const QString& written);                     // while it is written: words alone
    AnswerText(const Answer& answer, const QString& notInText);      // notInText: set after quotations that stand in no document

    const QString& shown() const { return m_shown; }                 // line breaks as U+2028, one for one
    const std::vector<Chip>& chips() const { return m_chips; }
    const std::vector<AnswerMarkup::Styled>& styles() const { return m_styles; }   // bold, italic, code; may overlap
    const std::vector<AnswerMarkup::Line>& lines() const { return m_lines; }       // ascending
    const std::vector<Span>& marks() const { return m_marks; }       // "not in the text"
    const std::vector<Span>& tokens() const { return m_tokens; }
    const std::vector<Span>& unsupported() const { return m_unsupported; }   // words that no citation covers, ascending
    std::optional<std::uint32_t> tokenAt(int position) const;
    TokenRange sentenceOf(std::uint32_t token) const;                // the cited sentence it belongs to, else that of the language
    TokenRange wordOf(std::uint32_t token) const;                    // tokens joined up to the next space
    QString words(TokenRange tokens) const;                          // without chips and marks

private:
    struct Insertion
    {
        int at = 0;                // in the answer's own text
        QString label;
        int citation = -1;         // -1: a mark, or the signs of markup
        int removed = 0;           // characters that it stands in place of: signs
    };
    void insert(std::vector<Insertion> insertions, const std::vector<std::pair<int, int>>& quoted);
    int shownPosition(int position, bool after) const;   // of a position in the answer's text; after: behind what is set in there

    QString m_text, m_shown;
    std::vector<Insertion> m_inserted;   // ascending
    std::vector<Chip> m_chips;
    std::vector<AnswerMarkup::Styled> m_styles;
    std::vector<AnswerMarkup::Line> m_lines;
    std::vector<Span> m_marks, m_tokens, m_unsupported;
    std::vector<Span> m_own;             // tokens in the answer's own text
    std::vector<Span> m_sentences;       // of citations, in the answer's own text
};

}  // namespace cairn
