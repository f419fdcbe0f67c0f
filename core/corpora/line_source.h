// Lines of a text file, plain or xz-compressed (recognised by its first bytes), streamed: a corpus is larger than what fits in memory.
#pragma once

#include "core/formats/json.h"
#include "core/result.h"

#include <cstdint>
#include <functional>
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

// One JSON value a line (JSONL), numbered from 1; empty lines count and are left out. Ends with the first error of `use`; Corruption:
// that, or a line that is no JSON, named by file and line.
Result<void> forEachJsonLine(const std::string& path, const std::function<Result<void>(const JsonValue& row, std::uint64_t line)>& use);

// "" where there is no such member, or where it is no string.
std::string stringMember(const JsonValue& row, const char* key);

}  // namespace cairn
