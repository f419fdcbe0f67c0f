// A folder of a run for models, databases and states, which may be gigabytes.
#pragma once

#include <string>

#include <sys/types.h>

namespace cairn::benchmark
{

// Gone with the object, and with the process, however that ends: a process of its own waits for it and deletes the folder. What runs
// left whose waiting process was killed, too, goes when the next folder is made.
class TemporaryFolder
{
public:
    TemporaryFolder();
    explicit TemporaryFolder(const std::string& parent);
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    const std::string& path() const { return m_path; }   // empty: none can be made

private:
    std::string m_path;
    int m_lock = -1, m_alive = -1;   // the lock is held by both processes; the other one reads the end of the pipe
    pid_t m_remover = -1;
};

}  // namespace cairn::benchmark
