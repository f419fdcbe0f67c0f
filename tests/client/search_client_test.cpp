// The window's side of a search of many sessions, with the real cairn-engine: it tells of every session, can be stopped at any time, and a
// program that is no engine ends it with a sentence.
#include "app/client/search_client.h"

#include "app/common/default_paths.h"
#include "tests/support/patience.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

#include <vector>

using namespace cairn;

namespace
{

struct Heard
{
    std::vector<SearchedSession> sessions;
    std::vector<FoundInSession> found;
    std::vector<std::string> ends;
    Error error;

    explicit Heard(SearchClient& client)
    {
        QObject::connect(&client, &SearchClient::searched, [this](const SearchedSession& one) { sessions.push_back(one); });
        QObject::connect(&client, &SearchClient::found, [this](const FoundInSession& one) { found.push_back(one); });
        QObject::connect(&client, &SearchClient::finished, [this] { ends.push_back("finished"); });
        QObject::connect(&client, &SearchClient::stopped, [this] { ends.push_back("stopped"); });
        QObject::connect(&client, &SearchClient::failed, [this](const Error& why) {
            ends.push_back("failed");
            error = why;
        });
    }
};

}  // namespace

class SearchClientTest : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_folder;

    SearchClient::Wish wish() const
    {
        SearchClient::Wish wish;
        wish.command = {QStringLiteral(CAIRN_ENGINE_PROGRAM)};
        wish.words = QStringLiteral("a blue door");
        wish.folders = {m_folder.filePath(QStringLiteral("one")), m_folder.filePath(QStringLiteral("two"))};
        return wish;
    }

private Q_SLOTS:
    void everySessionIsToldOf()
    {
        if (!defaultModel())
            QSKIP("The default model is missing; packaging/setup.sh fetches it.");
        SearchClient client;
        Heard heard(client);
        client.start(wish());
        QTRY_VERIFY(!heard.ends.empty());
        QCOMPARE(heard.ends, std::vector<std::string>{"finished"});
        QCOMPARE(heard.sessions.size(), std::size_t(2));
        QVERIFY(heard.sessions[0].session == 0 && heard.sessions[1].session == 1);
        QCOMPARE(heard.sessions[0].outcome, SearchOutcome::NotRead);
        QVERIFY(heard.found.empty() && !client.isRunning());
    }

    void aStopEndsItAtOnceAndAnotherCanBegin()
    {
        SearchClient client;
        Heard heard(client);
        client.start(wish());
        test::settle(50);                        // the process is starting, or loads its model
        client.stop();
        QCOMPARE(heard.ends, std::vector<std::string>{"stopped"});
        QVERIFY(!client.isRunning());
        client.stop();
        QCOMPARE(heard.ends.size(), std::size_t(1));
        client.start(wish());
        QVERIFY(client.isRunning());
        client.stop();
        QCOMPARE(heard.ends.size(), std::size_t(2));
        test::settle(300);
        QVERIFY(heard.sessions.empty());         // nothing of a search that was stopped
    }

    void aMissingModelIsSaid()
    {
        SearchClient client;
        Heard heard(client);
        SearchClient::Wish other = wish();
        other.model = m_folder.filePath(QStringLiteral("no.gguf"));
        client.start(other);
        QTRY_COMPARE(heard.ends, std::vector<std::string>{"failed"});
        QVERIFY(!heard.error.message.empty());
    }

    void whatIsNoEngineEndsTheSearch_data()
    {
        QTest::addColumn<QStringList>("command");
        QTest::newRow("no program") << QStringList{QStringLiteral("/nowhere/cairn-engine")};
        QTest::newRow("one that says nothing") << QStringList{QStringLiteral("true")};
        const QString hello = QStringLiteral("yes hello | head -c 5000; cat >/dev/null");
        QTest::newRow("one that says something else") << QStringList{QStringLiteral("sh"), QStringLiteral("-c"), hello};
    }
    void whatIsNoEngineEndsTheSearch()
    {
        QFETCH(QStringList, command);
        SearchClient client;
        Heard heard(client);
        SearchClient::Wish other = wish();
        other.command = command;
        client.start(other);
        QTRY_COMPARE(heard.ends, std::vector<std::string>{"failed"});
        QVERIFY(!heard.error.message.empty());
        QVERIFY(!client.isRunning());
    }
};

QTEST_GUILESS_MAIN(SearchClientTest)
#include "search_client_test.moc"
