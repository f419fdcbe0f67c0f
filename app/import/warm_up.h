// Everything the import worker would load from disk later, loaded now: once locked down it reaches no library or data file.
#pragma once

namespace cairn
{

// Time zone and locale data, text codecs, Qt PDF with a font that is not embedded. REQUIRES: an application object lives.
void warmUp();

} // namespace cairn
