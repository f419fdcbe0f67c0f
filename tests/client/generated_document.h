// A made-up document with facts to ask for: numbered chapters about lighthouses, the same on every run.
#pragma once

#include "core/types/document.h"

#include <array>
#include <memory>
#include <string>

namespace cairn::testing
{

// About 55 tokens of the default model a paragraph.
inline std::shared_ptr<const CanonicalText> generatedDocument(int paragraphs)
{
    static constexpr std::array<const char*, 6> kKeepers{"Anna Brandt", "Jonas Keel", "Mira Holm",
                                                         "Peter Vance", "Ida Storm",  "Oskar Reef"};
    static constexpr std::array<const char*, 5> kColours{"white", "red", "green", "grey", "yellow"};
    CanonicalText document;
    document.title = "The lighthouses of the northern coast";
    for (int i = 0; i < paragraphs; ++i) {
        const std::string name = "lighthouse number " + std::to_string(i + 1);
        const auto n = static_cast<std::size_t>(i);
        std::string text = "The keeper of " + name + " was " + kKeepers[n % kKeepers.size()] + ", who painted the tower " +
                           kColours[n % kColours.size()] + ". It stood " + std::to_string(20 + i % 37) +
                           " metres above the sea, and its lamp was lit at dusk by a clockwork that had to be wound every " +
                           std::to_string(2 + i % 5) + " hours.";
        if (i > 0)
            document.text += "\n\n";
        document.paragraphs.push_back({{document.text.size(), document.text.size() + text.size()}, ParagraphKind::Text, 0});
        document.text += text;
    }
    document.units.push_back({"", {0, document.text.size()}});
    return std::make_shared<const CanonicalText>(std::move(document));
}

}  // namespace cairn::testing
