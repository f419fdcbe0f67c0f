#include "app/import/sandbox.h"

#include "app/sandbox/landlock_rules.h"

#include <array>

namespace cairn::sandbox
{
namespace
{

// PDFium takes the text of non-embedded fonts from here. Fixed: no part of the environment names a folder.
constexpr std::array<const char*, 3> kFontFolders{"/usr/share/fonts", "/usr/local/share/fonts", "/etc/fonts"};

} // namespace

bool restrictFiles()
{
    LandlockRules rules;
    for (const char* folder : kFontFolders)
        rules.allowReading(folder);
    return rules.restrictThread();
}

} // namespace cairn::sandbox
