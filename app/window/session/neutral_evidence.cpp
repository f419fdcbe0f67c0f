#include "app/window/session/neutral_evidence.h"

#include <utility>

namespace cairn
{
namespace
{

constexpr int kIdleMs = 2000;

}  // namespace

NeutralEvidenceController::NeutralEvidenceController(SessionController& session, ReadingController& reading,
                                                     ConversationController& conversation, QObject* parent)
    : QObject(parent), m_session(session), m_reading(reading), m_conversation(conversation)
{
    m_idle.setSingleShot(true);
    m_idle.setInterval(kIdleMs);
    connect(&m_idle, &QTimer::timeout, this, &NeutralEvidenceController::askIfIdle);
    connect(&session, &SessionController::opened, this, &NeutralEvidenceController::load);
    connect(&session, &SessionController::closed, this, &NeutralEvidenceController::forget);
    connect(&session, &SessionController::engineReady, this, &NeutralEvidenceController::wait);
    connect(&reading, &ReadingController::changed, this, &NeutralEvidenceController::wait);
    connect(&conversation, &ConversationController::liveChanged, this, [this] {
        if (m_conversation.isAnswering() && m_request != 0)
            m_session.engine().cancel(m_request);
        wait();
    });
    EngineClient& engine = session.engine();
    connect(&engine, &EngineClient::answered, this, [this](RequestId request, const std::shared_ptr<const Answer>& answer) {
        if (request != m_request)
            return;
        m_request = 0;
        answer->stopped ? wait() : take(*answer);
    });
    connect(&engine, &EngineClient::cancelled, this, [this](RequestId request) {
        if (request == m_request) {
            m_request = 0;
            wait();
        }
    });
    connect(&engine, &EngineClient::failed, this, [this](RequestId request, const Error&) {
        if (request == m_request) {
            m_request = 0;
            m_failed = true;
        }
    });
}

void NeutralEvidenceController::load()
{
    forget();
    m_session.store().withStore(this, [](SessionStore& store) { return store.setting(kNeutralSetting); },
                                [this](const Result<std::string>& setting) {
                                    if (!m_session.isOpen() || m_record || !setting)
                                        return;
                                    m_record = neutralRecordFromJson(*setting);
                                    Q_EMIT changed();
                                });
}

void NeutralEvidenceController::forget()
{
    m_idle.stop();
    m_request = 0;
    m_failed = false;
    if (std::exchange(m_record, std::nullopt))
        Q_EMIT changed();
}

void NeutralEvidenceController::wait()
{
    if (!m_failed && m_request == 0 && m_session.isOpen())
        m_idle.start();
}

// Before the engine has told which memory it is, what is stored is taken for true.
bool NeutralEvidenceController::isKnown() const
{
    return m_record && m_record->isOf(m_session.facts()->memoryKey, m_reading.status().storedBlocks);
}

void NeutralEvidenceController::askIfIdle()
{
    const bool idle = m_session.isOpen() && !m_session.contents().readOnly && m_session.facts() && m_reading.status().isRead()
        && !m_conversation.isAnswering() && !m_conversation.isRescoring();
    if (!idle || isKnown() || m_request != 0 || m_reading.status().storedBlocks == 0)
        return;
    m_request = m_session.engine().ask(QString::fromUtf8(kNeutralQuestion.data(), qsizetype(kNeutralQuestion.size())), neutralOptions());
}

void NeutralEvidenceController::take(const Answer& answer)
{
    if (!m_session.isOpen() || !m_session.facts() || answer.trace.tokens == 0)
        return;
    m_record = NeutralRecord{m_session.facts()->memoryKey, m_reading.status().storedBlocks, neutralEvidenceOf(answer.trace)};
    m_session.save([json = toJson(*m_record)](SessionStore& store) { return store.setSetting(kNeutralSetting, json); });
    Q_EMIT changed();
}

}  // namespace cairn
