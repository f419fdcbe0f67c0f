#include "core/engine/gpu/cuda_model.h"

#include "core/engine/weights/loaded_model.h"
#include "kernels/rows/kv_row.h"

#include <bit>
#include <cstdio>

namespace cairn
{

namespace
{

constexpr std::uint64_t kKeptFree = 1ull << 30;            // and at least a tenth: reliability.md 6
constexpr std::uint64_t kWideBytes = 4ull << 30;           // models up to this size in 32 bits stay so: exactness is cheap there

std::uint16_t toBf16(float value)   // to nearest, ties to even; the weights are finite
{
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
    return static_cast<std::uint16_t>((bits + 0x7FFF + (bits >> 16 & 1)) >> 16);
}

using Rows = std::optional<RowWeights>;                     // CudaAddition::ordinary
using Parts = std::vector<std::pair<std::string, std::uint64_t>>;   // tensor, its rows

class Upload
{
public:
    Upload(CudaModel& model, const Model& source, const LoadPlan& plan) : m_model(model), m_source(source), m_plan(plan) {}

    Result<void> all()
    {
        const ModelConfig& c = m_model.config;
        if (auto done = matrix({{"model.embed_tokens.weight", c.vocabulary}}, c.hidden, m_model.embedding); !done)
            return done.error();
        if (!c.tiedEmbeddings && m_source.weights->has("lm_head.weight")) {
            if (auto done = matrix({{"lm_head.weight", c.vocabulary}}, c.hidden, m_model.head); !done)
                return done.error();
        }
        if (auto done = vector("model.norm.weight", m_model.finalNorm); !done)
            return done.error();
        for (std::uint32_t l = 0; l < c.layers; ++l) {
            m_model.layers.emplace_back(m_model.device);
            if (auto done = layer(m_model.layers.back(), "model.layers." + std::to_string(l) + "."); !done)
                return done.error();
            if (m_plan.progress)
                m_plan.progress->fetch_add(1, std::memory_order_relaxed);
        }
        if (m_plan.landmarkAdapter) {
            m_model.landmarkEmbedding.put(m_plan.landmarkAdapter->tensors.at("landmark_embedding").values);
            adapter({}, m_plan.landmarkAdapter->tensors);
        }
        if (m_plan.answerAdapter)
            adapter(RowWeights::Answers, m_plan.answerAdapter->tensors);
        if (m_plan.rankingAdapter)
            adapter(RowWeights::Ranking, m_plan.rankingAdapter->tensors);
        return {};
    }

private:
    Result<void> matrix(const Parts& parts, std::uint64_t inputs, CudaArray<std::byte>& into)
    {
        const bool wide = m_model.form == cuda::WeightForm::F32;
        std::uint64_t rows = 0;
        for (const auto& part : parts)
            rows += part.second;
        std::byte* to = into.reserve(rows * inputs * (wide ? 4 : 2));
        std::vector<float> values;
        std::vector<std::uint16_t> narrow;
        for (const auto& [name, count] : parts) {
            values.resize(count * inputs);
            if (auto done = m_source.weights->read(name, values); !done)
                return done.error();
            if (!wide) {
                narrow.resize(values.size());
                std::transform(values.begin(), values.end(), narrow.begin(), toBf16);
            }
            const void* from = wide ? static_cast<const void*>(values.data()) : narrow.data();
            const std::size_t bytes = values.size() * (wide ? 4 : 2);
            m_model.device.check(m_model.device->toDevice(to, from, bytes));
            m_model.device.synchronize();
            to += bytes;
        }
        return {};
    }

    Result<void> vector(const std::string& name, CudaArray<float>& into)
    {
        std::vector<float> values(m_model.config.hidden);
        if (auto done = m_source.weights->read(name, values); !done)
            return done.error();
        into.put(values);
        m_model.device.synchronize();
        return {};
    }

    Result<void> projection(CudaProjection& into, const Parts& parts, std::uint32_t inputs)
    {
        into.inputs = static_cast<std::int32_t>(inputs);
        for (const auto& part : parts)
            into.outputs += static_cast<std::int32_t>(part.second);
        return matrix(parts, inputs, into.weight);
    }

    Result<void> layer(CudaLayer& into, const std::string& prefix)
    {
        const ModelConfig& c = m_model.config;
        const std::uint64_t query = std::uint64_t{c.heads} * c.headDim, key = std::uint64_t{c.kvHeads} * c.headDim;
        const std::string attention = prefix + "self_attn.", mlp = prefix + "mlp.";
        if (auto done = vector(prefix + "input_layernorm.weight", into.inputNorm); !done)
            return done.error();
        if (auto done = vector(prefix + "post_attention_layernorm.weight", into.postNorm); !done)
            return done.error();
        if (auto done = projection(into.qkv, {{attention + "q_proj.weight", query}, {attention + "k_proj.weight", key},
                                              {attention + "v_proj.weight", key}}, c.hidden); !done)
            return done.error();
        if (auto done = projection(into.output, {{attention + "o_proj.weight", c.hidden}}, static_cast<std::uint32_t>(query)); !done)
            return done.error();
        if (auto done =
                projection(into.gateUp, {{mlp + "gate_proj.weight", c.feedForward}, {mlp + "up_proj.weight", c.feedForward}}, c.hidden);
            !done)
            return done.error();
        return projection(into.down, {{mlp + "down_proj.weight", c.hidden}}, c.feedForward);
    }

    struct LowRankPart
    {
        std::int64_t first;                // output column
        const AdapterTensor *down, *up;
    };

    // Of one projection's matrices, as one pair: their `down` one below the other, their `up` in their own rows and columns.
    void lowRank(CudaProjection& into, Rows rows, const std::map<std::string, AdapterTensor>& tensors,
                 const std::vector<std::pair<std::string, std::int64_t>>& names)
    {
        std::vector<LowRankPart> parts;
        std::size_t inner = 0;
        for (const auto& [name, first] : names) {
            const auto down = tensors.find(name + ".lora_A"), up = tensors.find(name + ".lora_B");
            if (down == tensors.end() || up == tensors.end())
                continue;
            parts.push_back({first, &down->second, &up->second});
            inner += down->second.shape[0];
        }
        if (parts.empty())
            return;
        std::vector<float> down, up(static_cast<std::size_t>(into.outputs) * inner);
        for (const LowRankPart& part : parts) {
            const std::size_t rank = part.down->shape[0], at = down.size() / static_cast<std::size_t>(into.inputs);
            down.insert(down.end(), part.down->values.begin(), part.down->values.end());
            for (std::size_t row = 0; row < part.up->shape[0]; ++row)
                std::copy_n(&part.up->values[row * rank], rank, &up[(static_cast<std::size_t>(part.first) + row) * inner + at]);
        }
        add(into, rows, 0, down, inner, &up);
    }

    void add(CudaProjection& into, Rows rows, std::int64_t first, const std::vector<float>& down, std::size_t inner,
             const std::vector<float>* up)
    {
        CudaAddition addition{rows, static_cast<std::int32_t>(first), static_cast<std::int32_t>(inner),
                              up ? into.outputs : static_cast<std::int32_t>(inner), CudaArray<float>(m_model.device),
                              CudaArray<float>(m_model.device)};
        addition.down.put(down);
        if (up)
            addition.up.put(*up);
        m_model.device.synchronize();
        into.additions.push_back(std::move(addition));
    }

    void adapter(Rows rows, const std::map<std::string, AdapterTensor>& tensors)
    {
        const ModelConfig& c = m_model.config;
        const std::int64_t query = std::int64_t{c.heads} * c.headDim, key = std::int64_t{c.kvHeads} * c.headDim;
        for (std::size_t l = 0; l < m_model.layers.size(); ++l) {
            CudaLayer& layer = m_model.layers[l];
            const std::string prefix = "layers." + std::to_string(l) + ".", attention = prefix + "self_attn.", mlp = prefix + "mlp.";
            lowRank(layer.qkv, rows, tensors,
                    {{attention + "q_proj", 0}, {attention + "k_proj", query}, {attention + "v_proj", query + key}});
            if (const auto delta = tensors.find(attention + "k_proj.delta"); delta != tensors.end())
                add(layer.qkv, rows, query, delta->second.values, delta->second.shape[0], nullptr);
            lowRank(layer.output, rows, tensors, {{attention + "o_proj", 0}});
            lowRank(layer.gateUp, rows, tensors, {{mlp + "gate_proj", 0}, {mlp + "up_proj", c.feedForward}});
            lowRank(layer.down, rows, tensors, {{mlp + "down_proj", 0}});
        }
    }

    CudaModel& m_model;
    const Model& m_source;
    const LoadPlan& m_plan;
};

void putFirstKey(CudaModel& model, const std::vector<float>& key)
{
    if (key.empty())
        return;
    model.hasFirstKey = true;
    model.firstKey.put(key);
    model.rope.reserve(model.layout.blockTokens + 1);
    std::vector<float> rotated = key, rounded(key.size());
    for (std::size_t h = 0; h < key.size() / model.config.headDim; ++h)
        model.rope.rotate(&key[h * model.config.headDim], model.layout.blockTokens, &rotated[h * model.config.headDim]);
    std::vector<std::uint16_t> halves(key.size());
    kernels::encodeHalves(rotated.data(), rotated.size(), halves.data());
    kernels::decodeHalves(halves.data(), halves.size(), rounded.data());
    model.firstKeyScoredF32.put(rotated);
    model.firstKeyScoredF16.put(rounded);
    model.device.synchronize();
}

std::string gib(std::uint64_t bytes)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.1f GiB", static_cast<double>(bytes) / static_cast<double>(1ull << 30));
    return text;
}

}  // namespace

cuda::WeightForm CudaModel::formOf(const Model& source)
{
    return source.parameters * 4 <= kWideBytes ? cuda::WeightForm::F32 : cuda::WeightForm::Bf16;
}

Result<std::shared_ptr<CudaModel>> CudaModel::load(const cuda::GpuTable& table, const Model& source, const LoadPlan& plan,
                                                   std::vector<float> firstLandmarkKey, std::vector<std::vector<float>> missKeys)
{
    if (!cuda::shapeFits(static_cast<std::int32_t>(source.config.headDim), static_cast<std::int32_t>(plan.layout.blockTokens)))
        return Error{ErrorCode::Unsupported,
                     "The GPU computes heads of up to 256 numbers and blocks of up to 256 tokens; this model has others."};
    auto model = std::make_shared<CudaModel>(table);
    model->config = source.config;
    model->layout = plan.layout;
    model->progress = plan.progress;
    const std::uint32_t trained = source.config.landmark ? source.config.landmark->trainContext : source.config.context;
    model->rope = RopeTable(ropeFrequencies(source.config.headDim, source.config.ropeTheta, source.config.ropeScaling, trained));
    model->form = formOf(source);
    const std::uint64_t needed = source.parameters * (model->form == cuda::WeightForm::F32 ? 4 : 2);
    std::uint64_t left = 0, total = 0;
    model->device.check(model->device->freeMemory(&left, &total));
    if (needed + std::max(kKeptFree, left / 10) > left && needed > kKeptFree / 8)
        return Error{ErrorCode::OutOfMemory, "The model needs " + gib(needed) + " on the GPU, " + gib(left) +
                                                 " are free; close other programs "
                                                 "that use it, or compute on the CPU."};
    if (auto done = Upload(*model, source, plan).all(); !done)
        return done.error();
    putFirstKey(*model, firstLandmarkKey);
    std::vector<float> all;
    for (const std::vector<float>& key : missKeys)
        all.insert(all.end(), key.begin(), key.end());
    model->hasMissToken = !all.empty();
    if (model->hasMissToken)
        model->missKeys.put(all);
    model->device.synchronize();
    return model;
}

void CudaModel::reserveAngles(std::uint32_t positions)
{
    const std::size_t half = config.headDim / 2;
    if (std::min(cosines.size(), sines.size()) >= positions * half)
        return;
    rope.reserve((positions + 1023) / 1024 * 1024);
    const std::size_t count = rope.positions() * half;
    cosines.put({rope.cosines(), count});
    sines.put({rope.sines(), count});
}

bool CudaModel::dropCachedBlocks()
{
    bool dropped = false;
    for (auto& one : m_memories)
        dropped = one.second->dropSlots() || dropped;
    return dropped;
}

CudaMemory& CudaModel::memoryOf(const std::shared_ptr<MemoryBlocks>& blocks)
{
    std::erase_if(m_memories, [](const auto& one) { return one.second->isGone(); });   // before a new one may stand at the same address
    auto& memory = m_memories[blocks.get()];
    if (!memory)
        memory = std::make_unique<CudaMemory>(device, blocks);
    return *memory;
}

Result<std::shared_ptr<const LoadedModel>> withGpu(const LoadedModel& onCpu, const cuda::GpuTable& table, const Model& source,
                                                   const LoadPlan& plan)
{
    auto weights = CudaModel::load(table, source, plan, onCpu.firstLandmarkKey, onCpu.missKeys);
    if (!weights)
        return weights.error();
    auto model = std::make_shared<LoadedModel>(onCpu);   // weights are shared
    model->cuda = *std::move(weights);
    model->products = model->cuda->form == cuda::WeightForm::F32 ? Products::Float32 : Products::Bf16;
    return std::shared_ptr<const LoadedModel>(std::move(model));
}

}  // namespace cairn
