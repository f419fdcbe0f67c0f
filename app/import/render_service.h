// The import worker's render mode (reliability.md 5.1): the PDF stays open, pictures of pages and places of characters are sent as they
// are asked for, until its input ends. One thread, locked down.
#pragma once

#include "core/documents/client/import_protocol.h"

namespace cairn
{

struct RenderChannels
{
    int questions = 0, answers = 1, document = 3;
};

// Returns the exit status: 0 the questions ended, or the file can't be opened and that was said; 1 a broken question or channel.
// Ready has not been sent yet. The request was the first frame on `questions`.
int serveRendering(const ImportRequest& request, const RenderChannels& channels);

} // namespace cairn
