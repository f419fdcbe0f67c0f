#include "core/documents/pdf/pdf_render.h"

#include "core/documents/pdf/pdf_glyphs.h"
#include "core/documents/pdf/pdf_links.h"
#include "core/documents/pdf/pdf_source.h"

#include <QImage>

#include <cmath>

namespace cairn
{
namespace
{

PdfPageInfo infoOf(QPdfDocument& document, int index)
{
    const QSizeF size = document.pagePointSize(index);
    const auto side = [](double points) { return std::isfinite(points) ? float(std::clamp(points, 1.0, double(kMaxPagePoints))) : 1.0f; };
    QString label = document.pageLabel(index);
    if (label.isEmpty())
        label = QString::number(index + 1);
    return {side(size.width()), side(size.height()), label.toStdString()};
}

// PDFium draws on nothing: colours with alpha, not multiplied by it.
std::uint32_t onWhite(QRgb pixel)
{
    const unsigned alpha = unsigned(qAlpha(pixel));
    const auto mix = [alpha](int value) { return (unsigned(value) * alpha + 255 * (255 - alpha) + 127) / 255; };
    return 0xff000000u | mix(qRed(pixel)) << 16 | mix(qGreen(pixel)) << 8 | mix(qBlue(pixel));
}

Error noSuchPage()
{
    return {ErrorCode::InvalidArgument, "The PDF has no such page."};
}

} // namespace

Result<void> PdfRenderer::open(QIODevice& device, const std::string& password)
{
    if (auto opened = openPdf(m_document, device, password); !opened)
        return opened;
    m_pages.reserve(std::size_t(m_document.pageCount()));
    for (int index = 0; index < m_document.pageCount(); ++index)
        m_pages.push_back(infoOf(m_document, index));
    return {};
}

Result<PagePicture> PdfRenderer::picture(std::uint32_t page, std::uint32_t width)
{
    if (page >= m_pages.size())
        return noSuchPage();
    const auto [w, h] = pictureSize(m_pages[page], width);
    const QImage drawn = m_document.render(int(page), QSize(int(w), int(h))).convertToFormat(QImage::Format_ARGB32);
    if (drawn.width() != int(w) || drawn.height() != int(h))
        return Error{ErrorCode::Corruption, "This page could not be drawn."};
    PagePicture picture{w, h, std::vector<std::uint32_t>(std::size_t(w) * h)};
    for (std::uint32_t y = 0; y < h; ++y) {
        const auto* from = reinterpret_cast<const QRgb*>(drawn.constScanLine(int(y)));
        std::transform(from, from + w, picture.pixels.begin() + std::ptrdiff_t(std::size_t(y) * w), onWhite);
    }
    return picture;
}

Result<PageGlyphs> PdfRenderer::glyphs(std::uint32_t page)
{
    if (page >= m_pages.size())
        return noSuchPage();
    return pageGlyphs(m_document, int(page), m_pages[page]);
}

Result<std::vector<PageLink>> PdfRenderer::links(std::uint32_t page)
{
    if (page >= m_pages.size())
        return noSuchPage();
    return pageLinks(m_document, page, m_pages);
}

} // namespace cairn
