// Steps that are queued as one graph: the bits of kernels that are queued one by one.
#include "app/lab/gpu/gpu_check_numbers.h"

namespace cairn
{

namespace
{

constexpr std::int32_t kWidth = 96;

// A step of three kernels whose numbers change from call to call: `rows` of x, normed, multiplied, added to y behind those before.
class SmallStep
{
public:
    explicit SmallStep(const cuda::GpuTable& gpu)
        : m_gpu(gpu), m_x(gpu, MadeUp(5).normal(kRows * kWidth)), m_normed(gpu, kRows * kWidth), m_weights(gpu, MadeUp(6).normal(kWidth)),
          m_matrix(gpu, MadeUp(7).normal(kWidth * kWidth, 0.1f)), m_y(gpu, std::vector<float>(kSteps * kRows * kWidth))
    {
    }

    enum class Way { Plain, Graph, Interrupted, Dropped };

    void run(std::int32_t number, std::int32_t rows, Way way)
    {
        if (way != Way::Plain)
            mustWork(m_gpu, m_gpu.beginGraph());
        mustWork(m_gpu, m_gpu.norm({.x = m_x, .weight = m_weights, .out = m_normed, .rows = rows, .width = kWidth}));
        if (way == Way::Interrupted)   // reads what the kernel before wrote
            mustWork(m_gpu, m_gpu.onDevice(m_y.data() + std::ptrdiff_t{number} * kRows * kWidth, m_normed, kWidth * sizeof(float)));
        cuda::MatrixProduct product;
        product.weight = m_matrix;
        product.outputs = product.inputs = kWidth;
        product.inStride = product.outStride = kWidth;
        product.rows = rows;
        product.add = 1;
        product.in = m_normed;
        product.out = m_y.data() + std::ptrdiff_t{number} * kRows * kWidth;
        mustWork(m_gpu, m_gpu.multiply(product));
        product.in = product.out;
        product.add = 0;
        product.out = m_x;
        mustWork(m_gpu, m_gpu.multiply(product));
        if (way != Way::Plain)
            mustWork(m_gpu, m_gpu.endGraph(way != Way::Dropped));
    }

    std::vector<float> result() const
    {
        std::vector<float> all = m_y.get(), x = m_x.get();
        all.insert(all.end(), x.begin(), x.end());
        return all;
    }

    static constexpr std::int32_t kRows = 3, kSteps = 12;

private:
    const cuda::GpuTable& m_gpu;
    GpuArray<float> m_x, m_normed, m_weights, m_matrix, m_y;
};

}  // namespace

void checkGraphs(const cuda::GpuTable& gpu, const GiveCheck& give)
{
    using Way = SmallStep::Way;
    const auto results = [&](bool graphs, Way every, Way fifth) {
        mustWork(gpu, gpu.useGraphs(graphs));
        SmallStep step(gpu);
        for (std::int32_t i = 0; i < SmallStep::kSteps; ++i)
            step.run(i, 1 + i / 2 % SmallStep::kRows, i == 5 ? fifth : every);
        mustWork(gpu, gpu.useGraphs(cuda::kGraphsAsSaid));
        return step.result();
    };
    const std::vector<float> plain = results(false, Way::Plain, Way::Plain);
    give(equalCheck("graph: switched off", results(false, Way::Graph, Way::Graph), plain));
    give(equalCheck("graph: numbers and grids change", results(true, Way::Graph, Way::Graph), plain));
    give(equalCheck("graph: kernels beside it", results(true, Way::Graph, Way::Plain), plain));
    const std::vector<float> interrupted = results(false, Way::Plain, Way::Interrupted);
    give(equalCheck("graph: a copy between its kernels", results(true, Way::Graph, Way::Interrupted), interrupted));
    const std::vector<float> dropped = results(true, Way::Graph, Way::Dropped);
    const std::size_t step = std::size_t{SmallStep::kRows} * kWidth;
    const auto of = [&](const std::vector<float>& all, std::size_t number) {
        return std::vector<float>(all.begin() + static_cast<std::ptrdiff_t>(number * step),
                                  all.begin() + static_cast<std::ptrdiff_t>((number + 1) * step));
    };
    give(equalCheck("graph: a dropped step leaves nothing", of(dropped, 5), std::vector<float>(step)));
    give(equalCheck("graph: the step before a dropped one", of(dropped, 4), of(plain, 4)));
}

}  // namespace cairn
