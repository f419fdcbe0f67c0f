// Pictures of the states that the way through the views (screenshots.cpp) doesn't pass: an answer being written, no answer found, every
// chapter asked, no model, no room, a crash, a full disk, small and wide windows. Not a test: the pictures are looked at.
#pragma once

#include <QString>

namespace cairn::test
{

struct StatePlaces
{
    QString pictures;   // folder of the pictures
    QString scratch;    // folder for made-up files
    QString handbook;   // its file
    QString session;    // of the handbook, read; folder
};

int drawStates(const StatePlaces& places);   // 0, or the number of states that did not come about

}  // namespace cairn::test
