#include "app/cli/answer_output.h"

#include "core/answering/strategy.h"
#include "core/model/model_info.h"

#include <cstdio>

namespace cairn
{
namespace
{

const char* kindName(LandmarkKind kind)
{
    switch (kind) {
    case LandmarkKind::LandmarkModel: return "landmark model";
    case LandmarkKind::Adapter: return "adapter";
    case LandmarkKind::Bounds: return "bounds";
    }
    return "";
}

std::string tokenText(const Answer& answer, const AnswerToken& token)
{
    return answer.text.substr(token.text.begin, token.text.size());
}

void writeTokens(JsonWriter& json, const Answer& answer)
{
    json.key("tokens").beginArray();
    for (const AnswerToken& token : answer.tokens) {
        json.beginObject().member("text", tokenText(answer, token)).member("memory_share", token.memoryShare);
        json.key("top_blocks").beginArray();
        for (const std::uint32_t block : token.topBlocks)
            json.value(block);
        json.endArray().endObject();
    }
    json.endArray();
}

void writeCitations(JsonWriter& json, const Answer& answer, const DocumentNames& names)
{
    json.key("citations").beginArray();
    for (const Citation& citation : answer.citations) {
        json.beginObject().member("document", citation.document);
        json.member("document_name", citation.document < names.size() ? names[citation.document] : std::string());
        json.member("begin", citation.range.begin).member("end", citation.range.end).member("page", citation.page);
        json.member("section", citation.section).member("text", citation.text).member("evidence", citation.evidence).key("blocks").beginArray();
        for (const std::uint32_t block : citation.blocks)
            json.value(block);
        json.endArray().member("answer_begin", citation.answerRange.begin).member("answer_end", citation.answerRange.end).endObject();
    }
    json.endArray().key("quotations").beginArray();
    for (const Quotation& quotation : answer.quotations) {
        json.beginObject().member("answer_begin", quotation.answerRange.begin).member("answer_end", quotation.answerRange.end);
        json.member("verbatim", quotation.verbatim);
        if (quotation.verbatim)
            json.member("document", quotation.document).member("begin", quotation.range.begin).member("end", quotation.range.end);
        json.endObject();
    }
    json.endArray();
}

void writeContext(JsonWriter& json, const Answer& answer, const AnswerContext& context)
{
    json.key("coverage").beginObject().member("consulted", answer.coverage.consulted).member("opened", answer.coverage.opened);
    json.member("total", answer.coverage.total).endObject();
    json.key("memory").beginObject().member("tokens", context.memoryTokens).member("blocks", context.memoryBlocks);
    json.member("f", context.blockTokens).endObject();
    json.key("timing").beginObject().member("open_ms", context.openMs).member("question_ms", answer.questionMs);
    json.member("first_token_ms", answer.firstTokenMs).member("tokens_per_second", answer.tokensPerSecond).endObject();
    json.key("model").beginObject().member("name", context.modelName).member("kind", context.modelKind);
    json.member("adapter", context.adapter).member("attention", context.attention).endObject();
    json.member("device", context.device);
}

// At most `limit` bytes of one line of text, cut at a space.
std::string excerpt(std::string text, std::size_t limit)
{
    text = oneLine(std::move(text));
    if (text.size() <= limit)
        return text;
    const auto space = text.rfind(' ', limit);
    return text.substr(0, space == text.npos ? limit : space) + " ...";
}

std::string placeName(const Citation& citation, const DocumentNames& names)
{
    std::string place = names.size() > 1 && citation.document < names.size() ? names[citation.document] + ", " : "";
    if (!citation.page.empty())
        place += "p. " + citation.page;
    if (!citation.section.empty())
        place += (citation.page.empty() ? "" : ", ") + citation.section;
    return place.empty() ? "beginning" : place;
}

std::string textOf(const JsonValue& object, const char* key)
{
    const JsonValue* value = object.find(key);
    return value && value->isString() ? *value->string() : std::string();
}

double numberOf(const JsonValue& object, const char* key)
{
    const JsonValue* value = object.find(key);
    return value ? value->number().value_or(0) : 0;
}

}  // namespace

AnswerContext answerContext(const OpenSession& session, double openMs)
{
    const EngineInfo& info = session.engine().info();
    AnswerContext context;
    context.memoryTokens = session.memory().regularTokens();
    context.memoryBlocks = session.memory().blocks();
    context.blockTokens = info.blockTokens;
    context.modelName = info.modelName;
    context.modelKind = kindName(info.kind);
    context.adapter = info.adapterFingerprint == Hash128{} ? std::string() : toHex(info.adapterFingerprint);
    context.attention = info.askingAttention == AttentionWay::Exact ? "exact" : "grouped";
    context.device = info.device;
    context.openMs = openMs;
    return context;
}

std::string toJson(const AnswerContext& context)
{
    JsonWriter json;
    json.beginObject().member("memory_tokens", context.memoryTokens).member("memory_blocks", context.memoryBlocks).member("f", context.blockTokens);
    json.member("model", context.modelName).member("kind", context.modelKind).member("adapter", context.adapter);
    json.member("attention", context.attention).member("device", context.device).member("open_ms", context.openMs).endObject();
    return json.take();
}

AnswerContext answerContextFromJson(const std::string& json)
{
    const auto parsed = parseJson(json);
    if (!parsed)
        return {};
    AnswerContext context;
    context.memoryTokens = static_cast<std::uint64_t>(numberOf(*parsed, "memory_tokens"));
    context.memoryBlocks = static_cast<std::uint32_t>(numberOf(*parsed, "memory_blocks"));
    context.blockTokens = static_cast<std::uint32_t>(numberOf(*parsed, "f"));
    context.modelName = textOf(*parsed, "model");
    context.modelKind = textOf(*parsed, "kind");
    context.adapter = textOf(*parsed, "adapter");
    context.attention = textOf(*parsed, "attention");
    context.device = textOf(*parsed, "device");
    context.openMs = numberOf(*parsed, "open_ms");
    return context;
}

DocumentNames documentNames(const OpenSession& session)
{
    DocumentNames names;
    for (const DocumentRecord& record : session.records())
        names.push_back(record.title);
    return names;
}

std::string oneLine(std::string text)
{
    for (char& character : text) {
        if (character == '\n' || character == '\t')
            character = ' ';
    }
    return text;
}

std::string answerJson(AnswerId id, const Answer& answer, const AnswerContext& context, const DocumentNames& names)
{
    JsonWriter json;
    json.beginObject().member("id", id.value).member("question", answer.question).member("answer", answer.text);
    json.member("strategy", name(answer.strategy)).member("found", answer.found).member("stopped", answer.stopped);
    writeTokens(json, answer);
    writeCitations(json, answer, names);
    writeContext(json, answer, context);
    json.endObject();
    return json.take();
}

std::string answerFooter(const Answer& answer, const DocumentNames& names)
{
    std::string text;
    char line[200];
    for (std::size_t i = 0; i < answer.citations.size(); ++i) {
        const Citation& citation = answer.citations[i];
        std::snprintf(line, sizeof line, "  [%zu] evidence %.2f, bytes %llu-%llu, ", i + 1, citation.evidence,
                      static_cast<unsigned long long>(citation.range.begin), static_cast<unsigned long long>(citation.range.end));
        text += line + placeName(citation, names) + "\n      \"" + excerpt(citation.text, 300) + "\"\n";
    }
    if (answer.citations.empty() && answer.found)
        text += "  No passage stood out. The answer may come from the model itself.\n";
    for (const Quotation& quotation : answer.quotations) {
        const std::string words = answer.text.substr(quotation.answerRange.begin, quotation.answerRange.size());
        text += "  Quotation \"" + excerpt(words, 80) + "\": " + (quotation.verbatim ? "verbatim" : "not in the text") + "\n";
    }
    std::snprintf(line, sizeof line, "  Consulted %u and opened %u of %u blocks; %s; first word after %.1f s, %.0f tokens/s.\n",
                  answer.coverage.consulted, answer.coverage.opened, answer.coverage.total, std::string(name(answer.strategy)).c_str(),
                  answer.firstTokenMs / 1000, answer.tokensPerSecond);
    return text + line;
}

}  // namespace cairn
