#include "app/lab/goals/stored_session.h"

#include "app/lab/goals/stored_blocks.h"
#include "app/lab/benchmark/pairs.h"

#include <unistd.h>

#include <algorithm>
#include <optional>

namespace cairn::benchmark
{

Result<Sample> firstToken(Contestant& who, const std::function<Result<Memory>()>& open)
{
    std::optional<Memory> memory;
    std::optional<Fork> fork;
    return timedResult(1, [&]() -> Result<void> {
        auto opened = open();
        if (!opened)
            return opened.error();
        memory = std::move(*opened);
        auto asked = who.questionOn(*memory);
        if (!asked)
            return asked.error();
        fork = std::move(*asked);
        GenerateOptions one;
        one.maxTokens = 1;
        one.goesOn = false;   // it is there once the question is read
        auto done = fork->generate(one, {});
        return done ? Result<void>() : done.error();
    });
}

Result<std::unique_ptr<StoredSession>> StoredSession::write(Contestant& who, std::string path, std::uint64_t tokens)
{
    std::unique_ptr<StoredSession> session(new StoredSession(std::move(path)));
    if (auto done = session->append(who, tokens); !done)
        return done.error();
    return session;
}

Result<void> StoredSession::append(Contestant& who, std::uint64_t tokens) const
{
    SampledArchive archive = who.archive();
    archive.stretch(who.blocksOf(tokens));
    const MemoryShape shape = who.engine().memoryShape(who.kvType());
    if (auto done = BlockStore::create(m_path, identityOf(shape)); !done)
        return done.error();
    auto store = BlockStore::open(m_path);
    if (!store)
        return store.error();
    while ((*store)->cursor() < archive.cursor()) {
        const BlockId first = (*store)->cursor();
        const std::uint32_t count = std::min(chunkBlocks(shape), archive.cursor().value - first.value);
        BlockChunk chunk = randomChunk(shape, first.value, count);
        for (std::uint32_t i = 0; i < count * shape.layers; ++i) {
            const auto row = std::span(chunk.rows).subspan(i * shape.rowBytes(), shape.rowBytes());
            if (auto done = archive.readRow(LayerIndex(i % shape.layers), BlockId(first.value + i / shape.layers), row); !done)
                return done.error();
        }
        const std::size_t ofLayer = count * shape.landmarkBytes();
        for (std::uint32_t layer = 0; layer < shape.layers; ++layer) {
            const auto part = std::span(chunk.landmarks).subspan(layer * ofLayer, ofLayer);
            if (auto done = archive.readLandmarks(LayerIndex(layer), first, count, part); !done)
                return done.error();
        }
        if (auto done = (*store)->append(chunk); !done)
            return done.error();
    }
    return {};
}

StoredSession::~StoredSession()
{
    for (const char* other : {"", "-journal"})
        unlink((m_path + other).c_str());
    unlink((m_path.substr(0, m_path.rfind('.')) + ".lock").c_str());
}

Result<Sample> StoredSession::firstToken(Contestant& who) const
{
    std::unique_ptr<BlockStore> store;   // outlives the memory, which goes inside
    return benchmark::firstToken(who, [&]() -> Result<Memory> {
        auto opened = BlockStore::open(m_path);
        if (!opened)
            return opened.error();
        store = std::move(*opened);
        return who.memoryOn(*store);
    });
}

}  // namespace cairn::benchmark
