#include "core/training/adapter_training.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>

namespace cairn
{

namespace
{

std::string decimal(double value)
{
    char text[32];
    std::snprintf(text, sizeof text, "%g", value);
    return text;
}

class AdapterTask final : public TrainingTask
{
public:
    AdapterTask(const AdapterTrainingRequest& request, LandmarkDistiller& distiller, const LandmarkRows& rows,
                std::vector<LandmarkRow> measured, std::map<std::string, std::string> facts)
        : m_request(request), m_distiller(distiller), m_rows(rows), m_measured(std::move(measured)), m_facts(std::move(facts))
    {
        if (!request.onPart)
            return;
        m_distiller.setOnLayer([this](std::uint32_t done, std::uint32_t layers) {
            m_part.row += done == 1;
            m_part.layer = done;
            m_part.layers = layers;
            m_request.onPart(m_part);
        });
    }
    ~AdapterTask() override { m_distiller.setOnLayer({}); }
    AdapterTask(const AdapterTask&) = delete;
    AdapterTask& operator=(const AdapterTask&) = delete;

    std::map<std::string, std::string> facts() const override { return m_facts; }

    Result<StepOutcome> step(std::uint64_t step, double rate) override
    {
        std::vector<LandmarkRow> rows;
        std::uint64_t tokens = 0;
        for (std::uint32_t i = 0; i < m_request.batch; ++i) {
            auto row = m_rows.training(step, i);
            if (!row)
                return row.error();
            tokens += row->tokens.size();
            rows.push_back(*std::move(row));
        }
        m_part = {step + 1, 0, m_request.batch, 0, 0};
        const auto loss = m_distiller.step(rows, rate);
        return loss ? Result<StepOutcome>(StepOutcome{*loss, tokens}) : Result<StepOutcome>(loss.error());
    }

    Result<std::map<std::string, double>> measure() override
    {
        MassFound sum;
        m_part = {0, 0, static_cast<std::uint32_t>(m_measured.size()), 0, 0};
        for (const LandmarkRow& row : m_measured) {
            const auto found = m_distiller.measure(row, m_request.measuredK);
            if (!found)
                return found.error();
            sum.loss += found->loss;
            sum.byHead += found->byHead;
            sum.byGroup += found->byGroup;
        }
        const auto rows = static_cast<double>(std::max<std::size_t>(1, m_measured.size()));
        return std::map<std::string, double>{{"KL", sum.loss / rows}, {"found", sum.byHead / rows}, {"found by group", sum.byGroup / rows}};
    }

    std::map<std::string, AdapterTensor> save() const override { return m_distiller.save(); }
    Result<void> restore(const std::map<std::string, AdapterTensor>& tensors) override { return m_distiller.restore(tensors); }

private:
    const AdapterTrainingRequest& m_request;
    LandmarkDistiller& m_distiller;
    const LandmarkRows& m_rows;
    std::vector<LandmarkRow> m_measured;
    std::map<std::string, std::string> m_facts;
    TrainingPart m_part;
};

std::map<std::string, std::string> factsOf(const Model& model, const AdapterTrainingRequest& request)
{
    const DistillationOptions& options = request.distillation;
    const std::uint32_t end = options.endLayer == 0 ? model.config.layers : options.endLayer;
    return {{"base fingerprint", toHex(model.fingerprint)},
            {"seed", std::to_string(request.seed)},
            {"tokens of a block", std::to_string(options.blockTokens)},
            {"rank", std::to_string(options.rank)},
            {"products with the base", options.halfWeights ? "bf16" : "32 bits"},
            {"layers", std::to_string(options.firstLayer) + " to " + std::to_string(end - 1)},
            {"ordinary rows see", options.window == 0 ? "all before them" : "block 0 and " + std::to_string(options.window) + " blocks"},
            {"masses", options.groupVote ? "of all heads of a kv head together" : "by head"},
            {"rows a step", std::to_string(request.batch)},
            {"blocks of a row", std::to_string(request.rows.shortest) + " to " + std::to_string(request.rows.longest)},
            {"queries of a row", std::to_string(request.rows.queries)},
            {"rows that end in a question", decimal(request.rows.asked)},
            {"documents held out", decimal(request.heldOut)},
            {"measured", "top " + std::to_string(request.measuredK) + " of " + std::to_string(request.measuredBlocks) + " blocks, "
                             + std::to_string(request.measuredRows) + " rows"},
            {"start", request.start.empty() ? "nothing" : std::filesystem::path(request.start).filename().string()}};
}

Result<std::unique_ptr<LandmarkDistiller>> startDistiller(const Model& model, const AdapterTrainingRequest& request)
{
    DistillationOptions options = request.distillation;
    options.seed = request.seed;
    auto distiller = LandmarkDistiller::create(model, options);
    if (!distiller || request.start.empty())
        return distiller;
    const auto start = readLandmarkAdapter(request.start, model);
    if (!start)
        return start.error();
    if (start->rank != options.rank || start->blockTokens != options.blockTokens)
        return Error{ErrorCode::InvalidArgument, request.start + " has the rank " + std::to_string(start->rank) + " and blocks of "
                                                     + std::to_string(start->blockTokens) + " tokens; train with the same."};
    if (auto done = (*distiller)->setValues(start->tensors); !done)
        return done.error();
    return distiller;
}

struct RowSources
{
    LandmarkRows trained;
    std::vector<LandmarkRow> measured;
};

Result<RowSources> rowSources(const Model& model, const AdapterTrainingRequest& request)
{
    auto documents = readTexts(request.texts);
    if (!documents)
        return documents.error();
    QaCorpus questions;
    if (!request.questions.empty()) {
        auto read = readQaCorpus(request.questions);
        if (!read)
            return read.error();
        questions = *std::move(read);
    }
    auto [trained, heldOut] = splitByDocument(*std::move(documents), request.seed, request.heldOut);
    LandmarkRowOptions options = request.rows;
    options.blockTokens = request.distillation.blockTokens;
    options.seed = request.seed;
    if (heldOut.empty())
        return Error{ErrorCode::InvalidArgument, "No document is held out for measuring; name texts of two documents at least, or raise "
                                                 "--held-out."};
    const auto unseen = LandmarkRows::create(model, std::move(heldOut), {}, options);
    auto seen = LandmarkRows::create(model, std::move(trained), std::move(questions), options);
    if (!unseen || !seen)
        return unseen ? seen.error() : unseen.error();
    RowSources sources{*std::move(seen), {}};
    for (std::uint32_t i = 0; i < request.measuredRows; ++i) {
        auto row = unseen->plain(TrainingRandom(request.seed, "measured rows", i), request.measuredBlocks, request.measuredQueries);
        if (!row)
            return row.error();
        sources.measured.push_back(*std::move(row));
    }
    return sources;
}

}  // namespace

std::string partLine(const TrainingPart& part)
{
    const auto of = [](const char* what, std::uint32_t number, std::uint32_t all) {
        return std::string(what) + std::to_string(number) + " of " + std::to_string(all);
    };
    return (part.step == 0 ? "measuring: " : "step " + std::to_string(part.step) + ": ") +
           (part.rows > 1 ? of("row ", part.row, part.rows) + ", " : "") + of("layer ", part.layer, part.layers);
}

Result<TrainingResult> trainAdapter(const Model& model, const AdapterTrainingRequest& request, const OnTrainingPoint& onPoint,
                                    std::stop_token stop)
{
    auto distiller = startDistiller(model, request);   // first: it refuses what can't be trained
    if (!distiller)
        return distiller.error();
    auto sources = rowSources(model, request);
    if (!sources)
        return sources.error();
    AdapterTask task(request, **distiller, sources->trained, std::move(sources->measured), factsOf(model, request));
    auto trained = runTraining(task, request.plan, onPoint, stop);
    if (!trained)
        return trained.error();
    const auto written =
        writeAdapter(request.out, (*distiller)->values(),
                     {{"format", "cairn-landmark-adapter"}, {"version", "1"}, {"attention", "exact"},
                      {"mem_freq", std::to_string(request.distillation.blockTokens)}, {"rank", std::to_string(request.distillation.rank)},
                      {"base_fingerprint", toHex(model.fingerprint)}});
    if (!written)
        return written.error();
    return trained;
}

}  // namespace cairn
