// What our programs do before anything else.
#pragma once

namespace cairn
{

// Call first in main(), before a file is opened. Standard streams that the caller closed are opened so that using them fails:
// else the next file, a session's lock for example, would take the number and get what is printed. A file that must not grow any
// more (RLIMIT_FSIZE) makes its write fail, instead of ending the process by SIGXFSZ. Both outlive an exec.
void prepareProcess();

}  // namespace cairn
