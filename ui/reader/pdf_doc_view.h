// The reader for PDFs (experience.md 6 V2, 9): pages as they are, one below the other, scrolled by pixels, with evidence tinted on
// the exact words, the cited words underlined and unread pages greyed. Pictures and places of characters come later from a
// PageSource; until a page's characters are known, positions on it are estimated by their share of its text. Positions are bytes of
// the canonical text. UI thread.
#pragma once

#include "core/result.h"
#include "ui/document_view.h"
#include "ui/reader/page_layout.h"
#include "ui/reader/page_loader.h"
#include "ui/reader/pdf_text_map.h"

#include <QHash>

namespace cairn
{

class PdfDocView final : public DocumentView
{
    Q_OBJECT
public:
    explicit PdfDocView(QWidget* parent = nullptr);

    // Both borrowed until replaced; nullptr: empty. What is asked of the view before the source has opened its file is done then.
    void setDocument(const CanonicalText* document, PageSource* source);

    void setPlaces(const CanonicalText* document);          // the same text, which stands elsewhere in the file; borrowed as above

    const CanonicalText* document() const override { return m_document; }
    void setHeat(std::vector<HeatRun> runs) override;
    void setHighlights(std::vector<ByteRange> ranges) override;
    void setTextMarks(std::vector<TextMark> marks) override;
    void setReadUpTo(std::uint64_t byte) override;
    void setZoom(int percent) override;                     // ends fitting the width
    int zoom() const override;
    void showRange(ByteRange range) override;
    std::uint64_t topByte() const override;
    std::uint64_t bottomByte() const override;
    void scrollToByte(std::uint64_t byte, int below = 0) override;
    std::vector<QRect> rectanglesOf(ByteRange range) override;   // of pages whose characters are known
    std::optional<std::uint64_t> byteAt(QPoint viewportPoint) override;

    void setFitWidth(bool fit);                             // follows the window's width; zoom() tells what that is
    bool fitsWidth() const { return m_fitWidth; }

    // Leaves out pages without heat and without cited words, as long as there are any; the place in sight is kept where it can be.
    void setOnlyRelevantPages(bool only);
    bool onlyRelevantPages() const { return m_onlyRelevant; }

    int pageCount() const { return m_layout.count(); }
    int currentPage() const;                                // the page a third below the top; -1: none
    QString pageLabel(int page) const;
    bool goToPage(const QString& label);                    // of several called so the next one; false: there is none
    void showPage(int page, double points = 0);             // `points` from its top
    const PageLink* linkAt(QPoint viewportPoint) const;     // nullptr: none there, or not known yet
    std::size_t pictureBytes() const { return m_loader.pictureBytes(); }

Q_SIGNALS:
    void currentPageChanged(int page);
    void linkActivated(const cairn::PageLink& link);        // a click on it, or Enter

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;             // pinch
    bool focusNextPrevChild(bool next) override;            // links first

private:
    struct Mark
    {
        QRectF place;       // points of its page
        float strength = 0;
    };
    struct Aim              // where to scroll once the page's characters are known
    {
        ByteRange range;
        int below = 0;
        bool onlyIfOutOfSight = false;
    };

    const std::vector<PdfPageInfo>& pages() const;
    double scaleOf(int percent) const;
    std::vector<bool> shownPages() const;                   // empty: all
    void relevanceChanged();
    void relayout();                                        // after a change of pages, scale or size
    void setScale(double scale, QPoint fixed);              // what stands at `fixed` (viewport) stays there
    void zoomBy(double factor, QPoint fixed);
    void placeScrollBars();
    QPoint origin() const;                                  // of the document, in the viewport
    void scrollTo(int y);

    double heightOf(std::uint64_t byte);                    // y in the document, exact or estimated
    std::uint64_t byteBelow(int y) const;                   // first character at or below a height of the document
    bool inSight(ByteRange range, int margin = 0);   // px kept clear above and below
    int topOf(const Aim& aim);                              // of the view, for it
    void follow(const Aim& aim);
    void settleAim(int page);
    void bringIntoWidth(ByteRange range);

    void notePage();                                        // says when another page is the current one
    void wantPages();
    std::pair<int, int> visiblePages() const;               // first, last; {0, -1}: none
    void pageChanged(int page);
    void geometryChanged(int page);

    std::vector<QRectF> placesOn(int page, ByteRange range);   // points
    const std::vector<Mark>& heatOn(int page);
    void paintPage(QPainter& painter, int page);
    void paintPicture(QPainter& painter, int page, const QRect& place);
    void paintMarks(QPainter& painter, int page);
    void paintSelection(QPainter& painter, int page, const QRect& place);
    void paintUnread(QPainter& painter, int page, const QRect& place);
    void paintUnderlines(QPainter& painter, int page);
    void paintTextMarks(QPainter& painter, int page, bool tints);   // tints, or lines over the words
    void paintNote(QPainter& painter, const QRect& place, const QString& text);

    std::optional<PageLink> clickedLink(QPoint releasedAt) const;
    QString linkTip(const PageLink& link) const;

    using LinkId = std::pair<int, std::size_t>;             // page, place among its links
    std::vector<LinkId> linksInSight() const;
    const PageLink* chosenLink() const;                     // by keys; nullptr: none
    QRect linkPlace(LinkId link) const;                     // in the viewport
    void chooseLink(std::optional<LinkId> link);            // scrolled into sight and said; none: given up
    QString spokenLink();
    void paintChosenLink(QPainter& painter, int page) const;

    const CanonicalText* m_document = nullptr;
    QPointer<PageSource> m_source;
    PdfTextMap m_map;
    PageLayout m_layout;
    PageLoader m_loader;
    std::optional<Error> m_failed;                          // no page can be drawn
    std::vector<HeatRun> m_heat;
    QHash<int, std::vector<Mark>> m_heatMarks;              // of pages whose characters are known
    std::vector<ByteRange> m_highlights;
    std::vector<TextMark> m_textMarks;
    std::uint64_t m_readUpTo = UINT64_MAX;
    double m_scale = 0;                                     // pixels per point; 0: as zoom 100
    bool m_fitWidth = false;
    bool m_onlyRelevant = false;
    bool m_scrolling = false;                               // by us: not the reader's own scrolling
    bool m_scaling = false;                                 // laid out anew, but not at its place again yet
    std::optional<Aim> m_aim;
    std::optional<std::uint64_t> m_kept;                    // at the top until the reader moves: rounding must not add up
    int m_currentPage = -1;
    std::optional<LinkId> m_link;                           // chosen by keys
    QPoint m_pressedAt;                                     // viewport
};

}  // namespace cairn
