// Places in documents as pages for readers call them: "On whales, p. 12, Part I > Of songs"; in a text without pages "On whales,
// Part I > Of songs, par. 17", as the window counts paragraphs. No state, any thread.
#pragma once

#include "app/conversation/export_words.h"
#include "core/types/answer.h"
#include "core/types/document.h"

#include <string>
#include <string_view>
#include <vector>

namespace cairn
{

using DocumentNames = std::vector<std::string>;   // of the session's documents, by index

// %1, %2, .. of `words` in their order.
std::string filled(std::string words, const std::vector<std::string>& values);

// Line breaks and tabs as spaces.
std::string oneLine(std::string text);

// What is read from right to left keeps to itself within a sentence: U+2068 before it, U+2069 behind it. For plain text without these,
// and for HTML, where they are elements (`text` is escaped).
std::string withoutIsolates(std::string text);
std::string isolatesAsHtml(std::string text);

struct PlaceWords
{
    const DocumentNames& names;
    const ExportWords& words;
    const std::vector<CanonicalText>* texts = nullptr;   // by index; of none, or an empty (damaged) one: what the citation itself knows

    std::string of(const Citation& citation) const;
    // From its first to its last character; a whole text is its name alone.
    std::string ofStretch(const DocumentPlace& stretch) const;

private:
    const CanonicalText* textOf(const DocumentPlace& place) const;
    std::string name(std::uint32_t document) const;
    std::string section(std::uint32_t document, const std::string& path) const;
    std::string page(const CanonicalText* text, const std::string& label, std::uint64_t byte) const;
};

}  // namespace cairn
