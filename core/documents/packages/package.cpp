#include "core/documents/packages/package.h"

#include "core/documents/html/html_tokenizer.h"
#include "core/documents/text/decoded_text.h"
#include "core/formats/utf8.h"

#include <algorithm>
#include <vector>

namespace cairn
{

namespace
{

int hexDigit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    const char lower = static_cast<char>(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

std::string percentDecoded(std::string_view text)
{
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const int high = text[i] == '%' && i + 2 < text.size() ? hexDigit(text[i + 1]) : -1;
        const int low = high >= 0 ? hexDigit(text[i + 2]) : -1;
        if (low >= 0) {
            result += static_cast<char>(high * 16 + low);
            i += 2;
        } else {
            result += text[i];
        }
    }
    return isValidUtf8(result) ? result : std::string(text);
}

}  // namespace

Result<Package> Package::open(std::span<const std::byte> bytes)
{
    auto zip = ZipReader::open(std::make_shared<MemorySource>(bytes, std::string()));
    if (!zip)
        return zip.error();
    return Package(std::move(*zip));
}

std::string Package::folderAbove(std::string_view path) const
{
    for (const ZipEntry& entry : m_zip.entries()) {
        const std::size_t slash = entry.name.find('/');
        if (!has(path) && slash != std::string::npos && std::string_view(entry.name).substr(slash + 1) == path)
            return entry.name.substr(0, slash + 1);
    }
    return {};
}

Result<std::string> Package::text(std::string_view path)
{
    const ZipEntry* entry = m_zip.find(path);
    if (!entry)
        return Error{ErrorCode::NotFound, "The document lacks its part " + std::string(path) + "; get a fresh copy of the file."};
    auto raw = m_zip.read(*entry);
    if (!raw)
        return raw;
    const auto decoded = DecodedText::decode(std::as_bytes(std::span(raw->data(), raw->size())), declaredHtmlEncoding(*raw));
    if (!decoded)
        return decoded.error();
    return std::string(decoded->text());
}

Result<std::string> Package::bytes(std::string_view path, std::uint64_t limit)
{
    const ZipEntry* entry = m_zip.find(path);
    if (!entry)
        return Error{ErrorCode::NotFound, "The document lacks its part " + std::string(path) + "; get a fresh copy of the file."};
    if (entry->bytes > limit)
        return Error{ErrorCode::Unsupported, "The part " + std::string(path) + " of the document is too large to be shown."};
    return m_zip.read(*entry);
}

std::optional<PartReference> resolvePart(std::string_view from, std::string_view reference)
{
    PartReference result;
    const std::size_t hash = std::min(reference.find('#'), reference.size());
    const std::string path = percentDecoded(reference.substr(0, hash));
    result.fragment = percentDecoded(reference.substr(std::min(hash + 1, reference.size())));
    if (path.empty()) {
        result.path = from;
        return result;
    }
    const std::size_t colon = path.find(':');
    if (colon != std::string::npos && colon < path.find('/'))
        return std::nullopt;   // http:, file:, data:
    std::vector<std::string_view> folders;
    const std::string folder(from.substr(0, from.rfind('/') + 1));
    const std::string whole = path.starts_with('/') ? path.substr(1) : folder + path;
    for (std::size_t begin = 0; begin <= whole.size();) {
        const std::size_t end = std::min(whole.find('/', begin), whole.size());
        const std::string_view part = std::string_view(whole).substr(begin, end - begin);
        if (part == "..") {
            if (folders.empty())
                return std::nullopt;
            folders.pop_back();
        } else if (!part.empty() && part != ".") {
            folders.push_back(part);
        }
        begin = end + 1;
    }
    for (const std::string_view part : folders)
        result.path += (result.path.empty() ? "" : "/") + std::string(part);
    return result;
}

}  // namespace cairn
