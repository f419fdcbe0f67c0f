// The sections of documents as their headings part them, and what each says first: its opening sentences, a list, steps. Rules on English
// words; no state, any thread.
#pragma once

#include "core/types/document.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cairn
{

// Where a heading stands: its words in the text, with a number or marks and spaces that the outline has otherwise ("5.12 Where is it?" of
// "Where is it?"). Empty: other words stand there.
ByteRange headingRange(const CanonicalText& text, const Heading& heading);

// A heading of an outline with where it stands. Borrows the documents.
struct Section
{
    const CanonicalText* document = nullptr;
    std::uint32_t number = 0;   // of the document
    std::string heading;        // without what it says in brackets
    ByteRange line;
    std::string_view text;      // of the document, up to the next heading
};

// Those whose heading stands in the text, in its order
std::vector<Section> sectionsOf(std::span<const CanonicalText* const> documents);

bool isCommand(std::string_view line);   // "$ ls", ">>> 1 + 1"

// The whole sentences that the first paragraph of text[begin, end) begins with, at most 400 bytes, up to a question. Empty: none.
ByteRange openingSentences(std::string_view text, std::uint64_t begin, std::uint64_t end);

// What stands first below a heading: the heading with a list, or sentences, with the list or the code that they announce. Empty: they
// announce something else, or there is none.
ByteRange saidBelow(const Section& section);

// The same of a section that tells how something is done: as far as its numbered steps or its first code, where these come within three
// paragraphs and 1,200 bytes.
ByteRange stepsBelow(const Section& section);

}  // namespace cairn
