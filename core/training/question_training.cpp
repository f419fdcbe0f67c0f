#include "core/training/question_training.h"

#include "core/answering/prompt.h"
#include "core/training/question_encoder.h"
#include "core/types/random.h"

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace cairn
{

namespace
{

constexpr double kFirstWordWeight = 1.0;
constexpr double kFirstSpread = 1.0;             // standard deviation of the untrained vote over a document's blocks
// Keys of a head may be all alike but for rounding, as those of a first layer are: such a head counts for nothing, whatever its weight.
constexpr double kLargestRatio = 1e3;            // of the keys' mean size to a head's
constexpr double kLargestWeight = 8192;          // before anything is learned: far from the largest number of fp16
constexpr const char* kWordWeight = "word_weight";

// Documents as the trainer uses them: keys without block 0, so block b is row b - 1.
struct Article
{
    ReadArticle read;                            // without landmarks: `keys` stands for them; `words` of its questions: toScores()
    at::Tensor keys;                             // [blocks - 1, L Hkv d], on the model's device
};

// The questions of one document that a step asks, and the blocks that they vote over: the document's, then some of others. On the
// model's device before the step computes: the program would wait there with whatever it sends later.
struct Asked
{
    std::vector<const PlacedQuestion*> questions;
    at::Tensor keys;                             // [blocks, L Hkv d]
    at::Tensor words, isGold;                    // [questions, blocks]
};

// BM25 of blocks becomes z-scores over blocks from 1 on; in place of block 0, that of a block without a word of the question, which
// blocks of other documents get.
void toScores(std::vector<float>& words)
{
    const at::Tensor blocks = at::tensor(words, at::kFloat).narrow(0, 1, static_cast<std::int64_t>(words.size()) - 1);
    const at::Tensor mean = blocks.mean(), spread = blocks.std(0, false);
    const at::Tensor scores = (blocks - mean) / (spread + 1e-6);
    words.front() = static_cast<float>(-mean.item<double>() / (spread.item<double>() + 1e-6));
    std::copy_n(scores.const_data_ptr<float>(), scores.numel(), words.begin() + 1);
}

// [questions, blocks]
at::Tensor votesOf(const at::Tensor& directions, const at::Tensor& keys)
{
    return at::matmul(directions, keys.to(directions.scalar_type()).t());
}

// Mean over the questions of ln of the share that softmax gives to the gold blocks, negated. logits [questions, blocks].
at::Tensor goldLoss(const at::Tensor& logits, const at::Tensor& isGold)
{
    const at::Tensor gold = logits.masked_fill(isGold.logical_not(), -1e9);
    return (at::logsumexp(logits, 1) - at::logsumexp(gold, 1)).mean();
}

// For one cell of a table.
std::string withoutBreaks(std::string text)
{
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

class TorchQuestionTraining final : public QuestionTraining
{
public:
    TorchQuestionTraining(std::shared_ptr<const FrozenModel> model, const Hash128& fingerprint, QuestionFrame frame,
                          const QuestionTrainingOptions& options)
        : m_model(std::move(model)), m_fingerprint(fingerprint), m_options(options),
          m_encoder(m_weights, *m_model, std::move(frame), options.rank, options.seed)
    {
        m_weights.add(kWordWeight, at::full({1}, kFirstWordWeight, m_model->options()), 25);
    }

    void take(QuestionTrainingSet set)
    {
        m_blockTokens = set.blockTokens;
        const auto prepare = [&](std::vector<ReadArticle>& from, std::vector<Article>& to) {
            for (ReadArticle& read : from) {
                if (read.questions.empty() || read.blocks < 2)
                    continue;
                at::Tensor keys = centredKeys(*m_model, read, set.blockTokens).to(keyType());
                std::vector<float>().swap(read.landmarks);
                for (PlacedQuestion& question : read.questions)
                    toScores(question.words);
                to.push_back({std::move(read), std::move(keys)});
            }
        };
        prepare(set.train, m_train);
        prepare(set.heldOut, m_heldOut);
        double sum = 0;
        for (const Article& article : m_train)
            m_odds.push_back(sum += std::sqrt(static_cast<double>(article.read.questions.size())));
    }

    bool canStart() const { return !m_train.empty() && !m_heldOut.empty(); }

    // Heads start with weights against the size of their keys, and the vote with a spread that softmax can work on.
    void calibrate()
    {
        const at::NoGradGuard frozen;
        const std::int64_t layers = m_model->config.layers, kvHeads = m_model->config.kvHeads, d = m_model->headDim();
        at::Tensor squares = at::zeros({layers, kvHeads}, m_model->options().dtype(at::kFloat));
        for (const Article& article : m_train)
            squares += article.keys.to(at::kFloat).view({-1, layers, kvHeads, d}).pow(2).mean(0).mean(2);
        squares /= static_cast<double>(m_train.size());
        const at::Tensor all = squares.sqrt();
        const double mean = std::max(all.mean().item<double>(), 1e-6);
        const at::Tensor size = all.clamp_min(mean / kLargestRatio).repeat_interleave(m_model->groupSize(), 1);
        scaleHeads((mean / size).to(m_model->type));
        const std::vector<const PlacedQuestion*> questions = chosen(m_train.front(), 0);
        const double spread = votesOf(m_encoder.directions(questions), m_train.front().keys).std(1).mean().item<double>();
        const double largest =
            std::max(m_weights.at("last_weights").max().item<double>(), m_weights.at("mean_weights").max().item<double>());
        const double scale = std::min(kFirstSpread / std::max(spread, 1e-9), kLargestWeight / largest);
        scaleHeads(at::full({1}, scale, m_model->options()));
    }

    std::map<std::string, std::string> facts() const override
    {
        std::size_t questions = 0;
        for (const Article& article : m_train)
            questions += article.read.questions.size();
        std::string heldOut;
        for (const Article& article : m_heldOut)
            heldOut += (heldOut.empty() ? "" : "; ") + article.read.id;
        const std::string documents = m_options.documents > 1 ? " of each of " + std::to_string(m_options.documents) + " documents" : "";
        return {{"base fingerprint", toHex(m_fingerprint)},
                {"rank", std::to_string(m_options.rank)},
                {"questions a step", std::to_string(m_options.batch) + documents},
                {"blocks of other documents a step", std::to_string(m_options.foreignBlocks)},
                {"seed", std::to_string(m_options.seed)},
                {"half precision", m_options.halfPrecision ? "yes" : "no"},
                {"frame", withoutBreaks(m_options.frameBefore + ".." + m_options.frameAfter)},
                {"documents", std::to_string(m_train.size())},
                {"questions", std::to_string(questions)},
                {"held-out documents", heldOut}};
    }

    Result<StepOutcome> step(std::uint64_t step, double rate) override
    {
        std::vector<Asked> asked;
        std::vector<const PlacedQuestion*> questions;
        for (std::uint64_t i = 0; i < m_options.documents; ++i) {
            asked.push_back(drawn(step * m_options.documents + i));
            questions.insert(questions.end(), asked.back().questions.begin(), asked.back().questions.end());
        }
        std::vector<std::int64_t> counts;
        for (const Asked& one : asked)
            counts.push_back(static_cast<std::int64_t>(one.questions.size()));
        const std::vector<at::Tensor> directions = m_encoder.directions(questions).split_with_sizes(counts, 0);
        at::Tensor loss = lossOf(asked.front(), directions.front());
        for (std::size_t i = 1; i < asked.size(); ++i)
            loss = loss + lossOf(asked[i], directions[i]);
        loss = loss / static_cast<double>(asked.size());
        loss.backward();                         // before the first look at a number of it, which waits for a GPU
        const StepOutcome outcome{loss.item<double>(), m_encoder.rowsOf(questions)};
        if (!std::isfinite(outcome.loss)) {
            m_weights.forgetGradients();
            return Error{ErrorCode::Corruption, "The training came to numbers that are not finite; choose a smaller learning rate."};
        }
        m_weights.step(rate, {.beta1 = 0.9, .beta2 = 0.99, .decay = 0.01, .clip = 1});
        return outcome;
    }

    Result<std::map<std::string, double>> measure() override
    {
        const at::NoGradGuard frozen;
        FoundAmong vote, words, fused;
        const double weight = wordWeight();
        for (const Article& article : m_heldOut) {
            std::vector<const PlacedQuestion*> questions = everyFew(article, m_options.measured);
            for (std::size_t first = 0; first < questions.size(); first += m_options.batch) {
                const std::size_t size = std::min<std::size_t>(m_options.batch, questions.size() - first);
                const std::span part = std::span(questions).subspan(first, size);
                const at::Tensor all = votesOf(m_encoder.directions(part), article.keys).to(at::kCPU, at::kFloat).contiguous();
                for (std::size_t i = 0; i < part.size(); ++i) {
                    const at::Tensor own = all.select(0, static_cast<std::int64_t>(i));
                    const at::Tensor asWords = at::tensor(part[i]->words, at::kFloat).narrow(0, 1, own.size(0));
                    count(vote, own, part[i]->gold);
                    count(words, asWords, part[i]->gold);
                    count(fused, own + asWords * weight, part[i]->gold);
                }
            }
        }
        std::map<std::string, double> measures;
        for (std::size_t i = 0; i < FoundAmong::kFirst.size(); ++i) {
            const std::string first = std::to_string(FoundAmong::kFirst[i]);
            measures["vote_" + first] = vote.share(i);
            measures["bm25_" + first] = words.share(i);
            measures["fused_" + first] = fused.share(i);
        }
        measures["word_weight"] = weight;
        return measures;
    }

    std::map<std::string, AdapterTensor> save() const override { return m_weights.save(); }
    Result<void> restore(const std::map<std::string, AdapterTensor>& tensors) override { return m_weights.restore(tensors); }
    Result<void> startFrom(const std::map<std::string, AdapterTensor>& weights) override { return m_weights.setValues(weights); }
    std::vector<TokenId> frameBefore() const override { return m_encoder.frame().before; }
    std::vector<TokenId> frameAfter() const override { return m_encoder.frame().after; }
    std::vector<float> votes(const ReadArticle& article, const PlacedQuestion& question) const override
    {
        const at::NoGradGuard frozen;
        const PlacedQuestion* const one = &question;
        const at::Tensor keys = centredKeys(*m_model, article, m_blockTokens);
        return toPlain(votesOf(m_encoder.directions({&one, 1}), keys)).values;
    }

    double wordWeight() const override { return m_weights.at(kWordWeight).item<double>(); }

    std::map<std::string, AdapterTensor> adapter() const override
    {
        auto tensors = m_weights.values();
        tensors.erase(kWordWeight);
        return tensors;
    }

private:
    // Half the memory where that is dear; the files that they come from keep no more.
    at::ScalarType keyType() const { return m_model->isOnGpu() && m_options.halfPrecision ? at::kHalf : m_model->type; }

    // Number `number` of all documents that are asked, over the steps.
    Asked drawn(std::uint64_t number) const
    {
        TrainingRandom random(m_options.seed, "question steps", number);
        const double draw = random.real() * m_odds.back();
        const auto picked = std::upper_bound(m_odds.begin(), m_odds.end(), draw) - m_odds.begin();
        const Article& article = m_train[std::min<std::size_t>(static_cast<std::size_t>(picked), m_train.size() - 1)];
        Asked asked{chosen(article, number + 1), withForeignKeys(article, random), {}, {}};
        addWords(asked, article.keys.size(0));
        return asked;
    }

    // `own`: blocks of the questions' document. Put together in plain memory and sent at once.
    void addWords(Asked& asked, std::int64_t own) const
    {
        const auto count = static_cast<std::int64_t>(asked.questions.size());
        const std::int64_t blocks = asked.keys.size(0);
        const at::Tensor words = at::empty({count, blocks}, at::kFloat), gold = at::zeros({count, blocks}, at::kBool);
        float* scores = words.data_ptr<float>();
        bool* isGold = gold.data_ptr<bool>();
        for (const PlacedQuestion* question : asked.questions) {
            std::copy_n(question->words.begin() + 1, own, scores);
            std::fill(scores + own, scores + blocks, question->words.front());
            for (const std::uint32_t block : question->gold)
                isGold[block - 1] = true;
            scores += blocks;
            isGold += blocks;
        }
        asked.words = m_model->here(words.to(m_model->type));
        asked.isGold = m_model->here(gold);
    }

    // `directions`: of the questions.
    at::Tensor lossOf(const Asked& asked, const at::Tensor& directions) const
    {
        const at::Tensor votes = votesOf(directions, asked.keys), together = votes + asked.words * m_weights.at(kWordWeight);
        return (goldLoss(votes, asked.isGold) + goldLoss(together, asked.isGold)) / 2;
    }

    void scaleHeads(const at::Tensor& factors)
    {
        for (const char* name : {"last_weights", "mean_weights"}) {
            const at::Tensor scaled = m_weights.at(name) * factors;
            if (auto done = m_weights.setValues({{name, toPlain(scaled)}}); !done)
                TORCH_CHECK(false, done.error().message);
        }
    }

    std::vector<const PlacedQuestion*> chosen(const Article& article, std::uint64_t step) const
    {
        std::vector<std::size_t> order(article.read.questions.size());
        for (std::size_t i = 0; i < order.size(); ++i)
            order[i] = i;
        TrainingRandom(m_options.seed, "questions of a step", step).shuffle(std::span(order));
        order.resize(std::min<std::size_t>(order.size(), m_options.batch));
        std::vector<const PlacedQuestion*> questions;
        for (const std::size_t i : order)
            questions.push_back(&article.read.questions[i]);
        return questions;
    }

    static std::vector<const PlacedQuestion*> everyFew(const Article& article, std::uint32_t wanted)
    {
        const std::size_t all = article.read.questions.size(), count = std::min<std::size_t>(all, wanted);
        std::vector<const PlacedQuestion*> questions;
        for (std::size_t i = 0; i < count; ++i)
            questions.push_back(&article.read.questions[i * all / count]);
        return questions;
    }

    // A document's keys, then those of others: runs of neighbouring blocks, since copying scattered rows costs more.
    at::Tensor withForeignKeys(const Article& article, TrainingRandom& random) const
    {
        constexpr std::int64_t kRun = 32;
        std::vector<at::Tensor> parts{article.keys};
        for (std::int64_t left = m_train.size() > 1 ? m_options.foreignBlocks : 0; left > 0; left -= kRun) {
            const Article& other = random.pick(m_train);
            if (&other == &article)
                continue;
            const std::int64_t count = std::min({kRun, left, other.keys.size(0)});
            const auto first = random.below(static_cast<std::uint64_t>(other.keys.size(0) - count + 1));
            parts.push_back(other.keys.narrow(0, static_cast<std::int64_t>(first), count));
        }
        return at::cat(parts, 0);
    }

    static void count(FoundAmong& table, const at::Tensor& scores, std::span<const std::uint32_t> gold)
    {
        std::vector<std::uint32_t> rows;
        for (const std::uint32_t block : gold)
            rows.push_back(block - 1);
        const at::Tensor plain = scores.contiguous();
        table.add({plain.const_data_ptr<float>(), static_cast<std::size_t>(plain.numel())}, rows);
    }

    std::shared_ptr<const FrozenModel> m_model;
    Hash128 m_fingerprint;
    QuestionTrainingOptions m_options;
    Trainables m_weights;
    QuestionEncoder m_encoder;
    std::vector<Article> m_train, m_heldOut;
    std::uint32_t m_blockTokens = 0;             // F
    std::vector<double> m_odds;                  // running sums: a document is as likely as the root of its questions
};

}  // namespace

void FoundAmong::add(std::span<const float> scores, std::span<const std::uint32_t> gold)
{
    ++questions;
    float best = -std::numeric_limits<float>::infinity();
    for (const std::uint32_t block : gold)
        best = std::max(best, scores[block]);
    std::size_t before = 0;
    for (std::size_t block = 0; block < scores.size(); ++block)
        before += scores[block] >= best && std::find(gold.begin(), gold.end(), block) == gold.end() ? 1 : 0;
    for (std::size_t i = 0; i < kFirst.size(); ++i)
        found[i] += before < kFirst[i] ? 1 : 0;
}

Result<std::unique_ptr<QuestionTraining>> makeQuestionTraining(const Model& model, QuestionTrainingSet set,
                                                               const QuestionTrainingOptions& options)
{
    if (!model.tokenizer)
        return Error{ErrorCode::InvalidArgument, "The model has no tokenizer; questions can't be put to it."};
    auto frozen = loadFrozen(model, at::kFloat, options.device);
    if (!frozen)
        return frozen.error();
    auto before = tokenIds(options.frameBefore, *model.tokenizer), after = tokenIds(options.frameAfter, *model.tokenizer);
    if (!before || !after)
        return before ? after.error() : before.error();
    if (after->empty())
        return Error{ErrorCode::InvalidArgument, "The frame's end is empty; its last token asks the question."};
    auto training = std::make_unique<TorchQuestionTraining>(options.halfPrecision ? withHalfWeights(**frozen) : *frozen, model.fingerprint,
                                                            QuestionFrame{*before, *after}, options);
    training->take(std::move(set));
    if (!training->canStart())
        return Error{ErrorCode::InvalidArgument, "There are no documents with questions to train on, or none held out to measure with."};
    training->calibrate();
    return std::unique_ptr<QuestionTraining>(std::move(training));
}

}  // namespace cairn
