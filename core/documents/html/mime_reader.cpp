#include "core/documents/html/mime_reader.h"

#include "core/documents/html/html_reader.h"
#include "core/documents/html/mime_bytes.h"
#include "core/documents/html/mime_parts.h"
#include "core/documents/text/element_names.h"
#include "core/documents/text/text_builder.h"
#include "core/documents/text/text_reader.h"
#include "core/types/ascii.h"
#include "core/types/limits.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace cairn
{

namespace
{

constexpr std::size_t kHeadBytes = 64 << 10;   // in which headers tell a mail
constexpr std::size_t kMostParts = 100;        // that are read

// Pages that browsers save name a program there.
bool isMail(const MimeHeaders& headers)
{
    const std::string from = headers.value("from");
    return !from.empty() && !from.starts_with("<Saved by");
}

// "Ann Lee" <ann@example.org>: the name, or what there is.
std::string senderOf(const MimeHeaders& headers)
{
    const std::string from = mimeWords(headers.value("from"));
    std::string name = oneLine(from.substr(0, from.find('<')));
    std::erase(name, '"');
    return name.empty() ? from : name;
}

// What a mail's reader sees above its text. A place in the file is not told: the lines stand there in another order and way.
Result<CanonicalText> headLines(const MimeHeaders& headers)
{
    TextBuilder builder(DocumentFormat::Html);
    for (const char* name : {"From", "Date", "To", "Cc", "Subject"}) {
        const std::string words = mimeWords(headers.value(asciiLower(name)));
        if (words.empty())
            continue;
        builder.lineBreak();
        builder.inserted(std::string(name) + ": ");
        builder.inserted(words);
    }
    return builder.finish({});
}

template <typename T, typename Move>
void append(std::vector<T>& to, std::vector<T>& from, Move move)
{
    for (T& one : from) {
        move(one);
        to.push_back(std::move(one));
    }
}

// `next` below `text`; in the same unit, unless it stands before the other in the file.
void join(CanonicalText& text, CanonicalText next, bool startsUnit = false)
{
    const ParagraphKind first = next.paragraphs.empty() ? ParagraphKind::Text : next.paragraphs.front().kind;
    const bool goesOn = !text.paragraphs.empty() && text.paragraphs.back().kind == first &&
                        (first == ParagraphKind::ListItem || first == ParagraphKind::TableRow);
    const std::string_view between = goesOn ? "\n" : "\n\n";
    const auto moveRange = [by = text.text.empty() ? 0 : text.text.size() + between.size()](ByteRange& range) {
        range.begin += by;
        range.end += by;
    };
    if (!text.text.empty())
        text.text += between;
    const std::uint64_t begin = text.text.size();
    text.text += next.text;
    if (text.units.empty())
        text.units.emplace_back();
    else if (startsUnit)
        text.units.push_back({{}, {begin, begin}});
    if (text.units.size() > 1)
        text.units[text.units.size() - 2].text.end = text.units.back().text.begin;
    text.units.back().text.end = text.text.size();
    append(text.runs, next.runs, [&, unit = static_cast<std::uint32_t>(text.units.size() - 1)](PositionRun& run) {
        moveRange(run.canonical);
        run.unit = unit;
    });
    append(text.paragraphs, next.paragraphs, [&](Paragraph& paragraph) { moveRange(paragraph.text); });
    append(text.outline, next.outline, [&](Heading& heading) { heading.begin += begin; });
    append(text.warnings, next.warnings, [](std::string&) {});
    text.title = text.title.empty() ? next.title : text.title;
    text.author = text.author.empty() ? next.author : text.author;
}

Result<CanonicalText> readPart(std::string_view file, const MimePart& part, ImportContext context)
{
    const MimeBytes decoded = mimeBytes(file, part.begin, part.end, part.encoding);
    const std::string charset = asciiLower(part.charset);
    if (charset != "utf-8" && charset != "utf8" && charset != "us-ascii" && charset != "ascii")   // those are seen without a name
        context.declared = charset;
    const auto bytes = std::as_bytes(std::span(decoded.bytes.data(), decoded.bytes.size()));
    auto text = part.isHtml ? readHtml(bytes, context) : readText(bytes, context);
    if (text)
        text->runs = decoded.toFileOffsets(text->runs, text->text);
    return text;
}

std::string attachmentRemark(const std::vector<std::string>& names)
{
    std::string list;
    for (const std::string& name : names)
        list += (list.empty() ? "" : ", ") + name;
    return "Attached files are not read: " + list + ".";
}

}  // namespace

bool isMime(std::string_view bytes, std::string_view suffix)
{
    constexpr auto kTexts = std::to_array<std::string_view>({"txt", "text", "md", "markdown", "rst", "log", "asc", "html", "htm", "xhtml"});
    if (isOneOf(suffix, kTexts))
        return false;
    const MimeHeaders headers = mimeHeaders(bytes.substr(0, kHeadBytes), 0);
    if (!headers.isWhole || headers.fields.empty())
        return false;
    const auto has = [&](std::string_view name) { return !headers.value(name).empty(); };
    if (has("mime-version") && has("content-type"))
        return true;
    const bool isNamed = suffix == "eml" || suffix == "mht" || suffix == "mhtml";
    return isNamed && (has("from") || has("subject") || has("content-type") || has("date"));
}

Result<CanonicalText> readMime(std::span<const std::byte> bytes, const ImportContext& context)
{
    const std::string_view file(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const MimeHeaders headers = mimeHeaders(file, 0);
    const std::string subject = oneLine(mimeWords(headers.value("subject")));
    const MimeBody body = mimeBody(file, headers);
    ImportContext own = context;
    own.fileName = subject.empty() ? context.fileName : subject;
    CanonicalText result;
    result.format = DocumentFormat::Html;
    if (isMail(headers)) {
        if (auto lines = headLines(headers))
            join(result, std::move(*lines));
        result.title = subject;
        result.author = senderOf(headers);
    }
    Error error{ErrorCode::Unsupported, "The document is empty: it holds no text. Choose another file."};
    bool hasText = false;
    for (std::size_t i = 0; i < std::min(body.parts.size(), kMostParts); ++i) {
        auto text = readPart(file, body.parts[i], own);
        if (!text && text.error().code != ErrorCode::Unsupported)
            return text;
        if (!text) {
            error = text.error();
            continue;
        }
        if (text->text.size() > limits::kCanonicalTextBytes - result.text.size() - 2)
            return Error{ErrorCode::Unsupported,
                         "The document holds more than 256 MiB of text; split it into parts and open them one by one."};
        join(result, std::move(*text), i > 0 && body.parts[i].begin < body.parts[i - 1].begin);
        hasText = true;
    }
    if (!hasText && (result.text.empty() || body.attachments.empty()))
        return error;
    if (!body.attachments.empty())
        result.warnings.push_back(attachmentRemark(body.attachments));
    return result;
}

}  // namespace cairn
