// Landlock: what of the file system a process may still open. Nothing that isn't listed, and where the kernel knows how, no TCP, no
// abstract sockets and no signals to others either. Irreversible.
#pragma once

#include <cstdint>
#include <string>

namespace cairn::sandbox
{

class LandlockRules
{
public:
    LandlockRules();                          // nothing may be opened
    ~LandlockRules();
    LandlockRules(const LandlockRules&) = delete;
    LandlockRules& operator=(const LandlockRules&) = delete;

    // A file, or a folder with all below it. A path that isn't there adds nothing.
    void allowReading(const std::string& path);
    void allowAll(const std::string& path);

    // True: in force for this thread and those it starts. False: the kernel has no Landlock, or a rule failed; nothing is in force.
    // REQUIRES: no new privileges (PR_SET_NO_NEW_PRIVS).
    bool restrictThread();

private:
    void allow(const std::string& path, std::uint64_t rights);

    int m_version = 0;
    int m_ruleset = -1;
    bool m_good = false;
};

}  // namespace cairn::sandbox
