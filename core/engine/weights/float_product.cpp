#include "core/engine/weights/float_product.h"

#include "core/engine/common/parallel.h"
#include "core/float_products/deleted_folder.h"
#include "core/float_products/float_products.h"
#include "kernels/plugin_path.h"

#include <dlfcn.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <string>

namespace cairn
{

namespace
{

constexpr double kPartFlops = 2e9;            // 20 ms at 100 GFLOP/s: a stop request is noticed in between
constexpr char kLibrary[] = "libcairn_float_products.so";

std::atomic<FloatProductFunction*> g_product = nullptr;

std::string libraryPath()
{
    const char* named = std::getenv("CAIRN_FLOAT_PRODUCTS");
    return named ? named : kernels::pluginPath(kLibrary);
}

Error unusable(const std::string& reason)
{
    return {ErrorCode::Unsupported, "The library that computes with 16-bit and 32-bit weights can't be loaded: " + reason
                                        + ". Build or install Cairn again, or use a quantised model."};
}

}  // namespace

Result<void> loadFloatProducts()
{
    if (g_product)
        return {};
    const std::string path = libraryPath();
    if (path.empty())
        return unusable(std::string(kLibrary) + " is not beside the program");
    DeletedFolder current;
    current.leave();
    void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);   // stays open: its threads live in it
    current.comeBack();
    if (!library)
        return unusable(dlerror());
    const auto found = reinterpret_cast<FloatProductFunction*>(dlsym(library, kFloatProductSymbol));
    if (!found)
        return unusable(path + " is of another version");
    g_product = found;
    return {};
}

std::vector<std::string> floatProductFolders()
{
    std::vector<std::string> folders{CAIRN_LIBTORCH_FOLDERS};
    if (const std::string path = libraryPath(); !path.empty())
        folders.push_back(path.substr(0, path.rfind('/') + 1));
    return folders;
}

// Parts of 64 outputs and more, so that LibTorch is never away for long.
void floatProduct(ConstMatrixView in, ConstMatrixView weights, MatrixView out, std::int64_t firstOutput, const std::stop_token& stop)
{
    FloatProductFunction* const compute = g_product;
    const double perOutput = 2.0 * static_cast<double>(in.size());
    const std::int64_t part = outputsTogether(static_cast<std::int64_t>(kPartFlops / perOutput));
    for (std::int64_t first = 0; first < weights.rows && !stop.stop_requested(); first += part) {
        FloatProduct product;
        product.rows = in.rows;
        product.inputs = in.columns;
        product.outputs = std::min(part, weights.rows - first);
        product.outStride = out.columns;
        product.in = in.data;
        product.weights = weights.row(first);
        product.out = out.data + firstOutput + first;
        product.threads = workerThreads();
        compute(product);
    }
}

}  // namespace cairn
