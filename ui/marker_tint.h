// What the reader of a document has highlighted: neither evidence (amber) nor selection (blue). Contrast with text >= 7:1.
#pragma once

#include "ui/theme.h"

namespace cairn
{

inline QColor markerTint(Panel panel)
{
    return panel == Panel::Light ? QColor(0xE7, 0xDC, 0xF7) : QColor(0x3D, 0x31, 0x57);
}

}  // namespace cairn
