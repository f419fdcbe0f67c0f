#include "app/session/session_register.h"

#include "storage/bytes/hashing.h"
#include "storage/files/atomic_file.h"
#include "storage/folders/session_folder.h"
#include "storage/rescue/row_scan.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <vector>

namespace cairn
{
namespace
{

namespace files = std::filesystem;

constexpr std::size_t kMostEntries = 10'000;   // the oldest go first

std::string registerPath() { return files::path(defaultSessionsFolder()).parent_path().string() + "/known-sessions"; }

std::string canonicalPath(const std::string& folder)
{
    std::error_code code;
    const auto path = files::weakly_canonical(folder, code);
    std::string text = code ? folder : path.string();
    while (text.size() > 1 && text.ends_with('/'))
        text.pop_back();
    return text;
}

// One line each: 32 hex digits, a space, the path. A path with a line break is never known.
std::vector<std::string> entries()
{
    std::vector<std::string> lines;
    std::ifstream in(registerPath());
    for (std::string line; std::getline(in, line);)
        lines.push_back(line);
    return lines;
}

std::vector<std::string> entriesOf(const std::string& folder)
{
    std::vector<std::string> lines;
    for (const Hash128& id : peekSessionIds(folder + "/session.db"))
        lines.push_back(hexText(id) + " " + folder);
    return lines;
}

}  // namespace

bool isForeignSession(const std::string& folder)
{
    const std::string path = canonicalPath(folder);
    if (files::path(path).parent_path() == canonicalPath(defaultSessionsFolder()))
        return false;
    const auto known = entries(), mine = entriesOf(path);
    return mine.empty() || std::none_of(mine.begin(), mine.end(), [&](const std::string& entry) {
        return std::find(known.begin(), known.end(), entry) != known.end();
    });
}

Result<void> registerSession(const std::string& folder)
{
    const std::string path = canonicalPath(folder);
    auto known = entries();
    const auto mine = entriesOf(path);
    if (mine.empty() || std::find(known.begin(), known.end(), mine.front()) != known.end())
        return {};
    known.push_back(mine.front());
    if (known.size() > kMostEntries)
        known.erase(known.begin());
    std::string text;
    for (const std::string& line : known)
        text += line + "\n";
    std::error_code code;
    files::create_directories(files::path(registerPath()).parent_path(), code);
    return writeFileAtomically(registerPath(), std::as_bytes(std::span(text)));
}

}  // namespace cairn
