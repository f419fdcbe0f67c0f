#include "app/sandbox/landlock_rules.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstddef>

namespace cairn::sandbox
{
namespace
{

constexpr std::uint64_t kTruncate = 1ull << 14, kDeviceControl = 1ull << 15;

// Every right up to the kernel's version: what isn't handled would stay allowed. ABI 1 has 13 rights, 2 adds REFER,
// 3 TRUNCATE, 5 IOCTL_DEV (linux/landlock.h of newer kernels; older headers lack the names).
std::uint64_t rightsOf(int version)
{
    std::uint64_t rights = (1ull << 13) - 1;
    if (version >= 2)
        rights |= 1ull << 13;
    if (version >= 3)
        rights |= kTruncate;
    if (version >= 5)
        rights |= kDeviceControl;
    return rights;
}

// Grows with the kernel's ABI; the kernel takes any size whose unknown rest is zero.
struct RulesetAttributes
{
    std::uint64_t handledFiles = 0;
    std::uint64_t handledNetwork = 0;   // ABI 4: bind and connect TCP
    std::uint64_t scoped = 0;           // ABI 6: abstract sockets, signals
};

std::size_t attributeBytes(int version)
{
    return version >= 6 ? 24 : version >= 4 ? 16 : 8;
}

// What a rule about something that is no folder may name.
constexpr std::uint64_t kFileRights =
    LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_READ_FILE | kTruncate | kDeviceControl;

}  // namespace

LandlockRules::LandlockRules()
    : m_version(static_cast<int>(::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION)))
{
    if (m_version < 1)
        return;
    RulesetAttributes attributes;
    attributes.handledFiles = rightsOf(m_version);
    attributes.handledNetwork = m_version >= 4 ? 3 : 0;
    attributes.scoped = m_version >= 6 ? 3 : 0;
    m_ruleset = static_cast<int>(::syscall(SYS_landlock_create_ruleset, &attributes, attributeBytes(m_version), 0));
    m_good = m_ruleset >= 0;
}

LandlockRules::~LandlockRules()
{
    if (m_ruleset >= 0)
        ::close(m_ruleset);
}

void LandlockRules::allowReading(const std::string& path)
{
    allow(path, LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR);
}

void LandlockRules::allowAll(const std::string& path)
{
    allow(path, rightsOf(m_version) & ~std::uint64_t{LANDLOCK_ACCESS_FS_EXECUTE});
}

void LandlockRules::allow(const std::string& path, std::uint64_t rights)
{
    const int fd = m_good ? ::open(path.c_str(), O_PATH | O_CLOEXEC) : -1;
    if (fd < 0)
        return;
    struct stat status{};
    landlock_path_beneath_attr rule{};
    rule.allowed_access = ::fstat(fd, &status) == 0 && S_ISDIR(status.st_mode) ? rights : rights & kFileRights;
    rule.parent_fd = fd;
    m_good = ::syscall(SYS_landlock_add_rule, m_ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0;
    ::close(fd);
}

bool LandlockRules::restrictThread()
{
    return m_good && ::syscall(SYS_landlock_restrict_self, m_ruleset, 0) == 0;
}

}  // namespace cairn::sandbox
