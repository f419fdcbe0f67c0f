#include "core/documents/html/mime_parts.h"

#include "core/documents/html/mime_bytes.h"
#include "core/documents/html/mime_frames.h"
#include "core/documents/text/decoded_text.h"
#include "core/documents/text/text_builder.h"
#include "core/documents/text/text_lines.h"
#include "core/types/ascii.h"

#include <algorithm>
#include <optional>
#include <span>

namespace cairn
{

namespace
{

constexpr std::size_t kFields = 500;
constexpr std::size_t kValueBytes = 16 << 10;
constexpr unsigned kDepth = 16;
constexpr std::size_t kParts = 1'000;
constexpr std::size_t kNames = 50;            // of attachments
constexpr std::size_t kNameBytes = 100;

bool isNameSign(char c)
{
    return c > ' ' && c < 0x7F && c != ':';
}

// Bytes in an encoding that may be unknown or wrong, as UTF-8; some may still be none.
std::string asUtf8(const std::string& bytes, const std::string& charset)
{
    const auto decoded = DecodedText::decode(std::as_bytes(std::span(bytes.data(), bytes.size())), charset);
    return decoded ? std::string(decoded->text()) : std::string();
}

std::string unquoted(std::string_view text, char escape)
{
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const int value = text[i] == escape && i + 2 < text.size() ? hexByte(text.substr(i + 1, 2)) : -1;
        result += value >= 0 ? static_cast<char>(value) : text[i];
        i += value >= 0 ? 2 : 0;
    }
    return result;
}

// "=?utf-8?Q?caf=C3=A9?=" at the beginning of `text`; `length` is that of the whole word.
std::optional<std::string> encodedWord(std::string_view text, std::size_t& length)
{
    if (!text.starts_with("=?"))
        return std::nullopt;
    const std::size_t kind = text.find('?', 2);
    if (kind == text.npos || kind + 2 >= text.size() || text[kind + 2] != '?')
        return std::nullopt;
    const std::size_t end = text.find("?=", kind + 3);
    if (end == text.npos)
        return std::nullopt;
    std::string words(text.substr(kind + 3, end - kind - 3));
    const char way = asciiLower(text[kind + 1]);
    if (way == 'q') {
        std::replace(words.begin(), words.end(), '_', ' ');
        words = unquoted(words, '=');
    } else if (way == 'b') {
        words = mimeBytes(words, 0, words.size(), "base64").bytes;
    } else {
        return std::nullopt;
    }
    const std::string charset(text.substr(2, kind - 2));
    length = end + 2;
    return asUtf8(words, charset.substr(0, charset.find('*')));   // "utf-8*en" names the language, too
}

class Collector
{
public:
    explicit Collector(std::string_view file) : m_file(file) {}

    MimeBody part(const MimeHeaders& headers, std::size_t end, unsigned depth, bool isInPage)
    {
        const std::string given = headers.value("content-type");
        const std::string type = given.empty() ? "text/plain" : mimeType(given);
        if (type.starts_with("multipart/") && depth < kDepth)
            return multipart(headers, type, end, depth, isInPage);
        MimeBody body;
        const std::string disposition = headers.value("content-disposition");
        const bool isAttached = mimeType(disposition) == "attachment";
        const bool isText = type == "text/plain" || type == "text/html" || type == "application/xhtml+xml" || type == "text";
        if ((isText || type.starts_with("multipart/")) && !isAttached)
            body.parts.push_back({isHtml(type, headers.end, end), mimeParameter(given, "charset"),
                                  asciiLower(trimmedLine(headers.value("content-transfer-encoding"))), headers.end, end});
        else if (!isInPage || isAttached)
            body.attachments.push_back(nameOf(disposition, given));
        return body;
    }

private:
    // A part whose boundaries are missing is told by its first words.
    bool isHtml(std::string_view type, std::size_t begin, std::size_t end) const
    {
        if (!type.starts_with("multipart/"))
            return type == "text/html" || type == "application/xhtml+xml";
        constexpr std::size_t kHead = 4096;
        const std::string head = asciiLower(m_file.substr(begin, std::min(end - begin, kHead)));
        return head.find("<html") != head.npos || head.find("<body") != head.npos;
    }

    static std::string nameOf(const std::string& disposition, const std::string& type)
    {
        std::string name = mimeParameter(disposition, "filename");
        name = name.empty() ? mimeParameter(type, "name") : name;
        return oneLine(name.empty() ? mimeType(type) : mimeWords(name), kNameBytes);
    }

    MimeBody multipart(const MimeHeaders& headers, std::string_view type, std::size_t end, unsigned depth, bool isInPage)
    {
        auto ranges = split(headers.end, end, mimeParameter(headers.value("content-type"), "boundary"));
        if (ranges.empty())
            ranges = split(headers.end, end, firstBoundary(headers.end, end));
        const bool isChoice = type == "multipart/alternative", isPage = type == "multipart/related";
        MimeBody result;
        std::vector<PagePart> page;
        for (const auto& [begin, partEnd] : ranges) {
            MimeHeaders own = mimeHeaders(m_file.substr(0, partEnd), begin);
            MimeBody body = part(own, partEnd, depth + 1, isInPage || isPage);
            const auto hasHtml = [](const MimeBody& b) { return !b.parts.empty() && b.parts.front().isHtml; };
            if (isChoice && !body.parts.empty() && (result.parts.empty() || (hasHtml(body) && !hasHtml(result))))
                result.parts = std::move(body.parts);
            else if (isPage && !body.parts.empty())
                page.push_back({body.parts, own.value("content-location"), own.value("content-id")});
            else if (!isChoice)
                result.parts.insert(result.parts.end(), body.parts.begin(), body.parts.end());
            for (std::string& name : body.attachments)
                if (result.attachments.size() < kNames)
                    result.attachments.push_back(std::move(name));
        }
        if (!page.empty())
            result.parts = partsOfPage(m_file, page, mimeParameter(headers.value("content-type"), "start"));
        return ranges.empty() ? part(headers, end, kDepth, isInPage) : result;
    }

    // Where the headers name another one, or none.
    std::string firstBoundary(std::size_t begin, std::size_t end) const
    {
        constexpr std::size_t kHead = 4096, kLongest = 70;   // RFC 2046, 5.1.1
        const std::string_view head = m_file.substr(begin, std::min(end - begin, kHead));
        const std::size_t at = head.starts_with("--") ? 0 : head.find("\n--") + 1;   // npos + 1 = 0
        const std::string_view line = trimmedLine(head.substr(at, std::min(head.find('\n', at), head.size()) - at));
        return line.starts_with("--") && line.size() <= kLongest + 2 ? std::string(line.substr(2)) : std::string();
    }

    // The bytes between lines "--boundary"; without a last one, to the end.
    std::vector<std::pair<std::size_t, std::size_t>> split(std::size_t from, std::size_t end, const std::string& boundary)
    {
        std::vector<std::pair<std::size_t, std::size_t>> ranges;
        if (boundary.empty())
            return ranges;
        const std::string line = "--" + boundary;
        const std::string_view file = m_file.substr(0, end);
        std::size_t begin = file.npos;
        for (std::size_t at = file.find(line, from); at != file.npos; at = file.find(line, at + line.size())) {
            const std::size_t behind = std::min(file.find_first_not_of(" \t\r", at + line.size()), end);
            const bool isLast = file.substr(at + line.size(), 2) == "--";
            if ((at > 0 && file[at - 1] != '\n') || (!isLast && behind < end && file[behind] != '\n'))
                continue;
            if (begin != file.npos)
                ranges.emplace_back(begin, lineEnd(begin, at));
            begin = isLast ? file.npos : std::min(behind + 1, end);
            if (isLast || ++m_parts > kParts)
                return ranges;
        }
        if (begin != file.npos)
            ranges.emplace_back(begin, end);
        return ranges;
    }

    // Without the line end that belongs to the boundary at `at`.
    std::size_t lineEnd(std::size_t begin, std::size_t at) const
    {
        if (at > begin)
            --at;
        return at > begin && m_file[at - 1] == '\r' ? at - 1 : at;
    }

    std::string_view m_file;
    std::size_t m_parts = 0;
};

}  // namespace

std::string MimeHeaders::value(std::string_view name) const
{
    const auto found = std::find_if(fields.begin(), fields.end(), [name](const auto& field) { return field.first == name; });
    return found == fields.end() ? std::string() : found->second;
}

MimeHeaders mimeHeaders(std::string_view file, std::size_t at)
{
    MimeHeaders headers;
    for (headers.end = at; at < file.size(); headers.end = at) {
        const std::size_t end = std::min(file.find('\n', at), file.size());
        std::string_view line = file.substr(at, end - at);
        at = std::min(end + 1, file.size());
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        if (line.empty()) {
            headers.isWhole = true;
            headers.end = at;
            return headers;
        }
        const bool goesOn = line.front() == ' ' || line.front() == '\t';
        const std::size_t colon = line.find(':');
        const bool isField = colon > 0 && colon != line.npos && std::all_of(line.begin(), line.begin() + std::ptrdiff_t(colon), isNameSign);
        if (goesOn ? headers.fields.empty() : !isField)
            return headers;
        if (goesOn && headers.fields.back().second.size() + line.size() < kValueBytes)
            headers.fields.back().second += ' ' + std::string(trimmedLine(line));
        else if (!goesOn && headers.fields.size() < kFields)
            headers.fields.emplace_back(asciiLower(line.substr(0, colon)), trimmedLine(line.substr(colon + 1).substr(0, kValueBytes)));
    }
    headers.isWhole = true;   // headers alone
    return headers;
}

std::string mimeType(std::string_view value)
{
    return asciiLower(trimmedLine(value.substr(0, value.find(';'))));
}

std::string mimeParameter(std::string_view value, std::string_view name)
{
    for (std::size_t at = value.find(';'); at < value.size();) {
        const std::size_t equals = value.find('=', at);
        if (equals == value.npos)
            break;
        const std::string key = asciiLower(trimmedLine(value.substr(at + 1, equals - at - 1)));
        std::size_t begin = std::min(value.find_first_not_of(" \t", equals + 1), value.size());
        std::string text;
        if (begin < value.size() && value[begin] == '"') {
            for (++begin; begin < value.size() && value[begin] != '"'; ++begin) {
                begin += value[begin] == '\\' && begin + 1 < value.size() ? 1 : 0;
                text += value[begin];
            }
            at = value.find(';', begin);
        } else {
            at = value.find(';', begin);
            text = trimmedLine(value.substr(begin, std::min(at, value.size()) - begin));
        }
        if (key == name)
            return text;
        const std::size_t language = text.find('\'');   // filename*=utf-8''caf%C3%A9.pdf
        if (key == std::string(name) + "*" && text.find('\'', language + 1) != text.npos)
            return asUtf8(unquoted(std::string_view(text).substr(text.find('\'', language + 1) + 1), '%'), text.substr(0, language));
    }
    return {};
}

std::string mimeWords(std::string_view value)
{
    std::string result;
    bool isBehindWord = false;
    for (std::size_t at = 0; at < value.size();) {
        std::size_t length = 0;
        if (const auto word = encodedWord(value.substr(at), length)) {
            if (isBehindWord)   // white space between two of them is none
                result.resize(std::string_view(result).find_last_not_of(' ') + 1);
            result += *word;
            at += length;
            isBehindWord = true;
            continue;
        }
        isBehindWord = isBehindWord && isFlowSpace(value[at]);
        result += value[at++];
    }
    return oneLine(asUtf8(result, {}), kValueBytes);
}

MimeBody mimeBody(std::string_view file, const MimeHeaders& headers)
{
    return Collector(file).part(headers, file.size(), 0, false);
}

}  // namespace cairn
