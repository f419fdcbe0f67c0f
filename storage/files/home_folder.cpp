#include "storage/files/home_folder.h"

#include <pwd.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

namespace cairn
{

std::string homeFolder()
{
    if (const char* home = std::getenv("HOME"); home && home[0] == '/')
        return home;
    std::array<char, 16384> names{};
    passwd entry{};
    passwd* found = nullptr;
    const bool isKnown = getpwuid_r(geteuid(), &entry, names.data(), names.size(), &found) == 0 && found;
    return isKnown && found->pw_dir && found->pw_dir[0] == '/' ? found->pw_dir : "/";
}

}  // namespace cairn
