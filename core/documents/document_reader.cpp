#include "core/documents/document_reader.h"

#include "core/documents/format_detection.h"
#include "core/documents/html/fb2_reader.h"
#include "core/documents/html/html_reader.h"
#include "core/documents/html/mime_reader.h"
#include "core/documents/html/rtf_reader.h"
#include "core/documents/mapped_file.h"
#include "core/documents/markup/markdown_reader.h"
#include "core/documents/markup/notebook_reader.h"
#include "core/documents/markup/rst_reader.h"
#include "core/documents/packages/docx_reader.h"
#include "core/documents/packages/epub_reader.h"
#include "core/documents/packages/odt_reader.h"
#include "core/documents/pdf/pdf_reader.h"
#include "core/documents/text/separated_reader.h"
#include "core/documents/text/text_reader.h"
#include "core/types/limits.h"

#include <QFile>

#include <sys/stat.h>

#include <new>

namespace cairn
{
namespace
{

Result<CanonicalText> readPdfFrom(int descriptor, const ReadOptions& options, const ProgressFn& progress)
{
    QFile file;
    if (!file.open(descriptor, QIODevice::ReadOnly, QFileDevice::DontCloseHandle))
        return Error{ErrorCode::Io, "This file can't be read from its disk. Check the disk and try again."};
    return readPdf(file, options, progress);
}

std::string_view charactersOf(std::span<const std::byte> bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

Result<CanonicalText> readMarkup(std::span<const std::byte> bytes, const ImportContext& context)
{
    switch (markupOf(bytes, context.fileName)) {
    case Markup::Mime:
        return readMime(bytes, context);
    case Markup::FictionBook:
        return readFictionBook(bytes, context);
    case Markup::PackedFictionBook:
        return readPackedFictionBook(bytes, context);
    case Markup::Rtf:
        return readRtf(bytes, context);
    case Markup::Html:
        break;
    }
    return readHtml(bytes, context);
}

Result<CanonicalText> readBytes(DocumentFormat format, std::span<const std::byte> bytes, const ImportContext& context)
{
    switch (format) {
    case DocumentFormat::Text:
        return isSeparatedName(context.fileName) ? readSeparated(bytes, context) : readText(bytes, context);
    case DocumentFormat::Markdown:
        return isNotebook(charactersOf(bytes), context.fileName) ? readNotebook(bytes, context) : readMarkdown(bytes, context);
    case DocumentFormat::ReStructuredText:
        return readReStructuredText(bytes, context);
    case DocumentFormat::Html:
        return readMarkup(bytes, context);
    case DocumentFormat::Epub:
        return readEpub(bytes, context);
    case DocumentFormat::Docx:
        return readDocx(bytes, context);
    case DocumentFormat::Odt:
        return readOdt(bytes, context);
    case DocumentFormat::Pdf:
        break; // read through a device, page by page
    }
    return Error{ErrorCode::Unsupported, "Cairn can't read this kind of document. Save it as PDF and open that."};
}

Result<CanonicalText> read(int descriptor, const ReadOptions& options, const ProgressFn& progress)
{
    struct stat status
    {
    };
    if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode))
        return Error{ErrorCode::InvalidArgument, "This is not a file that can be read. Choose a document."};
    const auto size = std::uint64_t(status.st_size);
    if (size == 0)
        return Error{ErrorCode::Unsupported, "This file is empty. Choose another file."};
    if (size > limits::kDocumentBytes)
        return Error{ErrorCode::Unsupported, "This file is larger than 2 GiB. Split it and open the parts."};
    const Result<MappedFile> file = MappedFile::map(descriptor, size);
    if (!file)
        return file.error();
    const Result<DocumentFormat> format = detectFormat(file->bytes(), options.fileName);
    if (!format)
        return format.error();
    if (*format == DocumentFormat::Pdf)
        return readPdfFrom(descriptor, options, progress);
    return readBytes(*format, file->bytes(), ImportContext{options.fileName, progress, nullptr, options.encoding});
}

} // namespace

Result<CanonicalText> readDocument(int descriptor, const ReadOptions& options, const ProgressFn& progress)
{
    try {
        return read(descriptor, options, progress);
    } catch (const std::bad_alloc&) {
        return Error{ErrorCode::OutOfMemory,
                     "Reading this file needs more than the 2 GiB that an import may use. Split it and open the parts."};
    }
}

} // namespace cairn
