// The question box (experience.md 2, 3): a field that grows with the question, Ask that becomes Stop in place, what the answer may use,
// starter questions while there is none yet, and the fold for people who know what they want. In a low window the field stands alone until
// a question is written. UI thread.
#pragma once

#include "ui/panels/ask_form.h"

#include <QPointer>
#include <QWidget>

class QCheckBox;
class QSplitter;

namespace cairn
{

class AdvancedAsk;
class ElidedLabel;
class FlowWidget;
class Label;
class LinkButton;
class PrimaryButton;
class AskFrame;
class DownwardArea;
class QuestionConditions;
class QuestionField;

class AskBox final : public QWidget
{
    Q_OBJECT
public:
    explicit AskBox(QWidget* parent = nullptr);
    ~AskBox() override;

    // Values in
    void setForm(const AskForm& form);                      // no signal
    AskForm form() const;
    void setSubject(const QString& words);                  // "Alice and the first 38 % of Looking-Glass"; empty: nothing is open
    void setTicked(int documents);
    void setDisabledReason(const QString& reason);          // empty: questions are possible
    void setAnswering(bool answering);                      // Ask becomes Stop
    void setState(const QString& words, const QString& shortly = {});   // "Retrieving", "Writing, 23 tokens/s"
    void setPlaceAvailable(bool available, const QString& reason);   // for "Only up to where I am"
    void setStarters(const QStringList& questions);         // empty: none are shown
    void setModelTopK(std::uint32_t topK);                  // what an unset top-k means
    void setRoom(int height);                               // where it needs more, what stands around an empty field gives way
    void focusQuestion();                                   // behind what stands there; what was asked before is selected
    QString question() const;                               // as it stands in the field
    void setQuestion(const QString& question);              // to be edited and asked
    void setAskedQuestion(const QString& question);         // the same of one that was asked before
    void setWaiting(const QString& words);                  // "Asked next: “Who?”"; empty: no question waits
    void setPrefix(const QString& words);                   // "Follow-up of answer 4"; empty: a new question; Esc gives it up
    void setPart(const QString& words);                     // "Only in “Fees”"; empty: in all that is ticked; Esc gives it up

Q_SIGNALS:
    void asked(const cairn::AskForm& form);
    void askedNext(const cairn::AskForm& form);             // while an answer is written: behind it
    void waitingDropped();
    void stopRequested();
    void formChanged(const cairn::AskForm& form);           // ticks and advanced values, not each letter
    void draftChanged(const QString& question);
    void prefixDropped();
    void partDropped();

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void ask();
    void fit();
    void foldParts(int wanted);
    int fitSettings(int wanted);
    void followRoom();
    void retranslate();
    void nameFold();
    void refresh();

    AskFrame* m_frame;
    QuestionField* m_field;
    FlowWidget* m_starters;                                    // empty and hidden when there are none
    FlowWidget* m_below;                                       // ticks and buttons
    QuestionConditions* m_conditions;
    QCheckBox* m_bookOnly;
    QCheckBox* m_upToHere;
    LinkButton* m_more;
    Label* m_ticked;
    ElidedLabel* m_hint;                                       // a key, or what the engine does now
    Label* m_why;                                              // why nothing can be asked; hidden otherwise
    PrimaryButton* m_ask;
    AdvancedAsk* m_advanced;
    DownwardArea* m_settings;                                  // they scroll where the window leaves them no room
    QPointer<QSplitter> m_rows;                                // that the box stands in, below the reader; null: none
    QString m_asked;                                           // the question that was put there to be edited
    QString m_subject, m_reason, m_state, m_shortState, m_placeReason;
    int m_tickedCount = 1;
    int m_room = QWIDGETSIZE_MAX;
    bool m_cut = false;                              // the last text that was pasted
    bool m_answering = false, m_placeAvailable = true;
};

}  // namespace cairn
