// Where our programs look for models, adapters, the handbook and sessions when nothing is said. No file is opened.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace cairn
{

// The folder of the running executable.
std::filesystem::path programFolder();

// XDG_DATA_HOME/cairn (default ~/.local/share/cairn); XDG_CACHE_HOME/cairn likewise.
std::filesystem::path dataFolder();
std::filesystem::path cacheFolder();
std::filesystem::path stateFolder();

// resources/ of an installation (../share/cairn beside bin) or of the source tree that was built.
std::filesystem::path resourcesFolder();

// The sample document in it, and the questions that come with it, one a line.
std::filesystem::path handbookFile();
std::filesystem::path handbookQuestionsFile();

// Folders searched for the default model, in this order: CAIRN_MODEL's own value is not among them.
std::vector<std::filesystem::path> modelFolders();

// CAIRN_MODEL's value: used and no other; nullopt: unset. The default model in each folder that has it.
std::optional<std::filesystem::path> namedModel();
std::vector<std::filesystem::path> defaultModelsIn(const std::vector<std::filesystem::path>& folders);

// CAIRN_MODEL, else the default model in the first folder that has it; nullopt: nowhere.
std::optional<std::filesystem::path> defaultModel();

}  // namespace cairn
