// A decoder of hostile bytes under test (reliability.md 9.3 L-8): what it is fed with, and good inputs to begin from. A target aborts
// where a promise of the decoder is broken; sanitizers find the rest. The same targets run in regress_test (replay and seeded
// mutants, any compiler) and in cairn-fuzz (libFuzzer, clang; packaging/fuzz.sh).
#pragma once

#include <cstddef>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

namespace cairn::fuzz
{

using Input = std::span<const std::byte>;

struct Target
{
    const char* name;
    void (*run)(Input input);
    std::vector<std::string> (*seeds)();      // good inputs, written by code
    std::size_t area = 1 << 20;               // mutations of the regress test fall into the first so many bytes
    int mutants = 300;                        // that the regress test tries
};

std::vector<Target> modelTargets();
std::vector<Target> documentTargets();
std::vector<Target> messageTargets();
std::vector<Target> storageTargets();
std::vector<Target> allTargets();

inline void require(bool promise)
{
    if (!promise)
        std::abort();
}

inline std::string_view textOf(Input input)
{
    return {reinterpret_cast<const char*>(input.data()), input.size()};
}

inline std::string stringOf(Input input)
{
    return std::string(textOf(input));
}

}  // namespace cairn::fuzz
