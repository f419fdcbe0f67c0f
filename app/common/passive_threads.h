// Threads of the engine wait without spinning (performance.md 6). The OpenMP library reads its environment when it is loaded,
// before main(), so a program that runs the engine sets the variable and starts itself once more; one that starts another sets it there.
#pragma once

namespace cairn
{

inline constexpr const char* kWaitPolicy = "OMP_WAIT_POLICY";   // an environment variable
inline constexpr const char* kPassiveWaits = "passive";

// Call before anything is done. Returns at once where OMP_WAIT_POLICY is set, by the user or by the first start; does nothing on
// failure.
void waitPassively(char** arguments);

}  // namespace cairn
