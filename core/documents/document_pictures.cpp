#include "core/documents/document_pictures.h"

#include "core/documents/format_detection.h"
#include "core/documents/packages/docx_reader.h"
#include "core/documents/packages/epub_reader.h"
#include "core/documents/packages/odt_reader.h"
#include "core/documents/packages/package.h"
#include "core/types/limits.h"

#include <QBuffer>
#include <QImage>
#include <QImageReader>
#include <QPainter>

#include <sys/stat.h>

#include <algorithm>
#include <cstring>
#include <unordered_map>

namespace cairn
{
namespace
{

// Only what is known by its first bytes and read by decoders that were loaded before the worker was locked.
const char* formatOf(std::string_view bytes)
{
    using namespace std::string_view_literals;
    if (bytes.starts_with("\x89PNG\r\n\x1a\n"sv))
        return "png";
    if (bytes.starts_with("\xff\xd8\xff"sv))
        return "jpeg";
    return bytes.starts_with("GIF87a"sv) || bytes.starts_with("GIF89a"sv) ? "gif" : nullptr;
}

// A picture's file while it is read; `bytes` outlives it.
struct PictureFile
{
    explicit PictureFile(const std::string& bytes) : data(QByteArray::fromRawData(bytes.data(), qsizetype(bytes.size()))), buffer(&data)
    {
        buffer.open(QIODevice::ReadOnly);
        reader.setAutoDetectImageFormat(false);
        reader.setDevice(&buffer);
        if (const char* format = formatOf(bytes))
            reader.setFormat(format);
    }
    QByteArray data;
    QBuffer buffer;
    QImageReader reader;
};

std::optional<QSize> sizeOf(const std::string& bytes)
{
    if (!formatOf(bytes))
        return std::nullopt;
    PictureFile file(bytes);
    const QSize size = file.reader.size();
    const auto good = [](int side) { return side >= kSmallestPicture && side <= kMaxPictureSide; };
    return good(size.width()) && good(size.height()) ? std::optional(size) : std::nullopt;
}

// Null pointer: documents of this format have no pictures in their text.
auto readerOf(DocumentFormat format)
{
    return format == DocumentFormat::Epub   ? readEpub
           : format == DocumentFormat::Docx ? readDocx
           : format == DocumentFormat::Odt  ? readOdt
                                            : nullptr;
}

Error noPictures()
{
    return {ErrorCode::NotFound, "This document has no pictures that Cairn can show."};
}

} // namespace

Result<void> DocumentPictures::open(int descriptor)
{
    struct stat status
    {
    };
    if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size <= 0 ||
        std::uint64_t(status.st_size) > limits::kDocumentBytes)
        return Error{ErrorCode::InvalidArgument, "This is not a file that can be read. Choose a document."};
    Result<MappedFile> file = MappedFile::map(descriptor, std::size_t(status.st_size));
    if (!file)
        return file.error();
    const auto format = detectFormat(file->bytes(), {});
    const auto read = readerOf(format ? *format : DocumentFormat::Text);
    if (!read)
        return noPictures();
    std::vector<DocumentPicture> found;
    ImportContext context;
    context.pictures = &found;
    if (const auto text = read(file->bytes(), context); !text)
        return text.error();
    m_file = std::move(*file);
    std::unordered_map<std::string, std::optional<QSize>> sizes;   // ornaments come again and again
    for (DocumentPicture& picture : found) {
        const auto [known, isNew] = sizes.try_emplace(picture.part);
        if (isNew) {
            const auto bytes = bytesOf(picture.part);
            known->second = bytes ? sizeOf(*bytes) : std::nullopt;
        }
        if (!known->second || m_infos.size() >= kMaxDocumentPictures)
            continue;
        m_infos.push_back({float(known->second->width()), float(known->second->height()), {}, picture.place});
        m_parts.push_back(std::move(picture.part));
    }
    return m_infos.empty() ? Result<void>(noPictures()) : Result<void>();
}

// The package is opened anew each time: what it may unpack in all is limited.
Result<std::string> DocumentPictures::bytesOf(const std::string& part) const
{
    auto package = Package::open(m_file->bytes());
    if (!package)
        return package.error();
    return package->bytes(part, kMaxPictureBytes);
}

Result<PagePicture> DocumentPictures::picture(std::uint32_t index, std::uint32_t width) const
{
    if (index >= m_infos.size())
        return Error{ErrorCode::InvalidArgument, "The document has no such picture."};
    const Error damaged{ErrorCode::Corruption, "This picture could not be drawn."};
    const auto bytes = bytesOf(m_parts[index]);
    if (!bytes)
        return damaged;
    const auto [w, h] = pictureSize(m_infos[index], width);
    const QSize size{int(w), int(h)};
    PictureFile file(*bytes);
    file.reader.setScaledSize(size);
    const QImage drawn = file.reader.read();
    if (drawn.size() != size)
        return damaged;
    QImage onWhite(size, QImage::Format_RGB32);
    onWhite.fill(Qt::white);
    QPainter(&onWhite).drawImage(0, 0, drawn);
    PagePicture picture{w, h, std::vector<std::uint32_t>(std::size_t(w) * h)};
    for (std::uint32_t y = 0; y < h; ++y)
        std::memcpy(picture.pixels.data() + std::size_t(y) * w, onWhite.constScanLine(int(y)), std::size_t(w) * 4);
    return picture;
}

} // namespace cairn
