// Exit codes of cairn-engine that its client tells apart (reliability.md 6).
#pragma once

namespace cairn
{

inline constexpr int kDeviceFault = 87;   // the device failed
inline constexpr int kCanaryFault = 88;   // the engine's proof of itself did

}  // namespace cairn
