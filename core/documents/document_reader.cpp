#include "core/documents/document_reader.h"

#include "core/documents/format_detection.h"
#include "core/documents/mapped_file.h"
#include "core/documents/pdf_reader.h"
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

Result<CanonicalText> readBytes(DocumentFormat format, std::span<const std::byte> bytes, const ImportContext& context)
{
    (void)bytes;
    (void)context;
    switch (format) {
    default:
        return Error{ErrorCode::Unsupported, "Cairn can't read this kind of document yet. Save it as PDF and open that."};
    }
}

Result<CanonicalText> read(int descriptor, const ReadOptions& options, const ProgressFn& progress)
{
    struct stat status{};
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
    return readBytes(*format, file->bytes(), ImportContext{options.fileName, progress});
}

}  // namespace

Result<CanonicalText> readDocument(int descriptor, const ReadOptions& options, const ProgressFn& progress)
{
    try {
        return read(descriptor, options, progress);
    } catch (const std::bad_alloc&) {
        return Error{ErrorCode::OutOfMemory, "Reading this file needs more than the 2 GiB that an import may use. Split it and open the parts."};
    }
}

}  // namespace cairn
