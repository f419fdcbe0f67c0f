#include "core/tokenizer/unicode_class.h"

#include <algorithm>

namespace cairn
{

CharClass charClass(char32_t value)
{
    if (value < 0x80) {
        if ((value | 0x20) >= 'a' && (value | 0x20) <= 'z')
            return CharClass::Letter;
        if (value >= '0' && value <= '9')
            return CharClass::Number;
        return value == ' ' || (value >= '\t' && value <= '\r') ? CharClass::Space : CharClass::Other;
    }
    const auto after = std::ranges::upper_bound(kCharClassRanges, value, {}, &CharClassRange::first);
    return std::prev(after)->value;   // the table starts at 0
}

}  // namespace cairn
