// The other side: a process that packaging/baseline.sh built, which keeps a model of llama.cpp loaded and answers one request a
// line with one JSON object a line (packaging/baseline/driver.cpp lists them). One thread; the process ends with the object.
#pragma once

#include "app/lab/benchmark/report.h"
#include "core/result.h"

#include <cstdio>
#include <memory>
#include <string>

#include <sys/types.h>

namespace cairn::benchmark
{

class BaselineDriver
{
public:
    // `folder`: what packaging/baseline.sh printed. NotFound: there is no driver in it.
    static Result<void> check(const std::string& folder);   // NotFound: there is none
    static Result<std::unique_ptr<BaselineDriver>> start(const std::string& folder);
    ~BaselineDriver();
    BaselineDriver(const BaselineDriver&) = delete;
    BaselineDriver& operator=(const BaselineDriver&) = delete;

    pid_t process() const { return m_process; }
    const BaselineFacts& facts() const { return m_facts; }

    Result<void> load(int threads, const std::string& model);
    Result<void> context(std::uint32_t tokens, const BaselineSettings& settings);
    Result<void> threads(int threads);   // of the same context, which stays filled
    Result<void> fill(std::uint32_t depth, const std::string& folder);
    Result<Sample> decode(std::uint32_t tokens);                                 // per token
    Result<Sample> prompt(std::uint32_t tokens);                                 // per token
    Result<void> save(const std::string& file);
    Result<Sample> restore(std::uint32_t promptTokens, const std::string& file); // the whole

private:
    BaselineDriver() = default;
    Result<Sample> ask(const std::string& request);

    pid_t m_process = -1;
    std::FILE* m_to = nullptr;
    std::FILE* m_from = nullptr;
    BaselineFacts m_facts;
};

// An answer of the driver: its times, zeros where it states none. Io: it says that the request failed, or is no answer.
Result<Sample> parseAnswer(const std::string& line);

}  // namespace cairn::benchmark
