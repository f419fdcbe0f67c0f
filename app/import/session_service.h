// The import worker reading a session.db that someone else made: its contents, checked, as bytes (storage/rescue/carried_codec.h).
// One thread.
#pragma once

#include "app/import/result_channel.h"

namespace cairn
{

// Sends Ready, Progress and Done or Failed.
void serveSession(int document, ResultChannel& channel);

}  // namespace cairn
