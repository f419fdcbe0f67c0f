// Folders on drives of other computers: locks of files are not reliable there, nor is what such a drive calls flushed. Any thread.
#pragma once

#include <string>
#include <string_view>

#include <sys/types.h>

namespace cairn
{

// What carries the folder over the network ("NFS"); empty: a disk of this computer, or it can't be told.
std::string networkFileSystem(const std::string& folder);

// The same of what the system says of a folder: statfs' type, the device, the lines of /proc/self/mountinfo.
std::string networkFileSystem(unsigned long type, dev_t device, std::string_view mounts);

// One sentence for the person who opens a session there to write; empty: none is needed.
std::string networkWarning(const std::string& folder);

}  // namespace cairn
