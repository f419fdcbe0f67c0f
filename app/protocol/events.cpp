#include "app/protocol/events.h"

#include "app/protocol/body.h"
#include "app/protocol/request_field.h"

#include <QCborArray>

#include <cmath>
#include <cstring>

namespace cairn
{
namespace
{

constexpr std::uint64_t kMostBlocks = kNoBlock - 1;
constexpr std::size_t kMostDocuments = 10'000;
constexpr std::uint64_t kMostAttempts = 1'000, kMostTokens = 1'000'000;   // of one answer
constexpr std::uint64_t kMostLeft = UINT32_MAX;   // of a MemoryShortage

Error broken()
{
    return {ErrorCode::Corruption, "The message stream is broken: an event is not as it must be."};
}

QByteArray hashBytes(const Hash128& hash) { return {reinterpret_cast<const char*>(hash.data()), static_cast<qsizetype>(hash.size())}; }

Hash128 hashOf(HeaderFields& fields, const char* key)
{
    Hash128 hash{};
    std::memcpy(hash.data(), fields.bytes(key, static_cast<qsizetype>(hash.size())).constData(), hash.size());
    return hash;
}

std::uint32_t count32(HeaderFields& fields, const char* key, std::uint64_t most = kMostBlocks)
{
    return static_cast<std::uint32_t>(fields.number(key, most));
}

double positive(HeaderFields& fields, const char* key)
{
    const double value = fields.real(key);
    if (value < 0)
        fields.refuse();
    return value;
}

void insertShape(QCborMap& fields, const EngineFacts& facts)
{
    fields.insert(QStringLiteral("layers"), static_cast<qint64>(facts.layers));
    fields.insert(QStringLiteral("heads"), static_cast<qint64>(facts.heads));
    fields.insert(QStringLiteral("kvHeads"), static_cast<qint64>(facts.kvHeads));
    fields.insert(QStringLiteral("f"), static_cast<qint64>(facts.blockTokens));
    fields.insert(QStringLiteral("k"), static_cast<qint64>(facts.topK));
    fields.insert(QStringLiteral("kv"), static_cast<int>(facts.kvType));
}

void takeShape(HeaderFields& fields, EngineFacts& facts)
{
    facts.layers = count32(fields, "layers", limits::kLayers);
    facts.heads = count32(fields, "heads", limits::kHeads);
    facts.kvHeads = count32(fields, "kvHeads", limits::kHeads);
    facts.blockTokens = count32(fields, "f", limits::kBlockTokens);
    facts.topK = count32(fields, "k", limits::kContext);
    facts.kvType = fields.choice("kv", KvType::Int8);
    if (facts.layers == 0 || facts.heads == 0 || facts.kvHeads == 0 || facts.blockTokens == 0)
        fields.refuse();
}

void insertTexts(QCborMap& fields, const EngineFacts& facts)
{
    fields.insert(QStringLiteral("model"), facts.modelName);
    fields.insert(QStringLiteral("path"), facts.modelPath);
    fields.insert(QStringLiteral("kind"), facts.modelKind);
    fields.insert(QStringLiteral("adapter"), facts.adapter);
    fields.insert(QStringLiteral("tokenizer"), facts.tokenizer);
    fields.insert(QStringLiteral("attention"), facts.attention);
    fields.insert(QStringLiteral("license"), facts.license);
    fields.insert(QStringLiteral("device"), facts.device);
    fields.insert(QStringLiteral("reason"), facts.deviceReason);
    fields.insert(QStringLiteral("languages"), QCborArray::fromStringList(facts.languages));
    fields.insert(QStringLiteral("notes"), QCborArray::fromStringList(facts.notes));
}

void takeTexts(HeaderFields& fields, EngineFacts& facts)
{
    facts.modelName = fields.text("model");
    facts.modelPath = fields.text("path");
    facts.modelKind = fields.text("kind");
    facts.adapter = fields.text("adapter");
    facts.tokenizer = fields.text("tokenizer");
    facts.attention = fields.text("attention");
    facts.license = fields.text("license");
    facts.device = fields.text("device");
    facts.deviceReason = fields.text("reason");
    facts.languages = fields.texts("languages", 1000);
    facts.notes = fields.texts("notes", 100);
}

void insertMap(QCborMap& fields, const StreamMapData& map)
{
    QCborArray documents;
    for (const auto& [begin, end] : map.documentTokens) {
        documents.append(static_cast<qint64>(begin));
        documents.append(static_cast<qint64>(end));
    }
    fields.insert(QStringLiteral("prefix"), static_cast<qint64>(map.prefixTokens));
    fields.insert(QStringLiteral("documents"), documents);
    fields.insert(QStringLiteral("tokens"), static_cast<qint64>(map.ends.size()));
}

void takeMap(HeaderFields& fields, BodyReader& body, EngineFacts& facts)
{
    StreamMapData map;
    map.blockTokens = facts.blockTokens;
    map.prefixTokens = fields.number("prefix");
    const std::vector<std::uint64_t> documents = fields.numbers("documents", 2 * kMostDocuments);
    for (std::size_t i = 0; i + 1 < documents.size(); i += 2)
        map.documentTokens.emplace_back(documents[i], documents[i + 1]);
    facts.totalTokens = fields.number("tokens");
    map.ends = body.array<std::uint32_t>(facts.totalTokens);
    facts.map = std::make_shared<const StreamMap>(std::move(map));
    if (facts.totalBlocks != facts.totalTokens / std::max(1u, facts.blockTokens) || facts.storedBlocks > facts.totalBlocks)
        fields.refuse();
}

OpenedEvent decodeOpened(HeaderFields& fields, BodyReader& body)
{
    OpenedEvent event;
    event.request = requestOf(fields);
    EngineFacts& facts = event.facts;
    takeTexts(fields, facts);
    takeShape(fields, facts);
    facts.memoryKey = hashOf(fields, "key");
    facts.storedBlocks = count32(fields, "stored");
    facts.totalBlocks = count32(fields, "total");
    facts.bytesPerToken = fields.number("bytesPerToken");
    facts.readingRate = positive(fields, "rate");
    takeMap(fields, body, facts);
    return event;
}

ReadProgressEvent decodeProgress(HeaderFields& fields)
{
    ReadProgressEvent event;
    event.request = requestOf(fields);
    event.progress.tokens = fields.number("tokens");
    event.progress.totalTokens = fields.number("of");
    event.progress.tokensPerSecond = positive(fields, "rate");
    event.progress.secondsLeft = positive(fields, "left");
    event.progress.stored = BlockId(count32(fields, "stored"));
    if (event.progress.tokens > event.progress.totalTokens)
        fields.refuse();
    return event;
}

StoredEvent decodeStored(HeaderFields& fields)
{
    StoredEvent event;
    event.request = requestOf(fields);
    event.memoryKey = hashOf(fields, "key");
    event.stored = count32(fields, "stored");
    event.total = count32(fields, "total");
    if (event.stored > event.total)
        fields.refuse();
    return event;
}

RescoredEvent decodeRescored(HeaderFields& fields, BodyReader& body)
{
    RescoredEvent event;
    event.request = requestOf(fields);
    event.logProbabilities = body.array<float>(body.rest() / sizeof(float));
    for (const float value : event.logProbabilities) {
        if (!std::isfinite(value))
            fields.refuse();
    }
    return event;
}

PassagesEvent decodePassages(HeaderFields& fields, BodyReader& body)
{
    PassagesEvent event;
    event.request = requestOf(fields);
    const std::size_t count = body.rest() / (sizeof(std::uint32_t) + sizeof(double));
    const auto blocks = body.array<std::uint32_t>(count);
    const auto scores = body.array<double>(count);
    for (std::size_t i = 0; i < scores.size() && i < blocks.size(); ++i) {
        if (!std::isfinite(scores[i]))
            fields.refuse();
        event.passages.push_back({blocks[i], scores[i]});
    }
    return event;
}

// Triples in three columns: the block that was read, an earlier one, the gates.
LinksEvent decodeLinks(HeaderFields& fields, BodyReader& body)
{
    LinksEvent event;
    event.request = requestOf(fields);
    const std::size_t count = body.rest() / (2 * sizeof(std::uint32_t) + sizeof(float));
    const auto blocks = body.array<std::uint32_t>(count), earlier = body.array<std::uint32_t>(count);
    const auto gates = body.array<float>(count);
    for (std::size_t i = 0; fields.ok() && i < count; ++i) {
        if (blocks[i] > kMostBlocks || earlier[i] >= blocks[i] || !std::isfinite(gates[i]) || gates[i] < 0)
            fields.refuse();
        if (event.links.empty() || event.links.back().block.value != blocks[i])
            event.links.push_back({BlockId(blocks[i]), {}});
        event.links.back().links.push_back({BlockId(earlier[i]), gates[i]});
        if (event.links.back().links.size() > kMostBackLinks)
            fields.refuse();
    }
    return event;
}

RescoreProgressEvent decodeRescoreProgress(HeaderFields& fields)
{
    RescoreProgressEvent event;
    event.request = requestOf(fields);
    event.tokens = fields.number("tokens");
    event.totalTokens = fields.number("of");
    event.secondsLeft = positive(fields, "left");
    if (event.tokens > event.totalTokens)
        fields.refuse();
    return event;
}

FailedEvent decodeFailed(HeaderFields& fields)
{
    FailedEvent event;
    event.request = requestOf(fields);
    event.error.code = fields.choice("code", ErrorCode::Device);
    event.error.message = fields.utf8("message");
    return event;
}

AskStateEvent decodeAskState(HeaderFields& fields)
{
    const RequestId request = requestOf(fields);
    return {request, fields.choice("state", AskState::Citing)};
}

TokenEvent decodeToken(HeaderFields& fields, BodyReader& body)
{
    const RequestId request = requestOf(fields);
    return {request, body.text("text")};
}

AnsweredEvent decodeAnswered(HeaderFields& fields, BodyReader& body)
{
    const RequestId request = requestOf(fields);
    return {request, body.answer(true)};
}

DraftEvent decodeDraft(HeaderFields& fields, BodyReader& body)
{
    DraftEvent event;
    event.request = requestOf(fields);
    event.attempt = count32(fields, "attempt", kMostAttempts);
    event.from = count32(fields, "from", kMostTokens);
    event.piece = body.answer(true);
    return event;
}

HeartbeatEvent decodeHeartbeat(HeaderFields& fields)
{
    const std::uint64_t progress = fields.number("progress");
    return {progress, fields.number("id")};
}

MemoryShortEvent decodeMemoryShort(HeaderFields& fields)
{
    const MemoryStep step = fields.choice("step", MemoryStep::Transactions);
    return {{step, fields.number("left", kMostLeft)}};
}

Event decodeFields(const Message& message, HeaderFields& fields, BodyReader& body)
{
    switch (message.type) {
    case MessageType::Hello: return HelloEvent{fields.utf8("version", 100)};
    case MessageType::Opened: return decodeOpened(fields, body);
    case MessageType::ReadProgress: return decodeProgress(fields);
    case MessageType::Stored: return decodeStored(fields);
    case MessageType::AskState: return decodeAskState(fields);
    case MessageType::Token: return decodeToken(fields, body);
    case MessageType::Answered: return decodeAnswered(fields, body);
    case MessageType::Rescored: return decodeRescored(fields, body);
    case MessageType::Passages: return decodePassages(fields, body);
    case MessageType::Failed: return decodeFailed(fields);
    case MessageType::Cancelled: return CancelledEvent{requestOf(fields)};
    case MessageType::Done: return DoneEvent{requestOf(fields)};
    case MessageType::Heartbeat: return decodeHeartbeat(fields);
    case MessageType::Draft: return decodeDraft(fields, body);
    case MessageType::MemoryShort: return decodeMemoryShort(fields);
    case MessageType::Links: return decodeLinks(fields, body);
    case MessageType::RescoreProgress: return decodeRescoreProgress(fields);
    default: fields.refuse(); return {};
    }
}

}  // namespace

Message encode(const HelloEvent& event)
{
    return {MessageType::Hello, {{QStringLiteral("version"), cborText(event.version)}}, nullptr};
}

Message encode(const OpenedEvent& event)
{
    const EngineFacts& facts = event.facts;
    QCborMap fields = headerOf(event.request);
    insertTexts(fields, facts);
    insertShape(fields, facts);
    fields.insert(QStringLiteral("key"), hashBytes(facts.memoryKey));
    fields.insert(QStringLiteral("stored"), static_cast<qint64>(facts.storedBlocks));
    fields.insert(QStringLiteral("total"), static_cast<qint64>(facts.totalBlocks));
    fields.insert(QStringLiteral("bytesPerToken"), static_cast<qint64>(facts.bytesPerToken));
    fields.insert(QStringLiteral("rate"), facts.readingRate);
    insertMap(fields, facts.map->data());
    BodyWriter body;
    body.array(facts.map->data().ends);
    return {MessageType::Opened, fields, body.take()};
}

Message encode(const ReadProgressEvent& event)
{
    QCborMap fields = headerOf(event.request);
    fields.insert(QStringLiteral("tokens"), static_cast<qint64>(event.progress.tokens));
    fields.insert(QStringLiteral("of"), static_cast<qint64>(event.progress.totalTokens));
    fields.insert(QStringLiteral("rate"), event.progress.tokensPerSecond);
    fields.insert(QStringLiteral("left"), event.progress.secondsLeft);
    fields.insert(QStringLiteral("stored"), static_cast<qint64>(event.progress.stored.value));
    return {MessageType::ReadProgress, fields, nullptr};
}

Message encode(const StoredEvent& event)
{
    QCborMap fields = headerOf(event.request);
    fields.insert(QStringLiteral("key"), hashBytes(event.memoryKey));
    fields.insert(QStringLiteral("stored"), static_cast<qint64>(event.stored));
    fields.insert(QStringLiteral("total"), static_cast<qint64>(event.total));
    return {MessageType::Stored, fields, nullptr};
}

Message encode(const AskStateEvent& event)
{
    QCborMap fields = headerOf(event.request);
    fields.insert(QStringLiteral("state"), static_cast<int>(event.state));
    return {MessageType::AskState, fields, nullptr};
}

Message encode(const TokenEvent& event)
{
    QCborMap fields = headerOf(event.request);
    BodyWriter body;
    body.text(fields, "text", event.text);
    return {MessageType::Token, fields, body.take()};
}

Message encode(const AnsweredEvent& event)
{
    QCborMap fields = headerOf(event.request);
    BodyWriter body;
    body.answer(fields, event.answer, true);
    return {MessageType::Answered, fields, body.take()};
}

Message encode(const RescoredEvent& event)
{
    BodyWriter body;
    body.array(event.logProbabilities);
    return {MessageType::Rescored, headerOf(event.request), body.take()};
}

Message encode(const PassagesEvent& event)
{
    std::vector<std::uint32_t> blocks;
    std::vector<double> scores;
    for (const FoundPassage& passage : event.passages) {
        blocks.push_back(passage.block);
        scores.push_back(passage.score);
    }
    BodyWriter body;
    body.array(blocks);
    body.array(scores);
    return {MessageType::Passages, headerOf(event.request), body.take()};
}

Message encode(const FailedEvent& event)
{
    QCborMap fields = headerOf(event.request);
    fields.insert(QStringLiteral("code"), static_cast<int>(event.error.code));
    fields.insert(QStringLiteral("message"), cborText(event.error.message).left(1000));
    return {MessageType::Failed, fields, nullptr};
}

Message encode(const CancelledEvent& event) { return {MessageType::Cancelled, headerOf(event.request), nullptr}; }
Message encode(const DoneEvent& event) { return {MessageType::Done, headerOf(event.request), nullptr}; }

Message encode(const HeartbeatEvent& event)
{
    QCborMap fields = headerOf(event.request);
    fields.insert(QStringLiteral("progress"), static_cast<qint64>(event.progress));
    return {MessageType::Heartbeat, fields, nullptr};
}

Message encode(const DraftEvent& event)
{
    QCborMap fields = headerOf(event.request);
    fields.insert(QStringLiteral("attempt"), static_cast<qint64>(event.attempt));
    fields.insert(QStringLiteral("from"), static_cast<qint64>(event.from));
    BodyWriter body;
    body.answer(fields, event.piece, true);
    return {MessageType::Draft, fields, body.take()};
}

Message encode(const MemoryShortEvent& event)
{
    return {MessageType::MemoryShort,
            {{QStringLiteral("step"), static_cast<int>(event.shortage.step)},
             {QStringLiteral("left"), static_cast<qint64>(event.shortage.left)}},
            nullptr};
}

Message encode(const RescoreProgressEvent& event)
{
    QCborMap fields = headerOf(event.request);
    fields.insert(QStringLiteral("tokens"), static_cast<qint64>(event.tokens));
    fields.insert(QStringLiteral("of"), static_cast<qint64>(event.totalTokens));
    fields.insert(QStringLiteral("left"), event.secondsLeft);
    return {MessageType::RescoreProgress, fields, nullptr};
}

Message encode(const LinksEvent& event)
{
    std::vector<std::uint32_t> blocks, earlier;
    std::vector<float> gates;
    for (const BlockLinks& one : event.links) {
        for (const BackLink& link : one.links) {
            blocks.push_back(one.block.value);
            earlier.push_back(link.block.value);
            gates.push_back(link.gates);
        }
    }
    BodyWriter body;
    body.array(blocks);
    body.array(earlier);
    body.array(gates);
    return {MessageType::Links, headerOf(event.request), body.take()};
}

Result<Event> decodeEvent(const Message& message)
{
    HeaderFields fields(message.header);
    BodyReader body(message, fields);
    Event event = decodeFields(message, fields, body);
    if (!body.done())
        return broken();
    return event;
}

}  // namespace cairn
