#include "app/protocol/commands.h"

#include "app/common/ask_options_json.h"
#include "app/protocol/body.h"
#include "app/protocol/request_field.h"

#include <QCborArray>

namespace cairn
{
namespace
{

constexpr std::size_t kPathBytes = 4096;
constexpr std::uint64_t kMostDocuments = 10'000, kMostThreads = 1024, kMostPassages = 10'000;
constexpr std::size_t kMostBarred = 65'536;   // more would not fit a header; whole documents are barred by the question's options

Error broken()
{
    return {ErrorCode::Corruption, "The message stream is broken: a command is not as it must be."};
}

// 0: none; else 1 + the type.
int packed(std::optional<KvType> type) { return type ? 1 + static_cast<int>(*type) : 0; }

std::optional<KvType> kvTypeOf(HeaderFields& fields)
{
    const std::uint64_t number = fields.number("kv", 1 + static_cast<std::uint64_t>(KvType::Int8));
    return number > 0 ? std::optional(static_cast<KvType>(number - 1)) : std::nullopt;
}

AskOptions optionsOf(BodyReader& body, HeaderFields& fields)
{
    auto options = askOptionsFromJson(body.text("options"));
    if (!options)
        fields.refuse();
    return options ? *std::move(options) : AskOptions();
}

OpenCommand decodeOpen(HeaderFields& fields)
{
    OpenCommand open;
    open.request = requestOf(fields);
    open.folder = fields.utf8("folder", kPathBytes);
    open.model = fields.utf8("model", kPathBytes);
    open.recordedModel = fields.utf8("recorded", kPathBytes);
    open.device = fields.choice("device", DeviceChoice::Cuda);
    open.kvType = kvTypeOf(fields);
    open.memoryBudgetBytes = fields.number("budget");
    open.threads = static_cast<std::uint32_t>(fields.number("threads", kMostThreads));
    open.discardOther = fields.flag("discard");
    open.links = fields.flag("links");
    open.scan = fields.choice("scan", ScanWay::TwoLevel);
    open.documents = static_cast<std::uint32_t>(fields.number("documents", kMostDocuments));
    const bool text = open.folder.find('\0') == std::string::npos && open.model.find('\0') == std::string::npos;
    if (open.documents == 0 || open.folder.empty() || !text)
        fields.refuse();
    return open;
}

AskCommand decodeAsk(HeaderFields& fields, BodyReader& body)
{
    AskCommand ask;
    ask.request = requestOf(fields);
    ask.question = body.text("question");
    ask.options = optionsOf(body, fields);
    return ask;
}

RescoreCommand decodeRescore(HeaderFields& fields, BodyReader& body)
{
    RescoreCommand rescore;
    rescore.request = requestOf(fields);
    const std::string question = body.text("question");
    rescore.options = optionsOf(body, fields);
    rescore.answer = body.answer(false);
    rescore.answer.question = question;
    for (const std::uint64_t block : fields.numbers("barred", kMostBarred, kNoBlock - 1))
        rescore.barred.push_back(static_cast<std::uint32_t>(block));
    rescore.deep = fields.flag("deep");
    return rescore;
}

FindPassagesCommand decodeFind(HeaderFields& fields, BodyReader& body)
{
    FindPassagesCommand find;
    find.request = requestOf(fields);
    find.words = body.text("words");
    find.count = static_cast<std::uint32_t>(fields.number("count", kMostPassages));
    return find;
}

Command decodeFields(const Message& message, HeaderFields& fields, BodyReader& body)
{
    switch (message.type) {
    case MessageType::Open: return decodeOpen(fields);
    case MessageType::Read: return ReadCommand{requestOf(fields)};
    case MessageType::Ask: return decodeAsk(fields, body);
    case MessageType::Rescore: return decodeRescore(fields, body);
    case MessageType::FindPassages: return decodeFind(fields, body);
    case MessageType::Cancel: return CancelCommand{requestOf(fields)};
    default: fields.refuse(); return {};
    }
}

}  // namespace

Message encode(const OpenCommand& open)
{
    QCborMap fields = headerOf(open.request);
    fields.insert(QStringLiteral("folder"), cborText(open.folder));
    fields.insert(QStringLiteral("model"), cborText(open.model));
    fields.insert(QStringLiteral("recorded"), cborText(open.recordedModel));
    fields.insert(QStringLiteral("device"), static_cast<int>(open.device));
    fields.insert(QStringLiteral("kv"), packed(open.kvType));
    fields.insert(QStringLiteral("budget"), static_cast<qint64>(open.memoryBudgetBytes));
    fields.insert(QStringLiteral("threads"), static_cast<qint64>(open.threads));
    fields.insert(QStringLiteral("discard"), open.discardOther);
    fields.insert(QStringLiteral("links"), open.links);
    fields.insert(QStringLiteral("scan"), static_cast<int>(open.scan));
    fields.insert(QStringLiteral("documents"), static_cast<qint64>(open.documents));
    return {MessageType::Open, fields, nullptr};
}

Message encode(const DocumentCommand& document) { return {MessageType::Document, headerOf(document.request), document.text}; }
Message encode(const ReadCommand& read) { return {MessageType::Read, headerOf(read.request), nullptr}; }
Message encode(const CancelCommand& cancel) { return {MessageType::Cancel, headerOf(cancel.request), nullptr}; }

Message encode(const AskCommand& ask)
{
    QCborMap fields = headerOf(ask.request);
    BodyWriter body;
    body.text(fields, "question", ask.question);
    body.text(fields, "options", toJson(ask.options));
    return {MessageType::Ask, fields, body.take()};
}

Message encode(const RescoreCommand& rescore)
{
    QCborMap fields = headerOf(rescore.request);
    BodyWriter body;
    body.text(fields, "question", rescore.answer.question);
    body.text(fields, "options", toJson(rescore.options));
    body.answer(fields, rescore.answer, false);
    QCborArray barred;
    for (const std::uint32_t block : rescore.barred)
        barred.append(static_cast<qint64>(block));
    fields.insert(QStringLiteral("barred"), barred);
    fields.insert(QStringLiteral("deep"), rescore.deep);
    return {MessageType::Rescore, fields, body.take()};
}

Message encode(const FindPassagesCommand& find)
{
    QCborMap fields = headerOf(find.request);
    BodyWriter body;
    body.text(fields, "words", find.words);
    fields.insert(QStringLiteral("count"), static_cast<qint64>(find.count));
    return {MessageType::FindPassages, fields, body.take()};
}

Result<Command> decodeCommand(const Message& message)
{
    HeaderFields fields(message.header);
    if (message.type == MessageType::Document) {   // its body is another codec's
        const DocumentCommand document{requestOf(fields), message.body ? message.body : std::make_shared<const Bytes>()};
        return fields.done() ? Result<Command>(document) : Result<Command>(broken());
    }
    BodyReader body(message, fields);
    Command command = decodeFields(message, fields, body);
    if (!body.done())
        return broken();
    return command;
}

}  // namespace cairn
