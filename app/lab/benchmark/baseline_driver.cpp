#include "app/lab/benchmark/baseline_driver.h"

#include "core/formats/json.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <vector>

extern char** environ;

namespace cairn::benchmark
{

namespace
{

Error unusable(const std::string& why)
{
    return {ErrorCode::Io, "The baseline's driver " + why + "; build it again with packaging/baseline.sh."};
}

// Ours without the OpenMP settings of this program: passive waiting would slow the other side.
std::vector<char*> driverEnvironment()
{
    std::vector<char*> variables;
    for (char** variable = environ; *variable; ++variable)
        if (std::strncmp(*variable, "OMP_", 4) != 0)
            variables.push_back(*variable);
    variables.push_back(nullptr);
    return variables;
}

Result<BaselineFacts> readFacts(const std::string& folder)
{
    const auto json = readJsonFile(folder + "/baseline.json");
    if (!json)
        return json.error();
    BaselineFacts facts;
    for (auto [key, to] : {std::pair{"name", &facts.name}, std::pair{"version", &facts.version}, std::pair{"sha256", &facts.sha256}})
        if (const JsonValue* value = json->find(key); value && value->string())
            *to = *value->string();
    return facts;
}

}  // namespace

Result<void> BaselineDriver::check(const std::string& folder)
{
    if (access((folder + "/driver").c_str(), X_OK) != 0)
        return Error{ErrorCode::NotFound, "There is no baseline in this folder; build one with packaging/baseline.sh."};
    return {};
}

Result<std::unique_ptr<BaselineDriver>> BaselineDriver::start(const std::string& folder)
{
    const std::string path = folder + "/driver";
    if (auto there = check(folder); !there)
        return there.error();
    auto facts = readFacts(folder);
    if (!facts)
        return facts.error();
    int to[2], from[2];
    if (pipe2(to, O_CLOEXEC) != 0)
        return unusable("can't be started");
    if (pipe2(from, O_CLOEXEC) != 0) {
        close(to[0]);
        close(to[1]);
        return unusable("can't be started");
    }
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, to[0], 0);
    posix_spawn_file_actions_adddup2(&actions, from[1], 1);
    char* words[] = {const_cast<char*>(path.c_str()), nullptr};
    std::unique_ptr<BaselineDriver> driver(new BaselineDriver);
    const int failed = posix_spawn(&driver->m_process, path.c_str(), &actions, nullptr, words, driverEnvironment().data());
    posix_spawn_file_actions_destroy(&actions);
    close(to[0]);
    close(from[1]);
    driver->m_to = fdopen(to[1], "w");
    driver->m_from = fdopen(from[0], "r");
    driver->m_facts = std::move(*facts);
    std::signal(SIGPIPE, SIG_IGN);   // a driver that died is an error, not our end
    if (failed != 0) {
        driver->m_process = -1;
        return unusable("can't be started");
    }
    return driver;
}

BaselineDriver::~BaselineDriver()
{
    if (m_to)
        std::fclose(m_to);   // the end of its input ends it
    if (m_from)
        std::fclose(m_from);
    if (m_process > 0) {
        kill(m_process, SIGKILL);
        waitpid(m_process, nullptr, 0);
    }
}

Result<Sample> parseAnswer(const std::string& line)
{
    const auto json = parseJson(line);
    if (!json)
        return unusable("gave an answer that is none");
    const JsonValue* ok = json->find("ok");
    if (!ok || !ok->boolean().value_or(false)) {
        const JsonValue* error = json->find("error");
        return Error{ErrorCode::Io, "The baseline reports: " + (error && error->string() ? *error->string() : "a failure") + "."};
    }
    Sample sample;
    if (const JsonValue* wall = json->find("wall"))
        sample.wall = wall->number().value_or(0);
    if (const JsonValue* processor = json->find("cpu"))
        sample.processor = processor->number().value_or(0);
    return sample;
}

Result<Sample> BaselineDriver::ask(const std::string& request)
{
    std::fprintf(m_to, "%s\n", request.c_str());
    if (std::fflush(m_to) != 0)
        return unusable("ended");
    std::string line;
    for (int c = std::fgetc(m_from); c != '\n'; c = std::fgetc(m_from)) {
        if (c == EOF)
            return unusable("ended");
        line.push_back(static_cast<char>(c));
    }
    return parseAnswer(line);
}

Result<void> BaselineDriver::load(int threads, const std::string& model)
{
    auto done = ask("load " + std::to_string(threads) + " " + model);
    return done ? Result<void>() : done.error();
}

Result<void> BaselineDriver::context(std::uint32_t tokens, const BaselineSettings& settings)
{
    auto done = ask("context " + std::to_string(tokens) + (settings.flashAttention ? " 1 " : " 0 ") + std::to_string(settings.threads) + " "
                    + std::to_string(settings.ubatch));
    return done ? Result<void>() : done.error();
}

Result<void> BaselineDriver::threads(int threads)
{
    auto done = ask("threads " + std::to_string(threads));
    return done ? Result<void>() : done.error();
}

Result<void> BaselineDriver::fill(std::uint32_t depth, const std::string& folder)
{
    auto done = ask("fill " + std::to_string(depth) + " " + folder);
    return done ? Result<void>() : done.error();
}

Result<Sample> BaselineDriver::decode(std::uint32_t tokens)
{
    auto sample = ask("decode " + std::to_string(tokens));
    if (!sample)
        return sample.error();
    return Sample{sample->wall / tokens, sample->processor / tokens};
}

Result<Sample> BaselineDriver::prompt(std::uint32_t tokens)
{
    auto sample = ask("prompt " + std::to_string(tokens));
    if (!sample)
        return sample.error();
    return Sample{sample->wall / tokens, sample->processor / tokens};
}

Result<void> BaselineDriver::save(const std::string& file)
{
    auto done = ask("save " + file);
    return done ? Result<void>() : done.error();
}

Result<Sample> BaselineDriver::restore(std::uint32_t promptTokens, const std::string& file)
{
    return ask("restore " + std::to_string(promptTokens) + " " + file);
}

}  // namespace cairn::benchmark
