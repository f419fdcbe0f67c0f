// Where a page view gets its pages: sizes, labels, pictures and places of characters and links, asked for and answered later (experience.md
// 9). The program gives one that asks the sandboxed import worker (app/render); tests give made-up ones. UI thread.
#pragma once

#include "core/result.h"
#include "core/types/page_glyphs.h"

#include <QImage>
#include <QObject>

#include <memory>
#include <vector>

namespace cairn
{

class PageSource : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    // Empty until opened().
    virtual const std::vector<PdfPageInfo>& pages() const = 0;

    // Each ends in exactly one of pageReady, pageFailed / glyphsReady, glyphsFailed, in the order asked within each kind, or in none
    // once failed() was said. `width` in pixels of the screen.
    virtual void requestPage(int page, int width) = 0;
    virtual void requestGlyphs(int page) = 0;
    virtual void requestLinks(int page) = 0;   // linksReady; none where they can't be told

Q_SIGNALS:
    void opened();
    void failed(const cairn::Error& error);                       // no page can be drawn: a missing, changed, damaged or locked file
    void pageReady(int page, int width, const QImage& picture);   // `width` as asked for
    void pageFailed(int page, int width, const QString& sentence);
    void glyphsReady(int page, std::shared_ptr<const cairn::PageGlyphs> glyphs);
    void glyphsFailed(int page, const QString& sentence);
    void linksReady(int page, std::shared_ptr<const std::vector<cairn::PageLink>> links);   // other pages of them exist, see pages()
};

}  // namespace cairn
