#include "core/engine/engine.h"

#include "core/engine/engine_core.h"
#include "core/engine/memory_impl.h"
#include "core/engine/model_placing.h"
#include "core/engine/common/parallel.h"
#include "kernels/thread_pool.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

namespace cairn
{

namespace
{

constexpr const char* kAdapterUnused = "The model was trained with landmarks of its own; the landmark adapter is not used.";
constexpr std::uint32_t kBoundsBlockTokens = 64;   // landmark_semantics.md 12
constexpr std::uint32_t kReadingWindowBlocks = 16; // adapters and bounds: 1,008 tokens (recipes: measured speed and quality)
constexpr std::uint32_t kReadingTopK = 17, kLandmarkTopK = 5;
constexpr std::uint32_t kAskingTopK = 12;            // 8, 12, 16 answered 138, 140, 139 of 220 questions; 16 takes a tenth longer
constexpr std::uint32_t kLinkPlaces = 8;             // that a row may choose where back-links are wanted

std::optional<Products> productsFor(const EngineOptions& options)
{
    if (options.memoryFormat)
        return static_cast<Products>(*options.memoryFormat);
    return options.weights == WeightsChoice::Packed ? std::optional(Products::Packed) : std::nullopt;
}

// EngineOptions::weights may be overruled from outside.
bool environmentWantsFloats()
{
    const char* wanted = std::getenv("CAIRN_WEIGHTS");
    return wanted && std::string_view(wanted) == "fp32";
}

bool wantsPacked(const EngineOptions& options)
{
    if (const auto products = productsFor(options))
        return products != Products::Float32;   // Bf16 is a GPU's; packed is what its copy on the CPU takes least memory with
    return options.weights == WeightsChoice::Auto && !environmentWantsFloats();
}

bool wantsHalves(const EngineOptions& options)
{
    return options.weights != WeightsChoice::Float32 && !environmentWantsFloats();
}

Result<ModelFiles> openFiles(const EngineOptions& options)
{
    const int threads = options.threads > 0 ? options.threads : kernels::usefulThreads();
    auto model = openModel(options.modelPath, {.keepHalves = wantsHalves(options), .threads = threads});
    if (!model)
        return model.error();
    ModelFiles files;
    files.model = std::move(*model);
    if (!options.landmarkAdapterPath.empty()) {
        if (files.model.config.landmark) {
            files.model.notes.push_back(kAdapterUnused);
        } else if (auto read = readLandmarkAdapter(options.landmarkAdapterPath, files.model)) {
            files.landmark = std::move(*read);
        } else {
            return read.error();
        }
    }
    if (!options.answerAdapterPath.empty()) {
        auto read = readAnswerAdapter(options.answerAdapterPath, files.model);
        if (!read)
            return read.error();
        files.answer = std::move(*read);
    }
    if (!options.rankingAdapterPath.empty()) {
        auto read = readRankingAdapter(options.rankingAdapterPath, files.model);
        if (!read)
            return read.error();
        files.ranking = std::move(*read);
    }
    if (!options.questionAdapterPath.empty()) {
        auto read = readQuestionAdapter(options.questionAdapterPath, files.model,
                                        files.landmark ? files.landmark->fingerprint : Hash128{});
        if (!read)
            return read.error();
        files.question = std::move(*read);
    }
    return files;
}

void describeAdapters(const ModelFiles& files, EngineInfo& info)
{
    if (files.landmark)
        info.adapterFingerprint = files.landmark->fingerprint;
    if (files.answer) {
        info.answerAdapterFingerprint = files.answer->fingerprint;
        info.hasAnswerAdapter = true;
    }
    if (files.ranking) {
        info.rankingAdapterFingerprint = files.ranking->fingerprint;
        info.hasRankingAdapter = true;
    }
    if (files.question) {
        info.questionAdapterFingerprint = files.question->fingerprint;
        info.questionWordWeight = files.question->wordWeight;
        info.hasQuestionAdapter = true;
    }
}

void describe(const ModelFiles& files, EngineInfo& info)
{
    const Model& model = files.model;
    info.modelName = model.name;
    info.modelPath = model.path;
    info.modelFormat = model.format;
    info.license = model.license;
    info.languages = model.languages;
    info.config = model.config;
    info.modelFingerprint = model.fingerprint;
    info.notes = model.notes;
    describeAdapters(files, info);
    if (model.config.landmark) {
        info.kind = LandmarkKind::LandmarkModel;
        info.askingAttention = AttentionWay::Grouped;
    } else if (files.landmark) {
        info.kind = LandmarkKind::Adapter;
        info.askingAttention = files.landmark->attention.value_or(AttentionWay::Exact);
    } else {
        info.kind = LandmarkKind::Bounds;
    }
    info.blockTokens = Engine::blockTokensOf(files);
    info.askingTopK = info.kind == LandmarkKind::LandmarkModel ? kLandmarkTopK : kAskingTopK;
    info.blockLength = info.blockTokens + (info.kind == LandmarkKind::Bounds ? 0 : 1);
}

std::uint32_t contextOf(const EngineInfo& info)
{
    return info.config.landmark ? info.config.landmark->trainContext : info.config.context;
}

}  // namespace

struct Engine::Impl
{
    std::shared_ptr<const EngineCore> core;
    KvType kvType = KvType::Int8;
};

Engine::Engine(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
Engine::~Engine() = default;

std::uint32_t defaultAskingTopK(const EngineCore& core)
{
    return core.info.askingTopK;
}

Result<std::uint32_t> windowFor(const EngineCore& core, std::uint32_t topK, std::uint32_t wanted)
{
    auto largest = windowByRule(core.layout, contextOf(core.info), topK);
    if (!largest)
        return largest.error();
    return wanted == 0 ? *largest : std::min(wanted, *largest);
}

Result<std::unique_ptr<Engine>> Engine::open(const EngineOptions& options)
{
    return guarded([&]() -> Result<std::unique_ptr<Engine>> {
        auto files = openFiles(options);
        return files ? open(std::move(*files), options) : files.error();
    });
}

Result<std::unique_ptr<Engine>> Engine::open(ModelFiles files, const EngineOptions& options)
{
    return guarded([&]() -> Result<std::unique_ptr<Engine>> {
        setWorkerThreads(options.threads);
        auto core = std::make_shared<EngineCore>();
        const ModelConfig& config = files.model.config;
        const auto& landmark = config.landmark;
        if (landmark && files.landmark) {
            files.landmark.reset();
            files.model.notes.push_back(kAdapterUnused);
        }
        describe(files, core->info);
        core->layout = {core->info.blockTokens, core->info.kind != LandmarkKind::Bounds};
        core->landmarkId = landmark ? landmark->id : static_cast<TokenId>(config.vocabulary);
        core->landmarkPredicts = landmark && landmark->includeLandmarkInLoss;
        core->suppressed = config.suppressed;
        if (landmark)
            core->suppressed.push_back(landmark->id);
        std::erase_if(core->suppressed, [&](TokenId id) { return id < 0 || static_cast<std::uint32_t>(id) >= config.vocabulary; });
        core->tokenizer = files.model.tokenizer;
        core->chat = files.model.chat;
        core->budget = std::make_shared<RowBudget>(options.memoryBudgetBytes);
        core->ladder = std::make_shared<MemoryLadder>(core->budget, options.notify);
        const LoadPlan plan{core->layout,
                            files.landmark ? &*files.landmark : nullptr,
                            files.answer ? &*files.answer : nullptr,
                            files.ranking ? &*files.ranking : nullptr,
                            wantsPacked(options),
                            wantsHalves(options),
                            options.progress};
        auto placed = placeModel(files.model, plan, options.device, productsFor(options));
        if (!placed)
            return placed.error();
        core->model = placed->model;
        core->info.device = placed->device;
        core->info.deviceReason = placed->reason;
        core->info.packedWeights = productsOf(*core->model) == Products::Packed;
        if (files.question)
            core->question = std::make_shared<const QuestionPass>(core->model, *files.question);
        return std::unique_ptr<Engine>(new Engine(std::unique_ptr<Impl>(new Impl{std::move(core), options.kvType})));
    });
}

std::uint32_t Engine::blockTokensOf(const ModelFiles& files)
{
    if (const auto& landmark = files.model.config.landmark)
        return landmark->blockTokens;
    return files.landmark ? files.landmark->blockTokens : kBoundsBlockTokens;
}

const EngineInfo& Engine::info() const
{
    return m_impl->core->info;
}

const Tokenizer& Engine::tokenizer() const
{
    return *m_impl->core->tokenizer;
}

const ChatFormat& Engine::chatFormat() const
{
    return m_impl->core->chat;
}

ReadingSettings Engine::defaultReading() const
{
    const EngineCore& core = *m_impl->core;
    const std::uint32_t block = core.layout.blockLength();
    ReadingSettings reading;
    if (core.info.kind == LandmarkKind::LandmarkModel) {
        reading.topK = kLandmarkTopK;
        reading.attention = AttentionWay::Grouped;
        reading.pinFirst = reading.pinNewest = 0;
        reading.window = windowByRule(core.layout, contextOf(core.info), reading.topK).has_value() ? 0 : block;
        return reading;
    }
    reading.mode = core.info.kind == LandmarkKind::Bounds ? SelectionMode::PerTokenAndGroup : SelectionMode::PerTokenAndHead;
    // A short context leaves half of its blocks to the window.
    const std::uint32_t contextBlocks = std::max(4u, contextOf(core.info) / block);
    reading.topK = std::min(kReadingTopK, contextBlocks / 2 - 1);
    reading.pinNewest = reading.topK - 1;
    const auto largest = windowByRule(core.layout, contextOf(core.info), reading.topK);
    reading.window = std::min(kReadingWindowBlocks * block, largest ? *largest : block);
    return reading;
}

MemoryShape Engine::memoryShape(KvType type) const
{
    return memoryShapeOf(*m_impl->core->model, type);
}

ReadingSettings Engine::readingWithLinks() const
{
    const EngineCore& core = *m_impl->core;
    ReadingSettings reading = defaultReading();
    if (keepsLinks(reading))
        return reading;
    reading.topK = reading.pinFirst + reading.pinNewest + kLinkPlaces;
    const auto largest = windowByRule(core.layout, contextOf(core.info), reading.topK);
    if (!largest)
        return defaultReading();
    reading.window = std::min(reading.window, *largest);
    return reading;
}

Result<ReadingSettings> Engine::readingBy(ScanWay scan, ReadingSettings reading) const
{
    reading.scan = scan;
    StreamSettings settings;
    settings.mode = reading.mode;
    settings.scan = scan;
    auto done = Stream::checkScan(*m_impl->core->model, settings);
    return done ? Result<ReadingSettings>(reading) : Result<ReadingSettings>(done.error());
}

MemoryIdentity Engine::identity(const Hash128& documents, const ReadingSettings& reading, KvType type) const
{
    const EngineInfo& info = m_impl->core->info;
    const auto format = static_cast<std::uint32_t>(productsOf(*m_impl->core->model));
    return {documents, info.modelFingerprint, info.adapterFingerprint, format, memoryShape(type), reading};
}

namespace
{

Result<Memory::Impl> makeMemory(const std::shared_ptr<const EngineCore>& core, BlockArchive* archive, const ReadingSettings& reading,
                                KvType type)
{
    const std::uint32_t block = core->layout.blockLength();
    if (reading.window % block != 0)
        return Error{ErrorCode::InvalidArgument, "The window must be a multiple of the block length, " + std::to_string(block) + "."};
    if (reading.attention == AttentionWay::Grouped && !core->layout.landmarks)
        return Error{ErrorCode::InvalidArgument,
                     "Grouped attention needs landmarks; this model's blocks are found by bounds: use exact attention."};
    auto window = reading.window > 0 ? Result<std::uint32_t>(reading.window) : windowFor(*core, reading.topK, 0);
    if (!window)
        return window.error();
    auto blocks = MemoryBlocks::open(archive, memoryShapeOf(*core->model, type), core->budget);
    if (!blocks)
        return blocks.error();
    StreamSettings settings;
    settings.topK = reading.topK;
    settings.mode = reading.mode;
    settings.attention = reading.attention;
    settings.memoryLimit = reading.memoryLimit;
    settings.scan = reading.scan;
    if (auto done = Stream::checkScan(*core->model, settings); !done)
        return done.error();
    Memory::Impl memory{core, archive, *blocks, Stream(core->model, *blocks, settings), reading, *window};
    if (auto done = memory.loadTail(); !done)
        return done.error();
    return memory;
}

}  // namespace

Result<Memory> Engine::openMemory(BlockArchive& archive, const ReadingSettings& reading, KvType type) const
{
    return guarded([&]() -> Result<Memory> {
        auto memory = makeMemory(m_impl->core, &archive, reading, type);
        if (!memory)
            return memory.error();
        return Memory(std::make_unique<Memory::Impl>(std::move(*memory)));
    });
}

Result<Memory> Engine::emptyMemory(const ReadingSettings& reading, KvType type) const
{
    return guarded([&]() -> Result<Memory> {
        auto memory = makeMemory(m_impl->core, nullptr, reading, type);
        if (!memory)
            return memory.error();
        return Memory(std::make_unique<Memory::Impl>(std::move(*memory)));
    });
}

}  // namespace cairn
