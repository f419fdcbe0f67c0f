// The real, locked down cairn-engine on a GPU: the emulated one, with a model of a few numbers.
#include "tests/client/client_record.h"
#include "tests/client/generated_document.h"
#include "tests/support/chat_model.h"
#include "tests/support/patience.h"

#include <QTemporaryDir>

namespace cairn::testing
{

class GpuProcessTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void readsAndAnswersOnTheGpu();
    void brokenGpuIsReplacedByTheProcessor();
    void refusedGpuFailsTheSessionWithTheReason();

private:
    EngineSession session(const QTemporaryDir& folder, const char* device) const;
    QTemporaryDir m_model;
    std::shared_ptr<const CanonicalText> m_document = generatedDocument(4);
};

void GpuProcessTest::initTestCase() { test::ChatModel(m_model.path().toStdString()); }

void GpuProcessTest::init()
{
    qputenv("CAIRN_CUDA_PLUGIN", CAIRN_EMULATED_PLUGIN);
    qunsetenv("CAIRN_EMULATION_BREAK");
}

EngineSession GpuProcessTest::session(const QTemporaryDir& folder, const char* device) const
{
    EngineSession session;
    session.folder = folder.path() + QStringLiteral("/session");
    session.documents = {m_document};
    session.model = m_model.path();
    session.device = QString::fromLatin1(device);
    return session;
}

void GpuProcessTest::readsAndAnswersOnTheGpu()
{
    const QTemporaryDir folder;
    EngineClient client({QStringLiteral(CAIRN_ENGINE_PROGRAM)});
    ClientRecord record(client);
    client.openSession(session(folder, "auto"));
    const RequestId reading = client.read();
    QTRY_COMPARE_WITH_TIMEOUT(record.endOf(reading), std::string("read"), 120'000);
    QCOMPARE(record.facts->device, QStringLiteral("emulated GPU"));
    QVERIFY(record.facts->deviceReason.isEmpty());
    QCOMPARE(record.stored, record.facts->totalBlocks);
    AskOptions options;
    options.strategy = Strategy::Memory;
    options.maxTokens = 3;
    const RequestId question = client.ask(QStringLiteral("Who?"), options);
    QTRY_COMPARE_WITH_TIMEOUT(record.endOf(question), std::string("answered"), 120'000);
    QCOMPARE(record.answer->question, std::string("Who?"));
}

// It breaks in each process while it reads; what was committed stays, and the processor goes on with the same memory.
void GpuProcessTest::brokenGpuIsReplacedByTheProcessor()
{
    const QTemporaryDir folder;
    qputenv("CAIRN_EMULATION_BREAK", "70");   // behind the self check and the canary, before the end of the document
    EngineClient client({QStringLiteral(CAIRN_ENGINE_PROGRAM)});
    ClientRecord record(client);
    client.openSession(session(folder, "cuda"));
    const RequestId reading = client.read();
    QTRY_COMPARE_WITH_TIMEOUT(record.endOf(reading), std::string("read"), 120'000);
    QCOMPARE(record.opened, 3);
    QCOMPARE(record.reasons.count(QStringLiteral("The graphics card failed, and the engine with it.")), 2);
    QVERIFY(record.facts->device.startsWith(QStringLiteral("CPU")));
    QVERIFY(record.facts->deviceReason.startsWith(QStringLiteral("The graphics card failed twice")));
    QCOMPARE(record.stored, record.facts->totalBlocks);
}

void GpuProcessTest::refusedGpuFailsTheSessionWithTheReason()
{
    const QTemporaryDir folder;
    qputenv("CAIRN_CUDA_PLUGIN", "/nowhere");
    EngineClient client({QStringLiteral(CAIRN_ENGINE_PROGRAM)});
    ClientRecord record(client);
    client.openSession(session(folder, "cuda"));
    QTRY_VERIFY(record.sessionError);
    QVERIFY2(record.sessionError->message.starts_with("The GPU can't be used: The GPU plugin /nowhere can't be loaded."),
             record.sessionError->message.c_str());
}

}  // namespace cairn::testing

QTEST_GUILESS_MAIN(cairn::testing::GpuProcessTest)
#include "gpu_process_test.moc"
