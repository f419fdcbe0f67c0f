// Lines of a text file, plain or xz-compressed (recognised by its first bytes), streamed: a corpus is larger than what fits in memory.
#pragma once

#include "core/result.h"

#include <memory>
#include <string>

namespace cairn
{

// One thread.
class LineSource
{
public:
    virtual ~LineSource() = default;

    // The next line without its line break; false at the end. Corruption: the compressed data are damaged or cut off, or a line is
    // longer than 256 MiB. Io.
    virtual Result<bool> next(std::string& line) = 0;
};

// NotFound, InvalidArgument (no regular file), Io.
Result<std::unique_ptr<LineSource>> openLines(const std::string& path);

}  // namespace cairn
