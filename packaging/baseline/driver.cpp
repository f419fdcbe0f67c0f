// Keeps a model of llama.cpp loaded and answers requests to time it: one request a line on standard input, one JSON object a line on
// standard output. Compiled by packaging/baseline.sh against llama.cpp; no part of Cairn.
//
//   load THREADS FILE                  the model; frees an earlier one
//   context TOKENS FA THREADS UBATCH   a new context: room in tokens, flash attention 0 or 1
//   threads THREADS                    of the same context from now on
//   fill DEPTH FOLDER                  keys and values of DEPTH tokens: a short real text, repeated through a state file in FOLDER
//   decode TOKENS                      {"wall","cpu"} seconds for TOKENS tokens behind DEPTH, one more before them untimed
//   prompt TOKENS                      {"wall","cpu"} for TOKENS tokens in batches behind DEPTH
//   save FILE / restore TOKENS FILE    the state; {"wall","cpu"} from an empty cache to the logits behind a prompt of TOKENS
// "cpu" is processor time of all threads. Every answer has "ok"; false comes with "error". Between requests no thread computes.
#include "llama.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace
{

struct Times
{
    double wall, cpu;
};

double cpuSeconds()
{
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

template <typename Work>
Times timed(Work&& work)
{
    const auto wall = std::chrono::steady_clock::now();
    const double cpu = cpuSeconds();
    work();
    return {std::chrono::duration<double>(std::chrono::steady_clock::now() - wall).count(), cpuSeconds() - cpu};
}

[[noreturn]] void fail(const std::string& what)
{
    throw std::runtime_error(what);
}

template <typename T>
T take(std::istream& in)
{
    T value{};
    if (!in.read(reinterpret_cast<char*>(&value), sizeof value))
        fail("the state file ends early");
    return value;
}

template <typename T>
void put(std::ostream& out, T value)
{
    out.write(reinterpret_cast<const char*>(&value), sizeof value);
}

// Repeats the cells of a sequence state until there are `cells` of them: the layout of llama_kv_cache::state_write().
class StateStretcher
{
public:
    StateStretcher(const std::string& from, const std::string& to, std::uint32_t cells)
        : m_in(from, std::ios::binary), m_out(to, std::ios::binary), m_cells(cells)
    {
    }

    void run()
    {
        put(m_out, take<std::uint32_t>(m_in));   // magic
        put(m_out, take<std::uint32_t>(m_in));   // version
        if (take<std::uint32_t>(m_in) != 0)
            fail("a state with tokens can't be stretched");
        put<std::uint32_t>(m_out, 0);
        if (take<std::uint32_t>(m_in) != 1)
            fail("a cache of several streams can't be stretched");
        put<std::uint32_t>(m_out, 1);
        m_have = take<std::uint32_t>(m_in);
        put(m_out, m_cells);
        places();
        const bool transposed = take<std::uint32_t>(m_in) != 0;
        put<std::uint32_t>(m_out, transposed);
        const auto layers = take<std::uint32_t>(m_in);
        put(m_out, layers);
        for (std::uint32_t i = 0; i < layers; ++i)
            rows();
        for (std::uint32_t i = 0; i < layers; ++i)
            transposed ? columns() : rows();
        if (!m_out.flush())
            fail("the state file can't be written");
    }

private:
    void places()
    {
        for (std::uint32_t i = 0; i < m_have; ++i) {
            take<std::int32_t>(m_in);
            if (take<std::uint32_t>(m_in) != 1)
                fail("a cell of several sequences can't be repeated");
            take<std::int32_t>(m_in);
        }
        for (std::uint32_t i = 0; i < m_cells; ++i) {
            put(m_out, static_cast<std::int32_t>(i));
            put<std::uint32_t>(m_out, 1);
            put<std::int32_t>(m_out, 0);
        }
    }
    void repeat(std::size_t cellBytes)
    {
        std::vector<char> cells(m_have * cellBytes);
        if (!m_in.read(cells.data(), static_cast<std::streamsize>(cells.size())))
            fail("the state file ends early");
        for (std::uint32_t done = 0; done < m_cells; done += m_have)
            m_out.write(cells.data(), static_cast<std::streamsize>(std::min(m_have, m_cells - done) * cellBytes));
    }
    void rows()
    {
        put(m_out, take<std::int32_t>(m_in));
        const auto bytes = take<std::uint64_t>(m_in);
        put(m_out, bytes);
        repeat(bytes);
    }
    void columns()
    {
        put(m_out, take<std::int32_t>(m_in));
        const auto bytes = take<std::uint32_t>(m_in);
        const auto width = take<std::uint32_t>(m_in);
        put(m_out, bytes);
        put(m_out, width);
        for (std::uint32_t j = 0; j < width; ++j)
            repeat(bytes);
    }

    std::ifstream m_in;
    std::ofstream m_out;
    std::uint32_t m_cells, m_have = 0;
};

class Driver
{
public:
    void load(int threads, const std::string& file)
    {
        drop();
        llama_model_free(m_model);
        llama_model_params params = llama_model_default_params();
        params.n_gpu_layers = 0;
        m_model = llama_model_load_from_file(file.c_str(), params);
        if (!m_model)
            fail("the model can't be loaded");
        m_vocabulary = llama_vocab_n_tokens(llama_model_get_vocab(m_model));
        makeContext(512, false, threads, 512);
    }

    void makeContext(std::uint32_t tokens, bool flash, int threads, std::uint32_t ubatch)
    {
        if (!m_model)
            fail("no model is loaded");
        drop();
        llama_context_params params = llama_context_default_params();
        params.n_ctx = tokens;
        params.n_batch = 2048;
        params.n_ubatch = ubatch;
        params.n_threads = params.n_threads_batch = threads;
        params.flash_attn_type = flash ? LLAMA_FLASH_ATTN_TYPE_ENABLED : LLAMA_FLASH_ATTN_TYPE_DISABLED;
        params.no_perf = true;
        m_context = llama_init_from_model(m_model, params);
        if (!m_context)
            fail("there is not enough memory for this context");
    }

    void useThreads(int threads)
    {
        memory();
        llama_set_n_threads(m_context, threads, threads);
    }

    void fill(std::uint32_t depth, const std::string& folder)
    {
        constexpr std::uint32_t kReal = 256;
        llama_memory_clear(memory(), true);
        if (depth > 0)
            run(std::min(depth, kReal));
        if (depth > kReal) {
            const std::string small = folder + "/small.state", large = folder + "/large.state";
            save(small);
            StateStretcher(small, large, depth).run();
            load(large);
            std::remove(small.c_str());
            std::remove(large.c_str());
        }
        m_depth = depth;
    }

    Times decode(int tokens)
    {
        back();
        run(1);
        const Times times = timed([&] {
            for (int i = 0; i < tokens; ++i)
                run(1);
        });
        back();
        return times;
    }

    Times prompt(std::uint32_t tokens)
    {
        back();
        const Times times = timed([&] { run(tokens); });
        back();
        return times;
    }

    void save(const std::string& file)
    {
        if (llama_state_seq_save_file(m_context, file.c_str(), 0, nullptr, 0) == 0)
            fail("the state can't be saved");
    }

    Times restore(std::uint32_t tokens, const std::string& file)
    {
        const std::uint32_t depth = m_depth;
        llama_memory_clear(memory(), true);
        const Times times = timed([&] {
            load(file);
            run(tokens);
        });
        m_depth = depth;
        return times;
    }

private:
    void drop()
    {
        llama_free(m_context);
        m_context = nullptr;
        m_depth = 0;
    }
    llama_memory_t memory()
    {
        if (!m_context)
            fail("no context is open");
        return llama_get_memory(m_context);
    }
    void load(const std::string& file)
    {
        llama_token none = 0;
        std::size_t count = 0;
        if (llama_state_seq_load_file(m_context, file.c_str(), 0, &none, 1, &count) == 0)
            fail("the state can't be restored");
    }
    void back()
    {
        llama_memory_seq_rm(memory(), 0, static_cast<llama_pos>(m_depth), -1);
    }
    // The next `tokens` tokens, logits of the last; then the best one, as a sampler would choose.
    void run(std::uint32_t tokens)
    {
        std::vector<llama_token> batch(tokens);
        for (llama_token& id : batch) {
            m_random = m_random * 6364136223846793005ull + 1442695040888963407ull;
            id = static_cast<llama_token>(3 + (m_random >> 33) % static_cast<std::uint64_t>(m_vocabulary - 3));
        }
        for (std::uint32_t done = 0; done < tokens; done += 2048) {
            const auto count = static_cast<std::int32_t>(std::min(tokens - done, 2048u));
            if (llama_decode(m_context, llama_batch_get_one(batch.data() + done, count)) != 0)
                fail("a step failed");
        }
        const float* logits = llama_get_logits_ith(m_context, -1);
        for (int i = 1; i < m_vocabulary; ++i)
            m_best = logits[i] > logits[m_best] ? i : m_best;
    }

    llama_model* m_model = nullptr;
    llama_context* m_context = nullptr;
    int m_vocabulary = 0;
    volatile int m_best = 0;
    std::uint32_t m_depth = 0;
    std::uint64_t m_random = 1;
};

void answer(const Times& times)
{
    std::printf("{\"ok\":true,\"wall\":%.9f,\"cpu\":%.9f}\n", times.wall, times.cpu);
}

void serve(Driver& driver, const std::string& line)
{
    std::istringstream words(line);
    std::string request, file;
    std::uint32_t a = 0, b = 0, c = 0, d = 0;
    words >> request;
    const auto path = [&] {
        words >> std::ws;
        std::getline(words, file);
        return file;
    };
    if (request == "load" && words >> a)
        driver.load(static_cast<int>(a), path());
    else if (request == "context" && words >> a >> b >> c >> d)
        driver.makeContext(a, b != 0, static_cast<int>(c), d);
    else if (request == "threads" && words >> a)
        driver.useThreads(static_cast<int>(a));
    else if (request == "fill" && words >> a)
        driver.fill(a, path());
    else if (request == "save")
        driver.save(path());
    else if (request == "decode" && words >> a)
        return answer(driver.decode(static_cast<int>(a)));
    else if (request == "prompt" && words >> a)
        return answer(driver.prompt(a));
    else if (request == "restore" && words >> a)
        return answer(driver.restore(a, path()));
    else
        fail("this request is not known");
    std::printf("{\"ok\":true}\n");
}

}  // namespace

int main()
{
    llama_log_set([](ggml_log_level, const char*, void*) {}, nullptr);
    llama_backend_init();
    Driver driver;
    for (std::string line; std::getline(std::cin, line);) {
        try {
            serve(driver, line);
        } catch (const std::exception& error) {
            std::printf("{\"ok\":false,\"error\":\"%s\"}\n", error.what());   // our own words only
        }
        std::fflush(stdout);
    }
    return 0;
}
