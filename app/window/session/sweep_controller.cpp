#include "app/window/session/sweep_controller.h"

#include "app/window/session/sweep_titles.h"
#include "core/types/quotation.h"

#include <QRegularExpression>
#include <QSet>

#include <algorithm>

namespace cairn
{
namespace
{

QSet<QString> wordsOf(const std::string& text)
{
    static const QRegularExpression kNoWord(QStringLiteral("\\W+"), QRegularExpression::UseUnicodePropertiesOption);
    const QStringList words = QString::fromStdString(text).toCaseFolded().split(kNoWord, Qt::SkipEmptyParts);
    return {words.begin(), words.end()};
}

}  // namespace

bool asksForAll(const QString& question)
{
    static const QRegularExpression kWords(
        QStringLiteral("\\b(summar(y|i[sz]e)|overview|list|every|all (the )?\\w+s|how often .* (appear|occur|mention|name)\\w*|in each|"
                       "zusammenfass\\w*|fass\\w* .* zusammen|\u00fcberblick|liste|auflisten|z\u00e4hle\\w*|alle|jede[rsmn]?|"
                       "wie oft (komm|wird|werd)\\w*)\\b"),
        QRegularExpression::CaseInsensitiveOption | QRegularExpression::UseUnicodePropertiesOption);
    return question.contains(kWords);
}

bool asksForCount(const QString& question)
{
    static const QRegularExpression kWords(QStringLiteral("\\b(how many|wie viele)\\b"),
                                           QRegularExpression::CaseInsensitiveOption | QRegularExpression::UseUnicodePropertiesOption);
    return question.contains(kWords);
}

bool deservesSweep(const Answer& answer)
{
    const QString question = QString::fromStdString(answer.question);
    const QSet<QString> words = wordsOf(answer.text);
    const auto says = [&](const Citation& citation) { return wordsOf(citation.text).contains(words); };
    const bool isStated = answer.found && std::any_of(answer.citations.begin(), answer.citations.end(), says);
    const bool isQuoted = answer.found && isQuotation(answer);   // a list of the text, whole
    const Coverage& coverage = answer.coverage;
    if (coverage.total > 0 && coverage.consulted >= coverage.total)
        return false;   // it rests on the whole text
    return (asksForAll(question) && !isQuoted) || (asksForCount(question) && !isStated);
}

SweepController::SweepController(SessionController& session, ConversationController& conversation, QObject* parent)
    : QObject(parent), m_session(session), m_conversation(conversation)
{
    connect(&conversation, &ConversationController::answerFinished, this, &SweepController::partAnswered);
    connect(&conversation, &ConversationController::askFailed, this, [this] {
        if (isRunning())
            end();
    });
    connect(&session, &SessionController::closing, this, [this] { m_question.clear(); });
}

void SweepController::start(const QString& question, const AskOptions& options)
{
    if (isRunning() || m_conversation.isAnswering() || question.trimmed().isEmpty() || !m_session.facts())
        return;
    const StreamMap& map = *m_session.contents().map;
    const EngineFacts& facts = *m_session.facts();
    std::uint32_t reach = facts.storedBlocks >= facts.totalBlocks ? map.pieces() : facts.storedBlocks;
    if (options.until)
        reach = std::min(reach, options.until->value);
    m_parts = sweepParts(map, textsOf(m_session.contents()), reach);
    if (m_parts.empty())
        return;
    m_question = question.trimmed();
    m_options = options;
    m_answers.clear();
    askNext();
}

void SweepController::askNext()
{
    const SweepPart& part = m_parts[m_answers.size()];
    Q_EMIT progressed(int(m_answers.size()) + 1, int(m_parts.size()), QString::fromStdString(part.title));
    m_conversation.ask(m_question, optionsFor(part, *m_session.contents().map, m_options));
    if (!m_conversation.isAnswering())
        end();
}

void SweepController::partAnswered(AnswerId)
{
    if (!isRunning() || m_answers.size() >= m_parts.size())
        return;
    const SweepPart& part = m_parts[m_answers.size()];
    Answer answer = m_conversation.shown()->answer;
    if (answer.stopped)
        return end();
    answer.trace = {};
    m_answers.push_back({part, optionsFor(part, *m_session.contents().map, m_options), std::move(answer)});
    QMetaObject::invokeMethod(this, [this] {   // once everybody has seen this answer
        if (isRunning())
            m_answers.size() == m_parts.size() ? end() : askNext();
    }, Qt::QueuedConnection);
}

void SweepController::end()
{
    const QString question = std::exchange(m_question, {});
    const int asked = int(m_answers.size());
    if (asked > 0) {
        Answer combined = combineParts(question.toStdString(), m_answers);
        combined.stopped = asked < int(m_parts.size());
        m_conversation.keep(question, m_options, std::move(combined));
    }
    const auto found = std::count_if(m_answers.begin(), m_answers.end(), [](const PartAnswer& part) { return part.answer.found; });
    Q_EMIT finished(asked, int(m_parts.size()), int(found));
    m_answers.clear();
    m_parts.clear();
}

}  // namespace cairn
