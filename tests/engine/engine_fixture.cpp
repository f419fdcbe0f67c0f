#include "tests/engine/engine_fixture.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

namespace cairn
{

std::unique_ptr<Engine> openGolden(const std::string& name, KvType type, std::uint64_t budget)
{
    EngineOptions options;
    options.modelPath = std::string(CAIRN_SOURCE_DIR) + "/tests/golden/" + name;
    options.device = DeviceChoice::Cpu;
    options.kvType = type;
    options.memoryBudgetBytes = budget;
    const std::string adapter = options.modelPath + "/adapter.safetensors";
    if (std::filesystem::exists(adapter))
        options.landmarkAdapterPath = adapter;
    auto engine = Engine::open(options);
    if (!engine) {
        std::fprintf(stderr, "%s\n", engine.error().message.c_str());
        std::abort();
    }
    return std::move(*engine);
}

std::vector<TokenId> textTokens(const Engine& engine, std::size_t count, std::uint64_t seed)
{
    const auto& config = engine.info().config;
    std::vector<TokenId> tokens;
    std::uint64_t state = seed * 0x9E3779B97F4A7C15ull + 1;
    while (tokens.size() < count) {
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        const auto id = static_cast<TokenId>((state >> 33) % config.vocabulary);
        const bool landmark = config.landmark && id == config.landmark->id;
        if (!landmark && std::find(config.suppressed.begin(), config.suppressed.end(), id) == config.suppressed.end())
            tokens.push_back(id);
    }
    return tokens;
}

ReadingSettings smallReading(const Engine& engine, std::uint32_t topK, std::uint32_t windowBlocks, std::uint32_t pinFirst,
                             std::uint32_t pinNewest)
{
    ReadingSettings reading = engine.defaultReading();
    reading.topK = topK;
    reading.window = windowBlocks * engine.info().blockLength;
    reading.pinFirst = pinFirst;
    reading.pinNewest = pinNewest;
    return reading;
}

}  // namespace cairn
