#include "app/import/sandbox.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cstdint>

namespace cairn::sandbox
{
namespace
{

// PDFium takes the text of non-embedded fonts from here. Fixed: no part of the environment names a folder.
constexpr std::array<const char*, 3> kFontFolders{"/usr/share/fonts", "/usr/local/share/fonts", "/etc/fonts"};

// Every right up to the kernel's version: what isn't handled would stay allowed. ABI 1 has 13 rights, 2 adds REFER,
// 3 TRUNCATE, 5 IOCTL_DEV (linux/landlock.h of newer kernels; older headers lack the names).
std::uint64_t rightsOf(int version)
{
    std::uint64_t rights = (1ull << 13) - 1;
    if (version >= 2)
        rights |= 1ull << 13;
    if (version >= 3)
        rights |= 1ull << 14;
    if (version >= 5)
        rights |= 1ull << 15;
    return rights;
}

// Grows with the kernel's ABI; the kernel takes any size whose unknown rest is zero.
struct RulesetAttributes
{
    std::uint64_t handledFiles = 0;
    std::uint64_t handledNetwork = 0; // ABI 4: bind and connect TCP
    std::uint64_t scoped = 0;         // ABI 6: abstract sockets, signals
};

std::size_t attributeBytes(int version)
{
    return version >= 6 ? 24 : version >= 4 ? 16 : 8;
}

bool allowReading(int ruleset, const char* folder)
{
    const int fd = ::open(folder, O_PATH | O_CLOEXEC);
    if (fd < 0)
        return true; // not there: nothing to allow
    landlock_path_beneath_attr rule{};
    rule.allowed_access = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
    rule.parent_fd = fd;
    const bool done = ::syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0;
    ::close(fd);
    return done;
}

} // namespace

bool restrictFiles()
{
    const auto version = int(::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION));
    if (version < 1)
        return false;
    RulesetAttributes attributes;
    attributes.handledFiles = rightsOf(version);
    attributes.handledNetwork = version >= 4 ? 3 : 0;
    attributes.scoped = version >= 6 ? 3 : 0;
    const auto ruleset = int(::syscall(SYS_landlock_create_ruleset, &attributes, attributeBytes(version), 0));
    if (ruleset < 0)
        return false;
    bool done = true;
    for (const char* folder : kFontFolders)
        done = done && allowReading(ruleset, folder);
    done = done && ::syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
    ::close(ruleset);
    return done;
}

} // namespace cairn::sandbox
