#include "core/engine/step/cuda_step_run.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace cairn
{

namespace
{

constexpr std::uint32_t kSliceRows = 2048;   // rows in the wide products at once: 7B then takes 0.4 GB for them

Error stopped()
{
    return {ErrorCode::Cancelled, "Stopped on request."};
}

}  // namespace

Result<StepOutput> runOnCuda(Stream& stream, CudaModel& model, std::span<const TokenId> tokens, const StepControls& controls,
                             const StepWants& wants, std::stop_token stop)
{
    const auto run = [&](CudaStepWay way) { return CudaStep(stream, model, tokens, controls, wants, stop, way).run(); };
    const auto runAtLast = [&]() -> Result<StepOutput> {
        auto output = run(CudaStepWay::Waits);
        return output ? Result<StepOutput>(*std::move(*output)) : output.error();
    };
    try {
        try {
            auto output = run(CudaStepWay::Trusts);
            if (!output)
                return output.error();
            return *output ? Result<StepOutput>(*std::move(*output)) : runAtLast();
        } catch (const CudaOutOfMemory&) {
        }
        if (!model.dropCachedBlocks())   // outside of the handler: the step's own arrays are free
            throw CudaOutOfMemory();
        return runAtLast();
    } catch (const CudaFault& fault) {
        return Error{ErrorCode::Device, std::string("The GPU failed (") + fault.what() + "). Start again; what was saved is there."};
    }
}

CudaStep::CudaStep(Stream& stream, CudaModel& model, std::span<const TokenId> tokens, const StepControls& controls, const StepWants& wants,
                   std::stop_token stop, CudaStepWay way)
    : m_stream(stream), m_model(model), m_device(model.device), m_room(model.room), m_memory(model.memoryOf(stream.m_base)),
      m_shape(stream.m_base->shape()), m_tokens(tokens), m_wants(wants), m_stop(std::move(stop)),
      m_placesAreImposed(controls.places != nullptr), m_step(stream.shapeOf(static_cast<std::uint32_t>(tokens.size()))),
      m_choice(m_step, {&stream.m_base->landmarks(), stream.m_baseCount, &stream.m_ownLandmarks, m_shape},
               {model.config.heads, stream.settings().mode, nullptr, nullptr, {}}, controls, wants.recorder),
      m_off(controls.switchedOff),
      m_weightsFrom(wants.recorder ? std::min(wants.recorder->weightsFrom(m_step.rows), m_step.rows) : m_step.rows)
{
    for (std::uint32_t block = 0; block < m_step.closedBlocks(); ++block)
        m_closed.push_back(std::make_shared<FinishedBlock>(m_shape));
    if (!m_closed.empty())
        m_newTail = stream.emptyTail();
    m_rowStride = rowStride(m_shape.rowBytes());
    m_trusts = way == CudaStepWay::Trusts && canTrust(controls);
}

bool CudaStep::canTrust(const StepControls& controls) const
{
    constexpr std::uint32_t kMostRows = 8;   // more take longer than the waiting, and their records more room
    return m_step.rows <= kMostRows && !controls.places && m_choice.scoresFrom() >= m_step.rows
           && (m_choice.isDecided() || m_memory.hadAll());
}

float CudaStep::scale() const
{
    return 1.0f / std::sqrt(static_cast<float>(m_model.config.headDim));
}

bool CudaStep::isStopped() const
{
    if (m_model.progress)
        m_model.progress->fetch_add(1, std::memory_order_relaxed);
    return m_stop.stop_requested();
}

Result<std::optional<StepOutput>> CudaStep::run()
{
    prepare();
    CudaGraph graph(m_device, m_trusts);   // a row that is fetched between two layers ends it there
    for (std::uint32_t layer = 0; layer < m_model.config.layers; ++layer) {
        if (isStopped())
            return stopped();
        if (auto done = runLayer(layer); !done)
            return done.error();
    }
    graph.queue();
    if (m_trusts) {
        const auto complete = collectChoices();
        if (!complete)
            return complete.error();
        if (!*complete)
            return std::optional<StepOutput>();
    }
    if (auto done = collect(); !done)
        return done.error();
    if (isStopped())
        return stopped();
    StepOutput output;
    giveLogits(output);
    m_stream.grow(m_step, m_tokens, std::move(m_closed), std::move(m_newTail));
    m_model.tailState = m_stream.tailState();
    return std::optional<StepOutput>(std::move(output));
}

void CudaStep::prepare()
{
    const ModelConfig& c = m_model.config;
    m_model.reserveAngles(m_step.positions());
    m_memory.beginStep(m_stream.ownState(), m_stream.m_baseCount, m_stream.m_own, m_stream.m_ownLandmarks);
    prepareSlices();
    putTail();
    std::vector<std::int32_t> ids(m_tokens.begin(), m_tokens.end());
    for (std::uint32_t row = 0; row < m_step.rows; ++row)
        if (m_model.landmarkEmbedding.data() && m_step.isLandmark(row))
            ids[row] = -1;
    const std::size_t local = std::size_t{c.kvHeads} * m_step.localTokens() * c.headDim;
    m_room.x.reserve(rows() * c.hidden);
    m_room.qkv.reserve(keptLayers() * rows() * width());
    m_room.attended.reserve(queries() * c.headDim);
    m_room.keys.reserve(local);
    m_room.offsetKeys.reserve(local);
    m_room.values.reserve(local);
    m_room.packed.reserve(c.layers * 2 * c.kvHeads * std::max<std::size_t>(1, keptRows()) * c.headDim);
    m_room.storedRows.reserve(std::max<std::size_t>(1, m_closed.size() * c.layers * m_rowStride));
    m_room.storedLandmarks.reserve(std::max<std::size_t>(1, m_closed.size() * c.layers * m_shape.landmarkBytes()));
    m_room.bad.reserve(c.layers);
    m_device.check(m_device->fill(m_room.bad, 0, c.layers * sizeof(std::int32_t)));
    m_room.absent.reserve(1);
    m_device.check(m_device->fill(m_room.absent, 0, sizeof(std::int32_t)));
    if (m_choice.isDecided()) {
        m_room.selected.put({m_choice.selected(), entries()});
        m_room.distances.put({m_choice.distances(), entries()});
    } else {
        std::vector<std::uint8_t> flags(m_step.memoryBlocks);
        for (const std::int32_t column : m_choice.pinned())
            flags[static_cast<std::size_t>(column)] = cuda::kPinnedFlag;
        for (const std::int32_t column : m_choice.barred())
            flags[static_cast<std::size_t>(column)] = cuda::kBarredFlag;
        m_room.flags.put(flags);
    }
    const void* table = m_model.embedding.data();
    m_device.check(m_device->embed({.table = table,
                                    .form = m_model.form,
                                    .landmark = m_model.landmarkEmbedding,
                                    .tokens = m_room.tokens.put(ids),
                                    .rows = static_cast<std::int32_t>(rows()),
                                    .hidden = static_cast<std::int32_t>(c.hidden),
                                    .out = m_room.x}));
}

void CudaStep::prepareSlices()
{
    const ModelConfig& c = m_model.config;
    const std::uint32_t most = std::max(1u, std::min({kSliceRows, m_wants.sliceLimit, m_step.rows}));
    std::vector<std::int32_t> maps;
    for (std::uint32_t first = 0; first < m_step.rows; first += most) {
        Slice slice{first, std::min(most, m_step.rows - first), maps.size(), 0, 0, 0};
        for (std::uint32_t row = 0; row < slice.count; ++row)
            if (m_step.isLandmark(first + row))
                maps.push_back(static_cast<std::int32_t>(row));
        slice.ordinaryAt = maps.size();
        for (std::uint32_t row = 0; row < slice.count && m_wants.weights != RowWeights::Base; ++row)
            if (!m_step.isLandmark(first + row))
                maps.push_back(static_cast<std::int32_t>(row));
        slice.landmarks = static_cast<std::int32_t>(slice.ordinaryAt - slice.landmarksAt);
        slice.ordinary = static_cast<std::int32_t>(maps.size() - slice.ordinaryAt);
        m_slices.push_back(slice);
    }
    m_room.rowMaps.put(maps);
    m_room.normed.reserve(std::size_t{most} * c.hidden);
    m_room.gateUp.reserve(std::size_t{most} * 2 * c.feedForward);
    m_room.product.reserve(std::size_t{most} * c.feedForward);
}

// The open block of all layers, unless the device has it from the step before. While the step runs nobody's is there.
void CudaStep::putTail()
{
    const std::uint64_t known = std::exchange(m_model.tailState, 0);
    const std::size_t layer = std::size_t{2} * m_shape.kvHeads * m_shape.blockTokens * m_shape.headDim;
    m_room.tail.reserve(layer * m_shape.layers);
    if (known == m_stream.tailState())
        return;
    for (std::size_t l = 0; l < m_shape.layers && m_step.openTokens > 0; ++l)
        m_device.check(m_device->toDevice(m_room.tail.data() + l * layer, m_stream.m_tail.layers[l].data(), layer * sizeof(float)));
}

Result<void> CudaStep::runLayer(std::uint32_t number)
{
    const ModelConfig& c = m_model.config;
    const CudaLayer& layer = m_model.layers[number];
    const auto hidden = static_cast<std::int64_t>(c.hidden);
    for (const Slice& slice : m_slices)
        apply(layer.qkv, slice, normed(slice, layer.inputNorm), qkv(number) + slice.first * width(), static_cast<std::int64_t>(width()),
              false);
    fillLocal(number);
    choose(number);
    if (auto done = attend(number); !done)
        return done.error();
    if (!m_closed.empty())
        storeBlocks(number);
    for (const Slice& slice : m_slices) {
        const std::int64_t queryWidth = std::int64_t{c.heads} * c.headDim;
        apply(layer.output, slice, {m_room.attended.data() + slice.first * queryWidth, nullptr}, m_room.x.data() + slice.first * hidden,
              hidden, true);
        feedForward(layer, slice);
    }
    return {};
}

void CudaStep::fillLocal(std::uint32_t layer)
{
    const ModelConfig& c = m_model.config;
    cuda::FillLocal work;
    work.rows = static_cast<std::int32_t>(rows());
    work.heads = static_cast<std::int32_t>(c.heads);
    work.kvHeads = static_cast<std::int32_t>(c.kvHeads);
    work.headDim = static_cast<std::int32_t>(c.headDim);
    work.blockTokens = static_cast<std::int32_t>(m_step.blockTokens);
    work.blockLength = static_cast<std::int32_t>(m_step.blockLength);
    work.openTokens = static_cast<std::int32_t>(m_step.openTokens);
    work.qkv = qkv(layer);
    work.fixedKey = layer == 0 && m_model.hasFirstKey ? m_model.firstKey.data() : nullptr;
    work.cosines = m_model.cosines;
    work.sines = m_model.sines;
    work.tail = m_room.tail.data() + layer * (m_room.tail.size() / c.layers);
    work.keys = m_room.keys;
    work.offsetKeys = m_room.offsetKeys;
    work.values = m_room.values;
    if (m_closed.empty()) {   // new rows for the host, and behind those that the tail has; else storeBlocks()
        float* tail = m_room.tail.data() + layer * (m_room.tail.size() / c.layers);
        work.kept[0] = {static_cast<std::int32_t>(keptRows()), work.openTokens, packed(layer)};
        work.kept[1] = {work.blockTokens, work.openTokens, tail + std::size_t{m_step.openTokens} * c.headDim};
    }
    m_device.check(m_device->fillLocal(work));
}

// Where a layer's new rows of the tail lie for the host, dense: [2][Hkv][kept][d]
float* CudaStep::packed(std::uint32_t layer) const
{
    return m_room.packed.data() + std::size_t{layer} * 2 * m_model.config.kvHeads * keptRows() * m_model.config.headDim;
}

// Completed blocks in their stored form; the tail behind them on the device, its new rows to be collected.
void CudaStep::storeBlocks(std::uint32_t layer)
{
    const ModelConfig& c = m_model.config;
    const std::size_t landmarkBytes = m_shape.landmarkBytes();
    cuda::StoreBlocks store;
    store.kvHeads = static_cast<std::int32_t>(c.kvHeads);
    store.headDim = static_cast<std::int32_t>(c.headDim);
    store.blockTokens = static_cast<std::int32_t>(m_step.blockTokens);
    store.blockLength = static_cast<std::int32_t>(m_step.blockLength);
    store.localTokens = static_cast<std::int32_t>(m_step.localTokens());
    store.blocks = static_cast<std::int32_t>(m_closed.size());
    store.form = static_cast<cuda::RowForm>(m_shape.type);
    store.bounds = m_shape.key == SelectionKey::Bounds;
    store.landmarkIsF32 = m_shape.landmarkType == KvType::F32;
    store.offsetKeys = m_room.offsetKeys;
    store.values = m_room.values;
    store.rows = m_room.storedRows.data() + layer * m_rowStride;
    store.rowStride = static_cast<std::int64_t>(c.layers * m_rowStride);
    store.landmarks = m_room.storedLandmarks.data() + layer * landmarkBytes;
    store.landmarkStride = static_cast<std::int64_t>(c.layers * landmarkBytes);
    store.bad = m_room.bad.data() + layer;
    m_device.check(m_device->storeBlocks(store));
    cuda::KeepTail keep;
    keep.kvHeads = store.kvHeads;
    keep.headDim = store.headDim;
    keep.localTokens = store.localTokens;
    keep.offsetKeys = m_room.offsetKeys;
    keep.values = m_room.values;
    keep.parts[0] = {static_cast<std::int32_t>(keptRows()), static_cast<std::int32_t>(firstKept()), packed(layer)};
    keep.parts[1] = {store.blockTokens, static_cast<std::int32_t>(m_step.closedBlocks() * m_step.blockLength),
                     m_room.tail.data() + layer * (m_room.tail.size() / c.layers)};
    m_device.check(m_device->keepTail(keep));
}

Result<void> CudaStep::collect()
{
    const ModelConfig& c = m_model.config;
    const std::size_t d = c.headDim, kvHeads = c.kvHeads, kept = keptRows(), landmarkBytes = m_shape.landmarkBytes();
    std::vector<float> packed(c.layers * 2 * kvHeads * kept * d);
    std::vector<std::int32_t> bad(c.layers);
    m_device.check(m_device->toHost(packed.data(), m_room.packed, packed.size() * sizeof(float)));
    m_device.check(m_device->toHost(bad.data(), m_room.bad, bad.size() * sizeof(std::int32_t)));
    for (std::size_t block = 0; block < m_closed.size(); ++block) {
        m_device.check(
            m_device->toHost(m_closed[block]->row(0), m_room.storedRows.data() + block * c.layers * m_rowStride, c.layers * m_rowStride));
        m_device.check(m_device->toHost(m_closed[block]->landmark(0), m_room.storedLandmarks.data() + block * c.layers * landmarkBytes,
                                        c.layers * landmarkBytes));
    }
    m_device.synchronize();
    for (std::size_t layer = 0; layer < c.layers; ++layer) {
        if (bad[layer] != 0)
            return Error{ErrorCode::Corruption, "The model computed values that are not numbers in layer " + std::to_string(layer)
                             + "; the block was not stored. The model file is probably damaged: fetch it again."};
    }
    const std::size_t at = m_closed.empty() ? m_step.openTokens : 0;
    for (std::size_t layer = 0; layer < c.layers; ++layer) {
        // In place rows past the tail's end are written: they count only once the stream has grown.
        float* tail = (m_closed.empty() ? m_stream.m_tail : m_newTail).layers[layer].data();
        for (std::size_t part = 0; part < 2 * kvHeads; ++part)   // keys of all heads, then values
            std::copy_n(&packed[(layer * 2 * kvHeads + part) * kept * d], kept * d, tail + (part * m_step.blockTokens + at) * d);
    }
    return {};
}

void CudaStep::giveLogits(StepOutput& output)
{
    const ModelConfig& c = m_model.config;
    cuda::NormRows norm{.x = m_room.x, .weight = m_model.finalNorm, .out = m_room.normed, .rows = 0,
                        .width = static_cast<std::int32_t>(c.hidden), .epsilon = c.normEpsilon};
    for (const Slice& slice : m_slices) {
        if (!m_wants.hidden)
            break;
        norm.x = m_room.x.data() + std::size_t{slice.first} * c.hidden;
        norm.rows = static_cast<std::int32_t>(slice.count);
        m_device.check(m_device->norm(norm));
        const std::vector<float> part = m_room.normed.get(std::size_t{slice.count} * c.hidden);
        output.hidden.insert(output.hidden.end(), part.begin(), part.end());
    }
    constexpr std::size_t kLogitRows = 32;   // computed at once: bounds the room for large vocabularies
    norm.x = m_room.x;
    for (std::size_t first = 0; first < m_wants.logitRows.size() && m_wants.onLogits; first += kLogitRows) {
        const std::size_t count = std::min(kLogitRows, m_wants.logitRows.size() - first);
        const std::vector<std::int32_t> chosen(m_wants.logitRows.begin() + static_cast<std::ptrdiff_t>(first),
                                               m_wants.logitRows.begin() + static_cast<std::ptrdiff_t>(first + count));
        norm.inRows = m_room.logitRows.put(chosen);
        norm.rows = static_cast<std::int32_t>(count);
        const bool few = norm.rows <= cuda::kFewRows;
        if (!few) {
            norm.out = m_room.normed.reserve(count * c.hidden);
            m_device.check(m_device->norm(norm));
        }
        const Input in{few ? m_room.x.data() : m_room.normed.data(), few ? m_model.finalNorm.data() : nullptr};
        cuda::MatrixProduct head = productOf(in, norm.width, norm.rows);
        head.weight = m_model.head.data() ? m_model.head.data() : m_model.embedding.data();
        head.form = m_model.form;
        head.outputs = static_cast<std::int32_t>(c.vocabulary);
        head.inRows = few ? norm.inRows : nullptr;
        head.out = m_room.logits.reserve(count * c.vocabulary);
        head.outStride = c.vocabulary;
        m_device.check(m_device->multiply(head));
        const std::vector<float> logits = m_room.logits.get(count * c.vocabulary);
        for (std::size_t i = 0; i < count; ++i)
            m_wants.onLogits(m_wants.logitRows[first + i], {logits.data() + i * c.vocabulary, c.vocabulary});
    }
}

}  // namespace cairn
