#include "core/training/answer_training.h"

#include "core/training/answer_tuner.h"
#include "core/training/tuner_start.h"
#include "core/types/random.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <optional>

namespace cairn
{

namespace
{

constexpr std::size_t kMeasuredStretches = 16;
constexpr std::size_t kMeasuredTokens = 256;   // of ordinary text each

// Stretches of ordinary text as tokens.
class TextStretches
{
public:
    TextStretches(const Tokenizer& tokenizer, std::vector<TextDocument> documents)
        : m_tokenizer(tokenizer), m_documents(std::move(documents))
    {
    }

    bool isEmpty() const { return m_documents.empty(); }

    // About `tokens` tokens from anywhere; a document that is too short gives less, at least two.
    Result<std::vector<TokenId>> pick(TrainingRandom& random, std::size_t tokens) const
    {
        for (;;) {
            const std::string& text = random.pick(m_documents).text;
            const std::size_t bytes = 8 * tokens;
            std::size_t begin = text.size() > bytes ? static_cast<std::size_t>(random.below(text.size() - bytes)) : 0;
            begin = begin == 0 ? 0 : std::min(text.find(' ', begin), text.size());   // at a word, so never inside a character
            std::size_t end = std::min(text.size(), begin + bytes);
            end = end == text.size() ? end : text.rfind(' ', end);
            if (end == std::string::npos || end <= begin)
                continue;
            const auto encoded = m_tokenizer.encode(std::string_view(text).substr(begin, end - begin));
            if (!encoded)
                return encoded.error();
            std::vector<TokenId> ids;
            for (const Token& token : *encoded) {
                if (ids.size() < tokens)
                    ids.push_back(token.id);
            }
            if (ids.size() >= 2)
                return ids;
        }
    }

private:
    const Tokenizer& m_tokenizer;
    std::vector<TextDocument> m_documents;
};

class AnswerTask final : public TrainingTask
{
public:
    AnswerTask(const AnswerTrainingRequest& request, AnswerTuner& tuner, AnswerExamples& examples, const TextStretches& trained,
               const TextStretches& heldOut, std::map<std::string, std::string> facts)
        : m_request(request), m_tuner(tuner), m_examples(examples), m_trained(trained), m_heldOut(heldOut), m_facts(std::move(facts))
    {
    }

    std::map<std::string, std::string> facts() const override { return m_facts; }

    Result<StepOutcome> step(std::uint64_t step, double rate) override
    {
        step += m_request.firstExamples;
        std::vector<AnswerExample> examples;
        std::uint64_t tokens = 0;
        for (std::uint32_t i = 0; i < m_request.batch; ++i) {
            auto asked = m_examples.training(step, i);
            if (!asked)
                return asked.error();
            for (AnswerExample& example : *asked) {
                tokens += example.prompt.size() + example.answer.size();
                examples.push_back(std::move(example));
            }
        }
        auto texts = stretches(m_trained, "texts", step, m_request.textStretches, m_request.textTokens);
        if (!texts)
            return texts.error();
        for (const auto& text : *texts)
            tokens += text.size();
        const auto loss = m_tuner.step(examples, *texts, rate);
        if (!loss)
            return loss.error();
        return StepOutcome{*loss, tokens};
    }

    Result<std::map<std::string, double>> measure() override;
    std::map<std::string, AdapterTensor> save() const override { return m_tuner.save(); }
    Result<void> restore(const std::map<std::string, AdapterTensor>& tensors) override { return m_tuner.restore(tensors); }

private:
    Result<std::vector<std::vector<TokenId>>> stretches(const TextStretches& from, std::string_view purpose, std::uint64_t index,
                                                        std::size_t count, std::size_t tokens) const
    {
        std::vector<std::vector<TokenId>> texts;
        TrainingRandom random(m_request.seed, purpose, index);
        for (std::size_t i = 0; i < count && !from.isEmpty(); ++i) {
            auto text = from.pick(random, tokens);
            if (!text)
                return text.error();
            texts.push_back(*std::move(text));
        }
        return texts;
    }
    Result<std::map<std::string, double>> addTextRatio(std::map<std::string, double> measures);
    Result<void> measureForm(const std::string& name, std::vector<AnswerExample> examples, std::map<std::string, double>& measures);

    const AnswerTrainingRequest& m_request;
    AnswerTuner& m_tuner;
    AnswerExamples& m_examples;
    const TextStretches &m_trained, &m_heldOut;
    std::map<std::string, std::string> m_facts;
    TokenId m_refusal = 0;                           // the first token of the refusal
    std::optional<double> m_baseLoss;                // of the held-out text without the weights: measured once
    double m_lossSum = 0, m_refused = 0;             // of the measurement under way
    std::size_t m_lossTokens = 0, m_answerable = 0;
};

Result<void> AnswerTask::measureForm(const std::string& name, std::vector<AnswerExample> examples, std::map<std::string, double>& measures)
{
    const auto scores = m_tuner.score(examples);
    if (!scores)
        return scores.error();
    std::size_t exact = 0;
    for (std::size_t i = 0; i < examples.size(); ++i) {
        const AnswerScore& score = (*scores)[i];
        exact += score.exact ? 1 : 0;
        m_lossSum -= score.logProbability;
        m_lossTokens += examples[i].answer.size();
    }
    measures[name] = static_cast<double>(exact) / static_cast<double>(std::max<std::size_t>(1, examples.size()));
    if (!examples.empty() && !examples.front().answerable)
        return {};
    for (std::size_t i = 0; i < examples.size(); ++i) {
        const bool alike = examples[i].answer.front() == m_refusal;   // such an answer tells nothing
        m_answerable += alike ? 0 : 1;
        m_refused += !alike && (*scores)[i].first == m_refusal ? 1 : 0;
    }
    return {};
}

Result<std::map<std::string, double>> AnswerTask::measure()
{
    m_lossSum = m_refused = 0;
    m_lossTokens = m_answerable = 0;
    std::map<std::string, double> measures;
    using Make = std::function<Result<AnswerExample>(std::uint64_t index)>;
    const std::pair<const char*, Make> forms[] = {
        {"refused missing", [&](std::uint64_t i) { return m_examples.heldOut(i, PassageForm::Alone, true); }},
        {"exact paragraph", [&](std::uint64_t i) { return m_examples.heldOutParagraph(i); }},
        {"exact attached", [&](std::uint64_t i) { return m_examples.heldOut(i, PassageForm::Attached, false); }},
        {"exact joint", [&](std::uint64_t i) { return m_examples.heldOut(i, PassageForm::Joint, false); }}};
    for (const auto& [name, make] : forms) {
        std::vector<AnswerExample> examples;
        for (std::uint64_t i = 0; i < m_request.measured; ++i) {
            auto example = make(i);
            if (!example)
                return example.error();
            examples.push_back(*std::move(example));
        }
        if (!examples.empty() && !examples.front().answerable)
            m_refusal = examples.front().answer.front();
        if (auto done = measureForm(name, std::move(examples), measures); !done)
            return done.error();
    }
    measures["loss"] = m_lossSum / static_cast<double>(std::max<std::size_t>(1, m_lossTokens));
    measures["refused there"] = m_refused / static_cast<double>(std::max<std::size_t>(1, m_answerable));
    return addTextRatio(measures);
}

// Perplexity of held-out text with the weights, as a multiple of the base model's.
Result<std::map<std::string, double>> AnswerTask::addTextRatio(std::map<std::string, double> measures)
{
    const auto texts = stretches(m_heldOut, "measured texts", 0, kMeasuredStretches, kMeasuredTokens);
    if (!texts)
        return texts.error();
    if (texts->empty())
        return measures;
    const auto adapted = m_tuner.textLoss(*texts, true);
    const auto base = m_baseLoss ? Result<double>(*m_baseLoss) : m_tuner.textLoss(*texts, false);
    if (!adapted || !base)
        return adapted ? base.error() : adapted.error();
    m_baseLoss = *base;
    measures["text ratio"] = std::exp(*adapted - *base);
    const auto distance = m_tuner.textDistance(*texts);
    if (!distance)
        return distance.error();
    measures["text distance"] = *distance;
    return measures;
}

std::map<std::string, std::string> factsOf(const Model& model, const AnswerTrainingRequest& request, const AnswerExamples& examples,
                                           const std::vector<HeldOutArticle>& heldOut)
{
    std::string names;
    for (const HeldOutArticle& article : heldOut)
        names += (names.empty() ? "" : ", ") + article.name;
    return {{"base fingerprint", toHex(model.fingerprint)},
            {"seed", std::to_string(request.seed)},
            {"rank", std::to_string(request.rank)},
            {"products with the base", request.halfWeights ? "bf16" : "32 bits"},
            {"passages a step", std::to_string(request.batch)},
            {"questions a passage, at most", std::to_string(request.examples.perPassage)},
            {"text a step", std::to_string(request.textStretches) + " x " + std::to_string(request.textTokens) + " tokens, weight "
                                + std::to_string(request.textWeight)},
            {"passage bytes", std::to_string(request.examples.passageBytes)},
            {"without the right passage", std::to_string(request.examples.missing)},
            {"questions trained on", std::to_string(examples.trainingQuestions())},
            {"questions held out", std::to_string(examples.heldOutQuestions())},
            {"articles held out", names},
            {"examples of the first step", std::to_string(request.firstExamples)},
            {"start", request.start.empty() ? "nothing" : std::filesystem::path(request.start).filename().string()}};
}

// Only what training and measuring read; a corpus is sampled in one go and split by document.
Result<std::pair<TextStretches, TextStretches>> textsFor(const Model& model, const AnswerTrainingRequest& request)
{
    std::vector<TextDocument> documents;
    if (!request.texts.paths.empty()) {
        auto read = readTexts(request.texts);
        if (!read)
            return read.error();
        documents = *std::move(read);
    }
    auto [trained, heldOut] = splitByDocument(std::move(documents), request.seed, request.examples.heldOut);
    return std::pair(TextStretches(*model.tokenizer, std::move(trained)), TextStretches(*model.tokenizer, std::move(heldOut)));
}

}  // namespace

Result<TrainingResult> trainAnswers(const Model& model, const AnswerTrainingRequest& request, const OnTrainingPoint& onPoint,
                                    std::stop_token stop)
{
    if (!model.tokenizer)
        return Error{ErrorCode::InvalidArgument, model.name + " has no tokenizer, so nothing can be asked; name a complete model."};
    const auto corpus = readQaCorpus(request.questions);
    if (!corpus)
        return corpus.error();
    AnswerExampleOptions options = request.examples;
    options.seed = request.seed;
    auto examples = AnswerExamples::create(model, *corpus, options);
    if (!examples)
        return examples.error();
    const auto texts = textsFor(model, request);
    if (!texts)
        return texts.error();
    const AnswerTunerOptions tuning{
        {.rank = request.rank, .seed = request.seed, .halfWeights = request.halfWeights, .device = request.device}, request.textWeight};
    auto tuner = startedFrom(AnswerTuner::create(model, tuning), request.rank, request.start, model, readAnswerAdapter);
    if (!tuner)
        return tuner.error();
    const auto heldOut = (*examples)->heldOutArticles();
    AnswerTask task(request, **tuner, **examples, texts->first, texts->second, factsOf(model, request, **examples, heldOut));
    auto trained = runTraining(task, request.plan, onPoint, stop);
    if (!trained)
        return trained.error();
    const auto written = writeAdapter(request.out, (*tuner)->values(),
                                      {{"format", "cairn-answer-adapter"}, {"version", "1"}, {"rank", std::to_string(request.rank)},
                                       {"base_fingerprint", toHex(model.fingerprint)}});
    if (!written)
        return written.error();
    return trained;
}

}  // namespace cairn
