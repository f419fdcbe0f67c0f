#include "core/engine/weights/packed_matrix.h"

#include "core/engine/weights/matrix_pieces.h"
#include "core/engine/common/parallel.h"

#include <algorithm>
#include <cstring>

namespace cairn
{

namespace
{

constexpr std::int32_t kRowsPacked = 128;               // read and packed at once: whole tiles, whole heads of 32, 64, 128
constexpr std::int32_t kRowsAPiece = 32;                // rounded at once by a thread
constexpr std::int32_t kRowsTogether = 336;             // whole tiles of 6 and of 16 rows; rounded, they stay in the L2 cache beside a tile

// Memory of the work thread for the rounded activations of one product.
void* activationMemory(std::size_t bytes)
{
    thread_local AlignedBytes memory;
    thread_local std::size_t size = 0;
    if (bytes > size) {
        memory.reset();
        size = 0;
        memory = alignedBytes(bytes);
        size = bytes;
    }
    return memory.get();
}

kernels::QuantizedRows from(const kernels::QuantizedRows& all, std::int32_t row, std::int32_t inputs)
{
    const std::size_t values = static_cast<std::size_t>(row) * static_cast<std::size_t>(inputs), groups = values / kernels::kPackedGroup;
    return {all.values + values, all.scales + groups, all.weightedSums + groups, all.negativeSums + groups};
}

}  // namespace

std::optional<kernels::StoredType> packableAs(TensorType type)
{
    switch (type) {
    case TensorType::Q8_0: return kernels::StoredType::Q8_0;
    case TensorType::Q4_0: return kernels::StoredType::Q4_0;
    case TensorType::Q4_1: return kernels::StoredType::Q4_1;
    case TensorType::Q4_K: return kernels::StoredType::Q4_K;
    case TensorType::Q5_K: return kernels::StoredType::Q5_K;
    case TensorType::Q6_K: return kernels::StoredType::Q6_K;
    default: return std::nullopt;
    }
}

Result<void> PackedMatrix::append(kernels::StoredType type, std::int32_t outputs, const RowReader& read)
{
    Part part;
    part.shape = kernels::packedShape(type, outputs, m_inputs);
    part.firstOutput = m_outputs;
    part.weights = alignedBytes(kernels::packedBytes(part.shape));
    const std::size_t rowBytes = kernels::storedRowBytes(type, m_inputs);
    FirstError failure;
    parallelPieces(static_cast<std::size_t>((outputs + kRowsPacked - 1) / kRowsPacked), [&](std::size_t piece) {
        const std::int32_t first = static_cast<std::int32_t>(piece) * kRowsPacked, rows = std::min(kRowsPacked, outputs - first);
        const std::size_t bytes = static_cast<std::size_t>(rows) * rowBytes;
        auto* const stored = static_cast<std::byte*>(threadScratch(bytes));
        if (failure.keep(read(first, {stored, bytes})))
            kernels::packTiles({part.shape, type, first, rows, stored, part.weights.get()});
    });
    m_outputs += outputs;
    m_parts.push_back(std::move(part));
    return failure.result();
}

kernels::QuantizedRows PackedMatrix::quantized(const float* in, std::int32_t rows, const std::stop_token& stop) const
{
    void* const memory = activationMemory(kernels::quantizedRowsBytes(rows, m_inputs));
    const kernels::QuantizedRows out = kernels::quantizedRowsIn(memory, rows, m_inputs);
    parallelPieces(static_cast<std::size_t>((rows + kRowsAPiece - 1) / kRowsAPiece), stop, [&](std::size_t piece) {
        const std::int32_t first = static_cast<std::int32_t>(piece) * kRowsAPiece;
        kernels::quantizeRows({m_inputs, first, std::min(rows, first + kRowsAPiece), in, out});
    });
    return out;
}

void PackedMatrix::apply(const float* in, std::int32_t rows, float* out, const std::stop_token& stop) const
{
    const kernels::QuantizedRows rounded = quantized(in, rows, stop);
    std::size_t tiles = 0;
    for (const Part& part : m_parts)
        tiles += static_cast<std::size_t>(kernels::packedTiles(part.shape));
    const std::size_t wanted = kPiecesPerThread * static_cast<std::size_t>(workerThreads());
    const std::size_t least = (kLeastPieceBytes + bytes() / tiles - 1) / (bytes() / tiles);
    const std::size_t step = std::max(std::size_t{1}, std::max(rows == 1 ? least : 1, tiles / wanted));
    const auto pieces =
        cutParts(m_parts, static_cast<std::int32_t>(step), [](const Part& part) { return kernels::packedTiles(part.shape); });
    parallelPieces(pieces.size(), stop, [&](std::size_t index) {
        const MatrixPiece<Part>& piece = pieces[index];
        for (std::int32_t row = 0; row < rows && !stop.stop_requested(); row += kRowsTogether) {
            kernels::PackedProduct work;
            work.shape = piece.part->shape;
            work.weights = piece.part->weights.get();
            work.rows = std::min(kRowsTogether, rows - row);
            work.in = from(rounded, row, m_inputs);
            work.firstTile = piece.first, work.endTile = piece.end;
            work.out = out + static_cast<std::ptrdiff_t>(row) * m_outputs + piece.part->firstOutput;
            work.outStride = m_outputs;
            work.scratch = threadScratch(kernels::packedProductScratch(work));
            kernels::packedProduct(work);
        }
    });
}

void PackedMatrix::row(std::int32_t output, float* out) const
{
    const Part& part = partOf(m_parts, output);
    kernels::unpackRow(part.shape, part.weights.get(), output - part.firstOutput, out);
}

std::size_t PackedMatrix::bytes() const
{
    std::size_t sum = 0;
    for (const Part& part : m_parts)
        sum += kernels::packedBytes(part.shape);
    return sum;
}

}  // namespace cairn
