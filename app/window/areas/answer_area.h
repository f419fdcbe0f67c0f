// The lower half of the centre: the answer and the question box, wired to the conversation. Tells what is to be shown in the reader.
// UI thread.
#pragma once

#include "app/window/areas/place_history.h"
#include "app/window/areas/word_tips.h"
#include "app/window/session/conversation_controller.h"
#include "app/window/session/reading_controller.h"
#include "app/window/session/tested_answers.h"
#include "ui/panels/ask_form.h"
#include "ui/selection/selection_hub.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

#include <functional>
#include <vector>

namespace cairn
{

class AnswerPanel;
struct AnswerFacts;
class AskBox;
class CutArea;

class AnswerArea final : public QWidget
{
    Q_OBJECT
public:
    // All borrowed. `place`: where the reader is, for "only up to where I am".
    AnswerArea(SessionController& session, ReadingController& reading, ConversationController& conversation, SelectionHub* hub,
               std::function<ReaderPlace()> place, QWidget* parent = nullptr);

    void focusQuestion();
    QString draft() const;                             // the question that is being written
    void setDraft(const QString& question);
    const std::optional<DocumentPlace>& limit() const { return m_within; }
    std::optional<AnswerId> followed() const { return m_follows; }
    void follow(std::optional<AnswerId> answer);       // with the next question; nothing: a new question
    // The shown question, or another one. Nothing where it can't be asked now.
    void askAgain(const std::function<void(AskOptions&)>& edit = [](AskOptions&) {});
    void askAgain(AnswerId answer, const std::function<void(AskOptions&)>& edit = [](AskOptions&) {});
    void editQuestion();
    void followUp();
    // The question in the box, or the shown one, with the options of the box; empty: there is none.
    std::pair<QString, AskOptions> wholeTextQuestion();
    void copyAnswer();
    QString shownText() const;                         // question, answer and citations, as they are copied
    bool escape();                                     // takes a waiting question back, stops, or gives up the brush; false: nothing to do
    void refreshAskState();                            // what may be asked, and of what
    void limitTo(std::optional<DocumentPlace> part);   // the next questions, until that is taken away; nothing: to what is ticked
    void setTicked(std::vector<bool> ticked);          // documents that the next question may use
    void setConfirmedByRemoval(int confirmed, int sentences);   // of the shown answer's with citations
    const QList<TestedAnswer>& tested() const { return m_tested; }   // by removal, of this session
    void setTested(const QList<TestedAnswer>& tested) { m_tested = tested; refreshShown(); }
    void chooseCitation(int citation);                 // its words in the reader, its sentence's tokens selected
    void setHiddenCharacters(bool shown);              // white space and the like, in the answer's words
    bool isEmpty() const;                              // neither an answer nor one being written: the question box alone is shown

Q_SIGNALS:
    void draftChanged();
    void testedChanged();
    void emptyChanged();
    void heightChanged();                              // that it needs, or that there is for it and the reader
    void possibleChanged();                            // SelectionHub::whyNotAsked()
    void menuRequested(const QString& words, QPoint globalPosition);   // over the shown answer; `words`: the chosen ones
    void citationChosen(const cairn::DocumentPlace& place, const std::vector<cairn::DocumentPlace>& cited);

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Wish                                        // a question, and how it is to be asked
    {
        AskForm form;
        std::optional<DocumentPlace> within;
        std::optional<AnswerId> follows;
        std::vector<bool> ticked;
        ReaderPlace place;
    };
    void showPanel();                                  // if there is something in it
    void fitPanel();                                   // to what reader and question box leave it
    void connectBox();
    Wish wishOf(const AskForm& form) const;
    void ask(const AskForm& form);                     // at once, or behind the answer that is written
    void askWaiting();
    void sayWaiting();
    bool takeBack();                                   // the last question that waits, into the box; false: none does
    void refreshLive();
    void sayState();                                   // of the live answer
    void refreshShown();
    void takeFocusFromButton();
    void sayAgain();                                   // in another language
    HeadMask headsOf(const Run& run) const;            // that the selection shows; empty: all
    void showShares();                                 // under the words, and from the book: of these heads
    TestedAnswer shownAsTested() const;                // by removal; of none: nothing is confirmed
    AnswerFacts factsOfShown();                        // REQUIRES: an answer is shown
    void sayWhatItRead(const Run& run, AnswerId id, AnswerFacts& facts) const;
    const QString& partOf(AnswerId answer);            // the chapter that it was asked about alone; empty: none
    void refreshStarters();
    void step(int direction);
    void showBranch(int branch);
    QString stateWords() const;
    QString whyNotAsked() const;
    QString askedWords() const;                        // what the next question is about
    bool isPartRead() const;                           // its beginning is
    AskOptions optionsOf(const Wish& wish) const;
    std::vector<AnswerId> allAnswers() const;          // oldest first
    int numberOf(AnswerId answer) const;               // from 1
    QString followWords(AnswerId followed) const;      // "Follow-up of answer 3"

    SessionController& m_session;
    ReadingController& m_reading;
    ConversationController& m_conversation;
    SelectionHub* m_hub;
    std::function<ReaderPlace()> m_place;
    AnswerPanel* m_panel;
    CutArea* m_panelRoom;
    AskBox* m_box;
    std::vector<bool> m_ticked;
    std::optional<AnswerId> m_follows;                 // the next question continues it
    std::optional<DocumentPlace> m_within;             // and is asked of this part alone
    std::vector<Wish> m_waiting;                       // asked one after the other behind the live answer; not kept as such
    AnswerId m_writing;                                // the panel shows this one being written
    int m_version = 0;                                 // of its text
    QElapsedTimer m_retrieving;                        // since the live answer was asked for
    QTimer m_ticking;                                  // while it is retrieved
    qsizetype m_written = 0;                           // characters of the live answer that are in the panel
    WordTips m_tips;
    QList<TestedAnswer> m_tested;
    struct Part
    {
        AnswerId answer;
        std::shared_ptr<const StreamMap> map;
        QString title;
    };
    std::optional<Part> m_part;                        // of the shown answer: finding it goes through all chapters
    QString m_whyNotAsked;
    int m_startersOf = 0;                              // the logarithm of what was read when the starter questions were made
    bool m_allRead = false;                            // as the shown answer's facts know it
};

}  // namespace cairn
