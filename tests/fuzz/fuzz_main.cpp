// cairn-fuzz: one target under libFuzzer. CAIRN_FUZZ_TARGET names it; with CAIRN_FUZZ_SEEDS=FOLDER its good inputs are written there
// first. Everything else is libFuzzer's (packaging/fuzz.sh).
#include "tests/fuzz/fuzz_target.h"
#include "tests/support/temporary_folder.h"

#include <cstdio>
#include <cstring>
#include <filesystem>

namespace
{

cairn::fuzz::Target chosen{};

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***)
{
    const char* name = std::getenv("CAIRN_FUZZ_TARGET");
    for (const auto& target : cairn::fuzz::allTargets()) {
        if (!name)
            std::puts(target.name);
        else if (std::strcmp(name, target.name) == 0)
            chosen = target;
    }
    if (!name)
        std::exit(0);   // the list was asked for
    if (!chosen.run) {
        std::fprintf(stderr, "cairn-fuzz: there is no target '%s'.\n", name);
        std::exit(2);
    }
    if (const char* folder = std::getenv("CAIRN_FUZZ_SEEDS")) {
        std::filesystem::create_directories(folder);
        int number = 0;
        for (const std::string& seed : chosen.seeds())
            cairn::test::writeContent(std::string(folder) + "/seed" + std::to_string(number++), seed);
    }
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    chosen.run(std::as_bytes(std::span(data, size)));
    return 0;
}
