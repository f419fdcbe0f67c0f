// Products, norms, SwiGLU, embedding rows, gathered rows.
#include "app/lab/gpu/gpu_check_numbers.h"
#include "kernels/rows/elementwise.h"

#include <bit>

namespace cairn
{

namespace
{

using cuda::WeightForm;

std::vector<std::uint16_t> toBf16(std::vector<float>& values)   // and the values to what is kept of them
{
    std::vector<std::uint16_t> bits;
    for (float& value : values) {
        const std::uint32_t from = std::bit_cast<std::uint32_t>(value);
        bits.push_back(static_cast<std::uint16_t>((from + 0x7FFF + (from >> 16 & 1)) >> 16));
        value = std::bit_cast<float>(std::uint32_t{bits.back()} << 16);
    }
    return bits;
}

struct ProductCase
{
    WeightForm form;
    std::int32_t rows, outputs, inputs;
    bool add, mapped;
};

void checkProduct(const cuda::GpuTable& gpu, const ProductCase& one, const GiveCheck& give)
{
    MadeUp made(static_cast<unsigned>(one.rows * 31 + one.outputs));
    const std::int32_t room = one.rows + 3;   // rows that a map leaves out
    std::vector<float> weights = made.normal(std::size_t(one.outputs) * one.inputs, 0.3f);
    const std::vector<std::uint16_t> bits = one.form == WeightForm::Bf16 ? toBf16(weights) : std::vector<std::uint16_t>();
    const std::vector<float> in = made.normal(std::size_t(room) * one.inputs), before = made.normal(std::size_t(room) * one.outputs);
    std::vector<std::int32_t> map;
    for (std::int32_t row = 0; row < one.rows; ++row)
        map.push_back(one.mapped ? room - 1 - row : row);
    std::vector<float> wanted = before;
    for (std::int32_t row = 0; row < one.rows; ++row) {
        for (std::int32_t o = 0; o < one.outputs; ++o) {
            double sum = 0;
            for (std::int32_t i = 0; i < one.inputs; ++i)
                sum += double{weights[std::size_t(o) * one.inputs + i]} * in[std::size_t(map[row]) * one.inputs + i];
            float& to = wanted[std::size_t(map[row]) * one.outputs + o];
            to = static_cast<float>(sum + (one.add ? to : 0.0f));
        }
    }
    GpuArray<float> wide(gpu, weights), x(gpu, in), y(gpu, before);
    GpuArray<std::uint16_t> narrow(gpu, bits);
    GpuArray<std::int32_t> rows(gpu, map);
    cuda::MatrixProduct work;
    work.weight = one.form == WeightForm::Bf16 ? static_cast<const void*>(narrow.data()) : wide.data();
    work.form = one.form;
    work.outputs = one.outputs;
    work.inputs = work.inStride = one.inputs;
    work.outStride = one.outputs;
    work.inputs = one.inputs;
    work.rows = one.rows;
    work.add = one.add;
    work.in = x;
    work.out = y;
    work.inRows = work.outRows = one.mapped ? rows.data() : nullptr;
    mustWork(gpu, gpu.multiply(work));
    const std::string name = std::string("product ") + (one.form == WeightForm::Bf16 ? "bf16 " : "f32 ") + std::to_string(one.rows) + " x "
                             + std::to_string(one.outputs) + " x " + std::to_string(one.inputs) + (one.mapped ? " mapped" : "");
    give(closeCheck(name, y.get(), wanted, 2e-6 * one.inputs + 1e-6));
}

struct FusedCase
{
    WeightForm form;
    std::int32_t rows, outputs, inputs, inner;   // inner 0: no second matrix
    bool norm, gated, base, add, mapped;
};

std::string nameOf(const FusedCase& one)
{
    return std::string(one.form == WeightForm::Bf16 ? "bf16 " : "f32 ") + std::to_string(one.rows) + " x " + std::to_string(one.outputs)
           + " x " + std::to_string(one.inputs) + (one.norm ? " normed" : "") + (one.gated ? " gated" : "")
           + (one.base ? " upon a base" : "") + (one.add ? " added" : "") + (one.mapped ? " mapped" : "");
}

// The same as steps of their own: RMSNorm, products in 64 bits, SwiGLU
struct FusedWanted
{
    std::vector<float> weights, norm, in, base, second, before, out, secondOut;
    std::vector<std::uint16_t> bits;
    std::vector<std::int32_t> map;

    explicit FusedWanted(const FusedCase& one)
    {
        MadeUp made(static_cast<unsigned>(one.rows * 37 + one.outputs + one.inputs));
        const std::int32_t room = one.rows + 3, wide = one.gated ? 2 * one.outputs : one.outputs;
        weights = made.normal(std::size_t(wide) * one.inputs, 0.1f);
        if (one.form == WeightForm::Bf16)
            bits = toBf16(weights);
        norm = made.normal(one.inputs);
        in = made.normal(std::size_t(room) * one.inputs, 3);
        base = made.normal(std::size_t(one.rows) * wide);
        second = made.normal(std::size_t(one.inner) * one.inputs, 0.1f);
        before = made.normal(std::size_t(room) * one.outputs);
        out = before;
        for (std::int32_t row = 0; row < one.rows; ++row) {
            map.push_back(one.mapped ? room - 1 - row : row);
            const auto from = in.begin() + std::ptrdiff_t{map.back()} * one.inputs;
            std::vector<float> x(from, from + one.inputs);
            if (one.norm)
                kernels::rmsNormReference({.rows = 1, .width = one.inputs, .x = x.data(), .weight = norm.data(), .epsilon = 1e-3f,
                                           .out = x.data()});
            std::vector<float> y = product(weights, x);
            for (std::int32_t o = 0; o < wide && one.base; ++o)
                y[std::size_t(o)] += base[std::size_t(row) * wide + o];
            if (one.gated)
                kernels::siluMultiplyReference(y.data(), y.data() + one.outputs, one.outputs, y.data());
            for (std::int32_t o = 0; o < one.outputs; ++o) {
                float& to = out[std::size_t(map.back()) * one.outputs + o];
                to = y[std::size_t(o)] + (one.add ? to : 0.0f);
            }
            const std::vector<float> inner = product(second, x);
            secondOut.insert(secondOut.end(), inner.begin(), inner.end());
        }
    }

    static std::vector<float> product(const std::vector<float>& matrix, const std::vector<float>& x)
    {
        std::vector<float> y;
        for (std::size_t from = 0; from < matrix.size(); from += x.size()) {
            double sum = 0;
            for (std::size_t i = 0; i < x.size(); ++i)
                sum += double{matrix[from + i]} * x[i];
            y.push_back(static_cast<float>(sum));
        }
        return y;
    }
};

void checkFused(const cuda::GpuTable& gpu, const FusedCase& one, const GiveCheck& give)
{
    const FusedWanted wanted(one);
    GpuArray<float> wide(gpu, wanted.weights), norm(gpu, wanted.norm), x(gpu, wanted.in), base(gpu, wanted.base),
        second(gpu, wanted.second), y(gpu, wanted.before), secondOut(gpu, wanted.secondOut.size());
    GpuArray<std::uint16_t> narrow(gpu, wanted.bits);
    GpuArray<std::int32_t> map(gpu, wanted.map);
    cuda::MatrixProduct work;
    work.weight = one.form == WeightForm::Bf16 ? static_cast<const void*>(narrow.data()) : wide.data();
    work.form = one.form;
    work.outputs = one.outputs;
    work.inputs = one.inputs;
    work.rows = one.rows;
    work.add = one.add;
    work.in = x;
    work.inStride = one.inputs;
    work.out = y;
    work.outStride = one.outputs;
    work.inRows = work.outRows = one.mapped ? map.data() : nullptr;
    work.norm = one.norm ? norm.data() : nullptr;
    work.epsilon = 1e-3f;
    work.gated = one.gated;
    work.base = one.base ? base.data() : nullptr;
    work.second = one.inner > 0 ? second.data() : nullptr;
    work.inner = one.inner;
    work.secondOut = secondOut;
    mustWork(gpu, gpu.multiply(work));
    const double scale = one.gated ? 20 : 1;   // two sums multiplied
    give(closeCheck("product " + nameOf(one), y.get(), wanted.out, scale * (1e-6 * one.inputs + 1e-5)));
    if (one.inner > 0)
        give(closeCheck("second matrix beside " + nameOf(one), secondOut.get(), wanted.secondOut, 1e-6 * one.inputs + 1e-5));
}

void checkFusedProducts(const cuda::GpuTable& gpu, const GiveCheck& give)
{
    for (const WeightForm form : {WeightForm::F32, WeightForm::Bf16}) {
        for (const std::int32_t rows : {1, 2, 5, 8}) {
            for (const FusedCase& one : {FusedCase{form, rows, 33, 576, 0, true, false, false, false, true},
                                         FusedCase{form, rows, 7, 1096, 6, true, true, false, false, false},
                                         FusedCase{form, rows, 21, 48, 0, false, true, true, false, true},
                                         FusedCase{form, rows, 5, 2056, 3, false, false, false, true, true},
                                         FusedCase{form, rows, 6, 2056, 5, true, false, false, true, false},
                                         FusedCase{form, rows, 9, 77, 3, true, true, true, false, true},
                                         FusedCase{form, rows, 10, 13, 5, false, false, false, true, false}})
                checkFused(gpu, one, give);
        }
        checkFused(gpu, {form, 1, 4099, 24, 3, true, false, false, true, true}, give);   // two outputs a warp
    }
    const FusedWanted few({WeightForm::F32, 1, 4, 8, 0, true, false, false, false, false});
    GpuArray<float> numbers(gpu, few.in);
    cuda::MatrixProduct many{.weight = numbers.data(), .outputs = 1, .inputs = 1, .rows = cuda::kFewRows + 1, .in = numbers, .inStride = 1,
                             .out = numbers, .outStride = 1};
    many.norm = numbers;
    give(equalCheck<std::int32_t>("many rows take no norm", {gpu.multiply(many)}, {cuda::kGpuRefused}));
}

void checkNorm(const cuda::GpuTable& gpu, const GiveCheck& give)
{
    MadeUp made(5);
    const std::int32_t rows = 5, width = 77;
    const std::vector<float> x = made.normal(std::size_t(rows) * width, 3), weight = made.normal(width);
    std::vector<float> all(x.size()), wanted;
    kernels::rmsNormReference({.rows = rows, .width = width, .x = x.data(), .weight = weight.data(), .epsilon = 1e-5f, .out = all.data()});
    const std::vector<std::int32_t> chosen{4, 0, 3};
    for (const std::int32_t row : chosen)
        wanted.insert(wanted.end(), all.begin() + row * width, all.begin() + (row + 1) * width);
    GpuArray<float> from(gpu, x), scale(gpu, weight), to(gpu, all.size()), few(gpu, wanted.size());
    GpuArray<std::int32_t> map(gpu, chosen);
    cuda::NormRows work{.x = from, .weight = scale, .out = to, .rows = rows, .width = width, .epsilon = 1e-5f};
    mustWork(gpu, gpu.norm(work));
    give(closeCheck("norm", to.get(), all, 1e-5));
    work.inRows = map;
    work.out = few;
    work.rows = 3;
    mustWork(gpu, gpu.norm(work));
    give(closeCheck("norm of chosen rows", few.get(), wanted, 1e-5));
}

void checkGate(const cuda::GpuTable& gpu, const GiveCheck& give)
{
    MadeUp made(6);
    const std::int32_t rows = 3, width = 131;
    const std::vector<float> both = made.normal(std::size_t(rows) * 2 * width, 4);
    std::vector<float> wanted(std::size_t(rows) * width);
    for (std::int32_t row = 0; row < rows; ++row)
        kernels::siluMultiplyReference(&both[std::size_t(row) * 2 * width], &both[std::size_t(row) * 2 * width + width], width,
                                       &wanted[std::size_t(row) * width]);
    GpuArray<float> from(gpu, both), to(gpu, wanted.size());
    mustWork(gpu, gpu.gate({.gateUp = from, .out = to, .rows = rows, .width = width}));
    give(closeCheck("gated product", to.get(), wanted, 1e-5));
}

void checkEmbedding(const cuda::GpuTable& gpu, const GiveCheck& give)
{
    MadeUp made(7);
    const std::int32_t hidden = 300, vocabulary = 11;
    std::vector<float> table = made.normal(std::size_t(vocabulary) * hidden), wanted;
    const std::vector<std::uint16_t> bits = toBf16(table);
    const std::vector<float> landmark = made.normal(hidden);
    const std::vector<std::int32_t> tokens{10, -1, 0, 3};
    for (const std::int32_t token : tokens) {
        const float* from = token < 0 ? landmark.data() : &table[std::size_t(token) * hidden];
        wanted.insert(wanted.end(), from, from + hidden);
    }
    GpuArray<float> wide(gpu, table), own(gpu, landmark), to(gpu, wanted.size());
    GpuArray<std::uint16_t> narrow(gpu, bits);
    GpuArray<std::int32_t> ids(gpu, tokens);
    for (const bool bf16 : {false, true}) {
        mustWork(gpu, gpu.embed({.table = bf16 ? static_cast<const void*>(narrow.data()) : wide.data(),
                                 .form = bf16 ? WeightForm::Bf16 : WeightForm::F32, .landmark = own, .tokens = ids, .rows = 4,
                                 .hidden = hidden, .out = to}));
        give(closeCheck(bf16 ? "embedding bf16" : "embedding f32", to.get(), wanted, 0));
    }
}

void checkGather(const cuda::GpuTable& gpu, const GiveCheck& give)
{
    MadeUp made(8);
    const std::int32_t count = 5;
    const std::int64_t bytes = 24954, stride = 24960;   // an int8 row of the default model: no multiple of 16
    std::vector<std::uint8_t> source(std::size_t(count * stride));
    for (std::uint8_t& byte : source)
        byte = static_cast<std::uint8_t>(made.below(256));
    void* pinned = nullptr;
    mustWork(gpu, gpu.allocatePinned(&pinned, source.size()));
    std::memcpy(pinned, source.data(), source.size());
    GpuArray<std::uint8_t> slots(gpu, std::vector<std::uint8_t>(source.size(), 7));
    std::vector<const void*> from, table(9, nullptr), wantedTable = table;
    std::vector<void*> to;
    std::vector<std::int64_t> indices;
    std::vector<std::uint8_t> wanted(source.size(), 7);
    for (std::int64_t i = 0; i < count; ++i) {
        const std::int64_t slot = (i * 3) % count;
        from.push_back(static_cast<const char*>(pinned) + i * stride);
        to.push_back(slots.data() + slot * stride);
        indices.push_back(8 - i);
        wantedTable[std::size_t(8 - i)] = to.back();
        std::copy_n(source.begin() + i * stride, bytes, wanted.begin() + slot * stride);
    }
    GpuArray<const void*> fromList(gpu, from), gpuTable(gpu, table);
    GpuArray<void*> toList(gpu, to);
    GpuArray<std::int64_t> indexList(gpu, indices);
    mustWork(gpu, gpu.gather({.count = count, .bytes = bytes, .from = fromList, .to = toList}));
    mustWork(gpu, gpu.setPointers({.count = count, .indices = indexList, .values = const_cast<const void* const*>(toList.data()),
                                   .table = gpuTable}));
    give(equalCheck("rows gathered from pinned memory", slots.get(), wanted));
    give(equalCheck("pointer table", gpuTable.get(), wantedTable));
    mustWork(gpu, gpu.releasePinned(pinned));
}

}  // namespace

void checkSmallSteps(const cuda::GpuTable& gpu, const GiveCheck& give)
{
    for (const WeightForm form : {WeightForm::F32, WeightForm::Bf16}) {
        for (const ProductCase& one : {ProductCase{form, 1, 65, 64, false, false}, ProductCase{form, 2, 7, 576, true, false},
                                       ProductCase{form, 5, 33, 63, true, true}, ProductCase{form, 8, 4, 8, false, false},
                                       ProductCase{form, 9, 65, 17, false, true}, ProductCase{form, 67, 130, 64, true, false},
                                       ProductCase{form, 9, 72, 104, true, true}, ProductCase{form, 66, 60, 40, false, true},
                                       ProductCase{form, 70, 260, 72, true, true}})
            checkProduct(gpu, one, give);
    }
    checkFusedProducts(gpu, give);
    checkNorm(gpu, give);
    checkGate(gpu, give);
    checkEmbedding(gpu, give);
    checkGather(gpu, give);
}

}  // namespace cairn
