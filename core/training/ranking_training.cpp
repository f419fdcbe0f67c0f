#include "core/training/ranking_training.h"

#include "core/training/tuner_start.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <numeric>

namespace cairn
{

namespace
{

// How often one of the best is gold; ties count against it.
class Ranks
{
public:
    void add(const std::vector<double>& scores, const std::vector<std::uint8_t>& gold)
    {
        double best = -INFINITY;
        for (std::size_t i = 0; i < scores.size(); ++i)
            best = gold[i] ? std::max(best, scores[i]) : best;
        std::size_t before = 0;
        for (std::size_t i = 0; i < scores.size(); ++i)
            before += !gold[i] && scores[i] >= best ? 1 : 0;
        const bool isThere = std::count(gold.begin(), gold.end(), 1) > 0;
        ++m_questions;
        m_first += isThere && before < 1 ? 1 : 0;
        m_firstThree += isThere && before < 3 ? 1 : 0;
        m_among += isThere ? 1 : 0;
    }

    double first() const { return share(m_first); }
    double firstThree() const { return share(m_firstThree); }
    double among() const { return share(m_among); }

private:
    double share(std::size_t count) const
    {
        return static_cast<double>(count) / static_cast<double>(std::max<std::size_t>(1, m_questions));
    }

    std::size_t m_questions = 0, m_first = 0, m_firstThree = 0, m_among = 0;
};

class RankingTask final : public TrainingTask
{
public:
    RankingTask(const RankingTrainingRequest& request, RankingTuner& tuner, RankingExamples& examples,
                std::map<std::string, std::string> facts)
        : m_request(request), m_tuner(tuner), m_examples(examples), m_facts(std::move(facts))
    {
    }

    std::map<std::string, std::string> facts() const override { return m_facts; }

    Result<StepOutcome> step(std::uint64_t step, double rate) override
    {
        const auto group = m_examples.training(step);
        if (!group)
            return group.error();
        std::uint64_t tokens = 0;
        for (const auto& passage : group->passages)
            tokens += passage.size() + group->frame.size();
        for (const RankedQuestion& question : group->questions)
            tokens += question.tokens.size() * question.candidates.size();
        const auto loss = m_tuner.step(*group, rate);
        return loss ? Result<StepOutcome>(StepOutcome{*loss, tokens}) : Result<StepOutcome>(loss.error());
    }

    Result<std::map<std::string, double>> measure() override
    {
        Ranks words, ranked;
        double likelihood = 0;
        std::size_t golds = 0;
        const std::size_t documents = m_examples.heldOutDocuments().size();
        for (std::size_t document = 0; document < documents; ++document) {
            const auto group = m_examples.heldOut(document, m_request.measured);
            if (!group)
                return group.error();
            const auto likelihoods = m_tuner.likelihoods(*group);
            if (!likelihoods)
                return likelihoods.error();
            for (std::size_t q = 0; q < group->questions.size(); ++q) {
                const RankedQuestion& question = group->questions[q];
                std::vector<double> byWords(question.words.begin(), question.words.end()), scores = (*likelihoods)[q];
                for (std::size_t i = 0; i < scores.size(); ++i) {
                    likelihood += question.gold[i] ? scores[i] : 0.0;
                    golds += question.gold[i];
                    scores[i] += m_request.tuner.wordsWeight * byWords[i];
                }
                words.add(byWords, question.gold);
                ranked.add(scores, question.gold);
            }
        }
        return std::map<std::string, double>{{"words_1", words.first()},   {"words_3", words.firstThree()},
                                             {"ranked_1", ranked.first()}, {"ranked_3", ranked.firstThree()},
                                             {"among", ranked.among()},
                                             {"likelihood", likelihood / static_cast<double>(std::max<std::size_t>(1, golds))}};
    }

    std::map<std::string, AdapterTensor> save() const override { return m_tuner.save(); }
    Result<void> restore(const std::map<std::string, AdapterTensor>& tensors) override { return m_tuner.restore(tensors); }

private:
    const RankingTrainingRequest& m_request;
    RankingTuner& m_tuner;
    RankingExamples& m_examples;
    std::map<std::string, std::string> m_facts;
};

std::string joined(const std::vector<std::string>& names, const char* between)
{
    return std::accumulate(names.begin(), names.end(), std::string(),
                           [&](const std::string& all, const std::string& name) { return all + (all.empty() ? "" : between) + name; });
}

std::map<std::string, std::string> factsOf(const Model& model, const RankingTrainingRequest& request, const RankingExamples& examples)
{
    return {{"base fingerprint", toHex(model.fingerprint)},
            {"rank", std::to_string(request.tuner.rank)},
            {"seed", std::to_string(request.examples.seed)},
            {"half precision", request.tuner.halfWeights ? "yes" : "no"},
            {"sources", joined(request.examples.documents.sources, ", ")},
            {"passages a step", std::to_string(request.examples.passages)},
            {"questions a step, at most", std::to_string(request.examples.questions)},
            {"documents", std::to_string(examples.trainingDocuments())},
            {"questions", std::to_string(examples.trainingQuestions())},
            {"held-out documents", joined(examples.heldOutDocuments(), "; ")},
            {"start", request.start.empty() ? "nothing" : std::filesystem::path(request.start).filename().string()}};
}

}  // namespace

Result<TrainingResult> trainRanking(const Model& model, const RankingTrainingRequest& request, const OnTrainingPoint& onPoint,
                                    std::stop_token stop)
{
    const auto corpus = readQaCorpus(request.questions);
    if (!corpus)
        return corpus.error();
    auto sources = sourcesOf(*corpus, request.examples.documents.sources, request.sourcesByDefault);
    if (!sources)
        return sources.error();
    RankingExampleOptions options = request.examples;
    options.documents.sources = *std::move(sources);
    const auto examples = RankingExamples::create(model, *corpus, options);
    if (!examples)
        return examples.error();
    const auto tuner =
        startedFrom(RankingTuner::create(model, request.tuner), request.tuner.rank, request.start, model, readRankingAdapter);
    if (!tuner)
        return tuner.error();
    RankingTask task(request, **tuner, **examples, factsOf(model, request, **examples));
    auto trained = runTraining(task, request.plan, onPoint, stop);
    if (!trained)
        return trained.error();
    const auto written = writeAdapter(request.out, (*tuner)->values(),
                                      {{"format", "cairn-ranking-adapter"}, {"version", "1"}, {"rank", std::to_string(request.tuner.rank)},
                                       {"base_fingerprint", toHex(model.fingerprint)}});
    if (!written)
        return written.error();
    return trained;
}

}  // namespace cairn
