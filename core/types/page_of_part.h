// The printed page in the label of a unit of an EPUB: "OEBPS/ch3.xhtml#page=57" where the book names its pages. No state, any thread.
#pragma once

#include <string>
#include <string_view>

namespace cairn
{

inline constexpr std::string_view kPageOfPart = "#page=";

inline std::string partWithPage(std::string_view path, std::string_view page)
{
    return std::string(path) + std::string(page.empty() ? "" : kPageOfPart) + std::string(page);
}

// "57"; empty: the book names none there.
inline std::string_view pageOfPart(std::string_view label)
{
    const std::size_t at = label.rfind(kPageOfPart);
    return at == label.npos ? std::string_view() : label.substr(at + kPageOfPart.size());
}

}  // namespace cairn
