// A question to the whole text, chapter by chapter (experience.md 10, U9): the parts are asked one after the other as ordinary questions,
// each limited to its chapter; what they say is put together as an answer of its own. Stopped: the finished parts are kept. UI thread.
#pragma once

#include "app/window/session/conversation_controller.h"
#include "core/answering/sweep_parts.h"

#include <QObject>

#include <string>
#include <vector>

namespace cairn
{

class SweepController final : public QObject
{
    Q_OBJECT
public:
    SweepController(SessionController& session, ConversationController& conversation, QObject* parent = nullptr);   // borrowed

    // Chapters of what is read. Nothing happens while an answer is being written, or when there is nothing to ask.
    void start(const QString& question, const AskOptions& options);
    bool isRunning() const { return !m_question.isEmpty(); }

Q_SIGNALS:
    void progressed(int part, int parts, const QString& title);        // is asked next, from 1
    void finished(int asked, int parts, int found);                    // the answer put together is shown

private:
    void askNext();
    void partAnswered(AnswerId answer);
    void end();

    SessionController& m_session;
    ConversationController& m_conversation;
    QString m_question;                    // empty: no sweep runs
    AskOptions m_options;
    std::vector<SweepPart> m_parts;
    std::vector<PartAnswer> m_answers;     // of the first parts, without traces
};

// Does the question ask for all of the text ("summarise", "list all"), or for a number that it may take all of the text to count
// ("how many")? English and German words.
bool asksForAll(const QString& question);
bool asksForCount(const QString& question);

// Is it worth asking every chapter? Not where a cited sentence states the number that was asked for, or a list of the text is quoted.
bool deservesSweep(const Answer& answer);

}  // namespace cairn
