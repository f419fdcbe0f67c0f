// Messages of a search of many sessions: there and back, every field outside its rules refused.
#include "tests/protocol/messages.h"

#include <QTest>

#include <limits>

namespace cairn::testing
{
namespace
{

Message with(Message message, const char* key, const QCborValue& value)
{
    message.header[QLatin1String(key)] = value;
    return message;
}

bool decodes(const Message& message)
{
    return message.type == MessageType::Search ? decodeSearch(message).has_value() : decodeSearchEvent(message).has_value();
}

Message withFolders(const std::vector<std::string>& folders)
{
    return encode(SearchCommand{1, "words", {}, 0, folders});
}

}  // namespace

class SearchMessagesTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void messagesComeBackWhole()
    {
        const auto search = decodeSearch(searchCommands().front());
        QVERIFY2(search.has_value(), search ? "" : search.error().message.c_str());
        QCOMPARE(search->words, std::string("wörds"));
        QCOMPARE(search->model, std::string("/m.gguf"));
        QCOMPARE(search->threads, 2u);
        QCOMPARE(search->folders, (std::vector<std::string>{"/sessions/ä", "/sessions/b c"}));
        const auto searched = decodeSearchEvent(searchEvents()[0]);
        const SearchedSession& session = std::get<SearchedEvent>(*searched).searched;
        QVERIFY(session.session == 1 && session.outcome == SearchOutcome::Unreadable && session.blocks == 7);
        QCOMPARE(session.reason, std::string("Thé file is damaged."));
        const auto found = decodeSearchEvent(searchEvents()[1]);
        const FoundInSession& passages = std::get<FoundInLibraryEvent>(*found).found;
        QVERIFY(passages.session == 0 && passages.inFull && passages.passages.size() == 2);
        QVERIFY(passages.passages[1].block == 9 && passages.passages[1].score == -3.5);
    }

    void fieldOutsideTheRulesIsRefused_data()
    {
        QTest::addColumn<Message>("message");
        const Message search = searchCommands().front(), searched = searchEvents()[0], found = searchEvents()[1];
        QTest::newRow("no request") << with(search, "id", 0);
        QTest::newRow("another field") << with(search, "more", 1);
        QTest::newRow("too many threads") << with(search, "threads", 100'000);
        QTest::newRow("words longer than the body") << with(search, "words", 1'000'000);
        QTest::newRow("a folder without a place") << withFolders({"sessions"});
        QTest::newRow("a folder without a name") << withFolders({""});
        QTest::newRow("a folder that is too long") << withFolders({"/" + std::string(5'000, 'a')});
        QTest::newRow("a model with a zero byte") << encode(SearchCommand{1, "words", std::string("/a\0b", 4), 0, {"/s"}});
        QTest::newRow("an outcome that is none") << with(searched, "outcome", 4);
        QTest::newRow("a negative session") << with(searched, "session", -1);
        QTest::newRow("a reason that is no text") << with(searched, "reason", 1);
        const double nan = std::numeric_limits<double>::quiet_NaN();
        QTest::newRow("a score that is no number") << encode(FoundInLibraryEvent{1, {0, true, {{3, nan}}}});
        QTest::newRow("a block that is none") << encode(FoundInLibraryEvent{1, {0, true, {{kNoBlock, 0.5}}}});
        QTest::newRow("another message") << encode(DoneEvent{1});
        Message cut = found;
        cut.body = std::make_shared<const Bytes>(found.body->begin(), found.body->end() - 1);
        QTest::newRow("half a passage") << cut;
    }
    void fieldOutsideTheRulesIsRefused()
    {
        QFETCH(Message, message);
        QVERIFY(!decodes(message));
    }
};

}  // namespace cairn::testing

QTEST_GUILESS_MAIN(cairn::testing::SearchMessagesTest)
#include "search_messages_test.moc"
