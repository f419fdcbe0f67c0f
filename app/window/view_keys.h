// Keys of views and fields that are no actions: what F1 lists beside the actions, and what no action may be given. UI thread.
#pragma once

#include "ui/panels/shortcut_sheet.h"

#include <vector>

namespace cairn
{

// Where the keys of a row act, together with those of all actions and of Anywhere (and, but for the question box, of OutsideText).
enum class KeyPlace { Anywhere, OutsideText, QuestionBox, Reader, Answer, Plots, Timeline, HeadList, SideLists };

struct ViewKeys
{
    KeyPlace place;
    FixedKey row;
};

std::vector<ViewKeys> viewKeys();

}  // namespace cairn
