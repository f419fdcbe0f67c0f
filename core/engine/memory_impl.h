// The state of a memory: its stream (blocks not committed yet are the stream's own), the archive, and how it is read.
#pragma once

#include "core/engine/engine_core.h"
#include "core/engine/step/stream.h"

namespace cairn
{

struct Memory::Impl
{
    std::shared_ptr<const EngineCore> core;
    BlockArchive* archive = nullptr;           // null: in RAM
    std::shared_ptr<MemoryBlocks> blocks;
    Stream stream;
    ReadingSettings reading;
    std::uint32_t window = 0;                  // W
    bool tailStored = false;                   // the archive holds an open block that is not empty
    bool endStored = true;                     // the archive holds everything up to the stream's end
    bool endKnown = true;                      // false: blocks are stored but whether tokens follow them is not

    std::uint32_t windowBlocks() const { return window / stream.layout().blockLength(); }
    std::vector<std::uint64_t> readingEnds() const { return archive ? archive->readingEnds() : std::vector<std::uint64_t>(); }
    bool isBetweenWindows() const;
    StepControls readingControls(const Stream& at) const;
    Result<void> loadTail();
    Result<void> storeTail();
    Result<void> commit();
    Result<void> commitSome(std::span<const FinishedBlockPtr> blocks);
    // `links`: of the blocks that the step completes; null: not wanted.
    Result<StepOutput> step(Stream& at, std::span<const TokenId> tokens, const std::stop_token& stop,
                            std::vector<BlockLinks>* links = nullptr) const;
    Result<void> checkPrefix(std::span<const TokenId> tokens) const;
    Result<void> readOn(std::span<const TokenId> tokens, const std::function<void(const ReadProgress&)>& onProgress,
                        const std::stop_token& stop);
};

std::uint32_t defaultAskingTopK(const EngineCore& core);

}  // namespace cairn
