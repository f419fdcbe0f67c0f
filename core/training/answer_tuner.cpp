#include "core/training/answer_tuner.h"

#include "core/training/torch_pieces.h"
#include "core/training/tuned_rows.h"

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>
#include <torch/csrc/autograd/autograd.h>

#include <algorithm>
#include <iterator>
#include <numeric>

namespace cairn
{

namespace
{

// Rows of a pack, unless one passage has more: activations of about 2 MB each are kept. A GPU needs more of them to be busy.
constexpr std::size_t kRowsAtOnce = 512, kRowsAtOnceOnGpu = 2'048;

// A token sequence and which of its tokens are to be predicted: [begin, tokens.size()).
struct Target
{
    std::vector<TokenId> tokens;
    std::size_t begin = 0, base = 0;
    double weight = 1;                       // of each predicted token
};

Target targetOf(const AnswerExample& example)
{
    Target target{example.prompt, example.prompt.size(), example.base, 1};
    target.tokens.insert(target.tokens.end(), example.answer.begin(), example.answer.end());
    return target;
}

// Several targets as one matrix.
struct TargetPack
{
    PackedTokens packed;
    std::vector<std::int64_t> rows;          // that predict
    std::vector<TokenId> ids;                // what they should predict
    std::vector<double> weights;

    void add(const Target& target)
    {
        const std::size_t first = packed.tokens.size();
        packed.add(std::span(target.tokens).first(target.tokens.size() - 1), target.base);   // the last one predicts nothing
        predict(target, first);
    }

    // Targets with the same first `shared` tokens, which are computed once. REQUIRES: shared < the smallest begin.
    void add(std::span<const Target> targets, std::size_t shared)
    {
        packed.add(std::span(targets.front().tokens).first(shared), targets.front().base);
        for (const Target& target : targets) {
            const std::size_t first = packed.tokens.size() - shared;
            packed.addBranch(std::span(target.tokens).subspan(shared, target.tokens.size() - 1 - shared));
            predict(target, first);
        }
    }

private:
    void predict(const Target& target, std::size_t first)
    {
        for (std::size_t i = target.begin; i < target.tokens.size(); ++i) {
            rows.push_back(static_cast<std::int64_t>(first + i) - 1);
            ids.push_back(target.tokens[i]);
            weights.push_back(target.weight);
        }
    }
};

// How many tokens two prompts begin with in common, without their last ones; 0: less than half of one, not worth sharing.
std::size_t sharedTokens(const Target& a, const Target& b)
{
    if (a.base != b.base)
        return 0;
    const std::size_t limit = std::min(a.begin, b.begin) - 1;
    const auto differ = std::mismatch(a.tokens.begin(), a.tokens.begin() + static_cast<std::ptrdiff_t>(limit), b.tokens.begin());
    const auto shared = static_cast<std::size_t>(differ.first - a.tokens.begin());
    return 2 * shared >= limit && shared >= a.base ? shared : 0;
}

at::Tensor weightsOf(const TargetPack& pack, const FrozenModel& model)
{
    return model.here(at::tensor(pack.weights, at::kDouble).to(model.type));
}

std::vector<TargetPack> packsOf(const std::vector<Target>& targets, const FrozenModel& model)
{
    const std::size_t rowsAtOnce = model.isOnGpu() ? kRowsAtOnceOnGpu : kRowsAtOnce;
    std::vector<TargetPack> packs;
    for (std::size_t i = 0; i < targets.size();) {
        std::size_t end = i + 1, shared = targets[i].begin, rows = targets[i].tokens.size();
        for (; end < targets.size(); ++end) {
            const std::size_t same = sharedTokens(targets[i], targets[end]);
            if (same == 0)
                break;
            shared = std::min(shared, same);
            rows += targets[end].tokens.size() - same;
        }
        if (packs.empty() || packs.back().packed.tokens.size() + rows > rowsAtOnce)
            packs.emplace_back();
        if (end == i + 1)
            packs.back().add(targets[i]);
        else
            packs.back().add(std::span(targets).subspan(i, end - i), shared);
        i = end;
    }
    return packs;
}

}  // namespace

struct AnswerTuner::Impl : TunedRows
{
    AnswerTunerOptions options;

    Result<void> check(const Target& target) const;
    Result<std::vector<Target>> answers(std::span<const AnswerExample> examples) const;
    Result<std::vector<Target>> texts(std::span<const std::vector<TokenId>> stretches, double weight) const;
    at::Tensor hidden(const TargetPack& pack, bool adapted = true) const;
    at::Tensor logits(const TargetPack& pack) const { return at::matmul(model->norm(hidden(pack), model->finalNorm), model->head.t()); }
    at::Tensor answerLoss(const TargetPack& pack) const;
    at::Tensor distanceFromBase(const TargetPack& pack) const;
    Result<double> backward(std::span<const AnswerExample> examples, std::span<const std::vector<TokenId>> stretches);
};

Result<void> AnswerTuner::Impl::check(const Target& target) const
{
    if (knows(target.tokens) && target.begin > 0 && target.begin < target.tokens.size())
        return {};
    return Error{ErrorCode::InvalidArgument, "A training example needs a prompt and an answer of known tokens."};
}

Result<std::vector<Target>> AnswerTuner::Impl::answers(std::span<const AnswerExample> examples) const
{
    std::size_t count = 0;
    for (const AnswerExample& example : examples)
        count += example.answer.size();
    std::vector<Target> targets;
    for (const AnswerExample& example : examples) {
        targets.push_back(targetOf(example));
        targets.back().weight = 1 / static_cast<double>(count);
        if (auto fine = check(targets.back()); !fine)
            return fine.error();
    }
    return targets;
}

Result<std::vector<Target>> AnswerTuner::Impl::texts(std::span<const std::vector<TokenId>> stretches, double weight) const
{
    std::size_t count = 0;
    for (const std::vector<TokenId>& stretch : stretches)
        count += stretch.size() - std::min<std::size_t>(1, stretch.size());
    std::vector<Target> targets;
    for (const std::vector<TokenId>& stretch : stretches) {
        targets.push_back({stretch, 1, 0, weight / static_cast<double>(std::max<std::size_t>(1, count))});
        if (auto fine = check(targets.back()); !fine)
            return fine.error();
    }
    return targets;
}

// [predicting rows, hidden]
at::Tensor AnswerTuner::Impl::hidden(const TargetPack& pack, bool adapted) const
{
    const at::Tensor predicting = model->here(at::tensor(pack.rows, at::kLong));
    return forwardPacked(*model, adapted ? rows.get() : nullptr, pack.packed).index_select(0, predicting);
}

at::Tensor AnswerTuner::Impl::answerLoss(const TargetPack& pack) const
{
    return -(logProbabilities(*model, hidden(pack), pack.ids) * weightsOf(pack, *model)).sum();
}

// KL(base || with the low-rank weights) over the rows of a pack, each with its weight.
at::Tensor AnswerTuner::Impl::distanceFromBase(const TargetPack& pack) const
{
    at::Tensor base;
    {
        const at::NoGradGuard frozen;
        base = logDistributions(*model, hidden(pack, false));
    }
    const at::Tensor own = logDistributions(*model, hidden(pack));
    return ((base.exp() * (base - own)).sum(-1) * weightsOf(pack, *model)).sum();
}

// Leaves the gradients in the weights; returns the answers' part of the loss.
Result<double> AnswerTuner::Impl::backward(std::span<const AnswerExample> examples, std::span<const std::vector<TokenId>> stretches)
{
    auto asked = answers(examples);
    auto read = texts(stretches, options.textWeight);
    if (!asked || !read)
        return asked ? read.error() : asked.error();
    std::vector<TargetPack> packs = packsOf(*asked, *model);
    const std::size_t answerPacks = packs.size();
    std::ranges::move(packsOf(*read, *model), std::back_inserter(packs));
    const std::vector<at::Tensor> leaves = this->leaves();
    std::vector<double> losses(packs.size());
    std::vector<torch::autograd::variable_list> gradients(packs.size());
    inTorchPieces(packs.size(), model->device, [&](std::size_t i) {
        const at::Tensor loss = i < answerPacks ? answerLoss(packs[i]) : distanceFromBase(packs[i]);
        losses[i] = loss.item<double>();
        gradients[i] = torch::autograd::grad({loss}, leaves, {}, std::nullopt, false, true);
    });
    for (const auto& part : gradients)   // in the order of the packs, whichever was ready first
        weights.addGradients(part);
    return std::accumulate(losses.begin(), losses.begin() + static_cast<std::ptrdiff_t>(answerPacks), 0.0);
}

AnswerTuner::AnswerTuner(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
AnswerTuner::~AnswerTuner() = default;

Result<std::unique_ptr<AnswerTuner>> AnswerTuner::create(const Model& model, const AnswerTunerOptions& options)
{
    auto impl = std::make_unique<Impl>();
    impl->options = options;
    if (auto done = impl->open(model, options); !done)
        return done.error();
    return std::unique_ptr<AnswerTuner>(new AnswerTuner(std::move(impl)));
}

Result<double> AnswerTuner::step(std::span<const AnswerExample> examples, std::span<const std::vector<TokenId>> texts, double rate)
{
    return m_impl->step([&] { return m_impl->backward(examples, texts); }, rate);
}

Result<std::map<std::string, AdapterTensor>> AnswerTuner::gradients(std::span<const AnswerExample> examples,
                                                                    std::span<const std::vector<TokenId>> texts)
{
    return m_impl->TunedRows::gradients([&] { return m_impl->backward(examples, texts); });
}

Result<std::vector<AnswerScore>> AnswerTuner::score(std::span<const AnswerExample> examples) const
{
    for (const AnswerExample& example : examples) {
        if (auto fine = m_impl->check(targetOf(example)); !fine)
            return fine.error();
    }
    std::vector<AnswerScore> scores(examples.size());
    inTorchPieces(examples.size(), m_impl->model->device, [&](std::size_t i) {
        const at::NoGradGuard frozen;
        const AnswerExample& example = examples[i];
        TargetPack pack;
        pack.add(targetOf(example));
        const at::Tensor logits = m_impl->logits(pack), likeliest = logits.argmax(-1);
        const std::vector<std::int64_t> ids(pack.ids.begin(), pack.ids.end());
        const at::Tensor wanted = m_impl->model->here(at::tensor(ids, at::kLong));
        const at::Tensor logs = logits.log_softmax(-1).gather(1, wanted.unsqueeze(1));
        scores[i] = {logs.sum().item<double>(), at::equal(likeliest, wanted), static_cast<TokenId>(likeliest[0].item<std::int64_t>())};
    });
    return scores;
}

Result<double> AnswerTuner::textLoss(std::span<const std::vector<TokenId>> texts, bool adapted) const
{
    const at::NoGradGuard frozen;
    double sum = 0;
    std::size_t count = 0;
    for (const std::vector<TokenId>& text : texts) {
        const Target target{text, 1, 0, 1};
        if (auto fine = m_impl->check(target); !fine)
            return fine.error();
        TargetPack pack;
        pack.add(target);
        sum -= logProbabilities(*m_impl->model, m_impl->hidden(pack, adapted), pack.ids).sum().item<double>();
        count += pack.ids.size();
    }
    return sum / static_cast<double>(std::max<std::size_t>(1, count));
}

Result<double> AnswerTuner::textDistance(std::span<const std::vector<TokenId>> texts) const
{
    const at::NoGradGuard frozen;
    const auto read = m_impl->texts(texts, 1);
    if (!read)
        return read.error();
    double sum = 0;
    for (const TargetPack& pack : packsOf(*read, *m_impl->model))
        sum += m_impl->distanceFromBase(pack).item<double>();
    return sum;
}

std::map<std::string, AdapterTensor> AnswerTuner::values() const { return m_impl->weights.values(); }

Result<void> AnswerTuner::setValues(const std::map<std::string, AdapterTensor>& values) { return m_impl->weights.setValues(values); }

std::map<std::string, AdapterTensor> AnswerTuner::save() const { return m_impl->weights.save(); }

Result<void> AnswerTuner::restore(const std::map<std::string, AdapterTensor>& state) { return m_impl->weights.restore(state); }

}  // namespace cairn
