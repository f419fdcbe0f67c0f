// Writing on a GPU: at a depth, with the rows of the memory where they are wanted, and without any memory. Each token is chosen as in an
// answer, but a random one is run instead: what random weights choose soon is always the same, and so were the blocks they ask for.
#pragma once

#include "app/lab/goals/contestant.h"
#include "app/lab/goals/gpu_probe.h"

#include <memory>
#include <optional>

namespace cairn::benchmark
{

// An archive in RAM that lends its rows and counts how often: on a GPU, rows that were not in its memory.
class CountingArchive final : public BlockArchive
{
public:
    explicit CountingArchive(const SampledArchive& archive) : m_archive(archive) {}

    SampledArchive& archive() { return m_archive; }
    std::uint64_t lent() const { return m_lent; }

    BlockId cursor() const override { return m_archive.cursor(); }
    Result<void> append(const BlockChunk& chunk) override { return m_archive.append(chunk); }
    Result<void> storeTail(const OpenTail& tail) override { return m_archive.storeTail(tail); }
    Result<std::optional<OpenTail>> loadTail() override { return m_archive.loadTail(); }
    bool isReadByMany() const override { return m_archive.isReadByMany(); }
    const std::byte* lentRow(LayerIndex layer, BlockId block) const override
    {
        ++m_lent;
        return m_archive.lentRow(layer, block);
    }
    Result<void> readRow(LayerIndex layer, BlockId block, std::span<std::byte> out) override
    {
        return m_archive.readRow(layer, block, out);
    }
    Result<void> readLandmarks(LayerIndex layer, BlockId first, std::uint32_t count, std::span<std::byte> out) override
    {
        return m_archive.readLandmarks(layer, first, count, out);
    }
    Result<std::vector<TokenId>> readTokens(BlockId first, std::uint32_t count) override { return m_archive.readTokens(first, count); }
    Result<void> replace(const BlockChunk& chunk) override { return m_archive.replace(chunk); }
    Result<void> truncate(BlockId block) override { return m_archive.truncate(block); }

private:
    SampledArchive m_archive;
    mutable std::uint64_t m_lent = 0;   // asked for by the work thread alone
};

struct GpuDepth
{
    std::uint64_t tokens = 0;
    std::uint32_t topK = 0;        // 0: the engine's
    double resident = 1;           // share of the blocks whose rows are brought into GPU memory first; the others lie in RAM
    bool mayGrow = true;           // false: no memory is left there for more
    std::uint32_t lentRows = 128;  // as Writing::Depth::lentRows, in RAM
};

// One fork that goes on and on.
class GpuWriting
{
public:
    static Result<std::unique_ptr<GpuWriting>> open(Contestant& who, const GpuProbe& gpu, const GpuDepth& depth);

    Result<Sample> sample(std::uint32_t tokens);   // seconds per token; one before them is written untimed

    // Of a stretch of 16 tokens, which is traced: share of rows that were in GPU memory, blocks opened per (token, layer).
    Result<Writing::Retrieval> retrieval();

private:
    GpuWriting(Contestant& who, const GpuDepth& depth);
    Result<void> bringIn(double share);

    Contestant& m_who;
    CountingArchive m_archive;
    std::optional<Memory> m_memory;
    std::optional<GpuBallast> m_ballast;
    std::optional<Fork> m_fork;
};

// Writing behind a question alone: no block is complete yet, so nothing is retrieved.
class WritingWithoutMemory
{
public:
    static Result<std::unique_ptr<WritingWithoutMemory>> open(Contestant& who);
    Result<Sample> sample(std::uint32_t tokens);   // seconds per token, over as many answers as it takes; their questions untimed

private:
    WritingWithoutMemory(Contestant& who, Memory memory) : m_who(who), m_memory(std::move(memory)) {}
    Contestant& m_who;
    Memory m_memory;
};

}  // namespace cairn::benchmark
