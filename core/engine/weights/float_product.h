// Products of 32-bit weights. LibTorch computes them, in a library that is loaded with the first model that has them
// (core/float_products/float_products.h): other models do without its 0.2 s and 100 MB.
#pragma once

#include "core/engine/weights/matrix.h"
#include "core/result.h"

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

namespace cairn
{

// Before a model's first product; loads once. Unsupported: the library is not there, or of another version.
Result<void> loadFloatProducts();

// Where that library and those that it needs lie: what a process that locks itself must still be able to read.
std::vector<std::string> floatProductFolders();

// Outputs computed in one go, at least one kernel's worth: `most`, in whole multiples of 64.
constexpr std::int64_t outputsTogether(std::int64_t most)
{
    constexpr std::int64_t kMultiple = 64;
    return most < kMultiple ? kMultiple : most / kMultiple * kMultiple;
}

// Columns [firstOutput, firstOutput + weights.rows) of out [rows, outputs] = in [rows, inputs] weights^T, weights [.., inputs]. A stop
// request is seen after at most about 2 GFLOP; `out` then stays unfinished. The last bits of a row depend on how many rows there are.
// Throws std::exception where memory runs out. REQUIRES: loadFloatProducts(). Work thread only.
void floatProduct(ConstMatrixView in, ConstMatrixView weights, MatrixView out, std::int64_t firstOutput, const std::stop_token& stop = {});

}  // namespace cairn
