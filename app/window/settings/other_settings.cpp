#include "app/window/settings/other_settings.h"

#include "core/answering/setting_variants.h"
#include "core/types/citation_agreement.h"

#include <utility>

namespace cairn
{

OtherSettings::OtherSettings(ConversationController& conversation, QObject* parent) : QObject(parent), m_conversation(conversation)
{
    connect(&conversation, &ConversationController::answerFinished, this, &OtherSettings::answered);
}

int OtherSettings::count() const
{
    const RunPtr& run = m_conversation.shown();
    const bool possible = run && run->answer.trace.tokens > 0 && !m_conversation.isAnswering();
    return possible ? int(settingVariants({}, run->answer.trace).size()) : 0;
}

double OtherSettings::seconds() const
{
    const Answer& answer = m_conversation.shown()->answer;
    const double writing = answer.tokensPerSecond > 0 ? double(answer.tokens.size()) / answer.tokensPerSecond : 0;
    return count() * (answer.firstTokenMs / 1000 + writing);
}

void OtherSettings::start()
{
    const auto options = m_conversation.shownId() ? m_conversation.optionsToAskAgain(*m_conversation.shownId()) : std::nullopt;
    if (isRunning() || count() == 0 || !options)
        return;
    m_origin = m_conversation.shownId();
    m_original = m_conversation.shown()->answer;
    m_variants = settingVariants(*options, m_original.trace);
    m_original.trace = {};
    m_asked = 0;
    m_agreeing = 0;
    askNext();
}

void OtherSettings::askNext()
{
    Q_EMIT progressed(int(m_asked) + 1, int(m_variants.size()), m_variants[m_asked]);
    m_conversation.askAgain(*m_origin, [this](AskOptions& options) { options = m_variants[m_asked]; });
    if (!m_conversation.isAnswering())
        end();
}

// A setting that the model can't do (grouped attention without landmarks) fails alone and counts as not asked.
void OtherSettings::answered(AnswerId answer)
{
    if (!isRunning() || m_asked >= m_variants.size())
        return;
    if (m_conversation.stateOf(answer) == AnswerState::Stopped)
        return end();
    if (m_conversation.stateOf(answer) == AnswerState::Failed) {
        m_variants.erase(m_variants.begin() + std::ptrdiff_t(m_asked));
    } else {
        m_agreeing += citationsAgree(m_original, m_conversation.shown()->answer) ? 1 : 0;
        ++m_asked;
    }
    QMetaObject::invokeMethod(this, [this] {   // once everybody has seen this answer
        if (isRunning())
            m_asked == m_variants.size() ? end() : askNext();
    }, Qt::QueuedConnection);
}

void OtherSettings::end()
{
    if (const auto origin = std::exchange(m_origin, std::nullopt)) {
        m_conversation.show(*origin);
        Q_EMIT finished(int(m_asked), int(m_variants.size()), m_agreeing);
    }
}

}  // namespace cairn
