// Readers of a document for assistive technology: the text in sight as lines that can be read, with places and the selection. UI thread.
#pragma once

namespace cairn
{

void installDocumentAccessibility();   // for every DocumentView; again is no harm

}  // namespace cairn
