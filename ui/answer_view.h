// One answer (experience.md 6, V1): the question, the words with an underline as strong as their memory share, numbered citation
// chips at sentence ends, what stood out and what didn't in words below. Dragging over words brushes tokens, clicking a word takes
// its sentence, a chip jumps. While the answer is written, tokens are appended. UI thread.
#pragma once

#include "core/types/answer.h"

#include <QAbstractScrollArea>
#include <QTextLayout>

#include <optional>
#include <utility>
#include <vector>

namespace cairn
{

class AnswerView final : public QAbstractScrollArea
{
    Q_OBJECT
public:
    explicit AnswerView(QWidget* parent = nullptr);

    // Values in. While writing: setQuestion, then appendText as tokens come; setAnswer replaces both when it is finished.
    void setQuestion(const QString& question);
    void appendText(const QString& piece);
    void setState(const QString& words);                      // "Writing, 23 tokens/s"; shown under the text; empty: nothing
    void setAnswer(const Answer& answer);                     // copied
    void setHelp(const QString& words);                       // shown while there is neither question nor answer

    std::optional<std::pair<std::uint32_t, std::uint32_t>> brushedTokens() const;   // half open
    QString plainText() const { return m_text; }
    QString textWithCitations() const;                        // for the clipboard: numbers in brackets, the list below

Q_SIGNALS:
    void citationActivated(int citation);                     // index into Answer::citations
    void citationHovered(int citation, QPoint globalPosition);
    void tokensBrushed(std::uint32_t begin, std::uint32_t end);   // equal: the brush was cleared

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Chip
    {
        int position = 0;      // in the laid text
        int length = 0;
        int citation = 0;
    };
    struct Span                // of one token, in the laid text
    {
        int begin = 0;
        int end = 0;
    };

    void rebuild();            // laid text, chips and spans from the answer
    void relayout();
    std::optional<int> chipAt(QPoint point) const;
    std::optional<std::uint32_t> tokenAt(QPoint point) const;
    int positionAt(QPoint point) const;
    void paintChip(QPainter& painter, const Chip& chip, QPointF origin) const;
    QPointF textOrigin() const;

    QString m_question, m_text, m_state, m_help;
    Answer m_answer;
    bool m_finished = false;
    QTextLayout m_questionLayout, m_layout;
    std::vector<Chip> m_chips;
    std::vector<Span> m_spans;
    double m_questionHeight = 0, m_textHeight = 0;
    std::optional<std::uint32_t> m_brushStart;
    std::optional<std::pair<std::uint32_t, std::uint32_t>> m_brush;
};

}  // namespace cairn
