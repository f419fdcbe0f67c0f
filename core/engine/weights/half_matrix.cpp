#include "core/engine/weights/half_matrix.h"

#include "core/engine/weights/matrix_pieces.h"
#include "core/engine/common/parallel.h"
#include "core/model/dequantize.h"
#include "core/types/aligned_bytes.h"
#include "kernels/products/half_product.h"

#include <algorithm>
#include <cstring>

namespace cairn
{

namespace
{

constexpr std::int32_t kOutputsTogether = 4;   // register tiles of the kernel are whole

std::shared_ptr<const std::byte> copied(const std::byte* from, std::size_t bytes)
{
    AlignedBytes memory = alignedBytes(bytes);
    std::memcpy(memory.get(), from, bytes);
    return {memory.release(), FreeAligned()};
}

}  // namespace

void HalfMatrix::append(TensorType type, std::int32_t outputs, std::shared_ptr<const std::byte> stored)
{
    if (reinterpret_cast<std::uintptr_t>(stored.get()) % sizeof(std::uint16_t) != 0)
        stored = copied(stored.get(), *tensorBytes(type, static_cast<std::uint64_t>(outputs) * static_cast<std::uint64_t>(m_inputs)));
    m_parts.push_back({type, m_outputs, outputs, std::move(stored)});
    m_outputs += outputs;
}

void HalfMatrix::apply(const float* in, std::int32_t rows, float* out, const std::stop_token& stop) const
{
    const std::int32_t wanted = static_cast<std::int32_t>(kPiecesPerThread) * workerThreads();
    const std::int32_t least = static_cast<std::int32_t>(kLeastPieceBytes) / (2 * m_inputs), share = std::max(least, m_outputs / wanted);
    const std::int32_t step = (share / kOutputsTogether + 1) * kOutputsTogether;
    const auto pieces = cutParts(m_parts, step, [](const Part& part) { return part.outputs; });
    parallelPieces(pieces.size(), stop, [&](std::size_t index) {
        const MatrixPiece<Part>& piece = pieces[index];
        kernels::HalfProduct work;
        work.type = piece.part->type == TensorType::F16 ? kernels::HalfType::F16 : kernels::HalfType::BF16;
        work.weights = reinterpret_cast<const std::uint16_t*>(piece.part->weights.get());
        work.inputs = m_inputs;
        work.firstOutput = piece.first, work.endOutput = piece.end;
        work.rows = rows;
        work.in = in;
        work.out = out + piece.part->firstOutput;
        work.outStride = m_outputs;
        kernels::halfProduct(work);
    });
}

void HalfMatrix::decodeRow(std::int32_t output, float* out) const
{
    const Part& part = partOf(m_parts, output);
    const auto inputs = static_cast<std::size_t>(m_inputs), bytes = 2 * inputs;
    dequantize(part.type, {part.weights.get() + static_cast<std::size_t>(output - part.firstOutput) * bytes, bytes}, {out, inputs});
}

void HalfMatrix::decode(std::int32_t first, std::int32_t end, float* out) const
{
    constexpr std::int32_t kRows = 16;
    parallelPieces(static_cast<std::size_t>((end - first + kRows - 1) / kRows), [&](std::size_t piece) {
        const std::int32_t begin = first + static_cast<std::int32_t>(piece) * kRows;
        for (std::int32_t output = begin; output < std::min(end, begin + kRows); ++output)
            decodeRow(output, out + static_cast<std::ptrdiff_t>(output - first) * m_inputs);
    });
}

}  // namespace cairn
