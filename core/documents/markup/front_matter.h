// What Markdown says of itself above its text: "key: value" lines (YAML) between "---" lines, "key = value" (TOML) between "+++".
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cairn
{

struct FrontMatter
{
    std::size_t end = 0;   // bytes to skip; 0: there is none
    std::string title;
    std::string author;    // "A, B" of several
};

FrontMatter frontMatterOf(std::string_view text);

}  // namespace cairn
