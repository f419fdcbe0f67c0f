// One run of the engine process: starts it, carries messages both ways in pieces, and watches whether it lives. Its input is closed to
// end it; it is killed when it breaks the protocol or stands still. UI thread; nothing here blocks but the destructor, which waits for
// a process that is still there to make durable what it read.
#pragma once

#include "app/client/engine_times.h"
#include "app/protocol/events.h"

#include <QElapsedTimer>
#include <QObject>
#include <QProcess>
#include <QStringList>
#include <QTimer>

#include <cstdint>
#include <deque>
#include <optional>

namespace cairn
{

// Program and arguments of a command as people write it: split at spaces, "..." and '...' held together. An apostrophe inside a word is
// one.
QStringList commandWords(const QString& command);

// Program and arguments where none are named: CAIRN_ENGINE, split at spaces, else cairn-engine beside this program.
QStringList usualEngineCommand();

// The program is the cairn-engine that came with this one: what is sent to it stays on this computer.
bool isOwnEngine(const QStringList& command);

// The computer that a command runs the engine on, where it is one of ssh's; empty: this one, or not known.
QString remoteHostOf(const QStringList& command);

class EngineProcess final : public QObject
{
    Q_OBJECT
public:
    EngineProcess(const QStringList& command, const EngineTimes& times, QObject* parent);
    ~EngineProcess() override;

    void start();
    void send(Message message);              // after those sent before; before and after start()
    void finish();                           // no more messages: the engine ends by itself, or is killed when that takes too long
    void kill(const QString& reason);        // ended() gives the reason; later messages are dropped
    void abandon(const QObject* listener);   // killed and gone soon, inside its own signals too; `listener` hears no more of it

    // What it is expected to do: stands still = kill. Opening has a limit of its own, since a model is loaded without progress.
    enum class Work { None, Opening, Requests };
    void expect(Work work);

    bool isSilent() const { return m_silent; }
    const QString& crashReport() const { return m_crashReport; }   // once it has ended: the file with what is known; empty: none
    bool deviceFailed() const;               // it has ended by itself, because its GPU failed
    qint64 processId() const { return m_process.processId(); }

Q_SIGNALS:
    void received(const cairn::Message& message);   // all but heartbeats and the greeting
    void silenceChanged(bool silent);
    void ended(const QString& reason, bool started);   // once, always asynchronous; started: it greeted, so the command is right

private:
    void pump();
    void readOutput();
    void readErrors();
    void take(const Message& message);
    void watch();
    void end(const QString& reason);
    QString endReason() const;
    bool endedFromOutside() const;           // as a program is asked to end, not by this one

    EngineTimes m_times;
    QStringList m_command;
    QProcess m_process;
    std::deque<MessageCutter> m_outgoing;
    std::uint64_t m_sequence = 0;
    MessageReader m_reader{Direction::FromEngine};
    QTimer m_watch;
    QElapsedTimer m_heard, m_moved, m_watched, m_finishing;
    std::uint64_t m_progress = 0;
    Work m_work = Work::None;
    QString m_killReason;
    std::optional<std::uint64_t> m_memoryKills;   // when it was started (memory_kills.h)
    QByteArray m_errors;                     // the end of what it printed
    QString m_crashReport;                   // the file, of an engine that crashed; empty: none
    bool m_greeted = false, m_silent = false, m_killed = false, m_ended = false, m_inputClosed = false;
};

}  // namespace cairn
