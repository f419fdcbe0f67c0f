// PDF to canonical text. Import worker only; one thread.
#pragma once

#include "core/documents/client/import_context.h"
#include "core/result.h"
#include "core/types/document.h"

#include <QIODevice>

namespace cairn
{

// Units are pages; runs count in UTF-16 units of QPdfDocument::getAllText(page). Pages without text, with text that can't be
// read reliably and skipped pages are named in the warnings. A scan (kScanCharacters) is refused with what to do about it. REQUIRES: an
// application object lives; `device` is open.
Result<CanonicalText> readPdf(QIODevice& device, const ReadOptions& options, const ProgressFn& progress);

} // namespace cairn
