// Text that people typed into a PDF's fields or onto its pages: Qt PDF tells nothing of it. Import worker only; one thread.
#pragma once

#include <string_view>

namespace cairn
{

// Is any of it in the file? Looked for in its objects, also in compressed ones; those of an encrypted file can't be seen.
bool hasTypedText(std::string_view file);

} // namespace cairn
