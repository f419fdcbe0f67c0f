// Where the pages stand in the reader: one below the other, centred, with gaps. Pixels of the document, whole ones, so that
// pictures of pages need no smoothing. Plain values.
#pragma once

#include "core/types/page_glyphs.h"

#include <QPointF>
#include <QRect>

#include <vector>

namespace cairn
{

class PageLayout
{
public:
    static constexpr int kMargin = 12;   // around all pages, and between them

    // `scale`: pixels per point. The document is at least `viewWidth` wide. `shown`, if not empty, says which pages are; the others have no
    // height, at the place of the next one.
    void set(const std::vector<PdfPageInfo>& pages, double scale, int viewWidth, const std::vector<bool>& shown = {});

    int count() const { return int(m_rects.size()); }
    double scale() const { return m_scale; }
    int width() const { return m_width; }
    int height() const { return m_rects.empty() ? 0 : m_rects.back().y() + m_rects.back().height() + kMargin; }
    QRect page(int index) const { return m_rects[std::size_t(index)]; }

    bool shown(int index) const { return page(index).height() > 0; }

    int pageAt(int y) const;                             // the page at or after a height; the last one below the end. REQUIRES: count() > 0
    QPointF toPoints(int page, QPointF pixel) const;     // of the document to points of a page
    QPointF toPixels(int page, QPointF points) const;
    QRectF toPixels(int page, const QRectF& points) const;

    // The scale at which the widest page fills `viewWidth`.
    static double widthScale(const std::vector<PdfPageInfo>& pages, int viewWidth);

private:
    std::vector<QRect> m_rects;
    double m_scale = 1;
    int m_width = 0;
};

}  // namespace cairn
