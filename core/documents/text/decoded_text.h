// The bytes of a text file as UTF-8, and the way back from UTF-8 offsets to bytes of the file. Encoding: the chosen one, else byte
// order mark, then what the caller knows (a declaration in HTML), then zero bytes (UTF-16), then UTF-8 where it fits, then
// encoding_guess.h, else Windows-1252.
// UTF-8 files are not copied: their invalid bytes stay for the reader, which writes U+FFFD. Borrows the bytes.
#pragma once

#include "core/result.h"
#include "core/types/document.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cairn
{

class DecodedText
{
public:
    // `declared`: encoding named inside the file, may be empty; unknown names are ignored. `chosen`: one of encodings.h, may be empty;
    // it is used whatever the bytes say. Unsupported: more text than limits::kCanonicalTextBytes. InvalidArgument: the bytes are no text
    // of the chosen one.
    static Result<DecodedText> decode(std::span<const std::byte> bytes, const std::string& declared = {}, const std::string& chosen = {});

    std::string_view text() const { return m_copied ? std::string_view(m_storage) : m_view; }
    const std::string& encoding() const { return m_encoding; }   // "UTF-8", "KOI8-R"
    bool guessed() const { return m_guessed; }                   // neither a mark nor a declaration nor valid UTF-8
    bool chosen() const { return m_chosen; }

    // Turns source offsets of runs from offsets into text() into bytes of the file. Characters that change their bytes get
    // runs of their own that aren't verbatim. REQUIRES: runs ascend in both.
    std::vector<PositionRun> toFileOffsets(std::vector<PositionRun> runs) const;

private:
    std::string_view m_view;
    std::string m_storage;
    bool m_copied = false;
    std::string m_encoding = "UTF-8";
    bool m_guessed = false;
    bool m_chosen = false;
    std::uint64_t m_begin = 0;              // bytes of the mark before the text
    std::uint8_t m_unitBytes = 0;           // of one character, twice that beyond U+FFFF where it is 2; 0: as m_widths says
    std::vector<std::uint8_t> m_widths;     // bytes of each character in the file, for encodings without a rule

    class Walker;
    void decodeWide(std::span<const std::byte> bytes, std::uint8_t unitBytes, bool bigEndian);
    void decodeWindows1252(std::string_view bytes);
    bool decodeNamed(std::string_view bytes, const std::string& name);
    bool decodeGuessed(std::string_view bytes);
    bool decodeChosen(std::span<const std::byte> bytes, const std::string& name);
};

// True where the bytes can't be text of any encoding: mostly control characters. A document type told by its bytes alone.
bool looksBinary(std::span<const std::byte> bytes);

}  // namespace cairn
