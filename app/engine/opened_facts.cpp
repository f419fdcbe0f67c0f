#include "app/engine/opened_facts.h"

#include "app/common/ask_options_json.h"
#include "app/common/reading_room.h"
#include "app/session/tokenizer_name.h"
#include "core/answering/asking.h"
#include "storage/bytes/hashing.h"

#include <filesystem>

namespace cairn
{
namespace
{

QString qt(const std::string& text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())).left(4000); }

QString kindName(LandmarkKind kind)
{
    switch (kind) {
    case LandmarkKind::LandmarkModel: return QStringLiteral("landmark model");
    case LandmarkKind::Adapter: return QStringLiteral("adapter");
    case LandmarkKind::Bounds: return QStringLiteral("bounds");
    }
    return {};
}

void describeModel(const EngineInfo& info, EngineFacts& facts)
{
    std::error_code code;
    facts.modelName = qt(info.modelName);
    facts.modelPath = qt(std::filesystem::absolute(info.modelPath, code).string());
    facts.modelKind = kindName(info.kind);
    if (info.adapterFingerprint != Hash128{})
        facts.adapter = qt(hexText(info.adapterFingerprint));
    facts.attention = qt(std::string(name(info.askingAttention)));
    facts.license = qt(info.license);
    facts.device = qt(info.device);
    facts.deviceReason = qt(info.deviceReason);
    for (const std::string& language : info.languages)
        facts.languages.append(qt(language));
    for (const std::string& note : info.notes)
        facts.notes.append(qt(note));
    facts.layers = info.config.layers;
    facts.heads = info.config.heads;
    facts.kvHeads = info.config.kvHeads;
    facts.blockTokens = info.blockTokens;
    facts.topK = info.askingTopK;
}

}  // namespace

EngineFacts openedFacts(const SessionMemory& session)
{
    EngineFacts facts;
    describeModel(session.engine().info(), facts);
    facts.tokenizer = qt(tokenizerName(session.engine().tokenizer()));
    facts.kvType = session.memory().shape().type;
    facts.memoryKey = session.blocks().key();
    facts.storedBlocks = session.blocks().cursor().value;
    facts.totalBlocks = session.stream().blocks();
    facts.totalTokens = session.stream().tokens().size();
    facts.bytesPerToken = bytesPerToken(session.memory().shape());
    facts.map = std::make_shared<const StreamMap>(session.stream().map());
    return facts;
}

AnswerBounds answerBounds(const SessionMemory& session)
{
    const ModelConfig& config = session.engine().info().config;
    return {config.layers, config.heads, session.stream().blockTokens(), session.stream().pieces(), session.documents()};
}

}  // namespace cairn
