#include "core/training/landmark_distiller.h"

#include "core/training/distillation_math.h"
#include "core/training/low_rank_options.h"
#include "core/types/limits.h"
#include "core/types/random.h"

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>

#include <algorithm>
#include <cmath>

namespace cairn
{

namespace
{

constexpr std::array kLowRankProjections = {Projection7::Query, Projection7::Output, Projection7::Gate, Projection7::Up, Projection7::Down};

Result<void> checkOptions(const Model& model, const DistillationOptions& options)
{
    const ModelConfig& config = model.config;
    if (config.landmark)
        return Error{ErrorCode::Unsupported,
                     model.name + " was trained with landmarks of its own and takes no adapter; train another model."};
    if (options.blockTokens < 2 || options.blockTokens > limits::kBlockTokens)
        return Error{ErrorCode::InvalidArgument, "A block must have 2 to " + std::to_string(limits::kBlockTokens) + " tokens."};
    if (auto fine = checkRank(options.rank); !fine)
        return fine;
    const std::uint32_t end = options.endLayer == 0 ? config.layers : options.endLayer;
    if (end > config.layers || options.firstLayer >= end)
        return Error{ErrorCode::InvalidArgument, "The layers to train must lie in 0 to " + std::to_string(config.layers - 1) + "."};
    return {};
}

at::Tensor startEmbedding(const Model& model, const FrozenModel& frozen)
{
    const auto lineBreak = model.tokenizer ? model.tokenizer->encode("\n") : Result<std::vector<Token>>(std::vector<Token>());
    if (lineBreak && lineBreak->size() == 1)
        return frozen.embedding.select(0, lineBreak->front().id);
    return frozen.embedding.mean(0);
}

void addStart(Trainables& weights, const Model& model, const FrozenModel& frozen, const DistillationOptions& options)
{
    weights.add("landmark_embedding", startEmbedding(model, frozen));
    for (std::size_t l = 0; l < frozen.layers.size(); ++l) {
        const std::string layer = "layers." + std::to_string(l) + ".";
        weights.add(layer + "self_attn.k_proj.delta", at::zeros_like(frozen.layers[l][Projection7::Key]));
        for (const Projection7 projection : kLowRankProjections) {
            const std::string prefix = layer + std::string(name(projection));
            const at::Tensor& base = frozen.layers[l][projection];
            const std::int64_t rank = options.rank;
            std::vector<double> start(static_cast<std::size_t>(rank * base.size(1)));
            TrainingRandom random(options.seed, prefix);
            std::generate(start.begin(), start.end(),
                          [&] { return random.normal() / std::sqrt(static_cast<double>(base.size(1))); });
            weights.add(prefix + ".lora_A", frozen.here(at::tensor(start, at::kDouble).view({rank, base.size(1)}).to(frozen.type)));
            weights.add(prefix + ".lora_B", at::zeros({base.size(0), rank}, frozen.options()));
        }
    }
}

Result<void> checkRow(const LandmarkRow& row, std::uint32_t blockTokens, std::uint32_t vocabulary)
{
    const bool whole = !row.tokens.empty() && row.tokens.size() % blockTokens == 0;
    const bool queries = !row.queries.empty() && row.queries.front() >= blockTokens && row.queries.back() < row.tokens.size();
    const bool known = std::all_of(row.tokens.begin(), row.tokens.end(),
                                   [&](TokenId id) { return id >= 0 && static_cast<std::uint32_t>(id) < vocabulary; });
    if (whole && queries && known && std::is_sorted(row.queries.begin(), row.queries.end()))
        return {};
    return Error{ErrorCode::InvalidArgument, "A training row needs whole blocks of known tokens and queries after the first block."};
}

}  // namespace

struct LandmarkDistiller::Impl
{
    std::shared_ptr<const FrozenModel> model;
    DistillationOptions options;
    Trainables weights;

    DistillationMath math() const { return DistillationMath(*model, weights, options); }
    Result<void> check(const LandmarkRow& row) const { return checkRow(row, options.blockTokens, model->config.vocabulary); }
};

LandmarkDistiller::LandmarkDistiller(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
LandmarkDistiller::~LandmarkDistiller() = default;

Result<std::unique_ptr<LandmarkDistiller>> LandmarkDistiller::create(const Model& model, const DistillationOptions& options)
{
    if (auto fine = checkOptions(model, options); !fine)
        return fine.error();
    auto frozen = loadFrozen(model, options.doublePrecision ? at::kDouble : at::kFloat, options.device);
    if (!frozen)
        return frozen.error();
    auto impl = std::make_unique<Impl>();
    impl->model = *std::move(frozen);
    impl->options = options;
    addStart(impl->weights, model, *impl->model, options);
    if (options.halfWeights && !options.doublePrecision)
        impl->model = withHalfWeights(*impl->model);
    return std::unique_ptr<LandmarkDistiller>(new LandmarkDistiller(std::move(impl)));
}

Result<double> LandmarkDistiller::step(const std::vector<LandmarkRow>& rows, double rate)
{
    double sum = 0;
    for (const LandmarkRow& row : rows) {
        if (auto fine = m_impl->check(row); !fine)
            return fine.error();
        const at::Tensor loss = m_impl->math().loss(row) / static_cast<double>(rows.size());
        loss.backward();   // row by row: the gradients add up, the memory does not
        sum += loss.item<double>();
    }
    m_impl->weights.step(rate, AdamW());
    return sum;
}

void LandmarkDistiller::setOnLayer(std::function<void(std::uint32_t done, std::uint32_t layers)> onLayer)
{
    m_impl->options.onLayer = std::move(onLayer);
}

Result<double> LandmarkDistiller::loss(const LandmarkRow& row) const
{
    if (auto fine = m_impl->check(row); !fine)
        return fine.error();
    const at::NoGradGuard frozen;
    return m_impl->math().loss(row).item<double>();
}

Result<MassFound> LandmarkDistiller::measure(const LandmarkRow& row, std::uint32_t k) const
{
    if (auto fine = m_impl->check(row); !fine)
        return fine.error();
    const at::NoGradGuard frozen;
    MassFound found;
    found.loss = m_impl->math().loss(row, &found, k).item<double>();
    return found;
}

Result<std::map<std::string, AdapterTensor>> LandmarkDistiller::gradients(const LandmarkRow& row)
{
    if (auto fine = m_impl->check(row); !fine)
        return fine.error();
    m_impl->weights.forgetGradients();
    m_impl->math().loss(row).backward();
    auto gradients = m_impl->weights.gradients();
    m_impl->weights.forgetGradients();
    return gradients;
}

std::map<std::string, AdapterTensor> LandmarkDistiller::values() const { return m_impl->weights.values(); }

Result<void> LandmarkDistiller::setValues(const std::map<std::string, AdapterTensor>& values) { return m_impl->weights.setValues(values); }

std::map<std::string, AdapterTensor> LandmarkDistiller::save() const { return m_impl->weights.save(); }

Result<void> LandmarkDistiller::restore(const std::map<std::string, AdapterTensor>& state) { return m_impl->weights.restore(state); }

}  // namespace cairn
