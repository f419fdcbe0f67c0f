// The pages of a PDF as pictures, places of characters and links, for the render mode of the import worker. One thread.
#pragma once

#include "core/documents/client/pdf_render_protocol.h"
#include "core/result.h"

#include <QIODevice>
#include <QPdfDocument>

#include <string>
#include <vector>

namespace cairn
{

class PdfRenderer
{
public:
    // Failure: as openPdf. REQUIRES: an application object lives; `device` is open, random access, and outlives the object.
    Result<void> open(QIODevice& device, const std::string& password);

    const std::vector<PdfPageInfo>& pages() const { return m_pages; }

    // On white. InvalidArgument: there is no such page. Corruption: it can't be drawn.
    Result<PagePicture> picture(std::uint32_t page, std::uint32_t width);

    // Boxes of the page's characters (page_glyphs.h). InvalidArgument: there is no such page. Unsupported: too much text.
    Result<PageGlyphs> glyphs(std::uint32_t page);

    // InvalidArgument: there is no such page.
    Result<std::vector<PageLink>> links(std::uint32_t page);

private:
    QPdfDocument m_document;
    std::vector<PdfPageInfo> m_pages;
};

} // namespace cairn
