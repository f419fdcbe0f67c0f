// Whether things may move by themselves. UI thread.
#pragma once

namespace cairn
{

void setReducedMotion(bool reduced);   // nothing blinks
bool reducedMotion();
bool systemReducesMotion();            // asked for in the settings of the desktop, read at the call: its style's, KDE's, GTK's

}  // namespace cairn
