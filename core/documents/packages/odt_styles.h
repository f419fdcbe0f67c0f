// Styles of OpenDocument texts (ODF 1.3 part 3, 16): of paragraphs and characters, lists and the numbers of headings. Plain values.
#pragma once

#include "core/documents/packages/list_marks.h"
#include "core/documents/packages/office_styles.h"
#include "core/formats/xml_reader.h"
#include "core/result.h"

#include <string>
#include <string_view>
#include <unordered_map>

namespace cairn
{

struct OdtStyles
{
    OfficeStyles styles;                                   // by odtStyleId(); a list named kOdtNoList: none
    std::unordered_map<std::string, ListLevels> lists;     // by name
    ListLevels outline;                                    // of headings
};

inline constexpr const char* kOdtNoList = " ";   // no name has a space

// Families may use one name for two styles.
inline std::string odtStyleId(std::string_view family, std::string_view name)
{
    return std::string(family) + "/" + std::string(name);
}

enum class OdtStyleKind { Named, All };   // All: those made for a few places of this text, too

// Adds the styles of styles.xml or content.xml. `what` and `limits` as for parseXml().
Result<void> readOdtStyles(std::string_view xml, OdtStyleKind kind, OdtStyles& styles, std::string_view what, const XmlLimits& limits = {});

}  // namespace cairn
