// Opening a model from safetensors against plainly reading the file (C14): until the engine could compute.
#include "app/lab/benchmark/random_model.h"
#include "app/lab/goals/run.h"

#include <filesystem>

namespace cairn::benchmark
{

void measureLoading(Run& run)
{
    if (!run.wants("C14"))
        return;
    const std::string folder = run.plan().folder + "/safetensors", file = folder + "/model.safetensors";
    const auto written = writeRandomFolder(folder, smolLm2Shape(), 1);
    for (const bool cold : {false, true}) {
        Row row = rowOf(goalOf("C14", 0), std::string("smollm2 shape fp16, engine opened, ") + (cold ? "cold" : "warm"));
        row.unit = kGbPerSecond;
        row.threads = run.threads();
        row.processorTells = !cold;
        run.measured(std::move(row), [&](Row& into) -> Result<void> {
            if (!written)
                return written.error();
            std::error_code code;
            const auto bytes = static_cast<double>(std::filesystem::file_size(file, code));
            if (auto warm = preadFile(file, 1, false); !warm)
                return warm.error();
            const auto load = [&]() -> Result<Sample> {
                if (cold)
                    if (auto done = evict(file); !done)
                        return done.error();
                return timedResult(bytes, [&]() -> Result<void> {
                    auto engine = Engine::open(run.engineOptions(folder));
                    return engine ? Result<void>() : engine.error();
                });
            };
            return measurePairs(into, run.pairs(), [&] { return preadFile(file, 1, cold); }, load);
        });
    }
    std::error_code code;
    std::filesystem::remove_all(folder, code);
}

}  // namespace cairn::benchmark
