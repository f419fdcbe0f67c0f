#include "app/common/process_start.h"

#include <cerrno>
#include <climits>
#include <csignal>
#include <initializer_list>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace
{

int deletedFolder = -1;

// oneMKL, inside LibTorch's library, ends the process while it is loaded if the current folder has been deleted. Runs before the
// libraries' own initialisers: they are called from "/", prepareProcess() goes back.
void leaveDeletedFolder(int, char**, char**)
{
    char path[PATH_MAX];
    if (getcwd(path, sizeof path) || errno != ENOENT)
        return;
    deletedFolder = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (deletedFolder >= 0 && chdir("/") != 0)
        close(std::exchange(deletedFolder, -1));
}

[[gnu::section(".preinit_array"), gnu::used]] void (*const kBeforeLibraries)(int, char**, char**) = leaveDeletedFolder;

}  // namespace

namespace cairn
{

void prepareProcess()
{
    if (deletedFolder >= 0 && fchdir(deletedFolder) == 0)   // relative names stay what they are: names of nothing
        close(std::exchange(deletedFolder, -1));
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (fcntl(stream, F_GETFD) < 0)   // the lowest free number is taken, so this one
            (void)open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
    std::signal(SIGXFSZ, SIG_IGN);
}

}  // namespace cairn
