#include "core/documents/format_detection.h"

#include "core/documents/html/html_tokenizer.h"
#include "core/documents/html/mime_reader.h"
#include "core/documents/html/rtf_reader.h"
#include "core/documents/markup/notebook_reader.h"
#include "core/documents/packages/odt_reader.h"
#include "core/documents/text/element_names.h"
#include "core/documents/text/separated_reader.h"
#include "core/types/ascii.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <optional>
#include <string>

namespace cairn
{
namespace
{

constexpr std::size_t kPdfHeaderWindow = 1024; // PDF 32000-1, annex H.3.4.1: readers accept the header in the first 1,024 bytes
constexpr std::size_t kTextSample = 64 * 1024;
constexpr std::size_t kFlatHead = 4096;         // where the root of an XML file begins
constexpr std::size_t kZipScan = 4 * 1024 * 1024; // names of the first entries lie well inside

struct ForeignType
{
    std::string_view magic;
    std::size_t offset;
    std::string_view sentence;
};

constexpr std::string_view kOldOffice =
    "This is an old Microsoft Office file (.doc, .xls or .ppt), which Cairn can't read. Save it as DOCX or PDF and open that.";
constexpr std::string_view kPicture =
    "This is a picture, not text. Cairn can't read pictures. Run it through an OCR program and open the result.";
constexpr std::string_view kKindle = "This is a Kindle or Mobipocket book, which Cairn can't read. Convert it to EPUB and open that.";
constexpr std::string_view kArchive = "This is a compressed archive. Unpack it and open the documents inside.";

constexpr std::string_view kApple =
    "This is a document of Apple's Pages, Numbers or Keynote, which Cairn can't read. Export it as DOCX or PDF and open that.";

constexpr std::string_view kOutlook = "This is a mail of Outlook, which Cairn can't read. Save it as EML, HTML or text and open that.";
constexpr std::string_view kRecording = "This is a recording, not text. Cairn can't hear or watch it. Open a transcript of it.";
constexpr std::string_view kProgram = "This is a program, not a document. Choose a document.";

constexpr std::array<ForeignType, 38> kForeign{{
    {"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", 0, kOldOffice},
    {"BOOKMOBI", 60, kKindle},
    {"TEXtREAd", 60, kKindle},
    {"\xEA\x44RBRION", 0, kKindle},
    {"%!PS", 0, "This is a PostScript file, which Cairn can't read. Convert it to PDF (ps2pdf) and open that."},
    {"AT&TFORM", 0, "This is a DjVu file, which Cairn can't read. Convert it to PDF with text and open that."},
    {"\x89PNG\r\n\x1A\n", 0, kPicture},
    {"\xFF\xD8\xFF", 0, kPicture},
    {"GIF87a", 0, kPicture},
    {"GIF89a", 0, kPicture},
    {"WEBP", 8, kPicture},
    {std::string_view("II*\0", 4), 0, kPicture},
    {std::string_view("MM\0*", 4), 0, kPicture},
    {std::string_view("\x1F\x8B\x08", 3), 0, kArchive},
    {"7z\xBC\xAF\x27\x1C", 0, kArchive},
    {"Rar!\x1A\x07", 0, kArchive},
    {"\xFD"
     "7zXZ",
     0, kArchive},
    {"BZh", 0, kArchive},
    {"\x7F"
     "ELF",
     0, kProgram},
    {std::string_view("MZ\x90\0", 4), 0, kProgram},
    {"ustar", 257, kArchive},
    {std::string_view("SQLite\040format\0403\0", 16), 0,
     "This is a database, which Cairn can't read. Save what you need of it as PDF or text and open that."},
    {"ftypheic", 4, kPicture},
    {"ftypheix", 4, kPicture},
    {"ftypmif1", 4, kPicture},
    {"ftypavif", 4, kPicture},
    {"ftypmp4", 4, kRecording},
    {"ftypiso", 4, kRecording},
    {"ftypM4", 4, kRecording},
    {"ftypqt ", 4, kRecording},
    {"ID3\x02", 0, kRecording},
    {"ID3\x03", 0, kRecording},
    {"ID3\x04", 0, kRecording},
    {std::string_view("OggS\0", 5), 0, kRecording},
    {std::string_view("fLaC\0", 5), 0, kRecording},
    {"WAVEfmt ", 8, kRecording},
    {"AVI LIST", 8, kRecording},
    {"\x1A\x45\xDF\xA3", 0, kRecording},
}};

std::string lowerSuffix(std::string_view name)
{
    const std::size_t dot = name.rfind('.');
    return asciiLower(dot == std::string_view::npos ? std::string_view{} : name.substr(dot + 1));
}

Error unsupported(std::string_view sentence)
{
    return Error{ErrorCode::Unsupported, std::string(sentence)};
}

bool isZip(std::string_view bytes)
{
    return bytes.starts_with("PK\x03\x04") || bytes.starts_with(std::string_view("PK\x05\x06", 4));
}

constexpr std::string_view kOpenDocument = "application/vnd.oasis.opendocument.";

// What follows kOpenDocument in `head`: "text", "spreadsheet-template".
std::optional<std::string_view> openDocumentKind(std::string_view head)
{
    const std::size_t at = head.find(kOpenDocument);
    if (at == std::string_view::npos)
        return std::nullopt;
    const std::string_view kind = head.substr(at + kOpenDocument.size());
    return kind.substr(0, kind.find_first_not_of("abcdefghijklmnopqrstuvwxyz-"));
}

// A text of OpenDocument in one XML file. The reader then says what else it may be.
bool isFlatOpenDocument(std::string_view sample)
{
    const std::size_t begin = sample.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    const std::size_t root = sample.find("<office:document");
    return begin != std::string_view::npos && sample[begin] == '<' && root < kFlatHead &&
           sample.find("urn:oasis:names:tc:opendocument:xmlns:office:", root) != std::string_view::npos;
}

// EPUB and OpenDocument say what they are in their first entry; DOCX by the parts it must have. The reader then checks the package itself.
Result<DocumentFormat> detectZip(std::string_view bytes, std::string_view fileName)
{
    const std::string_view head = bytes.substr(0, kZipScan);
    const std::string_view tail = bytes.substr(bytes.size() - std::min(bytes.size(), kZipScan));
    const auto names = [&](std::string_view part) {
        return head.find(part) != std::string_view::npos || tail.find(part) != std::string_view::npos;
    };
    if (head.substr(0, 256).find("application/epub+zip") != std::string_view::npos || names("META-INF/container.xml"))
        return DocumentFormat::Epub;
    if (names("word/document") || (names("[Content_Types].xml") && names("word/")))
        return DocumentFormat::Docx;
    if (names("xl/workbook") || names("ppt/presentation"))
        return odtKindError("spreadsheet");
    if (const auto kind = openDocumentKind(head.substr(0, 256)))
        return kind->starts_with("text") ? Result<DocumentFormat>(DocumentFormat::Odt) : odtKindError(*kind);
    if (names("content.xml") && names("META-INF/manifest.xml"))
        return DocumentFormat::Odt;
    const std::string suffix = lowerSuffix(fileName);
    if (suffix == "pages" || suffix == "numbers" || names("Index/Document.iwa"))
        return unsupported(kApple);
    if (suffix == "epub")
        return DocumentFormat::Epub; // damaged: the reader says what is missing
    if (suffix == "docx" || suffix == "docm" || suffix == "dotx" || names("[Content_Types].xml"))
        return DocumentFormat::Docx;
    if (suffix == "odt" || suffix == "ott")
        return DocumentFormat::Odt;
    if (names(".fb2") || names(".FB2"))
        return DocumentFormat::Html;
    return unsupported(
        "This is a zip archive without a document that Cairn knows (EPUB, DOCX or ODT). Unpack it and open the documents inside.");
}

// Share of bytes no text in UTF-8 or an 8-bit code page has. UTF-16 and UTF-32 are told apart by their byte order mark
// or by their zeros lying on one side.
bool looksBinary(std::string_view sample)
{
    if (sample.starts_with("\xFF\xFE") || sample.starts_with("\xFE\xFF"))
        return false;
    std::array<std::size_t, 2> zeros{};
    std::size_t controls = 0;
    for (std::size_t i = 0; i < sample.size(); ++i) {
        const auto c = static_cast<unsigned char>(sample[i]);
        if (c == 0)
            ++zeros[i % 2];
        else if (c < 0x20 && c != '\n' && c != '\r' && c != '\t' && c != '\f' && c != '\v' && c != 0x1A && c != 0x1B)
            ++controls;
    }
    const std::size_t pairs = sample.size() / 2;
    const bool utf16 = std::max(zeros[0], zeros[1]) > pairs * 2 / 5 && std::min(zeros[0], zeros[1]) * 20 < pairs;
    if (utf16)
        return false;
    return (zeros[0] + zeros[1]) * 20 > sample.size() || controls * 10 > sample.size();
}

// The first element of an XML file, behind declarations and comments.
struct XmlRoot
{
    std::string name;         // in lower case, with its prefix; empty: none
    std::string attributes;   // of its start tag
    bool isDeclared = false;  // "<?xml" stands before it
    bool isHtml = false;      // by its document type or its namespace
};

XmlRoot xmlRootOf(std::string_view sample)
{
    const std::size_t begin = std::min(sample.find_first_not_of(" \t\r\n\xEF\xBB\xBF"), sample.size());
    XmlRoot root;
    root.isDeclared = sample.substr(begin).starts_with("<?xml");
    if (begin == sample.size() || sample[begin] != '<')
        return root;
    HtmlTokenizer tokens(sample.substr(begin), true);
    for (HtmlToken token = tokens.next(); token.kind != HtmlToken::Kind::End; token = tokens.next()) {
        if (token.kind == HtmlToken::Kind::Doctype)
            root.isHtml = asciiLower(token.attributes.substr(0, token.attributes.find('['))).find("html") != std::string::npos;
        if (token.kind != HtmlToken::Kind::StartTag)
            continue;
        root.name = token.name;
        root.attributes = token.attributes;
        root.isHtml = root.isHtml || root.attributes.find("http://www.w3.org/1999/xhtml") != std::string::npos;
        break;
    }
    return root;
}

bool isFictionBook(std::string_view sample)
{
    return xmlRootOf(sample).name == "fictionbook";
}

// XML of another kind than that of web pages: what it is. Nothing: none, or the suffix says how it is to be read.
std::optional<std::string_view> foreignXml(std::string_view sample, std::string_view suffix)
{
    if (isOneOf(suffix, {"html", "htm", "xhtml", "xht", "md", "markdown", "rst", "txt"}))
        return std::nullopt;
    const XmlRoot root = xmlRootOf(sample);
    const auto has = [&](std::string_view words) { return root.attributes.find(words) != std::string::npos; };
    if (root.name.empty() || root.isHtml || isOneOf(root.name, {"html", "head", "body", "div", "p", "table", "title"}))
        return std::nullopt;
    if (!root.isDeclared && suffix != "xml" && !has("xmlns=") && !has("xmlns:"))
        return std::nullopt;
    if (root.name == "pkg:package" || root.name == "w:worddocument")
        return "This is a Word document in one XML file, which Cairn can't read. Save it as DOCX and open that.";
    if (has("docbook") || sample.substr(0, kFlatHead).find("DocBook") != std::string_view::npos)
        return "This is a DocBook file, which Cairn can't read. Convert it to HTML or EPUB and open that.";
    if (isOneOf(root.name, {"tei", "tei.2", "teicorpus"}))
        return "This is a TEI file, which Cairn can't read. Convert it to HTML or EPUB and open that.";
    if (root.name == "svg")
        return kPicture;
    return "This is an XML file of a kind that Cairn can't read. Save it as HTML, DOCX or EPUB and open that.";
}

// The first markup of a text that begins with a tag; comments and declarations in front are usual.
bool looksHtml(std::string_view sample, std::string_view suffix)
{
    const std::string head = asciiLower(sample.substr(0, 4096));
    const std::size_t begin = head.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    if (begin == std::string::npos || head[begin] != '<')
        return false;
    for (std::string_view tag : {"<!doctype html", "<html", "<head", "<body", "<title"})
        if (head.find(tag) != std::string::npos)
            return true;
    return suffix != "md" && suffix != "markdown" && suffix != "rst" && suffix != "txt" &&
           (head.find("</") != std::string::npos || head.compare(begin, 4, "<!--") == 0 || head.compare(begin, 5, "<?xml") == 0);
}

bool isUnderline(std::string_view line)
{
    return line.size() >= 3 && std::string_view("=-~^\"'*+#:.`").find(line[0]) != std::string_view::npos &&
           line.find_first_not_of(line[0]) == std::string_view::npos;
}

struct MarkupVotes
{
    int markdown = 0;
    int restructured = 0;
};

void voteLine(std::string_view line, std::string_view previous, MarkupVotes& votes)
{
    const std::size_t hashes = line.find_first_not_of('#');
    if (hashes != std::string_view::npos && hashes >= 1 && hashes <= 6 && line[hashes] == ' ')
        ++votes.markdown;
    if (line.starts_with("```") || line.find("](") != std::string_view::npos)
        ++votes.markdown;
    if (line.starts_with(".. ") && (line.find("::") != std::string_view::npos || line.starts_with(".. _")))
        votes.restructured += 2;
    if (isUnderline(line) && !previous.empty() && line.size() >= previous.size() && previous.find(' ') != 0)
        ++(line[0] == '=' || line[0] == '-' ? votes.markdown : votes.restructured), ++votes.restructured;
    if (line.find(":ref:`") != std::string_view::npos || line.find("`_") != std::string_view::npos)
        ++votes.restructured;
}

DocumentFormat textFormat(std::string_view sample, std::string_view suffix)
{
    if (suffix == "md" || suffix == "markdown" || suffix == "mkd" || suffix == "mdown")
        return DocumentFormat::Markdown;
    if (suffix == "rst" || suffix == "rest")
        return DocumentFormat::ReStructuredText;
    if (suffix == "txt" || suffix == "text" || suffix == "log" || suffix == "asc" ||
        isSeparatedName("." + std::string(suffix)))
        return DocumentFormat::Text;
    MarkupVotes votes;
    std::string_view previous;
    for (std::size_t at = 0; at < sample.size();) {
        const std::size_t end = std::min(sample.find('\n', at), sample.size());
        std::string_view line = sample.substr(at, end - at);
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        voteLine(line, previous, votes);
        previous = line;
        at = end + 1;
    }
    if (votes.restructured >= 3 && votes.restructured > votes.markdown)
        return DocumentFormat::ReStructuredText;
    return votes.markdown >= 3 ? DocumentFormat::Markdown : DocumentFormat::Text;
}

} // namespace

Result<DocumentFormat> detectFormat(std::span<const std::byte> bytes, std::string_view fileName)
{
    const std::string_view all(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (all.empty())
        return unsupported("This file is empty. Choose another file.");
    if (all.substr(0, kPdfHeaderWindow).find("%PDF-") != std::string_view::npos)
        return DocumentFormat::Pdf;
    if (isZip(all))
        return detectZip(all, fileName);
    for (const ForeignType& type : kForeign)
        if (all.size() >= type.offset && all.substr(type.offset).starts_with(type.magic))
            return unsupported(type.sentence == kOldOffice && lowerSuffix(fileName) == "msg" ? kOutlook : type.sentence);

    if (isRtf(all))
        return DocumentFormat::Html;
    const std::string_view sample = all.substr(0, kTextSample);
    const std::string suffix = lowerSuffix(fileName);
    if (isFlatOpenDocument(sample))
        return DocumentFormat::Odt;
    if (suffix == "pdf" || suffix == "epub" || suffix == "docx" || suffix == "odt" || suffix == "ott" || suffix == "fodt")
        return Error{ErrorCode::Corruption, "This file is called ." + suffix +
                                                " but doesn't begin like one; it may be damaged or of another kind. "
                                                "Get a fresh copy, or rename it if it is plain text."};
    if (isMime(all, suffix))
        return DocumentFormat::Html;
    if (looksBinary(sample))
        return unsupported(
            "This file holds binary data, not a document that Cairn knows. Save it as PDF, EPUB, DOCX, ODT or text and open that.");
    if (isFictionBook(sample))
        return DocumentFormat::Html;
    if (isNotebook(sample, fileName))
        return DocumentFormat::Markdown;
    if (const auto sentence = foreignXml(sample, suffix))
        return unsupported(*sentence);
    if (looksHtml(sample, suffix) || suffix == "html" || suffix == "htm" || suffix == "xhtml")
        return DocumentFormat::Html;
    return textFormat(sample, suffix);
}

Markup markupOf(std::span<const std::byte> bytes, std::string_view fileName)
{
    const std::string_view all(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (isZip(all))
        return Markup::PackedFictionBook;
    if (isRtf(all))
        return Markup::Rtf;
    if (isMime(all, lowerSuffix(fileName)))
        return Markup::Mime;
    return isFictionBook(all.substr(0, kTextSample)) ? Markup::FictionBook : Markup::Html;
}

} // namespace cairn
