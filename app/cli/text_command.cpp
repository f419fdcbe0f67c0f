// cairn-cli text: the canonical text of a session's document or of a file (imported, nothing is read).
#include "app/cli/commands.h"
#include "app/cli/common_options.h"
#include "app/common/input_title.h"
#include "core/formats/json.h"
#include "storage/session/input_copy.h"

#include <algorithm>
#include <charconv>
#include <filesystem>

namespace cairn
{
namespace
{

StageResult<CanonicalText> loadText(const Arguments& arguments, Console& console)
{
    const auto named = fileNamed(arguments.operands()[0]);
    if (!named)
        return named.error();
    const std::string target = resolveSession(*named);
    std::error_code code;
    if (!std::filesystem::exists(target, code))
        return noSessionOrFile(target);
    if (!std::filesystem::is_directory(target, code)) {
        if (arguments.has("document"))
            return StageError{Stage::Usage, {ErrorCode::InvalidArgument, "--document names a document of a session; a file is one alone."}};
        ImportOptions options;
        options.password = arguments.value("password", "");
        options.encoding = arguments.value("encoding", "");
        auto text = importDocument(target, options, {}, console.stopToken());
        if (text && isInputCopy(target))
            nameInput(*text);
        return text ? StageResult<CanonicalText>(std::move(*text)) : StageResult<CanonicalText>(StageError{Stage::Input, text.error()});
    }
    auto session = openSessionAt(target, Access::ReadOnly, console);
    if (!session)
        return session.error();
    const auto& records = (*session)->records();
    const auto first = std::find_if(records.begin(), records.end(), [](const DocumentRecord& record) { return !record.isRemoved(); });
    const auto index = arguments.number("document", static_cast<std::uint64_t>(first - records.begin()), 0,
                                        std::max<std::size_t>(records.size(), 1) - 1);
    if (!index)
        return StageError{Stage::Usage, index.error()};
    if (records.empty() || (first == records.end() && !arguments.has("document")))
        return StageError{Stage::Input, {ErrorCode::NotFound, "This session holds no document."}};
    if (records[*index].isRemoved())
        console.note("\"" + records[*index].title + "\" was removed from this session, or a later state took its place.");
    if (auto whole = (*session)->checkText(*index); !whole)
        return whole.error();
    return (*session)->documents()[*index];
}

// "A:B", byte offsets; either may be missing.
Result<ByteRange> parseRange(const std::string& range, std::uint64_t size)
{
    const auto colon = range.find(':');
    ByteRange parsed{0, size};
    const auto number = [](std::string_view text, std::uint64_t& value) {
        const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
        return text.empty() || (code == std::errc{} && end == text.data() + text.size());
    };
    if (colon == range.npos || !number(std::string_view(range).substr(0, colon), parsed.begin) ||
        !number(std::string_view(range).substr(colon + 1), parsed.end) || parsed.begin > parsed.end || parsed.end > size)
        return Error{ErrorCode::InvalidArgument, "--range is A:B, byte offsets with 0 <= A <= B <= " + std::to_string(size) + "."};
    return parsed;
}

const char* formatName(DocumentFormat format)
{
    constexpr const char* kNames[] = {"text", "markdown", "rst", "html", "epub", "docx", "pdf", "odt"};
    return kNames[static_cast<std::size_t>(format)];
}

std::string textJson(const CanonicalText& text, ByteRange range)
{
    JsonWriter json;
    json.beginObject().member("title", text.title).member("author", text.author).member("format", formatName(text.format));
    json.member("bytes", static_cast<std::uint64_t>(text.text.size())).member("begin", range.begin).member("end", range.end);
    json.key("units").beginArray();
    for (const SourceUnit& unit : text.units)
        json.beginObject().member("label", unit.label).member("begin", unit.text.begin).member("end", unit.text.end).endObject();
    json.endArray().key("outline").beginArray();
    for (const Heading& heading : text.outline)
        json.beginObject().member("text", heading.text).member("level", unsigned{heading.level}).member("begin", heading.begin).endObject();
    json.endArray().key("warnings").beginArray();
    for (const std::string& warning : text.warnings)
        json.value(warning);
    json.endArray().member("text", std::string_view(text.text).substr(range.begin, range.size())).endObject();
    return json.take();
}

int run(const Arguments& arguments, Console& console)
{
    const auto text = loadText(arguments, console);
    if (!text)
        return console.fail(text.error());
    const auto range = parseRange(arguments.value("range", ":"), text->text.size());
    if (!range)
        return console.fail({Stage::Usage, range.error()});
    if (console.json()) {
        console.line(textJson(*text, *range));
        return kDone;
    }
    for (const std::string& warning : text->warnings)
        console.note(warning);
    console.raw(std::string_view(text->text).substr(range->begin, range->size()));
    return kDone;
}

}  // namespace

Command textCommand()
{
    return {{"text", "text SESSION|FILE [--range A:B]", "Prints the canonical text that byte offsets of citations count in.",
             {{"range", "A:B", "bytes A up to B (default: all)"},
              {"document", "N", "which document of a session, from 0 (default: the first that was not removed)"},
              {"password", "TEXT", "of an encrypted PDF"},
              {"encoding", "NAME", "of a text file (default: found by itself)"},
              kJsonOption},
             1, 1},
            run};
}

}  // namespace cairn
