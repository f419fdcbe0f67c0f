// A BlockStore with made-up blocks in a temporary folder.
#pragma once

#include "storage/blocks/block_store.h"
#include "storage/database/database.h"
#include "tests/support/block_samples.h"
#include "tests/support/error_code.h"
#include "tests/support/temporary_folder.h"

#include <QtGlobal>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace cairn::test
{

inline BlockStoreOptions smallSpace()
{
    BlockStoreOptions options;
    options.space.reserveBytes = 0;
    return options;
}

struct StoredBlocks   // `count` blocks in a temporary folder
{
    TemporaryFolder folder;
    std::string path = folder.file("blocks.db");
    MemoryIdentity identity = sampleIdentity();
    std::unique_ptr<BlockStore> store;

    explicit StoredBlocks(std::uint32_t count)
    {
        if (!BlockStore::create(path, identity, smallSpace()))
            qFatal("no store");
        open();
        if (count > 0 && !store->append(sampleChunk(identity.shape, 0, count)))
            qFatal("no blocks");
    }
    void open()
    {
        store.reset();
        auto opened = BlockStore::open(path, smallSpace());
        if (!opened)
            qFatal("can't open: %s", opened.error().message.c_str());
        store = std::move(*opened);
    }
    std::vector<std::int64_t> rowHashes()   // closes the store
    {
        store.reset();
        std::vector<std::int64_t> hashes;
        const auto database = Database::open(path, {});
        auto rows = database ? database->prepare("SELECT hash FROM block_row UNION ALL SELECT hash FROM block_tokens") : database.error();
        for (auto row = rows ? rows->step() : rows.error(); row && *row; row = rows->step())
            hashes.push_back(rows->integer(0));
        return hashes;
    }
    Result<void> sql(const std::string& text)   // behind the store's back
    {
        store.reset();
        auto database = Database::open(path, {});
        return database ? database->execute(text) : database.error();
    }
};

// Everything of [0, count) reads back as the samples say.
inline bool holdsSamples(BlockArchive& archive, const MemoryShape& shape, std::uint32_t count)
{
    std::vector<std::byte> row(shape.rowBytes()), landmarks(shape.landmarkBytes() * count);
    for (std::uint32_t layer = 0; layer < shape.layers; ++layer) {
        if (!archive.readLandmarks(LayerIndex(layer), BlockId(0), count, landmarks))
            return false;
        for (std::uint32_t block = 0; block < count; ++block) {
            const auto landmark = sampleLandmark(shape, layer, block);
            if (!std::equal(landmark.begin(), landmark.end(), landmarks.begin() + static_cast<std::ptrdiff_t>(block * landmark.size())))
                return false;
            if (!archive.readRow(LayerIndex(layer), BlockId(block), row) || row != sampleRow(shape, layer, block))
                return false;
        }
    }
    const auto tokens = archive.readTokens(BlockId(0), count);
    return tokens && *tokens == sampleChunk(shape, 0, count).tokens && archive.cursor() == BlockId(count);
}

}  // namespace cairn::test
