// Further words that the palette (Ctrl+K) finds an action by: what other programs call it, and what its dialog or view is for.
#pragma once

#include <QString>

namespace cairn
{

enum class Act;

QString furtherWords(Act act);   // in the language of the interface; empty: its title has them all

bool takesAway(Act act);         // what a person would not want by mistake, even if it can be put back

}  // namespace cairn
