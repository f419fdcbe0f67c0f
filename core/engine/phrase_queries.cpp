#include "core/engine/phrase_queries.h"

#include "core/engine/engine_core.h"
#include "core/engine/step/stream_step.h"
#include "core/engine/weights/loaded_model.h"
#include "core/engine/memory_impl.h"
#include "core/engine/common/parallel.h"
#include "kernels/retrieval/landmark_scan.h"

#include <algorithm>
#include <cmath>

namespace cairn
{

namespace
{

// Queries of the last row, layer by layer.
class QueryRecorder final : public StepRecorder
{
public:
    QueryRecorder(std::uint32_t headDim, std::vector<float>& into) : m_headDim(headDim), m_into(into) {}

    void record(const LayerRecord& layer) override
    {
        if (!layer.queries)
            return;
        const std::size_t width = std::size_t{layer.heads} * m_headDim;
        const float* last = layer.queries + (std::size_t{layer.rows} - 1) * width;
        m_into.insert(m_into.end(), last, last + width);
    }

private:
    std::uint32_t m_headDim;
    std::vector<float>& m_into;
};

}  // namespace

void PhraseQueries::score(std::uint32_t layer, const MemoryShape& shape, std::span<const std::byte> landmarks, std::uint32_t count,
                          std::span<float> scores) const
{
    const RopeTable& rope = m_core->model->rope;
    std::vector<const void*> slabs;
    for (std::uint32_t first = 0; first < count; first += kernels::kSlabBlocks)
        slabs.push_back(landmarks.data() + first * shape.landmarkBytes());
    kernels::LandmarkScan scan;
    scan.rows = scan.endRow = 1;
    scan.heads = static_cast<std::int32_t>(m_heads);
    scan.kvHeads = static_cast<std::int32_t>(shape.kvHeads);
    scan.headDim = static_cast<std::int32_t>(shape.headDim);
    scan.blockLength = static_cast<std::int32_t>(m_core->layout.blockLength());
    scan.places = static_cast<std::int32_t>(m_places);
    scan.openTokens = static_cast<std::int32_t>(m_row);
    scan.queries = m_queries.data() + std::size_t{layer} * m_heads * shape.headDim;
    scan.cosines = rope.cosines();
    scan.sines = rope.sines();
    scan.scale = 1.0f / std::sqrt(static_cast<float>(shape.headDim));
    scan.bounds = shape.key == SelectionKey::Bounds;
    scan.keyType = keyTypeOf(shape);
    scan.slabs = slabs.data();
    scan.memoryBlocks = static_cast<std::int32_t>(count + m_places);   // the newest k would stand nearer: none of ours is among them
    scan.endBlock = static_cast<std::int32_t>(count);
    std::vector<float> wide(std::size_t{m_heads} * (count + m_places));
    scan.scores = wide.data();
    parallelPieces(shape.kvHeads, [&](std::size_t kvHead) {
        kernels::LandmarkScan part = scan;
        part.firstKvHead = static_cast<std::int32_t>(kvHead);
        part.endKvHead = part.firstKvHead + 1;
        part.scratch = threadScratch(kernels::landmarkScanScratch(part));
        kernels::landmarkScan(part);
    });
    for (std::size_t head = 0; head < m_heads; ++head)
        std::copy_n(wide.begin() + static_cast<std::ptrdiff_t>(head * (count + m_places)), count,
                    scores.begin() + static_cast<std::ptrdiff_t>(head * count));
}

Result<PhraseQueries> Engine::phraseQueries(std::span<const TokenId> tokens, std::stop_token stop) const
{
    auto memory = emptyMemory(defaultReading(), KvType::F16);
    if (!memory)
        return memory.error();
    return guarded([&]() -> Result<PhraseQueries> {
        Memory::Impl& alone = *memory->m_impl;
        const EngineCore& core = *alone.core;
        const auto isForeign = [&](TokenId id) { return id < 0 || static_cast<std::uint32_t>(id) >= core.info.config.vocabulary; };
        if (tokens.empty() || std::any_of(tokens.begin(), tokens.end(), isForeign))
            return Error{ErrorCode::InvalidArgument, "A phrase needs words that the model knows."};
        const std::size_t most = std::min<std::size_t>(PhraseQueries::kPhraseTokens, core.layout.regularTokens(alone.window));
        const auto asked = toStream(core.layout, 0, tokens.first(std::min(tokens.size(), most)), core.landmarkId);
        PhraseQueries queries;
        queries.m_core = alone.core;
        queries.m_layers = core.info.config.layers;
        queries.m_heads = core.info.config.heads;
        queries.m_places = defaultAskingTopK(core);
        queries.m_row = static_cast<std::uint32_t>(asked.size()) - 1;
        core.model->rope.reserve((queries.m_places + 1) * core.layout.blockLength() + queries.m_row + 1);
        QueryRecorder recorder(core.info.config.headDim, queries.m_queries);
        StepWants wants;
        wants.recorder = &recorder;
        if (auto done = runStep({&alone.stream, asked, {}, wants}, stop); !done)
            return done.error();
        if (queries.m_queries.size() != std::size_t{queries.m_layers} * queries.m_heads * core.info.config.headDim)
            return Error{ErrorCode::Unsupported, "Searching by meaning needs an engine on the processor."};
        return queries;
    });
}

}  // namespace cairn
