#include "core/tokenizer/utf8_assembler.h"

#include "core/tokenizer/code_point.h"

namespace cairn
{

namespace
{

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

// The second byte of a character decides its validity together with the first: table 3-7 of the Unicode standard.
bool continues(std::string_view part)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(part[i]); };
    const unsigned char last = byte(part.size() - 1);
    if ((last & 0xC0) != 0x80)
        return false;
    if (part.size() > 2)
        return true;
    switch (byte(0)) {
    case 0xE0: return last >= 0xA0;
    case 0xED: return last <= 0x9F;
    case 0xF0: return last >= 0x90;
    case 0xF4: return last <= 0x8F;
    default: return true;
    }
}


}  // namespace

std::string Utf8Assembler::add(std::string_view bytes)
{
    std::string out;
    for (const char c : bytes) {
        m_pending += c;
        if (m_pending.size() > 1 && !continues(m_pending)) {   // the part before was cut off; `c` starts anew
            out += kReplacement;
            m_pending.assign(1, c);
        }
        const std::size_t length = utf8Length(static_cast<unsigned char>(m_pending.front()));
        if (length == 0)
            out += kReplacement;
        else if (m_pending.size() < length)
            continue;
        else
            out += m_pending;
        m_pending.clear();
    }
    return out;
}

std::string Utf8Assembler::finish()
{
    std::string out;
    if (!m_pending.empty())
        out = kReplacement;
    m_pending.clear();
    return out;
}

}  // namespace cairn
