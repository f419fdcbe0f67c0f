#include "storage/files/network_folder.h"

#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/sysmacros.h>

#include <array>
#include <fstream>
#include <iterator>
#include <sstream>
#include <utility>
#include <vector>

namespace cairn
{
namespace
{

// statfs(2); some of them are in no header of the system.
constexpr std::array<std::pair<unsigned long, std::string_view>, 10> kTypes{{{0x6969, "NFS"},
                                                                             {0x517B, "SMB"},
                                                                             {0xFE534D42, "SMB"},
                                                                             {0xFF534D42, "CIFS"},
                                                                             {0x5346414F, "AFS"},
                                                                             {0x6B414653, "AFS"},
                                                                             {0x73757245, "Coda"},
                                                                             {0x564C, "NCP"},
                                                                             {0x00C36400, "Ceph"},
                                                                             {0x01021997, "9p"}}};
constexpr unsigned long kFuse = 0x65735546;

// Programs that bring another computer's files; behind "fuse.".
constexpr std::array<std::string_view, 11> kPrograms{"sshfs",     "rclone", "davfs",  "davfs2",     "curlftpfs", "glusterfs",
                                                     "s3fs",      "goofys", "cephfs", "gvfsd-fuse", "smbnetfs"};

std::string ofFuse(const std::string& kind)
{
    for (const std::string_view program : kPrograms) {
        if (kind == "fuse." + std::string(program))
            return std::string(program);
    }
    return {};
}

}  // namespace

std::string networkFileSystem(unsigned long type, dev_t device, std::string_view mounts)
{
    for (const auto& [number, name] : kTypes) {
        if (number == (type & 0xFFFFFFFF))
            return std::string(name);
    }
    if (type != kFuse)
        return {};
    const std::string wanted = std::to_string(major(device)) + ":" + std::to_string(minor(device));
    std::istringstream lines{std::string(mounts)};
    for (std::string line; std::getline(lines, line);) {   // number, parent, device, root, place, options.. - type, source, options
        std::istringstream words(line);
        const std::vector<std::string> fields{std::istream_iterator<std::string>(words), {}};
        for (std::size_t i = 6; i + 1 < fields.size(); ++i) {
            if (fields[2] == wanted && fields[i] == "-")
                return ofFuse(fields[i + 1]);
        }
    }
    return {};
}

std::string networkFileSystem(const std::string& folder)
{
    struct statfs system = {};
    struct stat place = {};
    if (::statfs(folder.c_str(), &system) != 0 || ::stat(folder.c_str(), &place) != 0)
        return {};
    const auto type = static_cast<unsigned long>(system.f_type);
    std::string mounts;
    if (type == kFuse) {
        std::ifstream file("/proc/self/mountinfo");
        mounts.assign(std::istreambuf_iterator<char>(file), {});
    }
    return networkFileSystem(type, place.st_dev, mounts);
}

std::string networkWarning(const std::string& folder)
{
    const std::string name = networkFileSystem(folder);
    return name.empty() ? name
                        : "This session lies on a network drive (" + name +
                              "), where programs can't be kept from writing at the same time. Open it on one computer at a time, or keep "
                              "it on a disk of this one.";
}

}  // namespace cairn
