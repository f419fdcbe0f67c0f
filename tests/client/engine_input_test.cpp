// cairn-engine against a window that breaks the rules: it ends by itself with code 2, whatever comes.
#include "tests/client/generated_document.h"
#include "tests/protocol/messages.h"

#include "core/documents/client/canonical_codec.h"
#include "tests/support/patience.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

namespace cairn::testing
{

class EngineInputTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void brokenInputEndsTheEngine_data();
    void brokenInputEndsTheEngine();
    void endOfInputEndsTheEngine();
    void refusesToRunByHand();

private:
    int exitCodeAfter(const Bytes& input, bool close);
    QTemporaryDir m_folder;
};

namespace
{

Message openMessage(const QTemporaryDir& folder, std::uint32_t documents)
{
    OpenCommand open;
    open.request = 1;
    open.folder = folder.path().toStdString();
    open.documents = documents;
    return encode(open);
}

Message documentMessage(RequestId request, int paragraphs = 1)
{
    return encode(DocumentCommand{request, std::make_shared<const Bytes>(encodeCanonicalText(*generatedDocument(paragraphs)))});
}

}  // namespace

// -1: it did not end.
int EngineInputTest::exitCodeAfter(const Bytes& input, bool close)
{
    QProcess engine;
    engine.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    engine.start(QStringLiteral(CAIRN_ENGINE_PROGRAM), {});
    engine.write(reinterpret_cast<const char*>(input.data()), static_cast<qint64>(input.size()));
    if (close)
        engine.closeWriteChannel();
    return engine.waitForFinished(test::kPatienceMs) && engine.exitStatus() == QProcess::NormalExit ? engine.exitCode() : -1;
}

void EngineInputTest::brokenInputEndsTheEngine_data()
{
    QTest::addColumn<QByteArray>("input");
    const auto add = [](const char* name, const Bytes& bytes) {
        QTest::addRow("%s", name) << QByteArray(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size()));
    };
    QTest::addRow("text") << QByteArray("GET / HTTP/1.1\r\nHost: nobody\r\n\r\n");
    add("a request before a session", streamOf({encode(ReadCommand{2})}));
    add("an event", streamOf({encode(DoneEvent{2})}));
    add("a request before the documents", streamOf({openMessage(m_folder, 1), encode(ReadCommand{2})}));
    add("a document too many", streamOf({openMessage(m_folder, 1), documentMessage(1), documentMessage(1)}));
    add("a document of another request", streamOf({openMessage(m_folder, 1), documentMessage(9)}));
    add("a search behind a session", streamOf({openMessage(m_folder, 1), documentMessage(1), encode(SearchCommand{2, "x", {}, 0, {"/s"}})}));
    add("a request behind a search", streamOf({encode(SearchCommand{1, "x", {}, 0, {"/s"}}), encode(ReadCommand{2})}));
    add("a second session", streamOf({openMessage(m_folder, 1), documentMessage(1), openMessage(m_folder, 1)}));
    // Long enough to be read for seconds: the first of the two must not have ended when the second comes.
    add("a number twice",
        streamOf({openMessage(m_folder, 1), documentMessage(1, 300), encode(ReadCommand{2}), encode(FindPassagesCommand{2, "x", 1})}));
}

void EngineInputTest::brokenInputEndsTheEngine()
{
    QFETCH(QByteArray, input);
    const auto data = reinterpret_cast<const std::byte*>(input.constData());
    QCOMPARE(exitCodeAfter(Bytes(data, data + input.size()), false), 2);
}

void EngineInputTest::endOfInputEndsTheEngine()
{
    QCOMPARE(exitCodeAfter({}, true), 0);
    QCOMPARE(exitCodeAfter(streamOf({openMessage(m_folder, 2), documentMessage(1)}), true), 0);
}

void EngineInputTest::refusesToRunByHand()
{
    QProcess engine;
    engine.start(QStringLiteral(CAIRN_ENGINE_PROGRAM), {QStringLiteral("book.pdf")});
    QVERIFY(engine.waitForFinished(test::kPatienceMs));
    QCOMPARE(engine.exitCode(), 2);
}

}  // namespace cairn::testing

QTEST_GUILESS_MAIN(cairn::testing::EngineInputTest)
#include "engine_input_test.moc"
