// Text that arrives token by token: a token may end inside a character, and half a character can't be shown.
// Value; one thread.
#pragma once

#include <string>
#include <string_view>

namespace cairn
{

class Utf8Assembler
{
public:
    // Adds bytes and returns what is complete now, always valid UTF-8. Bytes that can't begin or continue a character come
    // out as U+FFFD, one for each maximal wrong part.
    std::string add(std::string_view bytes);

    // The end of the text: what is still incomplete comes out as U+FFFD.
    std::string finish();

    // Bytes kept back, fewer than 4.
    std::string_view pending() const { return m_pending; }

private:
    std::string m_pending;
};

}  // namespace cairn
