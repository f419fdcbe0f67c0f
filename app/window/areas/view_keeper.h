// What the window looks like, kept in the open session (ViewState) a second after a change, with an answer's end at once, and brought back
// with the session, after a crash too. UI thread.
#pragma once

#include <QObject>
#include <QPointer>

#include <functional>

class QTimer;

namespace cairn
{

class AnswerArea;
class ConversationController;
class ReaderArea;
class SelectionHub;
class SessionController;
class SidePresenter;
class StudyDock;
struct Selection;
struct ViewState;

struct ViewParts   // borrowed
{
    std::function<ReaderArea*()> reader;   // of two the one that was in focus last
    std::function<StudyDock*()> study;     // another one after a change of language
    SidePresenter* side;
    AnswerArea* answers;
    SelectionHub* hub;
};

class ViewKeeper final : public QObject
{
    Q_OBJECT
public:
    ViewKeeper(SessionController& session, ConversationController& conversation, ViewParts parts, QObject* parent = nullptr);

    void save();                           // now, unless no session is open
    void saveSoon();                       // a second after the first change; meanwhile others may come
    void restore(bool withSelection);      // into the parts; the selection once its answer is loaded. REQUIRES: a session is open

private:
    ViewState state() const;               // REQUIRES: a session is open
    void restoreQuestion(const ViewState& view);
    void restoreTicks(const ViewState& view);
    void restoreAnswer(const ViewState& view, bool withSelection);
    void restoreCompared(const Selection& selection, bool show);

    SessionController& m_session;
    ConversationController& m_conversation;
    ViewParts m_parts;
    QTimer* m_timer;
    QPointer<QObject> m_restoring;         // there while the session's selection waits for its answer
};

}  // namespace cairn
