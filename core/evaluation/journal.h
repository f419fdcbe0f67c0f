// The finished parts of an evaluation on disk, so that a run that was stopped goes on where it ended: one line of JSON per part,
// appended as it is finished. One thread; one process per file.
#pragma once

#include "core/formats/json.h"
#include "core/result.h"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace cairn
{

class Journal
{
public:
    Journal() = default;                 // in memory only

    // Opens or begins `path`. `identity`: JSON object of everything that the results depend on (model, seed, settings).
    // InvalidArgument: the file belongs to another identity. A last line that was cut off is dropped. Corruption, Io.
    static Result<Journal> open(const std::string& path, const std::string& identity);

    const JsonValue* find(const std::string& part) const;             // null: not finished yet
    Result<const JsonValue*> add(const std::string& part, const std::string& result);   // `result`: a JSON object

    // What is kept of the part, or what `compute` gives, kept from then on.
    Result<const JsonValue*> part(const std::string& name, const std::function<Result<std::string>()>& compute);

    std::size_t size() const { return m_parts.size(); }

private:
    Result<void> load(const std::string& text, const std::string& identity);

    std::string m_path;                  // empty: in memory only
    std::map<std::string, JsonValue> m_parts;
};

// Members of a part; 0 and "" where they are missing or of another kind.
double numberOf(const JsonValue& part, std::string_view key);
std::string textOf(const JsonValue& part, std::string_view key);

}  // namespace cairn
