#include "app/lab/golden_replay.h"

#include "app/lab/golden_case.h"
#include "app/lab/golden_compare.h"
#include "app/lab/golden_units.h"
#include "core/engine/gpu/cuda_model.h"
#include "core/engine/step/stream_step.h"
#include "core/engine/weights/model_loading.h"
#include "core/model/adapter.h"

#include <algorithm>
#include <filesystem>
#include <limits>

namespace cairn
{

namespace
{

struct LoadedCase
{
    std::shared_ptr<const LoadedModel> model;
    std::shared_ptr<MemoryBlocks> memory;
    StreamLayout layout;
    TokenId landmark = 0;
    std::uint32_t vocabulary = 0, heads = 0;
};

Result<LoadedCase> load(const GoldenCase& golden, const cuda::GpuTable* gpu)
{
    auto model = openModel(golden.folder);
    if (!model)
        return model.error();
    std::optional<LandmarkAdapter> adapter;
    const auto adapterPath = std::filesystem::path(golden.folder) / "adapter.safetensors";
    if (std::filesystem::exists(adapterPath)) {
        auto read = readLandmarkAdapter(adapterPath.string(), *model);
        if (!read)
            return read.error();
        adapter = std::move(*read);
    }
    LoadedCase loaded;
    loaded.layout.landmarks = golden.key == SelectionKey::Landmark;
    const auto& checkpoint = model->config.landmark;
    loaded.layout.blockTokens = adapter ? adapter->blockTokens : checkpoint ? checkpoint->blockTokens : golden.blockTokens.value_or(0);
    if (loaded.layout.blockTokens == 0)
        return Error{ErrorCode::Corruption, golden.folder + ": neither model, adapter nor case say how long a block is."};
    loaded.vocabulary = model->config.vocabulary;
    loaded.heads = model->config.heads;
    loaded.landmark = checkpoint && !adapter ? checkpoint->id : static_cast<TokenId>(loaded.vocabulary);
    const LoadPlan plan{loaded.layout, adapter ? &*adapter : nullptr, nullptr};
    auto weights = loadModel(*model, plan);
    if (weights && gpu)
        weights = withGpu(**weights, *gpu, *model, plan);
    if (!weights)
        return weights.error();
    loaded.model = *weights;
    auto memory = MemoryBlocks::open(nullptr, memoryShapeOf(*loaded.model, KvType::F32), nullptr);
    if (!memory)
        return memory.error();
    loaded.memory = *memory;
    return loaded;
}

class Replay
{
public:
    Replay(const GoldenCase& golden, const LoadedCase& loaded, bool impose, GoldenResult& result)
        : m_golden(golden), m_loaded(loaded), m_impose(impose), m_result(result), m_stream(loaded.model, loaded.memory, golden.settings)
    {
    }

    Result<void> run()
    {
        for (const GoldenTurn& turn : m_golden.turns) {
            if (auto done = readPrompt(turn); !done)
                return done.error();
            if (auto done = generate(turn); !done)
                return done.error();
        }
        return {};
    }

private:
    Result<void> readPrompt(const GoldenTurn& turn)
    {
        auto prompt = m_golden.expected.readIntegers(turn.prompt);
        if (!prompt)
            return prompt.error();
        const std::vector<TokenId> stream = toStream(m_loaded.layout, m_stream.regularTokens(), *prompt, m_loaded.landmark);
        std::size_t at = 0;
        // No window: everything in one step.
        const auto window = m_golden.window > 0 ? m_golden.window : static_cast<std::uint32_t>(stream.size() + m_stream.openTokens() + 1);
        for (const std::uint32_t length : cutSteps(m_loaded.layout, m_stream.streamTokens(), stream.size(), window)) {
            if (auto done = step({stream.data() + at, length}); !done)
                return done.error();
            at += length;
        }
        return {};
    }

    Result<void> generate(const GoldenTurn& turn)
    {
        std::vector<std::int32_t> generated;
        for (std::uint32_t i = 0; i < turn.generate; ++i) {
            for (const TokenId id : m_golden.suppressed)
                m_next[static_cast<std::size_t>(id)] = -std::numeric_limits<float>::infinity();
            generated.push_back(static_cast<TokenId>(std::max_element(m_next.begin(), m_next.end()) - m_next.begin()));
            const auto stream = toStream(m_loaded.layout, m_stream.regularTokens(), {&generated.back(), 1}, m_loaded.landmark);
            if (auto done = step(stream); !done)
                return done.error();
        }
        if (turn.generate > 0)
            compareIntegers(m_golden, turn.generated, generated, m_result);
        return {};
    }

    StepControls controlsNow() const
    {
        StepControls controls;
        for (const GoldenControl& control : m_golden.controls) {
            if (control.fromStep <= m_number) {
                controls.barred = control.masked;
                controls.pinned = control.pinned;
            }
        }
        std::sort(controls.barred.begin(), controls.barred.end());
        std::sort(controls.pinned.begin(), controls.pinned.end());
        return controls;
    }

    Result<void> step(std::span<const TokenId> tokens)
    {
        const std::uint32_t rows = static_cast<std::uint32_t>(tokens.size()), predicting = m_stream.predictingRow(tokens);
        StepComparison comparison(m_golden, m_number, rows, m_result);
        RecordedPlaces recorded(m_golden, m_number, rows, m_loaded.heads, m_stream);
        StepControls controls = controlsNow();
        if (m_impose)
            controls.places = &recorded;
        StepWants wants;
        wants.hidden = comparison.recorded();
        wants.recorder = &comparison;
        for (std::uint32_t row = 0; row < rows; ++row) {
            if (comparison.recorded() || row == predicting)
                wants.logitRows.push_back(row);
        }
        std::vector<float> logits(std::size_t{rows} * m_loaded.vocabulary);
        wants.onLogits = [&](std::uint32_t row, std::span<const float> values) {
            std::copy(values.begin(), values.end(), logits.begin() + static_cast<std::ptrdiff_t>(row * values.size()));
        };
        comparison.memory(m_stream.blocks(), m_golden.settings.memoryLimit);
        auto output = runStep({&m_stream, tokens, controls, wants}, {});
        if (!output)
            return output.error();
        comparison.finish(tokens, output->hidden, logits);
        const auto next = logits.begin() + static_cast<std::ptrdiff_t>(std::size_t{predicting} * m_loaded.vocabulary);
        m_next.assign(next, next + static_cast<std::ptrdiff_t>(m_loaded.vocabulary));
        ++m_number;
        return {};
    }

    const GoldenCase& m_golden;
    const LoadedCase& m_loaded;
    bool m_impose;
    GoldenResult& m_result;
    Stream m_stream;
    std::uint32_t m_number = 0;
    std::vector<float> m_next;
};

void judge(const GoldenCase& golden, GoldenResult& result)
{
    result.missing = 0;
    for (const auto& [name, tensor] : golden.expected.tensors) {
        if (name.starts_with("step") && !name.ends_with(".rows"))
            ++result.missing;
    }
    result.missing -= std::min(result.missing, result.compared);
    bool close = true;
    for (const auto& [kind, largest] : result.largest)
        close = close && largest <= toleranceOf(golden, kind);
    result.passed = close && result.wrongSelections == 0 && result.wrongIntegers == 0 && result.missing == 0;
}

}  // namespace

GoldenResult replayGoldenCase(const std::string& folder, bool impose, const cuda::GpuTable* gpu)
{
    GoldenResult result;
    auto golden = readGoldenCase(folder);
    if (!golden) {
        result.name = folder;
        result.error = golden.error().message;
        return result;
    }
    result.name = golden->name;
    if (isUnitCase(folder)) {
        replayUnitCase(*golden, result);
        return result;
    }
    auto loaded = load(*golden, gpu);
    if (!loaded) {
        result.error = loaded.error().message;
        return result;
    }
    if (auto done = Replay(*golden, *loaded, impose, result).run(); !done) {
        result.error = done.error().message;
        return result;
    }
    judge(*golden, result);
    return result;
}

}  // namespace cairn
