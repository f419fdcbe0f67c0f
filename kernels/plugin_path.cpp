#include "kernels/plugin_path.h"

#include <unistd.h>

#include <climits>

namespace cairn::kernels
{

namespace
{

std::string programFolder()
{
    char path[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
    const std::string program = length > 0 ? std::string(path, static_cast<std::size_t>(length)) : std::string();
    return program.substr(0, program.rfind('/') + 1);
}

}  // namespace

std::string pluginPath(const std::string& name)
{
    const std::string folder = programFolder();
    for (const std::string& path : {folder + name, folder + "../lib/cairn/" + name}) {
        if (access(path.c_str(), R_OK) == 0)
            return path;
    }
    return {};
}

}  // namespace cairn::kernels
