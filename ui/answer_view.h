// One answer (experience.md 6, V1): the question, the words with an underline as strong as their memory share, numbered citation
// chips at sentence ends, quotations that stand in no document marked, unsupported words in grey, a line below. Dragging over words
// brushes tokens, a click takes the sentence, a double click the word, a chip jumps. While the answer is written, text is appended.
// Keys: 1-9 citation, [ and ] or Left and Right one token, Shift+Left/Right widen, Ctrl+C copy, Esc clears the brush. UI thread.
#pragma once

#include "core/types/answer.h"
#include "ui/answer_text.h"
#include "ui/text_drag.h"
#include "ui/text_lines.h"

#include <QAbstractScrollArea>
#include <QElapsedTimer>
#include <QTextLayout>

#include <functional>
#include <optional>
#include <vector>

namespace cairn
{

class AnswerView final : public QAbstractScrollArea
{
    Q_OBJECT
public:
    explicit AnswerView(QWidget* parent = nullptr);

    // Values in. While writing: setQuestion, then appendText as tokens come; setAnswer replaces both when it is finished. What is written is
    // followed unless the reader has scrolled up; an answer that came at once, or another one, is shown from its beginning.
    void setQuestion(const QString& question);
    void appendText(const QString& piece);
    void setState(const QString& words);                      // "Writing, 23 tokens/s"; shown under the text; empty: nothing
    void setAnswer(const Answer& answer);                     // copied
    void setHelp(const QString& words);                       // shown while there is neither question nor answer
    void setHiddenCharacters(bool shown);                     // hidden_characters.h
    void setQuestionVisible(bool visible);                    // false: somebody else shows it
    using NamesPlace = std::function<QString(const Citation&)>;
    void setPlaceNames(NamesPlace names);                     // of citations, for the clipboard; empty: the page or heading they know
    void setBrush(std::optional<TokenRange> tokens);          // no signal
    void setChosenCitation(std::optional<int> citation);      // its chip is filled; no signal
    void setShares(std::vector<float> perToken);              // underline of other heads or another metric; empty: memory share

    bool isFinished() const { return m_finished; }
    const Answer& answer() const { return m_answer; }
    std::optional<TokenRange> brushedTokens() const { return m_brush; }
    QString brushedWords() const { return m_brush ? m_text.words(*m_brush) : QString(); }
    QString plainText() const { return m_finished ? QString::fromStdString(m_answer.text) : m_written; }
    QString textWithCitations() const;                        // for the clipboard: numbers in brackets, the list below
    const QTextLayout& layoutOfText() const { return m_layout; }   // for assistive technology
    LaidText laidText() const { return {m_layout, m_bothDirections}; }
    QPointF textOrigin() const;                               // of that layout, viewport coordinates
    std::optional<AnswerText::Span> brushedPlace() const;     // in that layout
    void setPreview(std::optional<std::uint32_t> token);      // what the pointer rests on in a plot: underlined as if it were here
    bool stepToken(int by);                                   // [ and ]; false: at the end

Q_SIGNALS:
    void citationActivated(int citation);                     // index into Answer::citations
    void citationHovered(int citation, QPoint globalPosition);   // -1: none
    void tokenHovered(int token, QPoint globalPosition);      // -1: none
    void tokensBrushed(std::uint32_t begin, std::uint32_t end);   // equal: the brush was cleared

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void rebuild();            // text from the answer
    void findStrongest();
    void relayout();
    std::optional<int> chipAt(QPoint point) const;
    std::optional<std::uint32_t> tokenAt(QPoint point) const;
    std::optional<std::uint32_t> tokenNear(QPoint point) const;   // wherever the pointer was dragged to; nothing: there are none
    void brush(std::optional<TokenRange> tokens);             // with the signal
    void hover(int token, int chip, QPoint at);               // -1: none; signals where it changed
    bool brushByKey(QKeyEvent* event);
    void copy() const;
    double shareOf(std::size_t token) const;
    void paintTokens(QPainter& painter, QPointF origin) const;
    void paintChips(QPainter& painter, QPointF origin) const;
    void paintHidden(QPainter& painter, QPointF origin) const;
    QList<QTextLayout::FormatRange> formats() const;

    QString m_question, m_written, m_state, m_help;
    QElapsedTimer m_writing;   // since its first words came
    Answer m_answer;
    AnswerText m_text;
    NamesPlace m_namesPlace;
    std::vector<float> m_shares;
    double m_strongest = 1;    // what the strongest underline stands for
    bool m_finished = false, m_questionVisible = true, m_hiddenCharacters = false;
    QTextLayout m_questionLayout, m_layout;
    bool m_bothDirections = false;   // in m_layout
    double m_questionHeight = 0, m_textHeight = 0;
    std::optional<std::uint32_t> m_brushStart;
    QPoint m_pressedAt;
    bool m_dragged = false;    // since the press, or chosen by a double click: its release is no click
    TextDrag m_drag;           // a press on brushed words
    std::optional<TokenRange> m_brush;
    std::optional<int> m_chosen;
    int m_hovered = -1;        // token
    std::optional<std::uint32_t> m_preview;
    int m_hoveredChip = -1;
};

}  // namespace cairn
