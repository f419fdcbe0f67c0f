// A document as Cairn keeps it: canonical UTF-8 text and monotone maps back to the place in the file
// (architecture.md 4, experience.md 1). Plain values, no Qt: documents fill them, storage keeps them, views show them.
#pragma once

#include "core/types/ids.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace cairn
{

// Sessions store the number: new ones come last.
enum class DocumentFormat : std::uint8_t { Text, Markdown, ReStructuredText, Html, Epub, Docx, Pdf, Odt };
inline constexpr DocumentFormat kLastDocumentFormat = DocumentFormat::Odt;

// One page of a PDF, one spine item of an EPUB (each page of it where the book names those of its print), one part of a DOCX or ODT (main
// text, notes), or the single unit of every other format.
struct SourceUnit
{
    std::string label;        // page label as printed ("xii", "127"); EPUB (page_of_part.h), DOCX, ODT: path of the item; else empty
    ByteRange text;           // its part of the canonical text; units follow each other without gap or overlap
};

// A stretch of canonical text and where it came from. Runs ascend in both, never overlap, and may leave canonical bytes
// out (inserted line breaks) or source characters out (hyphens at line ends, repeated page headers).
// Offsets into a unit's source text: PDF: UTF-16 units of QPdfDocument::getAllText(page); EPUB, DOCX, ODT: bytes of
// the item as UTF-8; others: bytes of the file.
struct PositionRun
{
    ByteRange canonical;
    std::uint32_t unit = 0;             // index into CanonicalText::units
    std::uint64_t sourceBegin = 0;
    std::uint64_t sourceLength = 0;
    bool verbatim = true;               // same characters one by one; false: stands for the source range as a whole (ligature, entity)
};

enum class ParagraphKind : std::uint8_t { Text, Heading, ListItem, Quote, Code, TableRow, Caption };

struct Paragraph
{
    ByteRange text;                      // without the line breaks between paragraphs
    ParagraphKind kind = ParagraphKind::Text;
    std::uint8_t level = 0;              // headings: 1..6; list items: depth
};

struct Heading
{
    std::string text;
    std::uint8_t level = 1;
    std::uint64_t begin = 0;             // byte offset of its first character in the canonical text
};

struct CanonicalText
{
    DocumentFormat format = DocumentFormat::Text;
    std::string title;                   // of the document's metadata or first heading; else the file's name
    std::string author;
    std::string text;                    // valid UTF-8, '\n' line ends, no NUL; blank line between paragraphs ('\n' in tables, lists)
    std::vector<SourceUnit> units;
    std::vector<PositionRun> runs;
    std::vector<Paragraph> paragraphs;
    std::vector<Heading> outline;
    std::vector<std::string> warnings;   // one sentence each ("Page 12 holds no text.")
};

// A stretch of one of a session's documents.
struct DocumentPlace
{
    std::uint32_t document = 0;          // in reading order
    ByteRange range;                     // of its canonical text
    bool operator==(const DocumentPlace&) const = default;
};

using Hash128 = std::array<std::uint8_t, 16>;   // XXH3-128, canonical (big-endian) form

}  // namespace cairn
