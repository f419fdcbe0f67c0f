// What reading is told besides the bytes: of any document (ReadOptions), and each reader of a format (ImportContext). Plain values.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace cairn
{

// Called before page or part `current` (from 0) of `total` is read. The worker's watchdog counts 30 s from the last call,
// so a reader calls it at least once per page, spine item or MiB.
using ProgressFn = std::function<void(std::uint32_t current, std::uint32_t total)>;

// A picture that the text refers to.
struct DocumentPicture
{
    std::string part;        // its path in the package
    std::uint64_t place = 0; // byte of the canonical text: its alternative text, or what comes next
};

struct ReadOptions
{
    std::string fileName;                 // last part of the path: hint and fallback title
    std::string password;                 // encrypted PDF; UTF-8, empty = none
    std::vector<std::uint32_t> skipPages; // PDF pages (from 0) an earlier worker hung or died on: left empty, with a warning
    bool systemFonts = true;              // false: no font folder can be reached, so text of non-embedded fonts may be missing
    std::string encoding{};               // of text, Markdown, reStructuredText, HTML (encodings.h); empty: to be found
    std::vector<std::uint32_t> crashedPages{}; // those of skipPages that a worker died on
};

struct ImportContext
{
    std::string fileName; // last part of the path: fallback title, and a hint among text formats; may be empty
    ProgressFn progress;  // may be empty
    std::vector<DocumentPicture>* pictures = nullptr; // filled where given, ascending; EPUB, DOCX and ODT. The text stays the same
    std::string encoding{}; // of a text file, as it was chosen (encodings.h); empty: to be found
    std::string declared{}; // of a part of a mail, as that names it; may be empty

    void report(std::uint32_t current, std::uint32_t total) const
    {
        if (progress)
            progress(current, total);
    }
};

} // namespace cairn
