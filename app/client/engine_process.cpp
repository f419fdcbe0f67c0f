#include "app/client/engine_process.h"

#include "app/client/memory_kills.h"
#include "app/common/crash_report.h"
#include "app/protocol/engine_exit.h"
#include "ui/sentences/sentences.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>
#include <csignal>
#include <cstdio>

namespace cairn
{
namespace
{

constexpr qint64 kBuffered = 1 << 20;        // handed to the process at once
constexpr qsizetype kKeptErrors = 16'000;     // the report of a crash, too
constexpr int kQuitWaitMs = 2000;

QString ownEngineProgram() { return QCoreApplication::applicationDirPath() + QStringLiteral("/cairn-engine"); }

// What follows is a sentence of its own.
QString asSentence(const QString& words)
{
    return words.isEmpty() || words.back().isPunct() ? words : words + QLatin1Char('.');
}

int seconds(std::chrono::milliseconds time) { return static_cast<int>(time.count() / 1000); }

}  // namespace

QStringList commandWords(const QString& command)
{
    QStringList words;
    QString rest = command;
    static const QRegularExpression quoted(QStringLiteral("(?:^|\\s)'([^']*)'(?=\\s|$)"));
    for (auto found = quoted.match(rest); found.hasMatch(); found = quoted.match(rest)) {
        words += QProcess::splitCommand(rest.left(found.capturedStart()));
        words.append(found.captured(1));
        rest = rest.mid(found.capturedEnd());
    }
    return words + QProcess::splitCommand(rest);
}

QStringList usualEngineCommand()
{
    const QString named = qEnvironmentVariable("CAIRN_ENGINE");
    const QStringList command = commandWords(named);
    return command.isEmpty() ? QStringList{ownEngineProgram()} : command;
}

bool isOwnEngine(const QStringList& command)
{
    const QString program = QFileInfo(command.value(0)).canonicalFilePath();   // of a name without a folder: empty, it comes from the path
    return command.value(0) == ownEngineProgram() || (!program.isEmpty() && program == QFileInfo(ownEngineProgram()).canonicalFilePath());
}

QString remoteHostOf(const QStringList& command)
{
    if (QFileInfo(command.value(0)).fileName() != QLatin1String("ssh"))
        return {};
    const QString withValue = QStringLiteral("BbcDEeFIiJLlmOopQRSWw");   // options of ssh that take a word of their own
    for (qsizetype i = 1; i < command.size(); ++i) {
        const QString& word = command[i];
        if (!word.startsWith(QLatin1Char('-')))
            return word.section(QLatin1Char('@'), -1);
        i += word.size() == 2 && withValue.contains(word[1]) ? 1 : 0;
    }
    return {};
}

EngineProcess::EngineProcess(const QStringList& command, const EngineTimes& times, QObject* parent)
    : QObject(parent), m_times(times), m_command(command)
{
    connect(&m_process, &QProcess::bytesWritten, this, &EngineProcess::pump);
    connect(&m_process, &QProcess::started, this, &EngineProcess::pump);
    connect(&m_process, &QProcess::readyReadStandardOutput, this, &EngineProcess::readOutput);
    connect(&m_process, &QProcess::readyReadStandardError, this, &EngineProcess::readErrors);
    connect(&m_process, &QProcess::finished, this, [this] {
        readOutput();
        readErrors();
        if (!m_killed)
            m_crashReport = QString::fromStdString(keepCrashReport(m_errors.toStdString()).value_or(std::string()));
        end(endReason());
    });
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)   // not from inside start()
            QMetaObject::invokeMethod(this, [this] { end(endReason()); }, Qt::QueuedConnection);
    });
    m_watch.setInterval(std::max<std::chrono::milliseconds>(std::chrono::milliseconds(10), times.silence / 10));
    connect(&m_watch, &QTimer::timeout, this, &EngineProcess::watch);
}

EngineProcess::~EngineProcess()
{
    disconnect(&m_process, nullptr, this, nullptr);
    if (m_process.state() == QProcess::NotRunning)
        return;
    m_process.closeWriteChannel();
    if (m_killed || !m_process.waitForFinished(kQuitWaitMs)) {
        m_process.kill();
        m_process.waitForFinished(kQuitWaitMs);
    }
}

void EngineProcess::start()
{
    m_heard.start();
    m_moved.start();
    m_watched.start();
    m_watch.start();
    m_memoryKills = memoryKills();
    m_process.start(m_command.value(0), m_command.mid(1));
}

void EngineProcess::send(Message message)
{
    m_outgoing.emplace_back(std::move(message));
    pump();
}

void EngineProcess::pump()
{
    if (m_process.state() != QProcess::Running || m_inputClosed)
        return;
    while (!m_outgoing.empty() && m_process.bytesToWrite() < kBuffered) {
        const Bytes frame = m_outgoing.front().next(m_sequence);
        m_process.write(reinterpret_cast<const char*>(frame.data()), static_cast<qint64>(frame.size()));
        if (m_outgoing.front().atEnd())
            m_outgoing.pop_front();
    }
    if (m_finishing.isValid()) {
        m_inputClosed = true;
        m_process.closeWriteChannel();
    }
}

void EngineProcess::finish()
{
    m_outgoing.clear();                      // a message that is cut is the end of input all the same
    m_finishing.start();
    pump();
}

void EngineProcess::kill(const QString& reason)
{
    if (m_killed || m_ended)
        return;
    m_killed = true;
    m_killReason = reason;
    m_process.kill();
}

void EngineProcess::abandon(const QObject* listener)
{
    disconnect(listener);
    kill({});
    deleteLater();
}

void EngineProcess::expect(Work work)
{
    if (work != m_work)
        m_moved.start();
    m_work = work;
}

void EngineProcess::readErrors()
{
    const QByteArray text = m_process.readAllStandardError();
    std::fwrite(text.constData(), 1, static_cast<std::size_t>(text.size()), stderr);
    m_errors = (m_errors + text).right(kKeptErrors);
}

void EngineProcess::readOutput()
{
    const QByteArray bytes = m_process.readAllStandardOutput();
    if (m_killed || m_ended)
        return;
    if (!bytes.isEmpty())
        m_heard.start();
    std::span rest(reinterpret_cast<const std::byte*>(bytes.constData()), static_cast<std::size_t>(bytes.size()));
    while (!m_killed) {
        const auto message = m_reader.take(rest);
        if (!message)
            return kill(errorWords(message.error()));
        if (!*message)
            return;
        take(**message);
    }
}

void EngineProcess::take(const Message& message)
{
    if (m_greeted == (message.type == MessageType::Hello))
        return kill(tr("The engine did not greet as it must."));
    if (message.type != MessageType::Hello && message.type != MessageType::Heartbeat) {
        m_moved.start();
        Q_EMIT received(message);
        return;
    }
    const auto event = decodeEvent(message);
    if (!event)
        return kill(errorWords(event.error()));
    m_greeted = true;
    if (const auto* beat = std::get_if<HeartbeatEvent>(&*event); beat && beat->progress != std::exchange(m_progress, beat->progress))
        m_moved.start();
}

void EngineProcess::watch()
{
    // Where this thread itself stood still, or the computer slept, nobody was there to hear.
    if (m_watched.restart() > 3 * m_watch.interval() + 200) {
        m_heard.start();
        m_moved.start();
        return;
    }
    if (m_finishing.isValid() && m_finishing.hasExpired(m_times.farewell.count()))
        return kill(tr("The engine did not end in time."));
    const auto limit = m_work == Work::Opening ? m_times.opening : m_times.standstill;
    if (m_work != Work::None && m_moved.hasExpired(limit.count()))
        return kill(tr("The engine stood still for %n second(s) and was stopped.", nullptr, seconds(limit)));
    if (m_heard.hasExpired(m_times.standstill.count()))
        return kill(tr("The engine did not answer for %n second(s) and was stopped.", nullptr, seconds(m_times.standstill)));
    if (const bool silent = m_heard.hasExpired(m_times.silence.count()); silent != m_silent) {
        m_silent = silent;
        Q_EMIT silenceChanged(silent);
    }
}

bool EngineProcess::endedFromOutside() const
{
    const int code = m_process.exitCode();   // of a crash: the signal
    if (m_process.exitStatus() == QProcess::CrashExit)
        return code == SIGTERM || code == SIGHUP || code == SIGINT;
    return code == 0 && !m_finishing.isValid();
}

bool EngineProcess::deviceFailed() const
{
    return !m_killed && m_process.exitStatus() == QProcess::NormalExit && m_process.exitCode() == kDeviceFault;
}

QString EngineProcess::endReason() const
{
    if (m_killed)
        return m_killReason;
    if (m_process.error() == QProcess::FailedToStart)
        return tr("The engine can't be started: there is no program %1. Install Cairn again, or name another in CAIRN_ENGINE or "
                  "the settings.")
            .arg(m_command.value(0));
    if (!m_crashReport.isEmpty())
        return tr("The engine crashed. A report without words of your documents is in %1.").arg(m_crashReport);
    const QString last = asSentence(sentenceWords(QString::fromUtf8(m_errors).trimmed().section(QLatin1Char('\n'), -1)));
    if (!m_greeted)
        return last.isEmpty() ? tr("The engine ended before it was ready.") : tr("The engine ended before it was ready: %1").arg(last);
    if (m_process.exitStatus() == QProcess::CrashExit && m_process.exitCode() == SIGKILL)   // its number is the exit code of a crash
        switch (killCause(m_memoryKills, memoryKills())) {
        case KillCause::Memory: return tr("The engine was killed by the system: memory was used up.");
        case KillCause::Outside: return tr("The engine was ended from outside.");
        case KillCause::Unknown: return tr("The engine was killed; the system does that where memory is used up.");
        }
    if (endedFromOutside())
        return tr("The engine was ended from outside.");
    if (m_process.exitStatus() == QProcess::CrashExit)
        return tr("The engine crashed or was killed.");
    if (deviceFailed())
        return tr("The graphics card failed, and the engine with it.");
    if (m_process.exitCode() == kCanaryFault)
        return tr("The engine computed something else than before from the same words; memory or processor may be faulty.");
    return last.isEmpty() ? tr("The engine ended unexpectedly.") : tr("The engine ended unexpectedly: %1").arg(last);
}

void EngineProcess::end(const QString& reason)
{
    if (std::exchange(m_ended, true))
        return;
    m_watch.stop();
    Q_EMIT ended(reason, m_greeted);
}

}  // namespace cairn
