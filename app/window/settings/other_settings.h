// Asks the question of the answer that is shown with other settings of the retrieval, one after the other, as ordinary questions: each is
// kept and can be compared. Afterwards the answer is shown again; it is stable if all cite the same passages (experience.md 10 U15).
// UI thread.
#pragma once

#include "app/window/session/conversation_controller.h"

#include <QObject>

#include <optional>
#include <vector>

namespace cairn
{

class OtherSettings final : public QObject
{
    Q_OBJECT
public:
    explicit OtherSettings(ConversationController& conversation, QObject* parent = nullptr);   // borrowed

    // What start() would ask, and about how long it takes; 0: there is no answer with a trace, or one is being written.
    int count() const;
    double seconds() const;
    void start();
    bool isRunning() const { return m_origin.has_value(); }

Q_SIGNALS:
    void progressed(int question, int questions, const cairn::AskOptions& options);   // is asked next, from 1
    void finished(int asked, int questions, int agreeing);                            // of those asked

private:
    void askNext();
    void answered(AnswerId answer);
    void end();

    ConversationController& m_conversation;
    std::optional<AnswerId> m_origin;          // none: nothing runs
    Answer m_original;                         // without its trace
    std::vector<AskOptions> m_variants;
    std::size_t m_asked = 0;
    int m_agreeing = 0;
};

}  // namespace cairn
