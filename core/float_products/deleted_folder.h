// oneMKL, inside LibTorch's library, ends the process while it is loaded if the current folder has been deleted.
#pragma once

#include <cerrno>
#include <climits>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace cairn
{

// Goes to "/" while LibTorch is loaded, if the current folder has been deleted, and back: relative names stay what they are, names of
// nothing. For the whole process. Callable before any library is initialised.
class DeletedFolder
{
public:
    void leave()
    {
        char path[PATH_MAX];
        if (getcwd(path, sizeof path) || errno != ENOENT)
            return;
        m_folder = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
        if (m_folder >= 0 && chdir("/") != 0)
            close(std::exchange(m_folder, -1));
    }

    void comeBack()
    {
        if (m_folder >= 0 && fchdir(m_folder) == 0)
            close(std::exchange(m_folder, -1));
    }

private:
    int m_folder = -1;
};

}  // namespace cairn
