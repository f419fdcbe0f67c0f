#include "core/model/model_info.h"
#include "core/formats/json.h"

#include <cstdio>

namespace cairn
{

namespace
{

constexpr std::uint32_t kBoundsBlockTokens = 64;   // landmark_semantics.md 12

std::string scalingText(const RopeScaling& scaling)
{
    static constexpr const char* kNames[] = {"none", "linear", "ntk", "dynamic", "yarn", "llama3"};
    return kNames[static_cast<int>(scaling.kind)];
}

std::string megabytes(std::uint64_t bytes)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.1f MB", static_cast<double>(bytes) / 1e6);
    return text;
}

}  // namespace

ModelInfo modelInfo(const Model& model, const LandmarkAdapter* adapter)
{
    ModelInfo out;
    out.path = model.path;
    out.name = model.name;
    out.license = model.license;
    out.languages = model.languages;
    out.format = model.format;
    out.config = model.config;
    out.kind = model.config.landmark ? "landmark model" : adapter ? "adapter" : "bounds";
    out.blockTokens = model.config.landmark ? model.config.landmark->blockTokens : adapter ? adapter->blockTokens : kBoundsBlockTokens;
    out.parameters = model.parameters;
    out.bytes = model.weightBytes;
    out.fingerprint = toHex(model.fingerprint);
    if (adapter && !model.config.landmark)
        out.adapterFingerprint = toHex(adapter->fingerprint);
    out.chat = name(model.chat.kind);
    out.notes = model.notes;
    return out;
}

std::string toJson(const ModelInfo& info)
{
    const ModelConfig& c = info.config;
    JsonWriter json;
    json.beginObject().member("path", info.path).member("name", info.name).member("license", info.license).member("format", info.format);
    json.key("languages").beginArray();
    for (const std::string& language : info.languages)
        json.value(language);
    json.endArray();
    json.member("kind", info.kind).member("f", info.blockTokens).member("fingerprint", info.fingerprint);
    json.key("adapter");
    info.adapterFingerprint.empty() ? json.null() : json.value(info.adapterFingerprint);
    json.member("bytes", info.bytes).member("parameters", info.parameters).member("chat", info.chat);
    json.key("dimensions").beginObject().member("layers", c.layers).member("heads", c.heads).member("kv_heads", c.kvHeads);
    json.member("head_dim", c.headDim).member("hidden", c.hidden).member("feed_forward", c.feedForward).member("vocabulary", c.vocabulary);
    json.member("context", c.context).member("rope_theta", c.ropeTheta).member("rope_scaling", scalingText(c.ropeScaling));
    json.member("norm_epsilon", c.normEpsilon).member("tied_embeddings", c.tiedEmbeddings).endObject();
    json.key("landmark");
    if (c.landmark)
        json.beginObject().member("mem_id", c.landmark->id).member("mem_freq", c.landmark->blockTokens)
            .member("train_context_length", c.landmark->trainContext).member("include_landmark_in_loss", c.landmark->includeLandmarkInLoss)
            .endObject();
    else
        json.null();
    json.key("notes").beginArray();
    for (const std::string& note : info.notes)
        json.value(note);
    return json.endArray().endObject().take();
}

std::string toText(const ModelInfo& info)
{
    const ModelConfig& c = info.config;
    std::string text = "name: " + info.name + "\npath: " + info.path + "\nformat: " + info.format + ", " + megabytes(info.bytes) + ", "
                       + megabytes(info.parameters).substr(0, megabytes(info.parameters).size() - 3) + " million parameters\n";
    text += "licence: " + (info.license.empty() ? std::string("not stated") : info.license) + "\n";
    if (!info.languages.empty()) {
        text += "languages:";
        for (const std::string& language : info.languages)
            text += " " + language;
        text += "\n";
    }
    text += "kind: " + info.kind + ", blocks of " + std::to_string(info.blockTokens) + " tokens\n";
    text += "dimensions: " + std::to_string(c.layers) + " layers, " + std::to_string(c.heads) + " heads (" + std::to_string(c.kvHeads) +
            " key-value) of " + std::to_string(c.headDim) + ", hidden " + std::to_string(c.hidden) + ", feed-forward " +
            std::to_string(c.feedForward) + ", vocabulary " + std::to_string(c.vocabulary) + ", context " + std::to_string(c.context) +
            "\n";
    text += "position scaling: " + scalingText(c.ropeScaling) + "\nchat form: " + info.chat + "\nfingerprint: " + info.fingerprint + "\n";
    if (!info.adapterFingerprint.empty())
        text += "adapter: " + info.adapterFingerprint + "\n";
    for (const std::string& note : info.notes)
        text += "note: " + note + "\n";
    return text;
}

}  // namespace cairn
