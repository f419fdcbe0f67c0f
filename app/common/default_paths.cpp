#include "app/common/default_paths.h"

#include "storage/files/home_folder.h"

#include <cstdlib>

namespace cairn
{
namespace
{

namespace fs = std::filesystem;

constexpr const char* kDefaultModelFile = "SmolLM2-135M-Instruct.Q4_1.gguf";

std::optional<fs::path> environmentPath(const char* name)
{
    const char* value = std::getenv(name);
    return value && *value ? std::optional<fs::path>(value) : std::nullopt;
}

// XDG base directory specification: a relative value is ignored.
fs::path baseFolder(const char* variable, const char* below)
{
    if (const auto folder = environmentPath(variable); folder && folder->is_absolute())
        return *folder / "cairn";
    return fs::path(homeFolder()) / below / "cairn";
}

}  // namespace

fs::path programFolder()
{
    std::error_code code;
    return fs::read_symlink("/proc/self/exe", code).parent_path();
}

fs::path dataFolder() { return baseFolder("XDG_DATA_HOME", ".local/share"); }
fs::path cacheFolder() { return baseFolder("XDG_CACHE_HOME", ".cache"); }
fs::path stateFolder() { return baseFolder("XDG_STATE_HOME", ".local/state"); }

fs::path resourcesFolder()
{
    const fs::path installed = programFolder().parent_path() / "share" / "cairn";
    std::error_code code;
    return fs::exists(installed, code) ? installed : fs::path(CAIRN_SOURCE_RESOURCES);
}

fs::path handbookFile() { return resourcesFolder() / "handbook.md"; }
fs::path handbookQuestionsFile() { return resourcesFolder() / "handbook_questions.txt"; }

std::vector<fs::path> modelFolders()
{
    std::vector<fs::path> folders{dataFolder() / "models", resourcesFolder() / "models"};
    if (const auto deps = environmentPath("CAIRN_DEPS"))
        folders.push_back(*deps / "models");
    folders.push_back(fs::path(CAIRN_BUILD_DEPS) / "models");
    return folders;
}

std::optional<fs::path> namedModel() { return environmentPath("CAIRN_MODEL"); }

std::vector<fs::path> defaultModelsIn(const std::vector<fs::path>& folders)
{
    std::vector<fs::path> models;
    for (const fs::path& folder : folders) {
        std::error_code code;
        if (fs::exists(folder / kDefaultModelFile, code))
            models.push_back(folder / kDefaultModelFile);
    }
    return models;
}

std::optional<fs::path> defaultModel()
{
    if (const auto named = namedModel())
        return named;
    const auto models = defaultModelsIn(modelFolders());
    return models.empty() ? std::nullopt : std::optional(models.front());
}

}  // namespace cairn
