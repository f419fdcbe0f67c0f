#include "app/client/engine_client.h"

#include "app/client/background.h"
#include "app/client/engine_process.h"
#include "core/documents/client/canonical_codec.h"
#include "ui/sentences/sentences.h"

#include <QTimer>

#include <algorithm>

namespace cairn
{
namespace
{

DeviceChoice deviceOf(const QString& name)
{
    if (name == QLatin1String("cpu"))
        return DeviceChoice::Cpu;
    return name == QLatin1String("cuda") ? DeviceChoice::Cuda : DeviceChoice::Auto;
}

std::optional<KvType> kvTypeOf(const QString& name)
{
    if (name == QLatin1String("f16"))
        return KvType::F16;
    return name == QLatin1String("int8") ? std::optional(KvType::Int8) : std::nullopt;
}

OpenCommand openCommand(RequestId request, const EngineSession& session, bool withoutGpu)
{
    OpenCommand open;
    open.request = request;
    open.folder = session.folder.toStdString();
    open.model = session.model.toStdString();
    open.recordedModel = session.recordedModel.toStdString();
    open.device = withoutGpu ? DeviceChoice::Cpu : deviceOf(session.device);
    open.kvType = kvTypeOf(session.kvType);
    open.memoryBudgetBytes = session.memoryBudgetBytes;
    open.threads = static_cast<std::uint32_t>(std::max(0, session.threads));
    open.discardOther = session.discardOther;
    open.links = session.links;
    open.scan = session.scan;
    open.documents = static_cast<std::uint32_t>(session.documents.size());
    return open;
}

}  // namespace

EngineClient::EngineClient(QStringList command, QObject* parent) : QObject(parent)
{
    setCommand(std::move(command));
}

EngineClient::~EngineClient() = default;   // the processes are children

void EngineClient::setCommand(QStringList command)
{
    m_command = command.isEmpty() ? usualEngineCommand() : std::move(command);
}

QString EngineClient::remoteHost() const { return remoteHostOf(m_command); }

QString EngineClient::foreignCommand() const { return isOwnEngine(m_command) ? QString() : m_command.join(QLatin1Char(' ')); }

qint64 EngineClient::engineProcessId() const { return m_process ? m_process->processId() : 0; }

void EngineClient::setState(EngineState state, const QString& reason)
{
    if (state == m_state && reason == m_reason)
        return;
    m_state = state;
    m_reason = reason;
    Q_EMIT stateChanged(m_state, m_reason);
}

void EngineClient::openSession(EngineSession session)
{
    endAll(nullptr);
    retire();
    m_session = std::move(session);
    m_failures.clear();
    m_deviceFailures = 0;
    m_sessionError.reset();
    ++m_sessionNumber;
    m_documents.reset();
    setState(EngineState::Starting);
    encodeDocuments();
}

// A long book takes some tenths of a second, once per session.
void EngineClient::encodeDocuments()
{
    using Encoded = std::shared_ptr<DocumentBytes>;
    const auto work = [documents = m_session->documents] {
        auto encoded = std::make_shared<DocumentBytes>();
        for (const DocumentPtr& document : documents)
            encoded->push_back(std::make_shared<const Bytes>(document ? encodeCanonicalText(*document) : Bytes{}));
        return encoded;
    };
    inBackground<Encoded>(this, work, [this, number = m_sessionNumber](Encoded encoded) {
        if (number != m_sessionNumber || !m_session)
            return;
        m_documents = std::move(*encoded);
        launch();
    });
}

void EngineClient::closeSession()
{
    endAll(nullptr);
    retire();
    m_session.reset();
    m_sessionError.reset();
    m_documents.reset();
    ++m_sessionNumber;
    setState(EngineState::Stopped);
}

void EngineClient::restart()
{
    if (!m_session)
        return;
    m_failures.clear();
    m_deviceFailures = 0;
    m_sessionError.reset();
    if (m_process)
        failOpenQuestions();
    retire();
    setState(EngineState::Starting);
    if (m_documents)
        launch();
}

// One engine at a time: the memory of a session has one writer.
void EngineClient::launch()
{
    if (m_leaving || m_process || !m_session || !m_documents)
        return;
    m_process = new EngineProcess(m_command, m_times, this);
    connect(m_process, &EngineProcess::received, this, &EngineClient::receive);
    connect(m_process, &EngineProcess::ended, this, &EngineClient::processEnded);
    connect(m_process, &EngineProcess::silenceChanged, this, [this](bool silent) {
        if (silent) {
            m_before = m_state;
            setState(EngineState::NotResponding, tr("The engine does not answer at the moment."));
        } else if (m_state == EngineState::NotResponding) {
            setState(m_before);
        }
    });
    m_openRequest = m_next++;
    m_process->send(encode(openCommand(m_openRequest, *m_session, isWithoutGpu())));
    for (const auto& document : *m_documents)
        m_process->send(encode(DocumentCommand{m_openRequest, document}));
    m_process->expect(EngineProcess::Work::Opening);
    m_process->start();
}

void EngineClient::retire()
{
    m_facts.reset();
    if (!m_process)
        return;
    disconnect(m_process, nullptr, this, nullptr);
    m_leaving = std::exchange(m_process, nullptr);
    connect(m_leaving, &EngineProcess::ended, this, &EngineClient::processRetired);
    m_leaving->finish();
}

void EngineClient::processRetired()
{
    m_leaving->deleteLater();
    m_leaving = nullptr;
    Q_EMIT gone();
    if (m_state == EngineState::Starting)
        launch();
}

bool EngineClient::tooManyFailures()
{
    std::erase_if(m_failures, [this](const QElapsedTimer& since) { return since.hasExpired(m_times.failureWindow.count()); });
    m_failures.emplace_back().start();
    return static_cast<int>(m_failures.size()) >= m_times.failures;
}

void EngineClient::processEnded(const QString& reason, bool started)
{
    m_deviceFailures += m_process->deviceFailed() ? 1 : 0;
    m_crashReport = m_process->crashReport();
    m_process->deleteLater();
    m_process = nullptr;
    m_facts.reset();
    failOpenQuestions();
    if (tooManyFailures() || !started) {
        setState(EngineState::GaveUp, reason);
    } else {
        setState(EngineState::Restarting, reason);
        launch();
    }
}

// One that is ended from outside gives up its work before it goes; what it gave up is as open as with one that was killed.
void EngineClient::awaitEnd()
{
    QTimer::singleShot(m_times.farewell, m_process, [this] { violation("cancelled unasked"); });
}

void EngineClient::violation(const char* what)
{
    if (m_process)
        m_process->kill(tr("The engine sent something wrong (%1) and was stopped.").arg(sentenceWords(QString::fromLatin1(what))));
}

}  // namespace cairn
