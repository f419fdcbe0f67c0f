// HTML and XHTML as tags and text with their byte offsets, in one pass: no tree, so nesting costs nothing and no input takes
// more than linear time. Follows WHATWG 13.2.5 where it decides what is text; errors are never fatal. Borrows the source.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cairn
{

struct HtmlToken
{
    // RawText: contents of script, style, title and their like; Literal: CDATA, text without character references.
    enum class Kind { Text, Literal, RawText, StartTag, EndTag, Doctype, End };

    Kind kind = Kind::End;
    std::size_t begin = 0;           // in the source
    std::size_t end = 0;
    std::string_view name;           // of tags and RawText: lower case, cut after 31 bytes; valid until the next token
    bool selfClosing = false;
    std::string_view attributes;     // of start tags: the source between name and '>'
};

class HtmlTokenizer
{
public:
    HtmlTokenizer(std::string_view source, bool xhtml) : m_source(source), m_xhtml(xhtml) {}
    HtmlToken next();

private:
    std::optional<HtmlToken> rawText();
    HtmlToken text();
    HtmlToken tag(bool isEnd);
    HtmlToken declaration();
    std::size_t find(std::string_view what, std::size_t from) const;
    void setName(std::size_t begin, std::size_t end);
    bool startsMarkup(std::size_t at) const;

    std::string_view m_source;
    bool m_xhtml;
    std::size_t m_at = 0;
    std::string m_name;
    int m_raw = -1;                   // element whose raw contents come next
    std::uint32_t m_neverClosed = 0;  // bit per raw element: no end tag is left in the source
};

// Value of an attribute, character references decoded. Nothing: no such attribute. `name` in lower case.
std::optional<std::string> htmlAttribute(std::string_view attributes, std::string_view name);

// Text with its character references decoded.
std::string decodeHtmlText(std::string_view text);

// Encoding that an XML or HTML declaration in the first bytes names; empty: none.
std::string declaredHtmlEncoding(std::string_view source);

}  // namespace cairn
