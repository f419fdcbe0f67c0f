// cairn-cli list: the sessions in the sessions' place (or in another folder).
#include "app/cli/commands.h"
#include "app/cli/common_options.h"
#include "app/common/default_paths.h"

#include <algorithm>
#include <filesystem>
#include <vector>

namespace cairn
{
namespace
{

namespace fs = std::filesystem;

std::uint64_t bytesOf(const fs::path& folder)
{
    std::uint64_t bytes = 0;
    std::error_code code;
    for (const auto& entry : fs::directory_iterator(folder, code)) {
        if (entry.is_regular_file(code))
            bytes += entry.file_size(code);
    }
    return bytes;
}

void printSession(const fs::path& folder, Console& console)
{
    SessionStoreOptions options;
    options.access = Access::ReadOnly;
    const auto store = SessionStore::open(folder.string(), options);
    JsonWriter json;
    json.beginObject().member("session", folder.string());
    if (!store) {
        json.member("error", store.error().message).endObject();
        console.json() ? console.object(std::move(json)) : console.line(folder.string() + ": " + store.error().message);
        return;
    }
    const std::string title = (*store)->title() ? *(*store)->title() : std::string();
    const auto documents = (*store)->documents();
    const auto answers = (*store)->answers();
    const auto memories = (*store)->memories();
    std::uint32_t stored = 0, total = 0;
    if (memories && !memories->empty()) {
        stored = memories->back().storedBlocks;
        total = memories->back().totalBlocks;
    }
    const std::uint64_t bytes = bytesOf(folder);
    if (console.json()) {
        json.member("title", title).member("documents", documents ? documents->size() : 0).member("answers", answers ? answers->size() : 0);
        json.member("stored_blocks", stored).member("total_blocks", total).member("bytes", bytes).endObject();
        console.object(std::move(json));
    } else {
        console.line(folder.string() + "\n  " + title + "; " + std::to_string(documents ? documents->size() : 0) + " documents, read " +
                     std::to_string(stored) + " of " + std::to_string(total) + " blocks, " + std::to_string(answers ? answers->size() : 0) +
                     " answers, " + std::to_string(bytes >> 20) + " MB");
    }
}

int run(const Arguments& arguments, Console& console)
{
    const fs::path place = arguments.operands().empty() ? dataFolder() / "sessions" : fs::path(arguments.operands()[0]);
    std::vector<fs::path> folders;
    std::error_code code;
    for (const auto& entry : fs::directory_iterator(place, code)) {
        if (isSessionFolder(entry.path().string()))
            folders.push_back(entry.path());
    }
    std::sort(folders.begin(), folders.end());
    for (const fs::path& folder : folders)
        printSession(folder, console);
    if (folders.empty())
        console.note("No sessions in " + place.string() + ". Read a document: cairn-cli read FILE");
    return kDone;
}

}  // namespace

Command listCommand()
{
    return {{"list", "list [FOLDER]", "Lists sessions with their size, reading state and answers.", {kJsonOption}, 0, 1}, run};
}

}  // namespace cairn
