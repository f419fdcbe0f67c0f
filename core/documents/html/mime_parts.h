// A mail, or a page saved as one file (MHT), as its headers and the parts that are read: RFC 5322, 2045 to 2047, 2183, 2231 as far as
// files are met. Nothing is decoded but headers. Borrows the file.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cairn
{

struct MimeHeaders
{
    // Names in lower case; values on one line. At most 500 of them, 16 KiB each; what is beyond is left out.
    std::vector<std::pair<std::string, std::string>> fields;
    std::size_t end = 0;       // of the header lines in the file: where the body begins
    bool isWhole = false;      // every line up to an empty one was a header

    std::string value(std::string_view name) const;   // of the first of that name; empty: none
};

// Headers that begin at `at`.
MimeHeaders mimeHeaders(std::string_view file, std::size_t at);

// "text/html; charset=utf-8": what stands before ';' in lower case, and a parameter; empty: none.
std::string mimeType(std::string_view value);
std::string mimeParameter(std::string_view value, std::string_view name);

// The words of a header, encoded ones ("=?utf-8?B?SGVsbG8=?=") decoded, as UTF-8.
std::string mimeWords(std::string_view value);

struct MimePart
{
    bool isHtml = false;       // else plain text
    std::string charset;       // as it is named; may be empty
    std::string encoding;      // of the transfer, in lower case
    std::size_t begin = 0;     // of its body in the file
    std::size_t end = 0;
};

struct MimeBody
{
    std::vector<MimePart> parts;             // in the file's order, one of each group of alternatives; frames in that of their page
    std::vector<std::string> attachments;    // names of what is not read; pictures of a page don't count
};

// Parts nested deeper than 16 count as text; at most 1,000 are looked at.
MimeBody mimeBody(std::string_view file, const MimeHeaders& headers);

}  // namespace cairn
