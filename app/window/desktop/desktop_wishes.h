// What the desktop asks programs to look like. Plain values.
#pragma once

#include <optional>

namespace cairn
{

struct DesktopWishes
{
    bool lessMotion = false;
    std::optional<bool> dark;                 // none: it has no wish
    bool moreContrast = false;
    bool operator==(const DesktopWishes&) const = default;
};

}  // namespace cairn
