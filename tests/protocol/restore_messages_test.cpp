// Messages of a text that is taken from a memory: there and back, every field outside its rules refused.
#include "tests/protocol/messages.h"

#include <QTest>

#include <limits>

namespace cairn::testing
{
namespace
{

bool decodes(const Message& message)
{
    return message.type == MessageType::RestoreText ? decodeRestoreText(message).has_value() : decodeRestoredText(message).has_value();
}

Message with(Message message, const char* key, const QCborValue& value)
{
    message.header[QLatin1String(key)] = value;
    return message;
}

}  // namespace

class RestoreMessagesTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void messagesComeBackWhole()
    {
        const auto command = decodeRestoreText(restoreCommands().front());
        QVERIFY2(command.has_value(), command ? "" : command.error().message.c_str());
        QVERIFY(command->request == 1 && command->folder == "/sessions/ä");
        QVERIFY(command->model == "/m.gguf" && command->recordedModel == "/old.gguf");
        QVERIFY((command->tokens == TokensInMemory{{9, 8, 7}, 63, 24, 4'000}));
        const auto event = decodeRestoredText(restoreEvents().front());
        QVERIFY(event && event->request == 1 && event->text == "Thé text.");
        QVERIFY(decodes(encode(RestoredTextEvent{1, {}})));
    }

    void fieldOutsideTheRulesIsRefused()
    {
        for (const Message& message : {restoreCommands().front(), restoreEvents().front()}) {
            for (const QCborValue& key : message.header.keys()) {
                const QByteArray name = key.toString().toLatin1();
                Message other = message;
                other.header.remove(key);
                QVERIFY2(!decodes(other), name);
                QVERIFY2(!decodes(with(message, name, QCborMap())), name);
                QVERIFY2(name == "id" || !decodes(with(message, name, std::numeric_limits<qint64>::max())), name);
            }
            QVERIFY(!decodes(with(message, "unheard", 1)) && !decodes(with(message, "id", 0)));
            Message longer = message;
            longer.body = std::make_shared<const Bytes>(Bytes(100'000, std::byte{'a'}));
            QVERIFY(!decodes(longer));
        }
        const TokensInMemory tokens{{}, 63, 24, 4'000};
        QVERIFY(!decodes(encode(RestoreTextCommand{1, "sessions", {}, {}, tokens})));
        QVERIFY(!decodes(encode(RestoreTextCommand{1, "/s", std::string("/a\0b", 4), {}, tokens})));
        QVERIFY(!decodes(encode(RestoreTextCommand{1, "/s", {}, {}, {{}, 0, 24, 4'000}})));
        QVERIFY(!decodes(encode(RestoreTextCommand{1, "/s", {}, {}, {{}, 63, 4'001, 4'000}})));
        QVERIFY(!decodes(encode(RestoredTextEvent{1, "\xFF"})));
        QVERIFY(!decodes(encode(DoneEvent{1})));
    }
};

}  // namespace cairn::testing

using cairn::testing::RestoreMessagesTest;
QTEST_GUILESS_MAIN(RestoreMessagesTest)
#include "restore_messages_test.moc"
