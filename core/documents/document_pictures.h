// The pictures of a document whose text has them (EPUB, DOCX, ODT): where they stand in the canonical text and their pixels, for the
// picture mode of the import worker. Found by reading the document once more, so that neither its text nor its maps know of them.
// One thread.
#pragma once

#include "core/documents/client/pdf_render_protocol.h"
#include "core/documents/mapped_file.h"
#include "core/result.h"

#include <optional>
#include <string>
#include <vector>

namespace cairn
{

inline constexpr std::size_t kMaxDocumentPictures = 5'000;
inline constexpr std::uint64_t kMaxPictureBytes = 32u << 20;   // of one, as it lies in the package
inline constexpr int kMaxPictureSide = 16'384;                 // pixels of one, as its file says
inline constexpr int kSmallestPicture = 8;                     // pixels; smaller ones steer layouts and show nothing

class DocumentPictures
{
public:
    // `descriptor` stays the caller's. NotFound: the document has no pictures that can be shown. Else as readDocument.
    Result<void> open(int descriptor);

    // Ascending by place; sizes in pixels of the picture's file.
    const std::vector<PdfPageInfo>& pictures() const { return m_infos; }

    // On white. InvalidArgument: there is no such picture. Corruption: it can't be drawn.
    Result<PagePicture> picture(std::uint32_t index, std::uint32_t width) const;

private:
    Result<std::string> bytesOf(const std::string& part) const;

    std::optional<MappedFile> m_file;
    std::vector<std::string> m_parts;          // of each picture: its path in the package
    std::vector<PdfPageInfo> m_infos;
};

} // namespace cairn
