// Rows out of blocks.db against pread of the same bytes in the same order (C9), chunks into it against a plain write (C10).
#include "app/lab/goals/run.h"
#include "app/lab/goals/stored_blocks.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <random>

namespace cairn::benchmark
{

namespace
{

constexpr std::uint64_t kStoredBytes = 400'000'000;   // of rows
constexpr std::size_t kBatch = 64;                    // rows asked for at once: about a layer's distinct blocks
constexpr std::size_t kReadShare = 4;                 // a sample reads a quarter of the rows

struct RowCase
{
    const char* name;
    MemoryShape shape;
    int warmPart, coldPart;   // of C9; -1: no goal for rows of this size
};

const RowCase kRows[] = {
    {"258 KB rows (8B fp16)", {32, 8, 128, 63, KvType::F16}, 0, 1},
    {"48 KB rows (smollm2 fp16)", {30, 3, 64, 63, KvType::F16}, 2, 3},
    {"25 KB rows (smollm2 int8)", {30, 3, 64, 63, KvType::Int8}, -1, -1},
};

// Random rows in batches, each batch in the order of the file, as the engine asks for them.
std::vector<std::uint64_t> chosenRows(std::uint64_t rows)
{
    std::vector<std::uint64_t> all(rows);
    for (std::uint64_t i = 0; i < rows; ++i)
        all[i] = i;
    std::shuffle(all.begin(), all.end(), std::mt19937_64(1));
    all.resize(std::max<std::size_t>(kBatch, rows / kReadShare));
    for (std::size_t at = 0; at < all.size(); at += kBatch)
        std::sort(all.begin() + static_cast<std::ptrdiff_t>(at),
                  all.begin() + static_cast<std::ptrdiff_t>(std::min(all.size(), at + kBatch)));
    return all;
}

// `bytes`: of a batch; both sides read into it, as rows that are to be used need a place each.
Result<void> readAll(BlockStore& store, const std::vector<std::uint64_t>& rows, std::span<std::byte> bytes)
{
    const MemoryShape& shape = store.identity().shape;
    for (std::size_t at = 0; at < rows.size(); at += kBatch) {
        std::vector<RowRequest> requests;
        for (std::size_t i = at; i < std::min(rows.size(), at + kBatch); ++i)
            requests.push_back({LayerIndex(static_cast<std::uint32_t>(rows[i] % shape.layers)),
                                BlockId(static_cast<std::uint32_t>(rows[i] / shape.layers)),
                                bytes.subspan((i - at) * shape.rowBytes(), shape.rowBytes())});
        if (auto done = store.readRows(requests); !done)
            return done.error();
    }
    return {};
}

struct Files
{
    std::string database, plain;
    std::vector<std::uint64_t> rows;
    std::vector<std::byte> bytes;
};

Result<Sample> fromStore(Files& files, std::unique_ptr<BlockStore>& store, const MemoryShape& shape, bool cold)
{
    if (cold) {
        store.reset();   // all connections closed
        if (auto done = evict(files.database); !done)
            return done.error();
        auto opened = BlockStore::open(files.database);
        if (!opened)
            return opened.error();
        store = std::move(*opened);
    }
    return timedResult(static_cast<double>(files.rows.size() * shape.rowBytes()), [&] { return readAll(*store, files.rows, files.bytes); });
}

Result<Sample> fromPlain(Files& files, const MemoryShape& shape, bool cold)
{
    if (cold)
        if (auto done = evict(files.plain); !done)
            return done.error();
    return preadRows(files.plain, files.rows, shape.rowBytes(), files.bytes);
}

Row readingRow(const RowCase& one, bool cold)
{
    const int part = cold ? one.coldPart : one.warmPart;
    Row row = part < 0 ? Row{} : rowOf(goalOf("C9", part), "");
    row.id = "C9";
    row.name = std::string(one.name) + (cold ? ", cold" : ", warm");
    row.unit = kGbPerSecond;
    row.processorTells = !cold;
    return row;
}

Result<void> measureRows(Run& run, Row& row, Files& files, const MemoryShape& shape, bool cold)
{
    auto store = BlockStore::open(files.database);
    if (!store)
        return store.error();
    if (!cold) {   // warm: both once before
        if (auto warm = fromStore(files, *store, shape, false); !warm)
            return warm.error();
        if (auto warm = fromPlain(files, shape, false); !warm)
            return warm.error();
    }
    return measurePairs(row, run.pairs(), [&] { return fromPlain(files, shape, cold); },
                        [&] { return fromStore(files, *store, shape, cold); });
}

Result<void> measureStoring(Run& run, Row& row, const MemoryShape& shape, const std::string& folder)
{
    const std::string database = folder + "/storing.db", plain = folder + "/storing.raw";
    auto store = storeBlocks(database, shape, 1);   // one chunk: the file is there
    if (!store)
        return store.error();
    const std::uint32_t count = chunkBlocks(shape);
    BlockChunk chunk = randomChunk(shape, 0, count);
    const std::array<std::span<const std::byte>, 2> bytes{chunk.rows, chunk.landmarks};
    const auto storing = [&]() -> Result<Sample> {
        chunk.first = (*store)->cursor();
        return timedResult(static_cast<double>(chunk.rows.size() + chunk.landmarks.size()), [&] { return (*store)->append(chunk); });
    };
    auto done = measurePairs(row, run.pairs(), [&] { return writeBytes(plain, bytes); }, storing);
    store = Error{};
    for (const std::string& file : {database, plain, folder + "/storing.lock", database + "-journal"})
        unlink(file.c_str());
    return done;
}

void measureShape(Run& run, const RowCase& one, const std::string& folder)
{
    Files files{folder + "/blocks.db", folder + "/blocks.raw", {}, {}};
    auto store = storeBlocks(files.database, one.shape, kStoredBytes);
    if (!store) {
        std::fprintf(stderr, "%s\n", store.error().message.c_str());
        return;
    }
    const std::uint64_t rows = std::uint64_t{(*store)->cursor().value} * one.shape.layers;
    store = Error{};
    files.rows = chosenRows(rows);
    files.bytes.resize(kBatch * one.shape.rowBytes());
    const auto written = writeFile(files.plain, rows * one.shape.rowBytes());
    for (const bool cold : {false, true})
        run.measured(readingRow(one, cold), [&](Row& into) -> Result<void> {
            if (!written)
                return written.error();
            return measureRows(run, into, files, one.shape, cold);
        });
    for (const std::string& file : {files.database, files.plain, folder + "/blocks.lock", files.database + "-journal"})
        unlink(file.c_str());
}

}  // namespace

void measureStorage(Run& run)
{
    const std::string& folder = run.plan().folder;
    for (const RowCase& one : kRows)
        if (run.wants("C9"))
            measureShape(run, one, folder);
    for (const RowCase& one : kRows) {
        if (!run.wants("C10"))
            continue;
        Row row = rowOf(goalOf("C10", 0), std::string("chunks of 64 MiB, ") + one.name);
        row.unit = kGbPerSecond;
        run.measured(std::move(row), [&](Row& into) { return measureStoring(run, into, one.shape, folder); });
    }
}

}  // namespace cairn::benchmark
