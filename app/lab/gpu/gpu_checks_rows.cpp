// Local keys and values, tails, stored blocks, context miss token: against kernels/rows/rotary.h and kernels/rows/kv_row.h.
#include "app/lab/gpu/gpu_check_numbers.h"
#include "kernels/vectors/half_float.h"
#include "kernels/rows/kv_row.h"
#include "kernels/rows/rotary.h"

#include <algorithm>

namespace cairn
{

namespace
{

struct LocalCase
{
    std::int32_t rows, open, blockTokens, blockLength, headDim, heads, kvHeads;
    bool fixedKey;
};

// What the engine's CPU path makes of the same products
struct LocalWanted
{
    std::vector<float> qkv, tail, fixedKey, keys, offsetKeys, values;

    LocalWanted(const LocalCase& c, const AngleTables& angles)
    {
        MadeUp made(static_cast<unsigned>(c.rows + c.open));
        const std::size_t d = static_cast<std::size_t>(c.headDim), kv = static_cast<std::size_t>(c.kvHeads);
        const std::size_t width = (static_cast<std::size_t>(c.heads) + 2 * kv) * d, local = static_cast<std::size_t>(c.open + c.rows);
        qkv = made.normal(static_cast<std::size_t>(c.rows) * width);
        tail = made.normal(2 * kv * static_cast<std::size_t>(c.blockTokens) * d);
        fixedKey = made.normal(kv * d);
        keys.resize(kv * local * d);
        offsetKeys = values = keys;
        for (std::size_t h = 0; h < kv; ++h) {
            for (std::size_t i = 0; i < local; ++i) {
                const std::size_t to = (h * local + i) * d;
                if (i < static_cast<std::size_t>(c.open)) {
                    const std::size_t from = (h * static_cast<std::size_t>(c.blockTokens) + i) * d;
                    std::copy_n(&tail[from], d, &keys[to]);
                    std::copy_n(&tail[from], d, &offsetKeys[to]);
                    std::copy_n(&tail[from + kv * static_cast<std::size_t>(c.blockTokens) * d], d, &values[to]);
                    continue;
                }
                const auto index = static_cast<std::int32_t>(i), offset = index % c.blockLength;
                const float* row = &qkv[(i - static_cast<std::size_t>(c.open)) * width + static_cast<std::size_t>(c.heads) * d + h * d];
                const bool landmark = c.blockLength > c.blockTokens && offset == c.blockTokens;
                rotate(landmark && c.fixedKey ? &fixedKey[h * d] : row, index, c, angles, &keys[to]);
                rotate(landmark && c.fixedKey ? &fixedKey[h * d] : row, offset, c, angles, &offsetKeys[to]);
                std::copy_n(row + kv * d, d, &values[to]);
            }
        }
    }

    static void rotate(const float* from, std::int32_t position, const LocalCase& c, const AngleTables& angles, float* to)
    {
        kernels::Rotary work;
        work.rows = work.heads = 1;
        work.headDim = c.headDim;
        work.from = from;
        work.to = to;
        work.firstPosition = position;
        work.cosines = angles.cosines.data();
        work.sines = angles.sines.data();
        kernels::rotateReference(work);
    }
};

std::string nameOf(const LocalCase& c)
{
    return " T" + std::to_string(c.rows) + " r" + std::to_string(c.open) + " F" + std::to_string(c.blockTokens);
}

// The same with new rows kept in the tail, and dense but for the first
void checkKept(const cuda::GpuTable& gpu, const LocalCase& c, const LocalWanted& wanted, cuda::FillLocal work, const GiveCheck& give)
{
    const std::size_t d = static_cast<std::size_t>(c.headDim), kv = static_cast<std::size_t>(c.kvHeads),
                      local = static_cast<std::size_t>(c.open + c.rows), tokens = static_cast<std::size_t>(c.blockTokens),
                      first = static_cast<std::size_t>(c.open) + 1;
    std::vector<float> kept = wanted.tail, dense;
    for (std::size_t part = 0; part < 2 * kv; ++part) {   // keys of all heads, then values
        const std::vector<float>& all = part < kv ? wanted.offsetKeys : wanted.values;
        const float* from = &all[part % kv * local * d];
        std::copy_n(from + static_cast<std::size_t>(c.open) * d, static_cast<std::size_t>(c.rows) * d,
                    &kept[(part * tokens + static_cast<std::size_t>(c.open)) * d]);
        dense.insert(dense.end(), from + first * d, from + local * d);
    }
    GpuArray<float> tail(gpu, wanted.tail), packed(gpu, dense.size());
    work.tail = tail;
    work.kept[0] = {c.rows - 1, c.open + 1, packed};
    work.kept[1] = {c.blockTokens, c.open, tail.data() + static_cast<std::size_t>(c.open) * d};
    mustWork(gpu, gpu.fillLocal(work));
    give(closeCheck("new rows in the tail" + nameOf(c), tail.get(), kept, 1e-6));
    give(closeCheck("new rows, dense" + nameOf(c), packed.get(), dense, 1e-6));
}

void checkFill(const cuda::GpuTable& gpu, const LocalCase& c, const GiveCheck& give)
{
    const AngleTables angles(c.open + c.rows + c.blockLength + 1, c.headDim);
    const LocalWanted wanted(c, angles);
    GpuArray<float> qkv(gpu, wanted.qkv), tail(gpu, wanted.tail), fixedKey(gpu, wanted.fixedKey), cosines(gpu, angles.cosines),
        sines(gpu, angles.sines), keys(gpu, wanted.keys.size()), offsetKeys(gpu, wanted.keys.size()), values(gpu, wanted.keys.size());
    cuda::FillLocal work;
    work.rows = c.rows;
    work.heads = c.heads;
    work.kvHeads = c.kvHeads;
    work.headDim = c.headDim;
    work.blockTokens = c.blockTokens;
    work.blockLength = c.blockLength;
    work.openTokens = c.open;
    work.qkv = qkv;
    work.fixedKey = c.fixedKey ? fixedKey.data() : nullptr;
    work.cosines = cosines;
    work.sines = sines;
    work.tail = tail;
    work.keys = keys;
    work.offsetKeys = offsetKeys;
    work.values = values;
    mustWork(gpu, gpu.fillLocal(work));
    give(closeCheck("local keys" + nameOf(c), keys.get(), wanted.keys, 1e-6));
    give(closeCheck("keys by offset" + nameOf(c), offsetKeys.get(), wanted.offsetKeys, 1e-6));
    give(closeCheck("local values" + nameOf(c), values.get(), wanted.values, 0));
    if (c.open + c.rows <= c.blockTokens)
        checkKept(gpu, c, wanted, work, give);

    const std::int32_t local = c.open + c.rows, first = local / c.blockLength * c.blockLength;
    std::vector<float> kept = wanted.tail;
    for (std::int32_t h = 0; h < c.kvHeads; ++h) {
        for (std::int32_t i = 0; i < (local - first) * c.headDim; ++i) {
            const std::size_t to = static_cast<std::size_t>(h) * c.blockTokens * c.headDim + i;
            const std::size_t from = (static_cast<std::size_t>(h) * local + first) * c.headDim + i;
            kept[to] = wanted.offsetKeys[from];
            kept[to + static_cast<std::size_t>(c.kvHeads) * c.blockTokens * c.headDim] = wanted.values[from];
        }
    }
    offsetKeys.put(wanted.offsetKeys);
    const std::int32_t fewer = std::min(local, first + 1), rows = local - fewer;   // of the second part, one behind the other
    std::vector<float> dense;
    for (const std::vector<float>* from : {&wanted.offsetKeys, &wanted.values})
        for (std::int32_t h = 0; h < c.kvHeads; ++h)
            dense.insert(dense.end(), from->begin() + (std::ptrdiff_t{h} * local + fewer) * c.headDim,
                         from->begin() + (std::ptrdiff_t{h} + 1) * local * c.headDim);
    GpuArray<float> packed(gpu, dense.size());
    mustWork(gpu, gpu.keepTail({.kvHeads = c.kvHeads, .headDim = c.headDim, .localTokens = local, .offsetKeys = offsetKeys,
                                .values = values, .parts = {{c.blockTokens, first, tail}, {rows, fewer, packed}}}));
    give(closeCheck("tail" + nameOf(c), tail.get(), kept, 0));
    give(closeCheck("packed tail" + nameOf(c), packed.get(), dense, 0));
}

// Halves that hold the box
std::uint16_t boundOf(float value, bool up)
{
    std::uint16_t half = kernels::toHalf(value);
    while (up ? kernels::fromHalf(half) < value : kernels::fromHalf(half) > value) {   // one step towards `up`
        const bool negative = (half & 0x8000) != 0;
        if ((half & 0x7FFF) == 0)
            half = up ? 0x0001 : 0x8001;
        else
            half = static_cast<std::uint16_t>(up == negative ? half - 1 : half + 1);
    }
    return half;
}

void checkStore(const cuda::GpuTable& gpu, cuda::RowForm form, bool bounds, std::int32_t blockTokens, const GiveCheck& give)
{
    const std::int32_t kvHeads = 2, d = 34, blocks = 2, B = bounds ? blockTokens : blockTokens + 1, local = blocks * B + 5;
    MadeUp made(static_cast<unsigned>(blockTokens) + static_cast<unsigned>(form));
    std::vector<float> keys = made.normal(static_cast<std::size_t>(kvHeads) * local * d), values = made.normal(keys.size());
    keys[3] = 1e6f;    // beyond halves: saturates
    keys[4] = 1e-8f;   // below them
    for (std::int32_t t = 0; t < B; ++t)
        keys[static_cast<std::size_t>(t) * d + 7] = 0;   // a channel without scale
    const kernels::KvRowShape shape{kvHeads, blockTokens, d, static_cast<kernels::RowType>(form)};
    const std::size_t rowBytes = kernels::kvRowBytes(shape), stride = (rowBytes + 63) / 64 * 64;
    const bool isF32 = form == cuda::RowForm::F32;
    const std::size_t numbers = static_cast<std::size_t>(kvHeads) * d * (bounds ? 2 : 1), landmarkBytes = numbers * (isF32 ? 4 : 2);
    std::vector<std::uint8_t> rows(stride * blocks, 9), landmarks(landmarkBytes * blocks, 9);
    for (std::int32_t b = 0; b < blocks; ++b) {
        kernels::encodeKvRow({.shape = shape,
                              .keys = &keys[static_cast<std::size_t>(b) * B * d],
                              .values = &values[static_cast<std::size_t>(b) * B * d],
                              .headStride = std::ptrdiff_t{local} * d,
                              .row = &rows[static_cast<std::size_t>(b) * stride]},
                             kernels::CpuLevel::Reference);
        std::uint8_t* landmark = &landmarks[static_cast<std::size_t>(b) * landmarkBytes];
        const auto put = [&](std::size_t at, float value, std::uint16_t half) {
            isF32 ? std::memcpy(landmark + at * 4, &value, 4) : std::memcpy(landmark + at * 2, &half, 2);
        };
        for (std::int32_t h = 0; h < kvHeads; ++h) {
            std::vector<float> stored(static_cast<std::size_t>(blockTokens) * d);
            kernels::decodeKeys(shape, &rows[static_cast<std::size_t>(b) * stride], h, stored.data(), kernels::CpuLevel::Reference);
            for (std::int32_t j = 0; j < d; ++j) {
                const std::size_t at = static_cast<std::size_t>(h) * d + j;
                if (!bounds) {
                    const float key = keys[(static_cast<std::size_t>(h) * local + b * B + blockTokens) * d + j];
                    put(at, key, kernels::toHalf(key));
                    continue;
                }
                float low = stored[j], high = low;
                for (std::int32_t t = 1; t < blockTokens; ++t) {
                    low = std::min(low, stored[static_cast<std::size_t>(t) * d + j]);
                    high = std::max(high, stored[static_cast<std::size_t>(t) * d + j]);
                }
                put(at, low, boundOf(low, false));
                put(at + static_cast<std::size_t>(kvHeads) * d, high, boundOf(high, true));
            }
        }
    }
    GpuArray<float> gpuKeys(gpu, keys), gpuValues(gpu, values);
    GpuArray<std::uint8_t> gpuRows(gpu, std::vector<std::uint8_t>(rows.size(), 9)),
        gpuLandmarks(gpu, std::vector<std::uint8_t>(landmarks.size(), 9));
    GpuArray<std::int32_t> bad(gpu, std::vector<std::int32_t>{0});
    cuda::StoreBlocks work{.kvHeads = kvHeads,
                           .headDim = d,
                           .blockTokens = blockTokens,
                           .blockLength = B,
                           .localTokens = local,
                           .blocks = blocks,
                           .form = form,
                           .bounds = bounds,
                           .landmarkIsF32 = isF32,
                           .offsetKeys = gpuKeys,
                           .values = gpuValues,
                           .rows = gpuRows,
                           .rowStride = static_cast<std::int64_t>(stride),
                           .landmarks = gpuLandmarks,
                           .landmarkStride = static_cast<std::int64_t>(landmarkBytes),
                           .bad = bad};
    mustWork(gpu, gpu.storeBlocks(work));
    const char* forms[] = {"f32", "f16", "int8"};
    const std::string name = std::string(" ") + forms[static_cast<int>(form)] + " F" + std::to_string(blockTokens);
    give(equalCheck("stored rows" + name, gpuRows.get(), rows));
    give(equalCheck((bounds ? "bounds" : "landmarks") + name, gpuLandmarks.get(), landmarks));
    give(equalCheck("finite numbers pass" + name, bad.get(), {0}));
    values[static_cast<std::size_t>(local) * d + 11] = std::numeric_limits<float>::quiet_NaN();   // second head, first block
    gpuValues.put(values);
    mustWork(gpu, gpu.storeBlocks(work));
    give(equalCheck("a value that is no number is found" + name, bad.get(), {1}));
}

void checkMissToken(const cuda::GpuTable& gpu, const GiveCheck& give)
{
    const std::int32_t rows = 3, heads = 6, kvHeads = 2, d = 64, open = 2, back = 21, stride = heads * d + 10;
    MadeUp made(9);
    const AngleTables angles(back + open + rows, d);
    const std::vector<float> queries = made.normal(static_cast<std::size_t>(rows) * stride),
                             key = made.normal(static_cast<std::size_t>(kvHeads) * d);
    std::vector<float> wanted;
    for (std::int32_t row = 0; row < rows; ++row) {
        for (std::int32_t head = 0; head < heads; ++head) {
            std::vector<float> query(d);
            LocalWanted::rotate(&queries[static_cast<std::size_t>(row) * stride + head * d], back + open + row,
                                {rows, open, 1, 1, d, heads, kvHeads, false}, angles, query.data());
            float sum = 0;
            for (std::int32_t j = 0; j < d; ++j)
                sum += query[static_cast<std::size_t>(j)] * key[static_cast<std::size_t>(head / (heads / kvHeads)) * d + j];
            wanted.push_back(sum * 0.125f);
        }
    }
    GpuArray<float> gpuQueries(gpu, queries), gpuKey(gpu, key), cosines(gpu, angles.cosines), sines(gpu, angles.sines),
        scores(gpu, wanted.size());
    cuda::MissScores work{.rows = rows,
                          .heads = heads,
                          .kvHeads = kvHeads,
                          .headDim = d,
                          .openTokens = open,
                          .back = back,
                          .queries = gpuQueries,
                          .queryStride = stride,
                          .key = gpuKey,
                          .cosines = cosines,
                          .sines = sines,
                          .scale = 0.125f,
                          .scores = scores};
    mustWork(gpu, gpu.missScores(work));
    give(closeCheck("context miss token", scores.get(), wanted, 1e-5));
}

}  // namespace

void checkLocalRows(const cuda::GpuTable& gpu, const GiveCheck& give)
{
    for (const LocalCase& c : {LocalCase{1, 0, 63, 64, 64, 9, 3, false}, LocalCase{2, 62, 63, 64, 64, 9, 3, true},
                               LocalCase{70, 13, 50, 51, 16, 4, 4, true}, LocalCase{9, 3, 4, 4, 10, 2, 1, false},
                               LocalCase{5, 40, 63, 64, 34, 6, 2, false}})
        checkFill(gpu, c, give);
    for (const cuda::RowForm form : {cuda::RowForm::F32, cuda::RowForm::F16, cuda::RowForm::Int8}) {
        for (const std::int32_t tokens : {50, 63}) {
            checkStore(gpu, form, false, tokens, give);
            checkStore(gpu, form, true, tokens, give);
        }
    }
    checkMissToken(gpu, give);
}

}  // namespace cairn
