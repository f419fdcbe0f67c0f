#include "core/engine/weights/model_loading.h"

#include "core/engine/weights/float_product.h"
#include "core/engine/weights/layer_math.h"

#include <algorithm>
#include <string>

namespace cairn
{

namespace
{

using Shape = std::vector<std::uint64_t>;

std::string shapeText(const Shape& shape)
{
    std::string text;
    for (const std::uint64_t size : shape)
        text += (text.empty() ? "[" : ", ") + std::to_string(size);
    return text + "]";
}

Error misshapen(const std::string& name, const Shape& found, const Shape& wanted)
{
    return {ErrorCode::Corruption, "The model's tensor " + name + " has the shape " + shapeText(found) + " instead of "
                                       + shapeText(wanted) + "; the file is damaged or not of the LLaMA family."};
}

// Fills consecutive rows of one matrix from several tensors, so that q, k, v (or gate, up) are one product.
class Loader
{
public:
    Loader(const WeightReader& reader, const LoadPlan& plan) : m_reader(reader), m_packed(plan.packed), m_halves(plan.halves) {}

    Result<std::shared_ptr<const Matrix>> stacked(const std::vector<std::pair<std::string, std::uint64_t>>& parts,
                                                  std::uint64_t inputs) const
    {
        std::uint64_t outputs = 0;
        for (const auto& part : parts)
            outputs += part.second;
        auto out = std::make_shared<Matrix>(static_cast<std::int64_t>(outputs), static_cast<std::int64_t>(inputs));
        float* at = out->data();
        for (const auto& [name, rows] : parts) {
            if (auto done = readInto(name, {rows, inputs}, {at, static_cast<std::size_t>(rows * inputs)}); !done)
                return done.error();
            at += rows * inputs;
        }
        return std::shared_ptr<const Matrix>(std::move(out));
    }

    // The parts below each other as they are stored, where the plan wants that and the kernels know all their types; else as stacked().
    Result<Projection> product(const std::vector<std::pair<std::string, std::uint64_t>>& parts, std::uint64_t inputs) const
    {
        auto packable = packs(parts, inputs);
        if (!packable)
            return packable.error();
        if (*packable) {
            auto matrix = packedRows(parts, inputs);
            if (!matrix)
                return matrix.error();
            return Projection(*std::move(matrix));
        }
        if (auto done = loadFloatProducts(); !done)
            return done.error();
        if (keepsHalves(parts)) {
            auto matrix = storedHalves(parts, inputs);
            if (!matrix)
                return matrix.error();
            return Projection(*std::move(matrix));
        }
        auto weight = stacked(parts, inputs);
        if (!weight)
            return weight.error();
        return Projection(*std::move(weight));
    }

    // Whether product() would pack the parts.
    Result<bool> packs(const std::vector<std::pair<std::string, std::uint64_t>>& parts, std::uint64_t inputs) const
    {
        for (const auto& [name, rows] : parts) {
            if (auto done = check(name, {rows, inputs}); !done)
                return done.error();
            auto type = m_reader.storedType(name);
            if (!type)
                return type.error();
            const auto kernelType = packableAs(*type);
            if (!m_packed || !kernelType || inputs % static_cast<std::uint64_t>(kernels::storedGroup(*kernelType)) != 0)
                return false;
        }
        return true;
    }

    bool keepsHalves(const std::vector<std::pair<std::string, std::uint64_t>>& parts) const
    {
        return m_halves && std::all_of(parts.begin(), parts.end(), [&](const auto& part) {
            const auto type = m_reader.storedType(part.first);
            return type && HalfMatrix::keeps(*type);
        });
    }

    // REQUIRES: keepsHalves(parts), shapes checked.
    Result<std::shared_ptr<const HalfMatrix>> storedHalves(const std::vector<std::pair<std::string, std::uint64_t>>& parts,
                                                           std::uint64_t inputs) const
    {
        auto matrix = std::make_shared<HalfMatrix>(static_cast<std::int32_t>(inputs));
        for (const auto& [name, rows] : parts) {
            auto bytes = storedBytes(name, 2 * rows * inputs);
            if (!bytes)
                return bytes.error();
            matrix->append(*m_reader.storedType(name), static_cast<std::int32_t>(rows), *std::move(bytes));
        }
        return std::shared_ptr<const HalfMatrix>(std::move(matrix));
    }

    // Some rows at a time are in RAM beside what is packed.
    Result<std::shared_ptr<const PackedMatrix>> packedRows(const std::vector<std::pair<std::string, std::uint64_t>>& parts,
                                                           std::uint64_t inputs) const
    {
        auto matrix = std::make_shared<PackedMatrix>(static_cast<std::int32_t>(inputs));
        for (const auto& [name, rows] : parts) {
            const auto read = [&, &tensor = name](std::int32_t first, std::span<std::byte> out) {
                return m_reader.readStoredRows(tensor, static_cast<std::uint64_t>(first), out);
            };
            if (auto done = matrix->append(*packableAs(*m_reader.storedType(name)), static_cast<std::int32_t>(rows), read); !done)
                return done.error();
        }
        return std::shared_ptr<const PackedMatrix>(std::move(matrix));
    }

    Result<std::vector<float>> vector(const std::string& name, std::uint64_t size) const
    {
        std::vector<float> out(size);
        if (auto done = readInto(name, {size}, out); !done)
            return done.error();
        return out;
    }

    bool has(const std::string& name) const { return m_reader.has(name); }

private:
    Result<void> check(const std::string& name, const Shape& wanted) const
    {
        if (!m_reader.has(name))
            return Error{ErrorCode::Corruption, "The model has no tensor " + name + "; the file is incomplete or not of the LLaMA family."};
        auto found = m_reader.shape(name);
        if (!found)
            return found.error();
        if (*found != wanted)
            return misshapen(name, *found, wanted);
        return {};
    }

    Result<void> readInto(const std::string& name, const Shape& wanted, std::span<float> out) const
    {
        if (auto done = check(name, wanted); !done)
            return done.error();
        return m_reader.read(name, out);
    }

    Result<std::shared_ptr<const std::byte>> storedBytes(const std::string& name, std::uint64_t bytes) const
    {
        auto there = m_reader.storedInRam(name);
        if (!there || *there)
            return there;
        std::shared_ptr<std::byte> read(alignedBytes(bytes).release(), FreeAligned());
        if (auto done = m_reader.readStored(name, {read.get(), static_cast<std::size_t>(bytes)}); !done)
            return done.error();
        return std::shared_ptr<const std::byte>(std::move(read));
    }

    const WeightReader& m_reader;
    bool m_packed, m_halves;
};

Result<LayerWeights> loadLayer(const Loader& loader, const ModelConfig& config, const std::string& prefix)
{
    const std::uint64_t query = std::uint64_t{config.heads} * config.headDim, key = std::uint64_t{config.kvHeads} * config.headDim;
    const std::uint64_t hidden = config.hidden, wide = config.feedForward;
    const std::string attention = prefix + "self_attn.", mlp = prefix + "mlp.";
    LayerWeights layer;
    const auto fill = [&](Projection& into, const std::vector<std::pair<std::string, std::uint64_t>>& parts,
                          std::uint64_t inputs) -> Result<void> {
        auto product = loader.product(parts, inputs);
        if (!product)
            return product.error();
        into = *std::move(product);
        return {};
    };
    auto inputNorm = loader.vector(prefix + "input_layernorm.weight", hidden);
    if (!inputNorm)
        return inputNorm.error();
    auto postNorm = loader.vector(prefix + "post_attention_layernorm.weight", hidden);
    if (!postNorm)
        return postNorm.error();
    layer.inputNorm = *std::move(inputNorm);
    layer.postNorm = *std::move(postNorm);
    if (auto done = fill(layer.qkv, {{attention + "q_proj.weight", query}, {attention + "k_proj.weight", key},
                                     {attention + "v_proj.weight", key}}, hidden); !done)
        return done.error();
    if (auto done = fill(layer.output, {{attention + "o_proj.weight", hidden}}, query); !done)
        return done.error();
    if (auto done = fill(layer.gateUp, {{mlp + "gate_proj.weight", wide}, {mlp + "up_proj.weight", wide}}, hidden); !done)
        return done.error();
    if (auto done = fill(layer.down, {{mlp + "down_proj.weight", hidden}}, wide); !done)
        return done.error();
    return layer;
}

// The named low-rank pair of a layer, where the adapter has it.
void addLowRank(Projection& into, std::optional<RowWeights> rows, std::int64_t first, const std::map<std::string, AdapterTensor>& tensors,
                const std::string& name)
{
    const auto down = tensors.find(name + ".lora_A"), up = tensors.find(name + ".lora_B");
    if (down != tensors.end() && up != tensors.end())
        into.add({rows, first, LowRankAddition(down->second, up->second)});
}

void addAdapter(LoadedModel& model, std::optional<RowWeights> rows, const std::map<std::string, AdapterTensor>& tensors)
{
    const std::int64_t query = model.queryWidth(), key = model.keyWidth(), wide = model.config.feedForward;
    for (std::size_t l = 0; l < model.layers.size(); ++l) {
        LayerWeights& layer = model.layers[l];
        const std::string prefix = "layers." + std::to_string(l) + ".";
        addLowRank(layer.qkv, rows, 0, tensors, prefix + "self_attn.q_proj");
        addLowRank(layer.qkv, rows, query, tensors, prefix + "self_attn.k_proj");
        addLowRank(layer.qkv, rows, query + key, tensors, prefix + "self_attn.v_proj");
        if (const auto delta = tensors.find(prefix + "self_attn.k_proj.delta"); delta != tensors.end())
            layer.qkv.add({rows, query, LowRankAddition(delta->second)});
        addLowRank(layer.output, rows, 0, tensors, prefix + "self_attn.o_proj");
        addLowRank(layer.gateUp, rows, 0, tensors, prefix + "mlp.gate_proj");
        addLowRank(layer.gateUp, rows, wide, tensors, prefix + "mlp.up_proj");
        addLowRank(layer.down, rows, 0, tensors, prefix + "mlp.down_proj");
    }
}

Result<void> loadEmbedding(const Loader& loader, LoadedModel& model)
{
    const std::vector<std::pair<std::string, std::uint64_t>> parts{{"model.embed_tokens.weight", model.config.vocabulary}};
    auto packable = loader.packs(parts, model.config.hidden);
    if (!packable)
        return packable.error();
    if (*packable) {
        auto matrix = loader.packedRows(parts, model.config.hidden);
        if (!matrix)
            return matrix.error();
        model.packedEmbedding = *std::move(matrix);
        return {};
    }
    if (loader.keepsHalves(parts)) {
        auto matrix = loader.storedHalves(parts, model.config.hidden);
        if (!matrix)
            return matrix.error();
        model.halfEmbedding = *std::move(matrix);
        return {};
    }
    auto embedding = loader.stacked(parts, model.config.hidden);
    if (!embedding)
        return embedding.error();
    model.embedding = *std::move(embedding);
    return {};
}

Result<void> loadEnds(const Loader& loader, LoadedModel& model)
{
    const ModelConfig& config = model.config;
    if (auto done = loadEmbedding(loader, model); !done)
        return done.error();
    auto norm = loader.vector("model.norm.weight", config.hidden);
    if (!norm)
        return norm.error();
    model.finalNorm = *std::move(norm);
    if (config.tiedEmbeddings || !loader.has("lm_head.weight")) {
        if (auto done = model.packedEmbedding ? Result<void>() : loadFloatProducts(); !done)
            return done.error();
        model.head = model.packedEmbedding ? Projection(model.packedEmbedding)
                     : model.halfEmbedding ? Projection(model.halfEmbedding)
                                           : Projection(model.embedding);
    } else {
        auto head = loader.product({{"lm_head.weight", config.vocabulary}}, config.hidden);
        if (!head)
            return head.error();
        model.head = *std::move(head);
    }
    const std::string miss = "model.cmt_embedding.weight";
    if (loader.has(miss)) {
        auto row = loader.stacked({{miss, 1}}, config.hidden);
        if (!row)
            return row.error();
        model.missEmbedding.assign((*row)->data(), (*row)->data() + config.hidden);
    }
    return {};
}

bool holdsPacked(const LoadedModel& model)
{
    bool packed = model.head.isPacked();
    for (const LayerWeights& layer : model.layers)
        packed = packed || layer.qkv.isPacked() || layer.output.isPacked() || layer.gateUp.isPacked() || layer.down.isPacked();
    return packed;
}

}  // namespace

Result<std::shared_ptr<const LoadedModel>> loadModel(const Model& source, const LoadPlan& plan)
{
    auto model = std::make_shared<LoadedModel>();
    model->config = source.config;
    model->progress = plan.progress;
    model->layout = plan.layout;
    model->suppressed = source.config.suppressed;
    const auto& landmark = source.config.landmark;
    model->landmarkId = landmark && !plan.landmarkAdapter ? landmark->id : static_cast<TokenId>(source.config.vocabulary);
    model->landmarkPredicts = landmark && !plan.landmarkAdapter && landmark->includeLandmarkInLoss;
    const std::uint32_t trained = landmark ? landmark->trainContext : source.config.context;
    model->rope = RopeTable(ropeFrequencies(source.config.headDim, source.config.ropeTheta, source.config.ropeScaling, trained));

    const Loader loader(*source.weights, plan);
    if (auto done = loadEnds(loader, *model); !done)
        return done.error();
    for (std::uint32_t l = 0; l < source.config.layers; ++l) {
        auto layer = loadLayer(loader, source.config, "model.layers." + std::to_string(l) + ".");
        if (!layer)
            return layer.error();
        model->layers.push_back(std::move(*layer));
        model->countProgress();
    }
    if (plan.landmarkAdapter) {
        model->landmarkEmbedding = plan.landmarkAdapter->tensors.at("landmark_embedding").values;
        addAdapter(*model, {}, plan.landmarkAdapter->tensors);
    }
    if (plan.answerAdapter)
        addAdapter(*model, RowWeights::Answers, plan.answerAdapter->tensors);
    if (plan.rankingAdapter)
        addAdapter(*model, RowWeights::Ranking, plan.rankingAdapter->tensors);
    computeConstantKeys(*model);
    model->products = holdsPacked(*model) ? Products::Packed : Products::Float32;
    return std::shared_ptr<const LoadedModel>(std::move(model));
}

}  // namespace cairn
