// A made-up document of 160 short lines, for tests with the fake engine.
#pragma once

#include "core/types/document.h"

#include <string>

namespace cairn::test
{

inline CanonicalText lighthouse()
{
    CanonicalText document;
    document.format = DocumentFormat::Markdown;
    document.title = "Lighthouses";
    for (int line = 0; line < 160; ++line) {
        const std::uint64_t begin = document.text.size();
        document.text += "Line " + std::to_string(line) + " of the keeper.\n";
        document.paragraphs.push_back({{begin, document.text.size() - 1}, ParagraphKind::Text, 0});
    }
    document.units = {{"", {0, document.text.size()}}};
    document.runs = {{{0, document.text.size()}, 0, 0, document.text.size(), true}};
    return document;
}

}  // namespace cairn::test
