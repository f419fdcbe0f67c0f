#include "core/model/adapter.h"
#include "core/model/fingerprint.h"
#include "core/model/safetensors.h"
#include "core/types/limits.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <new>

namespace cairn
{

namespace
{

constexpr std::uint32_t kRank = 4'096;
constexpr std::size_t kFrameTokens = 256;

using Shapes = std::map<std::string, std::vector<std::uint64_t>>;

struct Projection
{
    std::string name;
    std::uint64_t in = 0, out = 0;
};

std::vector<Projection> projections(const ModelConfig& c)
{
    const std::uint64_t queries = std::uint64_t{c.heads} * c.headDim, keys = std::uint64_t{c.kvHeads} * c.headDim;
    return {{"self_attn.q_proj", c.hidden, queries}, {"self_attn.k_proj", c.hidden, keys}, {"self_attn.v_proj", c.hidden, keys},
            {"self_attn.o_proj", queries, c.hidden}, {"mlp.gate_proj", c.hidden, c.feedForward},
            {"mlp.up_proj", c.hidden, c.feedForward}, {"mlp.down_proj", c.feedForward, c.hidden}};
}

void addLowRank(Shapes& shapes, const std::string& layer, const Projection& p, std::uint64_t rank)
{
    shapes[layer + p.name + ".lora_A"] = {rank, p.in};
    shapes[layer + p.name + ".lora_B"] = {p.out, rank};
}

// landmark_semantics.md 12.4
Shapes landmarkShapes(const ModelConfig& c, std::uint64_t rank)
{
    Shapes shapes{{"landmark_embedding", {c.hidden}}};
    for (std::uint32_t i = 0; i < c.layers; ++i) {
        const std::string layer = "layers." + std::to_string(i) + ".";
        for (const Projection& p : projections(c)) {
            if (p.name == "self_attn.k_proj")
                shapes[layer + p.name + ".delta"] = {p.out, p.in};
            else if (p.name != "self_attn.v_proj")
                addLowRank(shapes, layer, p, rank);
        }
    }
    return shapes;
}

Shapes rowShapes(const ModelConfig& c, std::uint64_t rank)
{
    Shapes shapes;
    for (std::uint32_t i = 0; i < c.layers; ++i)
        for (const Projection& p : projections(c))
            addLowRank(shapes, "layers." + std::to_string(i) + ".", p, rank);
    return shapes;
}

constexpr const char* kLastWeights = "last_weights";
constexpr const char* kMeanWeights = "mean_weights";

Shapes questionShapes(const ModelConfig& c, std::uint64_t rank)
{
    Shapes shapes = rowShapes(c, rank);
    shapes[kLastWeights] = shapes[kMeanWeights] = {c.layers, c.heads};
    return shapes;
}

class AdapterFile
{
public:
    // Opens the file and checks whose adapter it is.
    static Result<AdapterFile> open(const std::string& path, const std::string& format, const Model& base)
    {
        auto file = openSafetensors(path);
        if (!file)
            return file.error();
        AdapterFile adapter(path, *std::move(file));
        if (auto done = adapter.checkOrigin(format, base); !done)
            return done.error();
        return adapter;
    }

    Result<std::uint32_t> number(const std::string& key, std::uint32_t limit) const
    {
        const std::string text = value(key);
        std::uint32_t result = 0;
        const auto parsed = std::from_chars(text.data(), text.data() + text.size(), result);
        if (parsed.ec != std::errc{} || parsed.ptr != text.data() + text.size() || result < 1 || result > limit)
            return wrong("its " + key + " must be 1 to " + std::to_string(limit));
        return result;
    }
    Result<std::map<std::string, AdapterTensor>> tensors(const Shapes& expected) const;
    Result<Hash128> fingerprint() const;
    Result<std::optional<AttentionWay>> attention() const;
    Result<double> real(const std::string& key) const;
    Result<std::vector<TokenId>> frame(const std::string& key, std::uint32_t vocabulary) const;
    Result<void> checkLandmarks(const Hash128& actual) const;

private:
    AdapterFile(std::string path, SafetensorsFile file) : m_path(std::move(path)), m_file(std::move(file)) {}

    Error wrong(const std::string& what, ErrorCode code = ErrorCode::Corruption) const
    {
        return {code, m_path + ": " + what + "."};
    }
    std::string value(const std::string& key) const
    {
        const auto found = m_file.metadata.find(key);
        return found == m_file.metadata.end() ? std::string() : found->second;
    }
    Result<void> checkOrigin(const std::string& format, const Model& base) const;
    bool liesInFolderOf(const Model& base) const;

    std::string m_path;
    SafetensorsFile m_file;
};

bool AdapterFile::liesInFolderOf(const Model& base) const
{
    std::error_code failed;
    const auto folder = std::filesystem::absolute(m_path, failed).parent_path();
    return std::filesystem::is_directory(base.path, failed) && std::filesystem::equivalent(folder, base.path, failed);
}

Result<void> AdapterFile::checkOrigin(const std::string& format, const Model& base) const
{
    if (value("format") != format)
        return wrong("not a " + format + ", its format is \"" + value("format") + "\"", ErrorCode::InvalidArgument);
    if (value("version") != "1") {
        const bool newer = value("version").size() > 1 || value("version") > "1";
        return wrong("it has the version \"" + value("version") + "\", this Cairn knows version 1",
                     newer ? ErrorCode::Newer : ErrorCode::Unsupported);
    }
    const auto stated = m_file.metadata.find("base_fingerprint");
    const std::string actual = toHex(base.fingerprint);
    if (stated == m_file.metadata.end() && !liesInFolderOf(base))
        return wrong("it doesn't say for which model it was trained; put it into that model's folder", ErrorCode::InvalidArgument);
    if (stated != m_file.metadata.end() && stated->second != actual)
        return wrong("it was trained for another model (fingerprint " + stated->second + ", this model has " + actual
                         + "); choose that model, or an adapter of this one",
                     ErrorCode::InvalidArgument);
    return {};
}

Result<std::map<std::string, AdapterTensor>> AdapterFile::tensors(const Shapes& expected) const
{
    for (const auto& [name, stored] : m_file.tensors)
        if (!expected.contains(name))
            return wrong("the tensor " + name.substr(0, 100) + " is no part of such an adapter");
    std::map<std::string, AdapterTensor> result;
    for (const auto& [name, shape] : expected) {
        const auto found = m_file.tensors.find(name);
        if (found == m_file.tensors.end())
            return wrong("the tensor " + name + " is missing");
        if (found->second.shape != shape)
            return wrong("the tensor " + name + " has the shape " + shapeText(found->second.shape) + " instead of " + shapeText(shape));
        auto values = m_file.readFloats(name);
        if (!values)
            return values.error();
        if (!std::all_of(values->begin(), values->end(), [](float v) { return std::isfinite(v); }))
            return wrong("the tensor " + name + " holds a value that is not finite");
        result.emplace(name, AdapterTensor{shape, *std::move(values)});
    }
    if (auto same = m_file.source->verifyUnchanged(); !same)
        return same.error();
    return result;
}

Result<Hash128> AdapterFile::fingerprint() const
{
    FingerprintBuilder hash;
    for (const auto& [key, text] : m_file.metadata)
        hash.add(key, text);
    if (auto done = hash.addTensors({{m_file.source}, m_file.tensors}); !done)
        return done.error();
    return hash.finish();
}

Result<std::optional<AttentionWay>> AdapterFile::attention() const
{
    const std::string way = value("attention");
    if (way.empty() && !m_file.metadata.contains("attention"))
        return std::optional<AttentionWay>();
    if (way == "exact")
        return std::optional(AttentionWay::Exact);
    if (way == "grouped")
        return std::optional(AttentionWay::Grouped);
    return wrong("its attention is \"" + way + "\" instead of exact or grouped");
}

Result<double> AdapterFile::real(const std::string& key) const
{
    const std::string text = value(key);
    double result = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), result);
    if (parsed.ec != std::errc{} || parsed.ptr != text.data() + text.size() || !std::isfinite(result))
        return wrong("its " + key + " is no number");
    return result;
}

// Token ids with spaces between them.
Result<std::vector<TokenId>> AdapterFile::frame(const std::string& key, std::uint32_t vocabulary) const
{
    const std::string text = value(key);
    std::vector<TokenId> ids;
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at != end) {
        std::uint32_t id = 0;
        const auto parsed = std::from_chars(at, end, id);
        const bool goesOn = parsed.ec == std::errc{} && (parsed.ptr == end || (*parsed.ptr == ' ' && parsed.ptr + 1 != end));
        if (!goesOn || id >= vocabulary || ids.size() == kFrameTokens)
            return wrong("its " + key + " is no list of at most " + std::to_string(kFrameTokens) + " tokens of the model");
        ids.push_back(static_cast<TokenId>(id));
        at = parsed.ptr == end ? end : parsed.ptr + 1;
    }
    return ids;
}

Result<void> AdapterFile::checkLandmarks(const Hash128& actual) const
{
    const std::string stated = value("landmark_fingerprint");
    if (stated == (actual == Hash128{} ? std::string() : toHex(actual)))
        return {};
    return wrong("it was trained on the landmarks of another adapter (fingerprint " + (stated.empty() ? "none" : stated)
                     + "); train it again with cairn-lab train question --start",
                 ErrorCode::InvalidArgument);
}

Result<LandmarkAdapter> landmarkAdapter(const std::string& path, const Model& base)
{
    if (base.config.landmark)
        return Error{ErrorCode::InvalidArgument, path + ": the model " + base.name + " has landmarks of its own and takes no adapter."};
    auto file = AdapterFile::open(path, "cairn-landmark-adapter", base);
    if (!file)
        return file.error();
    auto blockTokens = file->number("mem_freq", limits::kBlockTokens);
    auto rank = file->number("rank", kRank);
    if (!blockTokens)
        return blockTokens.error();
    if (!rank)
        return rank.error();
    auto attention = file->attention();
    if (!attention)
        return attention.error();
    auto tensors = file->tensors(landmarkShapes(base.config, *rank));
    if (!tensors)
        return tensors.error();
    auto hash = file->fingerprint();
    if (!hash)
        return hash.error();
    return LandmarkAdapter{*blockTokens, *rank, *attention, *std::move(tensors), *hash};
}

Result<RowAdapter> rowAdapter(const std::string& path, const std::string& format, const Model& base)
{
    auto file = AdapterFile::open(path, format, base);
    if (!file)
        return file.error();
    auto rank = file->number("rank", kRank);
    if (!rank)
        return rank.error();
    auto tensors = file->tensors(rowShapes(base.config, *rank));
    if (!tensors)
        return tensors.error();
    auto hash = file->fingerprint();
    if (!hash)
        return hash.error();
    return RowAdapter{*rank, *std::move(tensors), *hash};
}

template <typename Adapter>
Result<Adapter> rowAdapterAs(const std::string& path, const std::string& format, const Model& base)
{
    try {
        auto read = rowAdapter(path, format, base);
        return read ? Result<Adapter>(Adapter{*std::move(read)}) : Result<Adapter>(read.error());
    } catch (const std::bad_alloc&) {
        return Error{ErrorCode::OutOfMemory, path + ": not enough memory for the adapter."};
    }
}

Result<QuestionAdapter> questionAdapter(const std::string& path, const Model& base, const Hash128& landmark)
{
    auto file = AdapterFile::open(path, "cairn-question-adapter", base);
    if (!file)
        return file.error();
    if (auto done = file->checkLandmarks(landmark); !done)
        return done.error();
    auto rank = file->number("rank", kRank);
    if (!rank)
        return rank.error();
    auto before = file->frame("frame_before", base.config.vocabulary), after = file->frame("frame_after", base.config.vocabulary);
    if (!before || !after)
        return before ? after.error() : before.error();
    if (after->empty())
        return Error{ErrorCode::Corruption, path + ": its frame_after is missing."};
    auto wordWeight = file->real("word_weight");
    if (!wordWeight)
        return wordWeight.error();
    if (*wordWeight <= 0)
        return Error{ErrorCode::Corruption, path + ": its word_weight must be above 0."};
    auto tensors = file->tensors(questionShapes(base.config, *rank));
    if (!tensors)
        return tensors.error();
    auto hash = file->fingerprint();
    if (!hash)
        return hash.error();
    QuestionAdapter adapter{*rank, {}, {}, {}, *std::move(before), *std::move(after), *wordWeight, *hash};
    adapter.lastWeights = std::move(tensors->extract(kLastWeights).mapped().values);
    adapter.meanWeights = std::move(tensors->extract(kMeanWeights).mapped().values);
    adapter.tensors = *std::move(tensors);
    return adapter;
}

}  // namespace

Result<LandmarkAdapter> readLandmarkAdapter(const std::string& path, const Model& base)
{
    try {
        return landmarkAdapter(path, base);
    } catch (const std::bad_alloc&) {
        return Error{ErrorCode::OutOfMemory, path + ": not enough memory for the adapter."};
    }
}

Result<AnswerAdapter> readAnswerAdapter(const std::string& path, const Model& base)
{
    return rowAdapterAs<AnswerAdapter>(path, "cairn-answer-adapter", base);
}

Result<RankingAdapter> readRankingAdapter(const std::string& path, const Model& base)
{
    return rowAdapterAs<RankingAdapter>(path, "cairn-ranking-adapter", base);
}

Result<QuestionAdapter> readQuestionAdapter(const std::string& path, const Model& base, const Hash128& landmark)
{
    try {
        return questionAdapter(path, base, landmark);
    } catch (const std::bad_alloc&) {
        return Error{ErrorCode::OutOfMemory, path + ": not enough memory for the adapter."};
    }
}

}  // namespace cairn
