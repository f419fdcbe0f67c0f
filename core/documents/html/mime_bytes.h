// The bytes of a part of a mail as they were before the transfer (quoted-printable, base64), and the way back to the file. One thread.
#pragma once

#include "core/types/document.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace cairn
{

class MimeBytes
{
public:
    std::string bytes;

    // Turns runs whose source offsets are in `bytes` into runs of the file; `text` is what they are of. REQUIRES: they ascend in both.
    std::vector<PositionRun> toFileOffsets(const std::vector<PositionRun>& runs, std::string_view text) const;

private:
    friend MimeBytes mimeBytes(std::string_view file, std::size_t begin, std::size_t end, std::string_view encoding);
    struct Stretch   // up to the next one
    {
        std::size_t begin = 0;       // in `bytes`
        std::size_t file = 0;
        unsigned wide = 1;           // bytes of the file..
        unsigned narrow = 1;         // ..for so many
    };
    void add(std::string_view text, Stretch stretch);
    void quotedPrintable(std::string_view file, std::size_t begin, std::size_t end);
    void base64(std::string_view file, std::size_t begin, std::size_t end);
    std::size_t stretchAt(std::size_t offset) const;
    std::size_t fileAt(std::size_t offset, std::size_t stretch) const;

    std::vector<Stretch> m_stretches;
};

// [begin, end) of the file. An encoding of another name: the bytes as they are. What the encoding doesn't allow is kept or, in base64,
// passed over.
MimeBytes mimeBytes(std::string_view file, std::size_t begin, std::size_t end, std::string_view encoding);

// "C3" -> 195; -1: no such number.
int hexByte(std::string_view digits);

}  // namespace cairn
