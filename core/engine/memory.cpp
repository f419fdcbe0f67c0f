#include "core/engine/memory_impl.h"

#include "core/engine/commit_pace.h"
#include "core/engine/fork_impl.h"
#include "core/engine/link_recorder.h"
#include "core/engine/pins.h"
#include "core/engine/reading_windows.h"
#include "core/engine/step/stream_step.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <optional>

namespace cairn
{

namespace
{

using Clock = std::chrono::steady_clock;

// Tokens a second over the last windows, and what is left.
class Pace
{
public:
    explicit Pace(std::uint64_t tokens) : m_points{{Clock::now(), tokens}} {}

    ReadProgress progress(std::uint64_t tokens, std::uint64_t total, std::uint32_t stored)
    {
        m_points.emplace_back(Clock::now(), tokens);
        if (m_points.size() > kWindows + 1)
            m_points.erase(m_points.begin());
        ReadProgress progress;
        progress.tokens = tokens;
        progress.totalTokens = total;
        progress.stored = BlockId(stored);
        const double seconds = std::chrono::duration<double>(m_points.back().first - m_points.front().first).count();
        if (seconds > 0)
            progress.tokensPerSecond = static_cast<double>(tokens - m_points.front().second) / seconds;
        if (progress.tokensPerSecond > 0)
            progress.secondsLeft = static_cast<double>(total - tokens) / progress.tokensPerSecond;
        return progress;
    }

private:
    static constexpr std::size_t kWindows = 8;
    std::vector<std::pair<Clock::time_point, std::uint64_t>> m_points;
};

}  // namespace

Memory::Memory(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
Memory::~Memory() = default;
Memory::Memory(Memory&&) noexcept = default;
Memory& Memory::operator=(Memory&&) noexcept = default;

std::uint32_t Memory::blocks() const
{
    return m_impl->stream.blocks();
}

std::uint64_t Memory::regularTokens() const
{
    return m_impl->stream.regularTokens();
}

const MemoryShape& Memory::shape() const
{
    return m_impl->blocks->shape();
}

StepControls Memory::Impl::readingControls(const Stream& at) const
{
    const std::uint32_t completed = at.blocks(), newest = std::min(reading.pinNewest, completed);
    StepControls controls;
    controls.pinned = automaticPins(reading.pinFirst, completed - newest, completed, completed);
    return controls;
}

// A window of reading; where memory runs out, again with less of it.
Result<StepOutput> Memory::Impl::step(Stream& at, std::span<const TokenId> tokens, const std::stop_token& stop,
                                      std::vector<BlockLinks>* links) const
{
    MemoryLadder& ladder = *core->ladder;
    std::optional<LinkRecorder> recorder;
    auto done = withLadder(ladder, [&] {
        StepWants wants;
        wants.sliceLimit = ladder.sliceLimit();
        const StepControls controls = readingControls(at);
        if (links)
            wants.recorder = &recorder.emplace(controls.pinned);
        return runStep({&at, tokens, controls, wants}, stop);
    }, [&] { return stepSize(at, tokens.size(), ladder.sliceLimit()); });
    if (!done || !links)
        return done;
    const auto collect = [&]() -> Result<void> {   // apart: a step that succeeded must not be repeated
        *links = recorder->links(at.blocks());
        return {};
    };
    if (auto collected = withLadder(ladder, collect, [] { return LadderWork{}; }); !collected)
        return collected.error();
    return done;
}

// Repeated after running out of memory it goes on behind the blocks that are stored.
Result<void> Memory::Impl::commitSome(std::span<const FinishedBlockPtr> own)
{
    const std::uint64_t blockBytes = blocks->shape().layers * blocks->shape().rowBytes();
    MemoryLadder& ladder = *core->ladder;
    const std::uint32_t end = blocks->count() + static_cast<std::uint32_t>(own.size());
    return withLadder(ladder, [&]() -> Result<void> {
        while (blocks->count() < end) {
            const std::size_t left = end - blocks->count();
            const std::size_t count = std::min<std::size_t>(left, std::max<std::uint64_t>(1, ladder.chunkBytes() / blockBytes));
            if (auto done = blocks->commit(own.last(left).first(count)); !done)
                return done.error();
        }
        return {};
    }, [&] { return LadderWork{0, std::min<std::uint64_t>(ladder.chunkBytes(), own.size() * blockBytes)}; });
}

// Blocks finished in RAM become durable. Blocks of a window that was read again because its tail was lost are stored already.
Result<void> Memory::Impl::commit()
{
    const std::span<const FinishedBlockPtr> own = stream.ownBlocks();
    const std::size_t known = std::min<std::size_t>(own.size(), blocks->count() - stream.baseBlocks());
    if (own.size() > known) {
        if (auto done = commitSome(own.subspan(known)); !done)
            return done.error();
        tailStored = false;   // it belonged to a block that is complete now
    }
    stream.ownBlocksCommitted();
    return {};
}

// Where reading goes on without a tail.
bool Memory::Impl::isBetweenWindows() const
{
    const std::vector<std::uint64_t> ends = readingEnds();
    return stream.openTokens() == 0 && windowStart({stream.layout(), window, ends}, stream.blocks()) == stream.blocks();
}

Result<void> Memory::Impl::storeTail()
{
    const TailRows& tail = stream.tail();
    endStored = !archive || (!tailStored && isBetweenWindows());
    if (endStored)
        return {};
    const MemoryShape& shape = blocks->shape();
    OpenTail open;
    open.tokens = tail.tokens;
    const std::size_t rows = tail.tokens.size() * shape.headDim, head = std::size_t{shape.blockTokens} * shape.headDim;
    for (const auto& layer : tail.layers) {
        for (std::size_t h = 0; h < std::size_t{2} * shape.kvHeads; ++h) {
            const auto from = layer.begin() + static_cast<std::ptrdiff_t>(h * head);
            open.keysAndValues.insert(open.keysAndValues.end(), from, from + static_cast<std::ptrdiff_t>(rows));
        }
    }
    auto done = archive->storeTail(open);
    endStored = done.has_value();
    tailStored = tailStored || endStored;
    return done;
}

Result<void> Memory::Impl::loadTail()
{
    endKnown = blocks->count() == 0;
    if (!archive)
        return {};
    auto stored = archive->loadTail();
    if (!stored)
        return stored.error();
    if (!*stored)
        return {};
    const MemoryShape& shape = blocks->shape();
    const OpenTail& open = **stored;
    const std::size_t rows = open.tokens.size() * shape.headDim, head = std::size_t{shape.blockTokens} * shape.headDim;
    if (open.tokens.size() >= shape.blockTokens || open.keysAndValues.size() != rows * 2 * shape.kvHeads * shape.layers)
        return Error{ErrorCode::Corruption, "The open end of the stored memory has a wrong size; read the document again."};
    TailRows tail = stream.emptyTail();
    tail.tokens = open.tokens;
    auto from = open.keysAndValues.begin();
    for (auto& layer : tail.layers) {
        for (std::size_t h = 0; h < std::size_t{2} * shape.kvHeads; ++h) {
            std::copy_n(from, rows, layer.begin() + static_cast<std::ptrdiff_t>(h * head));
            from += static_cast<std::ptrdiff_t>(rows);
        }
    }
    stream.setTail(std::move(tail));
    tailStored = !open.tokens.empty();
    endKnown = true;
    return {};
}

// REQUIRES of read(): the tokens kept are a prefix of the stream. The last block and the tail are compared, not all.
Result<void> Memory::Impl::checkPrefix(std::span<const TokenId> tokens) const
{
    const Error other{ErrorCode::InvalidArgument, "This memory was read from another text; read the document into a new session."};
    const std::uint64_t kept = stream.regularTokens(), open = stream.openTokens(), F = stream.layout().blockTokens;
    if (tokens.size() < kept)
        return other;
    const auto& tail = stream.tail().tokens;
    if (!std::equal(tail.begin(), tail.end(), tokens.begin() + static_cast<std::ptrdiff_t>(kept - open)))
        return other;
    if (stream.blocks() > 0) {
        const std::vector<TokenId> last = stream.blockTokens(stream.blocks() - 1);
        if (!last.empty() && !std::equal(last.begin(), last.end(), tokens.begin() + static_cast<std::ptrdiff_t>(kept - open - F)))
            return other;
    }
    for (const TokenId id : tokens.subspan(kept)) {
        if (id < 0 || static_cast<std::uint32_t>(id) >= core->info.config.vocabulary ||
            (stream.layout().landmarks && id == core->landmarkId))
            return Error{ErrorCode::InvalidArgument, "Token " + std::to_string(id) + " can't be part of a text of this model."};
    }
    return {};
}

Result<void> Memory::Impl::readOn(std::span<const TokenId> tokens, const std::function<void(const ReadProgress&)>& onProgress,
                                  const std::stop_token& stop)
{
    // A crash between the last chunk and the tail: the last window is computed again, with the same cutting.
    const std::vector<std::uint64_t> ends = readingEnds();
    const ReadingCut cut{stream.layout(), window, ends};
    if (!endKnown && tokens.size() > stream.regularTokens() && !isBetweenWindows())
        stream.truncate(windowStart(cut, stream.blocks()));
    const std::uint64_t first = stream.regularTokens();
    const std::vector<TokenId> rest = toStream(stream.layout(), first, tokens.subspan(first), core->landmarkId);
    const std::uint64_t blockBytes = blocks->shape().layers * (blocks->shape().rowBytes() + blocks->shape().landmarkBytes());
    Pace pace(first);
    CommitPace commits(Clock::now());
    std::size_t at = 0;
    for (const std::uint32_t length : readingSteps(cut, first, tokens.size())) {
        std::vector<BlockLinks> links;
        auto done = step(stream, {rest.data() + at, length}, stop, keepsLinks(reading) ? &links : nullptr);
        if (!done)
            return done.error();
        endKnown = true;
        endStored = false;
        at += length;
        const bool full = (stream.ownBlocks().size() + windowBlocks()) * blockBytes > kChunkBytes;
        if (const auto begin = Clock::now(); full || commits.isDue(begin)) {
            if (auto stored = commit(); !stored)
                return stored.error();
            commits.committed(begin, Clock::now());
        }
        if (onProgress) {
            ReadProgress progress = pace.progress(stream.regularTokens(), tokens.size(), blocks->count());
            progress.links = std::move(links);
            onProgress(progress);
        }
    }
    if (auto stored = commit(); !stored)   // what an earlier call could not store, too
        return stored.error();
    if (endStored)
        return {};
    return withLadder(*core->ladder, [&] { return storeTail(); }, [] { return LadderWork{}; });
}

Result<void> Memory::read(std::span<const TokenId> stream, const std::function<void(const ReadProgress&)>& onProgress, std::stop_token stop)
{
    return guarded([&]() -> Result<void> {
        if (auto done = m_impl->checkPrefix(stream); !done)
            return done.error();
        return m_impl->readOn(stream, onProgress, stop);
    });
}

Result<Fork> Memory::fork(const AskingSettings& asked) const
{
    const auto make = [&]() -> Result<Fork> {
        const EngineCore& core = *m_impl->core;
        AskingSettings settings = asked;
        if (settings.topK == 0)
            settings.topK = defaultAskingTopK(core);
        auto window = windowFor(core, settings.topK, m_impl->window);
        if (!window)
            return window.error();
        if (settings.rows == RowWeights::Answers && !core.info.hasAnswerAdapter)
            return Error{ErrorCode::InvalidArgument, "No answer weights are loaded; leave them off or name their file."};
        if (settings.rows == RowWeights::Ranking && !core.info.hasRankingAdapter)
            return Error{ErrorCode::InvalidArgument, "No ranking weights are loaded; leave them off or name their file."};
        Stream stream(m_impl->stream);
        StreamSettings how = stream.settings();
        how.topK = settings.topK;
        how.mode = settings.mode;
        how.attention = settings.attention.value_or(core.info.askingAttention);
        how.scan = settings.scan.value_or(how.mode == SelectionMode::PerTokenAndHead ? m_impl->reading.scan : ScanWay::Flat);
        how.openedGroups = settings.openedGroups;
        if (auto done = Stream::checkScan(*core.model, how); !done)
            return done.error();
        stream.setSettings(how);
        if (settings.until && settings.until->value <= stream.blocks())
            stream.truncate(settings.until->value);
        const std::uint32_t documentBlocks = stream.blocks();
        const std::uint64_t firstToken = stream.regularTokens();
        return Fork(std::unique_ptr<Fork::Impl>(new Fork::Impl{m_impl->core, std::move(stream), settings, *window, documentBlocks,
                                                               documentBlocks, false, RereadSources(firstToken), {}}));
    };
    return guarded([&] { return withLadder(*m_impl->core->ladder, make, [] { return LadderWork{}; }); });
}

Result<void> Memory::recompute(BlockId first, std::uint32_t count, std::span<const TokenId> tokens, std::stop_token stop)
{
    return guarded([&]() -> Result<void> {
        Impl& memory = *m_impl;
        const StreamLayout& layout = memory.stream.layout();
        if (first.value + count > memory.blocks->count() || tokens.size() < memory.stream.regularTokens())
            return Error{ErrorCode::InvalidArgument, "Only stored blocks of the same text can be computed again."};
        const std::vector<std::uint64_t> ends = memory.readingEnds();
        const ReadingCut cut{layout, memory.window, ends};
        Stream again(memory.stream);
        again.truncate(windowStart(cut, first.value));
        const std::uint32_t start = again.blocks();
        const std::uint64_t from = again.regularTokens();
        const std::vector<TokenId> rest = toStream(layout, from, tokens.subspan(from), memory.core->landmarkId);
        std::size_t at = 0;
        for (const std::uint32_t length : readingSteps(cut, from, tokens.size())) {
            if (again.blocks() >= first.value + count)
                break;
            auto done = memory.step(again, {rest.data() + at, length}, stop);
            if (!done)
                return done.error();
            at += length;
        }
        return memory.blocks->replace(first.value, again.ownBlocks().subspan(first.value - start, count));
    });
}

}  // namespace cairn
