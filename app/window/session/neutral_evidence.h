// Runs the neutral question (experience.md 4, lift) once per memory, when reading has ended and nothing else is asked, and keeps what it
// opened with the session. A question of the user's own goes first: the neutral one is cancelled and asked again later. UI thread.
#pragma once

#include "app/conversation/neutral_record.h"
#include "app/window/session/conversation_controller.h"
#include "app/window/session/reading_controller.h"

#include <QObject>
#include <QTimer>

#include <optional>

namespace cairn
{

class NeutralEvidenceController final : public QObject
{
    Q_OBJECT
public:
    NeutralEvidenceController(SessionController& session, ReadingController& reading, ConversationController& conversation,
                              QObject* parent = nullptr);   // borrowed

    const NeutralEvidence* evidence() const { return m_record ? &m_record->neutral : nullptr; }   // null: not known

Q_SIGNALS:
    void changed();

private:
    void load();
    void wait();                                   // for some seconds of idleness
    void askIfIdle();
    bool isKnown() const;
    void take(const Answer& answer);
    void forget();

    SessionController& m_session;
    ReadingController& m_reading;
    ConversationController& m_conversation;
    QTimer m_idle;
    std::optional<NeutralRecord> m_record;
    RequestId m_request = 0;                       // 0: none under way
    bool m_failed = false;                         // not tried again before the session is opened again
};

}  // namespace cairn
