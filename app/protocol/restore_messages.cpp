#include "app/protocol/restore_messages.h"

#include "app/protocol/body.h"
#include "app/protocol/request_field.h"
#include "core/types/limits.h"

#include <cstring>

namespace cairn
{
namespace
{

constexpr std::size_t kPathBytes = 4096;
constexpr std::uint64_t kMostBlockTokens = 1024;
constexpr std::uint64_t kMostTokens = 64 * limits::kGiB;

Error brokenCommand() { return {ErrorCode::Corruption, "The message stream is broken: a command is not as it must be."}; }
Error brokenEvent() { return {ErrorCode::Corruption, "The message stream is broken: an event is not as it must be."}; }

std::string pathOf(HeaderFields& fields, const char* key)
{
    std::string path = fields.utf8(key, kPathBytes);
    if (path.find('\0') != path.npos)
        fields.refuse();
    return path;
}

}  // namespace

Message encode(const RestoreTextCommand& command)
{
    QCborMap fields = headerOf(command.request);
    fields.insert(QStringLiteral("folder"), cborText(command.folder));
    fields.insert(QStringLiteral("model"), cborText(command.model));
    fields.insert(QStringLiteral("recorded"), cborText(command.recordedModel));
    const Hash128& key = command.tokens.memoryKey;
    fields.insert(QStringLiteral("key"), QByteArray(reinterpret_cast<const char*>(key.data()), static_cast<qsizetype>(key.size())));
    fields.insert(QStringLiteral("block"), static_cast<qint64>(command.tokens.blockTokens));
    fields.insert(QStringLiteral("begin"), static_cast<qint64>(command.tokens.begin));
    fields.insert(QStringLiteral("end"), static_cast<qint64>(command.tokens.end));
    return {MessageType::RestoreText, fields, nullptr};
}

Message encode(const RestoredTextEvent& event)
{
    QCborMap fields = headerOf(event.request);
    BodyWriter body;
    body.text(fields, "text", event.text);
    return {MessageType::RestoredText, fields, body.take()};
}

Result<RestoreTextCommand> decodeRestoreText(const Message& message)
{
    if (message.type != MessageType::RestoreText || message.body)
        return brokenCommand();
    HeaderFields fields(message.header);
    RestoreTextCommand command;
    command.request = requestOf(fields);
    command.folder = pathOf(fields, "folder");
    command.model = pathOf(fields, "model");
    command.recordedModel = pathOf(fields, "recorded");
    const QByteArray key = fields.bytes("key", static_cast<qsizetype>(command.tokens.memoryKey.size()));
    std::memcpy(command.tokens.memoryKey.data(), key.constData(), static_cast<std::size_t>(key.size()));
    command.tokens.blockTokens = static_cast<std::uint32_t>(fields.number("block", kMostBlockTokens));
    command.tokens.end = fields.number("end", kMostTokens);
    command.tokens.begin = fields.number("begin", command.tokens.end);
    if (!command.folder.starts_with('/') || command.tokens.blockTokens == 0)
        fields.refuse();
    return fields.done() ? Result<RestoreTextCommand>(std::move(command)) : Result<RestoreTextCommand>(brokenCommand());
}

Result<RestoredTextEvent> decodeRestoredText(const Message& message)
{
    if (message.type != MessageType::RestoredText)
        return brokenEvent();
    HeaderFields fields(message.header);
    BodyReader body(message, fields);
    RestoredTextEvent event;
    event.request = requestOf(fields);
    event.text = body.text("text");
    return body.done() ? Result<RestoredTextEvent>(std::move(event)) : Result<RestoredTextEvent>(brokenEvent());
}

}  // namespace cairn
