// A document on paper: the pages of a PDF as they are, or a text set in pages with its pictures. One page per turn of the event loop, so
// that a long document keeps no window waiting; pages and pictures come from a PageSource at the resolution of the paper. UI thread.
#pragma once

#include "core/types/document.h"
#include "ui/reader/page_source.h"
#include "ui/text_paragraphs.h"

#include <QImage>
#include <QObject>
#include <QPagedPaintDevice>
#include <QPainter>
#include <QTimer>

#include <map>
#include <memory>

namespace cairn
{

struct PrintRange
{
    int first = 1, last = 0; // pages on paper, from 1, both printed; last 0: to the end
    bool holds(int page) const { return page >= first && (last == 0 || page <= last); }
};

struct PrintWishes
{
    std::shared_ptr<const CanonicalText> text;
    std::shared_ptr<QPagedPaintDevice> paper;
    PrintRange range;
    bool pages = false; // those of the source; else the text, the source gives its pictures
    QString family;     // of the text; empty: a serif
};

Error paperRefused();   // nothing can be printed there

class DocumentPrint final : public QObject
{
    Q_OBJECT
public:
    // `source` is taken over; null: a text without pictures. Begins by itself; `wishes` stay as they are meanwhile.
    DocumentPrint(PrintWishes wishes, PageSource* source, QObject* parent = nullptr);
    ~DocumentPrint() override;

    void stop(); // finished() follows with what was printed so far

Q_SIGNALS:
    void progressed(int page, int pages);   // pages 0: not known before the end
    void finished(int printed);             // once, also after stop()
    void failed(const cairn::Error& error); // once, instead

private:
    void opened();
    void step();
    void stepPages();
    void stepText();
    void take(int page, int width, const QImage& picture);
    void giveUp(const Error& error);
    void end();
    bool beginPage();  // false: it can't be printed on
    bool placePiece(); // of the text, as far as the page holds it; false: a picture is waited for
    bool placePictures();
    void turnPage();
    void footer();

    PrintWishes m_wishes;
    PageSource* m_source;
    QPainter m_painter;
    QTimer m_next;
    int m_page = 1; // on paper, from 1: being filled
    int m_printed = 0;
    bool m_started = false, m_ended = false, m_turned = true; // turned: nothing stands on this page yet
    std::map<int, int> m_asked;                               // page or picture of the source: width in pixels
    std::map<int, QImage> m_pictures;                         // null: it can't be drawn
    TextParagraphs m_paragraphs;
    std::size_t m_piece = 0;
    int m_line = 0;
    std::size_t m_picture = 0;                              // of the piece, placed so far
    double m_scale = 1, m_y = 0, m_width = 0, m_height = 0; // device pixels per px of the text; px of the page
};

} // namespace cairn
