#include "core/documents/pdf/pdf_typed_text.h"

#include <zlib.h>

#include <algorithm>
#include <string>

namespace cairn
{
namespace
{

constexpr std::size_t kMostInflated = 64u << 20; // bytes of all compressed objects: a form has a few thousand
constexpr std::size_t kLongestObject = 1500;     // bytes looked at on either side of a note's type

bool isSpace(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\f' || c == '\0';
}

// "(Ann)" or "<416E6E>" with anything in it, behind `at`; a mark of its encoding alone is nothing.
bool startsText(std::string_view data, std::size_t at)
{
    while (at < data.size() && isSpace(data[at]))
        ++at;
    const std::string_view text = data.substr(std::min(at, data.size()), 8);
    if (text.starts_with('('))
        return text.size() > 1 && text[1] != ')' && !text.starts_with("(\xFE\xFF)");
    return text.starts_with('<') && text.size() > 2 && text[1] != '<' && text[1] != '>' && !text.starts_with("<FEFF>")
        && !text.starts_with("<feff>");
}

bool hasTextBehind(std::string_view data, std::string_view name)
{
    for (std::size_t at = data.find(name); at != std::string_view::npos; at = data.find(name, at + 1))
        if (startsText(data, at + name.size()))
            return true;
    return false;
}

// What stands around `at` up to the ends of objects: "endobj", or ">><<" where they are stored together.
std::string_view objectAround(std::string_view data, std::size_t at)
{
    const std::size_t first = at - std::min(at, kLongestObject);
    std::string_view before = data.substr(first, at - first), behind = data.substr(at, kLongestObject);
    for (const std::string_view mark : {"endobj", ">><<"}) {
        const std::size_t end = before.rfind(mark);
        before = end == std::string_view::npos ? before : before.substr(end);
        behind = behind.substr(0, behind.find(mark));
    }
    return data.substr(at - before.size(), before.size() + behind.size());
}

// A note typed onto a page: its words stand in the object that its type stands in.
bool hasNote(std::string_view data)
{
    constexpr std::string_view kType = "/FreeText";
    for (std::size_t at = data.find(kType); at != std::string_view::npos; at = data.find(kType, at + 1))
        if (hasTextBehind(objectAround(data, at), "/Contents"))
            return true;
    return false;
}

// Inflates what begins `data`, as far as `room` allows; a damaged stream ends where the damage is.
std::string inflated(std::string_view data, std::size_t room)
{
    z_stream stream{};
    if (inflateInit(&stream) != Z_OK)
        return {};
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(data.data()));
    stream.avail_in = uInt(std::min<std::size_t>(data.size(), kMostInflated));
    std::string result;
    char piece[16384];
    int status = Z_OK;
    while (status == Z_OK && result.size() < room) {
        stream.next_out = reinterpret_cast<Bytef*>(piece);
        stream.avail_out = sizeof piece;
        status = inflate(&stream, Z_NO_FLUSH);
        result.append(piece, sizeof piece - stream.avail_out);
    }
    inflateEnd(&stream);
    return result;
}

// Objects that are stored together in compressed streams.
std::string compressedObjects(std::string_view file)
{
    std::string objects;
    std::size_t begin = 0;
    for (std::size_t at = file.find("/ObjStm"); at != std::string_view::npos; at = file.find("/ObjStm", begin)) {
        constexpr std::string_view kStream = "stream";
        begin = file.find(kStream, at);
        if (begin == std::string_view::npos || objects.size() >= kMostInflated)
            break;
        begin += kStream.size();
        while (begin < file.size() && (file[begin] == '\r' || file[begin] == '\n'))
            ++begin;
        objects += inflated(file.substr(begin), kMostInflated - objects.size()) + '\n';
    }
    return objects;
}

} // namespace

bool hasTypedText(std::string_view file)
{
    const std::string objects = compressedObjects(file);
    const auto has = [](std::string_view data, std::string_view name) { return data.find(name) != std::string_view::npos; };
    const bool isForm = has(file, "/AcroForm") || has(objects, "/AcroForm");
    return hasNote(file) || hasNote(objects) || (isForm && (hasTextBehind(file, "/V") || hasTextBehind(objects, "/V")));
}

} // namespace cairn
