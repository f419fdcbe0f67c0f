#include "core/evaluation/journal.h"

#include "core/formats/file.h"
#include "core/types/paths.h"

#include <cstdio>
#include <filesystem>
#include <limits>

namespace cairn
{

namespace
{

constexpr std::uint64_t kJournalBytes = 512ull << 20;

Result<void> writeLine(const std::string& path, const char* mode, const std::string& line)
{
    std::FILE* file = std::fopen(path.c_str(), mode);
    const bool written = file && std::fwrite(line.data(), 1, line.size(), file) == line.size();
    const bool closed = file && std::fclose(file) == 0;
    const std::string folder = std::filesystem::path(path).parent_path().string();
    if (!file && !folder.empty() && !pathExists(folder))
        return Error{ErrorCode::NotFound, "There is no folder " + folder + " for the results; make it first."};
    if (!written || !closed)
        return Error{ErrorCode::Io, path + " can't be written; is the disk full or the folder read-only?"};
    return {};
}

}  // namespace

Result<void> Journal::load(const std::string& text, const std::string& identity)
{
    std::size_t at = 0;
    bool first = true;
    for (std::size_t end = text.find('\n'); end != std::string::npos; at = end + 1, end = text.find('\n', at)) {
        const std::string line = text.substr(at, end - at);
        if (first && line != identity)
            return Error{ErrorCode::InvalidArgument, m_path + " keeps the parts of an evaluation with other settings; name another "
                                                         + "output, or delete it."};
        if (!std::exchange(first, false)) {
            auto json = parseJson(line);
            if (!json || !json->find("part") || !json->find("result"))
                return Error{ErrorCode::Corruption, m_path + " is damaged; delete it and run again."};
            m_parts[textOf(*json, "part")] = *json->find("result");
        }
    }
    if (at < text.size() || first) {   // cut off while it was written
        const std::string whole = first ? identity + "\n" : text.substr(0, at);
        return writeLine(m_path, "wb", whole);
    }
    return {};
}

Result<Journal> Journal::open(const std::string& path, const std::string& identity)
{
    Journal journal;
    journal.m_path = path;
    std::string text;
    if (pathExists(path)) {
        auto read = readWholeFile(path, kJournalBytes);
        if (!read)
            return read.error();
        text = *std::move(read);
    }
    if (auto done = journal.load(text, identity); !done)
        return done.error();
    return journal;
}

const JsonValue* Journal::find(const std::string& part) const
{
    const auto found = m_parts.find(part);
    return found == m_parts.end() ? nullptr : &found->second;
}

Result<const JsonValue*> Journal::add(const std::string& part, const std::string& result)
{
    auto json = parseJson(result);
    if (!json)
        return json.error();
    if (!m_path.empty()) {
        JsonWriter line;
        line.beginObject().member("part", part).key("result").value(*json).endObject();
        if (auto done = writeLine(m_path, "ab", line.text() + "\n"); !done)
            return done.error();
    }
    return &(m_parts[part] = *std::move(json));
}

Result<const JsonValue*> Journal::part(const std::string& name, const std::function<Result<std::string>()>& compute)
{
    if (const JsonValue* known = find(name))
        return known;
    auto computed = compute();
    return computed ? add(name, *computed) : Result<const JsonValue*>(computed.error());
}

double numberOf(const JsonValue& part, std::string_view key)
{
    const JsonValue* value = part.find(key);
    if (value && value->isNull())
        return std::numeric_limits<double>::quiet_NaN();   // how a number that is not finite was written
    return value ? value->number().value_or(0) : 0;
}

std::string textOf(const JsonValue& part, std::string_view key)
{
    const JsonValue* value = part.find(key);
    return value && value->string() ? *value->string() : std::string();
}

}  // namespace cairn
