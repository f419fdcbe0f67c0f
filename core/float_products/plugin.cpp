#include "core/float_products/float_products.h"

#include <ATen/Parallel.h>
#include <ATen/ops/from_blob.h>
#include <ATen/ops/mm.h>
#include <c10/core/InferenceMode.h>

extern "C" __attribute__((visibility("default"))) void cairnFloatProduct1(const cairn::FloatProduct& product)
{
    const c10::InferenceMode inference;
    if (at::get_num_threads() != product.threads)
        at::set_num_threads(product.threads);
    const auto matrix = [](const float* numbers, std::int64_t rows, std::int64_t columns, std::int64_t stride) {
        return at::from_blob(const_cast<float*>(numbers), {rows, columns}, {stride, 1}, at::kFloat);   // of these `out` alone is written
    };
    at::Tensor out = matrix(product.out, product.rows, product.outputs, product.outStride);
    at::mm_out(out, matrix(product.in, product.rows, product.inputs, product.inputs),
               matrix(product.weights, product.outputs, product.inputs, product.inputs).t());
}
