#include "app/lab/goals/dense_attention.h"

#include <ATen/ATen.h>
#include <ATen/Context.h>
#include <c10/core/CachingDeviceAllocator.h>
#include <c10/core/Event.h>
#include <c10/core/InferenceMode.h>
#include <c10/core/impl/VirtualGuardImpl.h>

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <functional>

namespace cairn::benchmark
{

namespace
{

constexpr double kSampleSeconds = 0.02;
constexpr double kQueuedSlowly = 2e-4;      // calls shorter than that wait for a head start: queueing one takes some 20 us
constexpr int kMostRuns = 100, kHeadStart = 20;
constexpr std::int64_t kHeadStartNumbers = std::int64_t{64} << 20;

// The library `name` in the folder where LibTorch's own lies; the name alone where that is unknown.
std::string besideLibTorch(const char* name)
{
    link_map* place = nullptr;
    void* const loaded = dlopen("libtorch_cpu.so", RTLD_NOW | RTLD_NOLOAD);
    if (!loaded || dlinfo(loaded, RTLD_DI_LINKMAP, &place) != 0 || !place->l_name)
        return name;
    return (std::filesystem::path(place->l_name).parent_path() / name).string();
}

std::string loadForGpu()
{
    if (!dlopen(besideLibTorch("libtorch_cuda.so").c_str(), RTLD_NOW | RTLD_GLOBAL)) {   // stays open: its kernels register themselves
        const char* why = dlerror();
        return std::string("LibTorch can't be loaded for the GPU (") + (why ? why : "no reason given") + ").";
    }
    try {
        if (!at::globalContext().hasCUDA())
            return "LibTorch finds no GPU.";
        at::zeros({1}, at::TensorOptions().device(at::kCUDA));
    } catch (const std::exception& error) {
        return std::string("LibTorch fails on the GPU (") + std::string(error.what()).substr(0, 200) + ").";
    }
    return {};
}

using Work = std::function<void()>;

double secondsOnCpu(int runs, const Work& work)
{
    const auto begin = std::chrono::steady_clock::now();
    for (int run = 0; run < runs; ++run)
        work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() / runs;
}

// By events. `headStart`: numbers to work on first, while the calls are queued; empty: none.
double secondsOnGpu(int runs, at::Tensor& headStart, const Work& work)
{
    const c10::Stream stream = c10::impl::VirtualGuardImpl(at::kCUDA).getStream(c10::Device(at::kCUDA, 0));
    c10::Event begin(at::kCUDA, c10::EventFlag::BACKEND_DEFAULT), end(at::kCUDA, c10::EventFlag::BACKEND_DEFAULT);
    for (int i = 0; headStart.defined() && i < kHeadStart; ++i)
        headStart.mul_(1);
    begin.record(stream);
    for (int run = 0; run < runs; ++run)
        work();
    end.record(stream);
    end.synchronize();
    return begin.elapsedTime(end) * 1e-3 / runs;
}

struct Way
{
    const char* name;
    Work run;
    bool cudnn = true;   // may be asked; LibTorch chooses
};

// What LibTorch may choose from, as it was before when the object goes.
class Choices
{
public:
    ~Choices()
    {
        at::globalContext().setSDPUseMath(m_math);
        at::globalContext().setSDPUseCuDNN(m_cudnn);
    }
    static void withoutMath() { at::globalContext().setSDPUseMath(false); }   // scores in memory: no baseline, and too large
    static void cudnn(bool allowed) { at::globalContext().setSDPUseCuDNN(allowed); }

private:
    bool m_math = at::globalContext().userEnabledMathSDP(), m_cudnn = at::globalContext().userEnabledCuDNNSDP();
};

// Keys and queries of one layer. The queries of a group of heads see the same keys, so they may stand as more rows of one head.
class Attention
{
public:
    Attention(const DenseShape& shape, DenseDevice device) : m_shape(shape), m_onGpu(device == DenseDevice::Gpu)
    {
        const auto options = at::TensorOptions().device(m_onGpu ? at::kCUDA : at::kCPU).dtype(at::kBFloat16);
        const std::int64_t H = shape.heads, Hkv = shape.kvHeads, d = shape.headDim, T = shape.rows;
        const auto N = static_cast<std::int64_t>(shape.keys);
        m_queries = at::randn({1, H, T, d}, options);
        m_keys = at::randn({1, Hkv, N, d}, options);
        m_values = at::randn({1, Hkv, N, d}, options);
        m_folded = m_queries.view({1, Hkv, H / Hkv * T, d});
        m_longKeys = m_keys;
        if (H != Hkv && T > 1) {
            m_longKeys = m_keys.repeat_interleave(H / Hkv, 1);
            m_longValues = m_values.repeat_interleave(H / Hkv, 1);
        }
    }

    std::vector<Way> ways() const
    {
        if (m_shape.heads == m_shape.kvHeads)
            return {{"each head its keys", [this] { attend(m_queries, m_keys, m_values, false); }}};
        std::vector<Way> all{{"grouped heads", [this] { attend(m_queries, m_keys, m_values, true); }},
                             {"heads of a group as rows", [this] { attend(m_folded, m_keys, m_values, false); }}};
        if (m_longValues.defined())
            all.push_back({"keys repeated", [this] { attend(m_queries, m_longKeys, m_longValues, false); }});
        return all;
    }

    double seconds(int runs, const Work& work)
    {
        return m_onGpu ? secondsOnGpu(runs, m_headStart, work) : secondsOnCpu(runs, work);
    }

    void useHeadStart()
    {
        if (m_onGpu)
            m_headStart = at::ones({kHeadStartNumbers}, at::TensorOptions().device(at::kCUDA));
    }

private:
    static void attend(const at::Tensor& queries, const at::Tensor& keys, const at::Tensor& values, bool grouped)
    {
        at::scaled_dot_product_attention(queries, keys, values, {}, 0.0, false, std::nullopt, grouped);
    }

    DenseShape m_shape;
    bool m_onGpu;
    at::Tensor m_queries, m_folded, m_keys, m_values, m_longKeys, m_longValues, m_headStart;
};

std::vector<Way> waysOf(const Attention& attention, DenseDevice device)
{
    std::vector<Way> all = attention.ways();
    for (std::size_t i = 0, end = all.size(); device == DenseDevice::Gpu && i < end; ++i)
        all.push_back({all[i].name, all[i].run, false});
    return all;
}

DenseTimes measure(const DenseShape& shape, int samples, DenseDevice device)
{
    const c10::InferenceMode noGradients;
    Attention attention(shape, device);
    Way best{"", {}};
    double fastest = INFINITY;
    std::string failures;
    for (const Way& way : waysOf(attention, device)) {
        try {
            Choices::cudnn(way.cudnn);
            attention.seconds(1, way.run);   // warm
            if (const double seconds = attention.seconds(3, way.run); seconds < fastest) {
                fastest = seconds;
                best = way;
            }
        } catch (const std::exception& error) {   // this way has no kernel for the shape
            failures += std::string(way.name) + ": " + std::string(error.what()).substr(0, 120) + "; ";
        }
    }
    if (!best.run)
        throw std::runtime_error("no way to attend works: " + failures);
    if (fastest < kQueuedSlowly)
        attention.useHeadStart();
    const int runs = static_cast<int>(std::clamp(kSampleSeconds / fastest, 3.0, static_cast<double>(kMostRuns)));
    DenseTimes times;
    times.way = std::string(best.name) + (best.cudnn ? "" : ", without cuDNN");
    Choices::cudnn(best.cudnn);
    for (int i = 0; i < samples; ++i)
        times.seconds.push_back(attention.seconds(runs, best.run));
    return times;
}

void giveBack()
{
    try {
        at::getDeviceAllocator(at::kCUDA)->emptyCache();
    } catch (const std::exception&) {   // what is left is less for others, no more
    }
}

}  // namespace

const std::string& whyNoDenseAttention()
{
    static const std::string why = loadForGpu();
    return why;
}

Result<DenseTimes> denseAttention(const DenseShape& shape, int samples, DenseDevice device)
{
    if (device == DenseDevice::Gpu && !whyNoDenseAttention().empty())
        return Error{ErrorCode::Unsupported, whyNoDenseAttention()};
    Result<DenseTimes> done = Error{};
    const Choices before;
    try {
        if (device == DenseDevice::Gpu)
            Choices::withoutMath();
        done = measure(shape, samples, device);
    } catch (const std::bad_alloc&) {
        done = Error{ErrorCode::OutOfMemory, "not enough memory for dense attention"};
    } catch (const std::exception& error) {
        done = Error{ErrorCode::Device, std::string("dense attention failed: ") + std::string(error.what()).substr(0, 300)};
    }
    if (device == DenseDevice::Gpu)
        giveBack();
    return done;
}

}  // namespace cairn::benchmark
