#include "core/documents/markup/notebook_reader.h"

#include "core/documents/markup/markdown_reader.h"
#include "core/formats/json.h"
#include "core/types/ascii.h"
#include "core/types/limits.h"

#include <algorithm>
#include <string>

namespace cairn
{
namespace
{

constexpr std::size_t kHead = 64 * 1024; // where the members of a notebook begin

// Lines are kept as one string, or as one each.
std::string textOf(const JsonValue* value)
{
    if (!value)
        return {};
    if (const std::string* whole = value->string())
        return *whole;
    std::string text;
    for (const JsonValue& line : value->elements())
        text += line.string() ? *line.string() : std::string();
    return text;
}

std::string stringOf(const JsonValue* value)
{
    return value && value->string() ? *value->string() : std::string();
}

// Without the codes that colour what a terminal shows: "\x1B[31m".
std::string plain(const std::string& text)
{
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\x1B' && i + 1 < text.size() && text[i + 1] == '[')
            i = std::min(text.find_first_not_of("0123456789;", i + 2), text.size());
        else if (text[i] != '\x1B')
            result += text[i];
    }
    return result;
}

// A fence is longer than any in the code.
std::string fenced(const std::string& code, const std::string& language = {})
{
    if (code.find_first_not_of(" \n\t\r") == code.npos)
        return {};
    std::size_t longest = 2, run = 0;
    for (const char c : code) {
        run = c == '`' ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    const std::string fence(longest + 1, '`');
    return fence + language + '\n' + code + (code.ends_with('\n') ? "" : "\n") + fence + "\n\n";
}

std::string outputOf(const JsonValue& output)
{
    const std::string type = stringOf(output.find("output_type"));
    if (type == "stream")
        return fenced(plain(textOf(output.find("text"))));
    if (type == "error")
        return fenced(stringOf(output.find("ename")) + ": " + plain(stringOf(output.find("evalue"))));
    const JsonValue* data = output.find("data");
    const std::string shown = data ? textOf(data->find("text/plain")) : std::string();
    const bool isObject = shown.starts_with('<') && shown.ends_with('>') && shown.find('\n') == shown.npos; // "<Figure size 640x480>"
    return isObject ? std::string() : fenced(plain(shown));
}

std::string markdownOf(const JsonValue& notebook, const JsonValue& cells)
{
    const JsonValue* metadata = notebook.find("metadata");
    const JsonValue* kernel = metadata ? metadata->find("kernelspec") : nullptr;
    const std::string language = asciiLower(kernel ? stringOf(kernel->find("language")) : std::string());
    const bool isName = language.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789+#-") == language.npos;
    std::string markdown;
    for (const JsonValue& cell : cells.elements()) {
        const std::string type = stringOf(cell.find("cell_type")), source = textOf(cell.find("source"));
        if (type == "markdown")
            markdown += source + "\n\n";
        else if (type == "code")
            markdown += fenced(source, isName ? language : std::string());
        else
            markdown += fenced(source);
        if (const JsonValue* outputs = type == "code" ? cell.find("outputs") : nullptr)
            for (const JsonValue& output : outputs->elements())
                markdown += outputOf(output);
    }
    return markdown;
}

}  // namespace

bool isNotebook(std::string_view bytes, std::string_view fileName)
{
    const std::string_view head = bytes.substr(0, kHead);
    const std::size_t begin = head.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    if (begin == head.npos || head[begin] != '{')
        return false;
    return asciiLower(std::string(fileName)).ends_with(".ipynb")
        || (head.find("\"cells\"") != head.npos && head.find("\"cell_type\"") != head.npos);
}

Result<CanonicalText> readNotebook(std::span<const std::byte> bytes, const ImportContext& context)
{
    std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    text.remove_prefix(std::min(text.find('{'), text.size()));
    const Result<JsonValue> notebook = parseJson(text, {limits::kCanonicalTextBytes, 64, 2'000'000});
    if (!notebook)
        return Error{notebook.error().code == ErrorCode::OutOfMemory ? ErrorCode::OutOfMemory : ErrorCode::Corruption,
                     "This notebook is damaged or too large to be read. Get a fresh copy, or save it as HTML or PDF and open that."};
    const JsonValue* cells = notebook->find("cells");
    if (!cells || !cells->isArray())
        return Error{ErrorCode::Unsupported, "This notebook has an old form. Save it anew with a Jupyter of today and open that."};
    const std::string markdown = markdownOf(*notebook, *cells);
    ImportContext inner = context;
    inner.encoding.clear();
    return readMarkdown(std::as_bytes(std::span(markdown)), inner);
}

}  // namespace cairn
