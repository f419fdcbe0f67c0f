#include "core/training/ranking_tuner.h"

#include "core/training/torch_pieces.h"
#include "core/training/tuned_rows.h"

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>
#include <torch/csrc/autograd/autograd.h>

#include <algorithm>
#include <cmath>

namespace cairn
{

namespace
{

// Passages of a pack: activations of its questions' rows are kept, about 2 MB each. A GPU needs more of them to be busy.
constexpr std::size_t kPassagesAtOnce = 5, kPassagesAtOnceOnGpu = 20;

// A question after a passage of a pack.
struct Asked
{
    std::size_t question = 0, candidate = 0;
};

// Some passages, each with the frame and then, as branches, the questions that are asked after it.
struct RankingPack
{
    PackedTokens passages, asking;
    std::vector<std::int64_t> rows;          // of `asking`, that predict
    std::vector<TokenId> ids;                // what they should predict
    std::vector<std::int64_t> pairOf;        // [rows] index into `asked`
    std::vector<double> shares;              // [rows] 1 / tokens of the question
    std::vector<Asked> asked;

    void add(const RankingGroup& group, std::uint32_t passage)
    {
        const auto framed = static_cast<std::int64_t>(group.frame.size());
        const auto first = static_cast<std::int64_t>(asking.tokens.size());
        bool begun = false;
        for (std::size_t q = 0; q < group.questions.size(); ++q) {
            const RankedQuestion& question = group.questions[q];
            const auto found = std::find(question.candidates.begin(), question.candidates.end(), passage);
            if (found == question.candidates.end())
                continue;
            if (!begun) {
                passages.add(group.passages[passage]);
                asking.add(group.frame);
                begun = true;
            }
            const auto branch = static_cast<std::int64_t>(asking.tokens.size());
            const std::size_t count = question.tokens.size();
            if (count > 1)   // the last token predicts nothing
                asking.addBranch(std::span(question.tokens).first(count - 1));
            for (std::size_t i = 0; i < count; ++i) {
                rows.push_back(i == 0 ? first + framed - 1 : branch + static_cast<std::int64_t>(i) - 1);
                ids.push_back(question.tokens[i]);
                pairOf.push_back(static_cast<std::int64_t>(asked.size()));
                shares.push_back(1.0 / static_cast<double>(count));
            }
            asked.push_back({q, static_cast<std::size_t>(found - question.candidates.begin())});
        }
    }
};

std::vector<RankingPack> packsOf(const RankingGroup& group, const FrozenModel& model)
{
    const std::size_t atOnce = model.isOnGpu() ? kPassagesAtOnceOnGpu : kPassagesAtOnce;
    std::vector<RankingPack> packs;
    for (std::uint32_t passage = 0; passage < group.passages.size(); ++passage) {
        if (passage % atOnce == 0)
            packs.emplace_back();
        packs.back().add(group, passage);
    }
    std::erase_if(packs, [](const RankingPack& pack) { return pack.asked.empty(); });
    return packs;
}

using Table = std::vector<std::vector<double>>;   // [questions][candidates]

Table tableFor(const RankingGroup& group)
{
    Table table;
    for (const RankedQuestion& question : group.questions)
        table.emplace_back(question.candidates.size(), 0.0);
    return table;
}

// softmax over those with `among`.
std::vector<double> softmaxOf(const std::vector<double>& logits, const std::vector<std::uint8_t>* among, double& logSum)
{
    double largest = -INFINITY, sum = 0;
    for (std::size_t i = 0; i < logits.size(); ++i)
        if (!among || (*among)[i])
            largest = std::max(largest, logits[i]);
    std::vector<double> result(logits.size(), 0.0);
    for (std::size_t i = 0; i < logits.size(); ++i)
        if (!among || (*among)[i])
            sum += result[i] = std::exp(logits[i] - largest);
    for (double& value : result)
        value /= sum;
    logSum = largest + std::log(sum);
    return result;
}

}  // namespace

struct RankingTuner::Impl : TunedRows
{
    RankingTunerOptions options;

    Result<void> check(const RankingGroup& group, bool answered) const;
    at::Tensor likelihoods(const RankingPack& pack) const;
    Table tableOf(const RankingGroup& group, const std::vector<RankingPack>& packs, const std::vector<at::Tensor>& values) const;
    double loss(const RankingGroup& group, const Table& likelihoods, Table* slopes) const;
    Result<double> backward(const RankingGroup& group);
};

Result<void> RankingTuner::Impl::check(const RankingGroup& group, bool answered) const
{
    const auto known = [&](const std::vector<TokenId>& tokens) {
        return !tokens.empty() && knows(tokens);
    };
    bool fine = known(group.frame) && !group.questions.empty() && std::all_of(group.passages.begin(), group.passages.end(), known);
    for (const RankedQuestion& question : group.questions) {
        const std::size_t count = question.candidates.size();
        fine = fine && known(question.tokens) && question.words.size() == count && question.gold.size() == count;
        fine = fine && std::all_of(question.candidates.begin(), question.candidates.end(),
                                   [&](std::uint32_t passage) { return passage < group.passages.size(); });
        fine = fine && (!answered || std::count(question.gold.begin(), question.gold.end(), 1) > 0);
    }
    if (fine)
        return {};
    return Error{ErrorCode::InvalidArgument,
                 "A ranking example needs a frame, passages and questions of known tokens that one of them answers."};
}

// [asked]
at::Tensor RankingTuner::Impl::likelihoods(const RankingPack& pack) const
{
    const PastRows past = readPast(*model, pack.passages);
    const at::Tensor all = forwardPacked(*model, rows.get(), pack.asking, {}, 0, &past);
    const at::Tensor hidden = all.index_select(0, model->here(at::tensor(pack.rows, at::kLong)));
    const at::Tensor shares = model->here(at::tensor(pack.shares, at::kDouble).to(model->type));
    const at::Tensor parts = logProbabilities(*model, hidden, pack.ids) * shares;
    return at::zeros({static_cast<std::int64_t>(pack.asked.size())}, parts.options().requires_grad(false))
        .index_add(0, model->here(at::tensor(pack.pairOf, at::kLong)), parts);
}

Table RankingTuner::Impl::tableOf(const RankingGroup& group, const std::vector<RankingPack>& packs,
                                  const std::vector<at::Tensor>& values) const
{
    Table table = tableFor(group);
    for (std::size_t i = 0; i < packs.size(); ++i) {
        const at::Tensor plain = values[i].detach().to(at::kCPU, at::kDouble).contiguous();
        for (std::size_t j = 0; j < packs[i].asked.size(); ++j)
            table[packs[i].asked[j].question][packs[i].asked[j].candidate] = plain.const_data_ptr<double>()[j];
    }
    return table;
}

// slopes: d loss / d likelihoods
double RankingTuner::Impl::loss(const RankingGroup& group, const Table& likelihoods, Table* slopes) const
{
    const auto count = static_cast<double>(group.questions.size());
    double sum = 0;
    for (std::size_t q = 0; q < group.questions.size(); ++q) {
        const RankedQuestion& question = group.questions[q];
        std::vector<double> logits = likelihoods[q];
        for (std::size_t i = 0; i < logits.size(); ++i)
            logits[i] = options.sharpness * (logits[i] + options.wordsWeight * static_cast<double>(question.words[i]));
        double all = 0, right = 0;
        const std::vector<double> shares = softmaxOf(logits, nullptr, all), rights = softmaxOf(logits, &question.gold, right);
        const auto golds = static_cast<double>(std::count(question.gold.begin(), question.gold.end(), 1));
        sum += (all - right) / count;
        for (std::size_t i = 0; i < logits.size(); ++i) {
            const double pull = question.gold[i] ? options.likelihoodWeight / golds : 0.0;
            sum -= pull * likelihoods[q][i] / count;
            if (slopes)
                (*slopes)[q][i] = (options.sharpness * (shares[i] - rights[i]) - pull) / count;
        }
    }
    return sum;
}

// Leaves the gradients in the weights.
Result<double> RankingTuner::Impl::backward(const RankingGroup& group)
{
    if (auto fine = check(group, true); !fine)
        return fine.error();
    const std::vector<RankingPack> packs = packsOf(group, *model);
    std::vector<at::Tensor> values(packs.size());
    inTorchPieces(packs.size(), model->device, [&](std::size_t i) { values[i] = likelihoods(packs[i]); });
    Table slopes = tableFor(group);
    const double result = loss(group, tableOf(group, packs, values), &slopes);
    const std::vector<at::Tensor> leaves = this->leaves();
    std::vector<torch::autograd::variable_list> gradients(packs.size());
    inTorchPieces(packs.size(), model->device, [&](std::size_t i) {
        std::vector<double> slope;
        for (const Asked& asked : packs[i].asked)
            slope.push_back(slopes[asked.question][asked.candidate]);
        const at::Tensor given = model->here(at::tensor(slope, at::kDouble).to(model->type));
        gradients[i] = torch::autograd::grad({values[i]}, leaves, {given}, std::nullopt, false, true);
        values[i] = at::Tensor();
    });
    for (const auto& part : gradients)   // in the order of the packs, whichever was ready first
        weights.addGradients(part);
    return result;
}

RankingTuner::RankingTuner(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
RankingTuner::~RankingTuner() = default;

Result<std::unique_ptr<RankingTuner>> RankingTuner::create(const Model& model, const RankingTunerOptions& options)
{
    auto impl = std::make_unique<Impl>();
    impl->options = options;
    if (auto done = impl->open(model, options); !done)
        return done.error();
    return std::unique_ptr<RankingTuner>(new RankingTuner(std::move(impl)));
}

Result<double> RankingTuner::step(const RankingGroup& group, double rate)
{
    return m_impl->step([&] { return m_impl->backward(group); }, rate);
}

Result<std::vector<std::vector<double>>> RankingTuner::likelihoods(const RankingGroup& group) const
{
    if (auto fine = m_impl->check(group, false); !fine)
        return fine.error();
    const std::vector<RankingPack> packs = packsOf(group, *m_impl->model);
    std::vector<at::Tensor> values(packs.size());
    inTorchPieces(packs.size(), m_impl->model->device, [&](std::size_t i) {
        const at::NoGradGuard frozen;
        values[i] = m_impl->likelihoods(packs[i]);
    });
    return m_impl->tableOf(group, packs, values);
}

Result<std::map<std::string, AdapterTensor>> RankingTuner::gradients(const RankingGroup& group)
{
    return m_impl->TunedRows::gradients([&] { return m_impl->backward(group); });
}

Result<double> RankingTuner::loss(const RankingGroup& group) const
{
    const auto table = likelihoods(group);
    return table ? Result<double>(m_impl->loss(group, *table, nullptr)) : Result<double>(table.error());
}

std::map<std::string, AdapterTensor> RankingTuner::values() const { return m_impl->weights.values(); }

Result<void> RankingTuner::setValues(const std::map<std::string, AdapterTensor>& values) { return m_impl->weights.setValues(values); }

std::map<std::string, AdapterTensor> RankingTuner::save() const { return m_impl->weights.save(); }

Result<void> RankingTuner::restore(const std::map<std::string, AdapterTensor>& state) { return m_impl->weights.restore(state); }

}  // namespace cairn
