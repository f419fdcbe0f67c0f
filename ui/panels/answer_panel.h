// An answer with everything around it: number, badges, meters, the question, the words, what is to be said about it in
// a line, and what can be done with it. While it is written it shows the state in words. UI thread.
#pragma once

#include "ui/run.h"

#include <QWidget>

#include <cstdint>
#include <optional>
#include <utility>

class QHBoxLayout;

namespace cairn
{

class AnswerView;
class Badge;
class ElidedLabel;
class FlowWidget;
class Label;
class LinkButton;
class Meter;
class SymbolButton;

// What is known about a finished answer besides its words. Unset: not known, nothing is shown for it.
struct AnswerFacts
{
    int number = 0;                           // "Answer 4"; 0: "Answer"
    int branch = 0, branches = 1;             // zero-based place among the answers to this question
    bool hasPrevious = false, hasNext = false;
    std::optional<double> fromBook;           // f of experience.md 4, 0..1
    std::optional<bool> stable;               // the same passages are cited with other settings
    int confirmedSentences = 0, testedSentences = 0;   // by removal; of those with citations
    bool withheld = false;                    // the words are not shown; [Show anyway]
    bool refused = false;                     // its words say that the text does not say: nothing is withheld
    QString follows, followed;                // "Follow-up of answer 3", and what was asked there; empty: none
    QString part;                             // the chapter that alone was asked; empty: not one
    QString how;                              // what it was asked for otherwise than usual: "k 4, 2 blocks barred"; empty: nothing
    QString readUpTo;                         // "From the first 39 %, up to p. 61"; empty: all was read
    QString restUnread;                       // that it was read up to there only; empty: otherwise
    bool endsThere = false;                   // asked as if the document ended there, whatever had been read
    QString languages;                        // a remark on the question's; empty: none
    bool wholeBookReady = false;              // all is read by now: [Ask again with the whole book]
};

class AnswerPanel final : public QWidget
{
    Q_OBJECT
public:
    explicit AnswerPanel(QWidget* parent = nullptr);

    // Values in
    void clear();                                             // "Ask a question ..."
    void beginAnswer(int number, const QString& question);    // it is being written from here on
    void appendText(const QString& piece);
    void setState(const QString& words);                      // "Retrieving", "Writing, 23 tokens/s"
    void setAnswer(const RunPtr& run, const AnswerFacts& facts);
    void setFacts(const AnswerFacts& facts);                  // of the same answer
    // From the book over chosen heads, in place of the facts' own: "of L16.H7". Unset: over all. A newly set answer has none.
    void setFromBookOfHeads(std::optional<double> share, const QString& heads);
    void setBrush(std::optional<std::pair<std::uint32_t, std::uint32_t>> tokens);   // half open; no signal
    void setChosenCitation(std::optional<int> citation);
    void setAskDisabledReason(const QString& reason);         // empty: answers can be written again

    AnswerView* view() const { return m_view; }
    QString textWithCitations() const;                 // the question first
    void copyWithCitations() const;
    void setRoom(int height);                          // where there is not more the words take less, a line at least; the foot gives way
    int leastHeight() const;                           // down to the first line of these words

Q_SIGNALS:
    void citationActivated(int citation);                     // index into Answer::citations
    void citationHovered(int citation, QPoint globalPosition);   // -1: none
    void tokenHovered(int token, QPoint globalPosition);      // -1: none
    void tokensBrushed(quint32 begin, quint32 end);           // equal: cleared
    void menuRequested(const QString& words, QPoint globalPosition);   // over the words; `words`: the brushed ones
    void copied();
    void regenerateRequested();
    void editRequested();                                     // the question goes to the box, the next answer is a branch
    void followUpRequested();
    void branchRequested(int branch);
    void previousRequested();
    void nextRequested();
    void showAnywayRequested();
    void wholeBookRequested();
    void nearestPassageRequested();                           // of an answer without one: nearestPassage()

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* makeHead();
    QWidget* makeQuestion();
    QWidget* makeFoot();
    void retranslate();
    Answer shownAnswer() const;
    void refresh();
    void refreshBadges();
    int leastView() const;
    void fitMeters();
    void fitFoot();
    QString footWords() const;

    AnswerView* m_view;
    Label* m_title;
    FlowWidget* m_badges;
    ElidedLabel* m_question;
    QWidget* m_meters;
    ElidedLabel *m_coverageWords, *m_bookWords;
    Meter *m_coverage, *m_book;
    SymbolButton *m_previous, *m_next, *m_copy, *m_again, *m_edit, *m_followUp, *m_lastBranch, *m_nextBranch;
    Label* m_branch;
    QWidget* m_actions;
    QWidget* m_foot;
    Label* m_footText;
    LinkButton *m_showAnyway, *m_wholeBook, *m_nearest;
    RunPtr m_run;                  // null while one is written, or none is there
    AnswerFacts m_facts;
    std::optional<double> m_fromBookOfHeads;
    QString m_bookHeads;           // their words
    QString m_askReason;
    bool m_writing = false;
};

}  // namespace cairn
