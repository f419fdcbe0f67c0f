// The colour map of all plots of the window (experience.md 6, Colour). UI thread.
#pragma once

#include "ui/pictures/colour_map.h"

namespace cairn
{

ColourScheme plotColours();
void setPlotColours(ColourScheme scheme);   // what is there is drawn anew, as after a PaletteChange, which its widgets get

}  // namespace cairn
