// A damaged text taken from the memory by the real cairn-engine, as the window asks for it.
#include "app/client/restore_client.h"
#include "tests/app/village.h"
#include "tests/support/chat_model.h"
#include "tests/support/patience.h"
#include "tests/support/temporary_folder.h"

#include <QFile>
#include <QTest>

#include <optional>

using namespace cairn;
using namespace cairn::test;

namespace
{

struct Heard
{
    std::optional<std::string> text;
    std::optional<Error> error;

    explicit Heard(RestoreClient& client)
    {
        QObject::connect(&client, &RestoreClient::restored, [this](const std::string& restored) { text = restored; });
        QObject::connect(&client, &RestoreClient::failed, [this](const Error& why) { error = why; });
    }
};

}  // namespace

class RestoreClientTest : public QObject
{
    Q_OBJECT
private:
    TemporaryFolder m_place;
    const std::string m_model = m_place.file("model"), m_session = m_place.file("session");
    const std::vector<ImportedDocument> m_documents{villageDocument("Alpha", 60), villageDocument("Beta", 40)};

    RestoreClient::Wish wish(std::size_t document) const
    {
        const auto session = openVillage(m_session);
        const auto map = session->store().streamMap();
        if (!map || !*map)
            qFatal("no map");
        const auto [begin, end] = (*map)->map.data().documentTokens[document];
        RestoreClient::Wish wish;
        wish.command = {QStringLiteral(CAIRN_ENGINE_PROGRAM)};
        wish.folder = QString::fromStdString(m_session);
        wish.recordedModel = QString::fromStdString(m_model);
        wish.tokens = {(*map)->memoryKey, (*map)->map.blockTokens(), begin, end};
        return wish;
    }

private Q_SLOTS:
    void initTestCase()
    {
        qunsetenv("CAIRN_MODEL");
        std::filesystem::create_directory(m_model);
        ChatModel model(m_model);
        const auto session = openVillage(m_session);
        QVERIFY(session->adopt(m_documents) && session->attachEngine(modelAlone(m_model), true));
        QVERIFY(session->read({}, {}));
    }

    void theMemoryGivesItsTexts()
    {
        for (const std::size_t document : {std::size_t{0}, std::size_t{1}}) {
            RestoreClient client;
            Heard heard(client);
            client.start(wish(document));
            QVERIFY(client.isRunning());
            QTRY_VERIFY_WITH_TIMEOUT(heard.text || heard.error, kPatienceMs);
            QVERIFY2(heard.text, heard.error ? heard.error->message.c_str() : "");
            QCOMPARE(*heard.text, m_documents[document].text.text);
            QVERIFY(!client.isRunning());
            const auto session = openVillage(m_session);   // the process has left it, and its hash proves it
            const auto proven = session->store().provenDocument(session->records()[document].id, &*heard.text);
            QVERIFY(proven && proven->document.text == *heard.text);
        }
    }

    void whatItDoesNotHoldIsSaid()
    {
        RestoreClient::Wish other = wish(1);
        other.tokens.memoryKey[0] ^= 1;
        RestoreClient::Wish longer = wish(1);
        longer.tokens.end += 1'000;
        RestoreClient::Wish elsewhere = wish(1);
        elsewhere.folder = QString::fromStdString(m_place.file("nowhere"));
        for (const RestoreClient::Wish& one : {other, longer, elsewhere}) {
            RestoreClient client;
            Heard heard(client);
            client.start(one);
            QTRY_VERIFY_WITH_TIMEOUT(heard.text || heard.error, kPatienceMs);
            QVERIFY(!heard.text && heard.error->code == ErrorCode::NotFound);
            QCOMPARE(heard.error->message, std::string("The memory does not hold this text."));
        }
    }

    void whatIsNoEngineEndsIt()
    {
        RestoreClient::Wish other = wish(0);
        other.command = {QStringLiteral("true")};
        RestoreClient client;
        Heard heard(client);
        client.start(other);
        QTRY_VERIFY_WITH_TIMEOUT(heard.error, kPatienceMs);
        QVERIFY(!heard.text && !client.isRunning());
    }

    void onceStoppedNothingIsHeard()
    {
        RestoreClient client;
        Heard heard(client);
        client.start(wish(0));
        client.stop();
        settle(300);
        QVERIFY(!heard.text && !heard.error && !client.isRunning());
    }
};

QTEST_GUILESS_MAIN(RestoreClientTest)
#include "restore_client_test.moc"
