#include "core/formats/json.h"

#include <cstdlib>

// What was read and written is read again as the same.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto value = cairn::parseJson({reinterpret_cast<const char*>(data), size});
    if (!value)
        return 0;
    cairn::JsonWriter first, second;
    first.value(*value);
    const auto again = cairn::parseJson(first.text());
    if (!again)
        std::abort();
    second.value(*again);
    if (first.text() != second.text())
        std::abort();
    return 0;
}
