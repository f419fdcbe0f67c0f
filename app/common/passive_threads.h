// Threads of LibTorch's matrix products wait without spinning (performance.md 6): its OpenMP library reads that from the environment
// when it is loaded.
#pragma once

namespace cairn
{

// Sets OMP_WAIT_POLICY, unless the user has: call before there are other threads, and before LibTorch is loaded. True: it is set anew.
bool waitPassively();

}  // namespace cairn
