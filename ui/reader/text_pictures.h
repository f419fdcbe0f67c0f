// Brings the pictures of a text into its view: sizes and places once the source has opened the file, pixels as they come into sight.
// A source that fails leaves the text as it is, with the pictures' alternative words. UI thread.
#pragma once

#include "ui/reader/page_loader.h"

#include <QObject>

#include <vector>

namespace cairn
{

class TextDocView;

class TextPictures final : public QObject
{
    Q_OBJECT
public:
    // Lives as long as `view`, which becomes its parent; `source` gives pictures for pages (PdfPageInfo::place) and is taken over.
    TextPictures(TextDocView* view, PageSource* source);

private:
    void show();
    QImage picture(std::size_t index, int width);
    void askForWishes();

    TextDocView* m_view;
    PageSource* m_source;
    PageLoader m_loader;
    std::vector<PictureWish> m_wishes;   // since they were asked for last
};

}  // namespace cairn
