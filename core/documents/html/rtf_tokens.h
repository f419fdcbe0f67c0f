// The words of Rich Text Format: groups, control words with their numbers, signs, text; and the encodings that it names by numbers.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace cairn
{

struct RtfToken
{
    enum class Kind { End, Open, Close, Word, Symbol, Text };

    Kind kind = Kind::End;
    std::string_view name; // of a word, or the sign of a symbol; text
    std::optional<int> number;
    unsigned char byte = 0; // of \'
};

class RtfTokens
{
public:
    explicit RtfTokens(std::string_view rtf) : m_rtf(rtf) {}

    RtfToken next();
    std::size_t at() const { return m_at; }
    void skip(int bytes); // what "\bin" says; no further than the end

private:
    RtfToken text();
    RtfToken control();
    RtfToken symbol();

    std::string_view m_rtf;
    std::size_t m_at = 0;
};

// A font's character set as a decoder calls it; null: that of the document.
const char* rtfEncodingOf(int charset);
std::string rtfEncodingOfPage(int page); // a code page

} // namespace cairn
