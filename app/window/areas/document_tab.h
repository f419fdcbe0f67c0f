// One document in the reader: its pages or its text, and the ruler beside it. Values in, intents out; which words are tinted comes from
// the selection hub. UI thread.
#pragma once

#include "ui/document_view.h"
#include "ui/ruler_view.h"
#include "ui/run.h"
#include "ui/selection/selection_hub.h"

#include <QWidget>

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

class QStackedWidget;

namespace cairn
{

class PageSource;
class PageThumbnails;
class PdfDocView;
class TextDocView;

class DocumentTab final : public QWidget
{
    Q_OBJECT
public:
    // Gives the pages of a PDF or the pictures of an EPUB, else null; they are taken over.
    using MakePages = std::function<PageSource*()>;

    DocumentTab(std::uint32_t index, DocumentPtr document, SelectionHub* hub, MakePages pages = {}, QWidget* parent = nullptr);

    // Asks for the pages, once: before the tab is looked at. They cost processes of their own; a tab that nobody opens has none.
    void loadPages();

    void setPlaces(DocumentPtr document);             // the same text, which stands elsewhere in its file than was known

    std::uint32_t index() const { return m_index; }
    const CanonicalText& document() const { return *m_document; }
    DocumentView* view() const;

    bool hasPages() const { return m_pages != nullptr; }
    bool showsPages() const;
    void showPages(bool pages);                       // keeps the place

    void setOnlyRelevantPages(bool only);             // pages with evidence or citations alone
    bool onlyRelevantPages() const;
    void setThumbnails(bool shown);                   // beside the pages

    void setReadUpTo(std::uint64_t byte);
    void setCited(std::vector<ByteRange> ranges);     // underlined; ascending
    void setFound(const std::vector<ByteRange>& ranges);   // framed; ascending
    const std::vector<ByteRange>& cited() const { return m_cited; }
    void unmarkCited();                               // its words, not its ticks in the ruler
    void setTextMarks(std::vector<TextMark> marks);   // notes, highlights, pinned and barred passages
    void showRange(ByteRange range);
    std::uint64_t topByte() const;
    // What the view is about, which page field, address and outline name: the place jumped to while it stands in the upper half, else what
    // stands at the end of the upper third; never what stands above the view.
    std::uint64_t namedByte() const;
    void scrollTo(std::uint64_t byte);                // a jump to it
    void comeBackTo(std::uint64_t topByte);           // it was at the top before
    bool goTo(const QString& label);                  // of a page, else placeCalled(); false: no place is called so
    int pageNumber() const;                           // of the page in sight, from 1; 0: none is shown
    void setZoom(int percent);                        // of the view that is shown; pages fit the width until then
    void setTextZoom(int percent);
    void setTabOrderBehind(QWidget* before);           // text, pages and ruler, as they stand
    void setReadingFont(const QString& family, int pixels);   // of the text
    void setHiddenCharacters(bool shown);                     // of the text
    int zoom() const;
    void refreshHeat();                               // from the hub
    QString placeText() const;                        // "VII. A Mad Tea-Party, p. 89 (PDF 101)"

Q_SIGNALS:
    void placeChanged();
    void modeChanged();                               // pages or text
    void jumped(quint64 from);                        // before a jump made here (ruler, page)
    void zoomChanged(int percent);
    void addressActivated(const QString& address);    // a link that leads outside
    void contextMenuAt(quint64 byte, QPoint globalPosition);
    void pagesFailed(const cairn::Error& error);      // only the text can be shown

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void noteJump(std::uint64_t byte);
    void notePage(int page);
    bool isJumpInSight() const;
    std::uint64_t atThird() const;
    void markCited(std::vector<ByteRange> ranges);
    void connectView(DocumentView* shown);
    void addPages(PageSource* pages);
    void refreshPlace();
    void refreshThumbnails();

    std::uint32_t m_index;
    DocumentPtr m_document;
    const DocumentPtr m_textsOwn;                     // what the view of the text was given
    SelectionHub* m_hub;
    QStackedWidget* m_views;
    TextDocView* m_text;
    QWidget* m_middle;                                // thumbnails, views, ruler
    PdfDocView* m_pages = nullptr;
    MakePages m_makePages;                            // until they were asked for
    std::uint64_t m_readUpTo = 0;
    std::optional<std::uint64_t> m_jump;              // the last place jumped to
    std::uint64_t m_topAtJump = 0;
    std::vector<ByteRange> m_cited, m_found;
    std::vector<TextMark> m_textMarks;
    PageThumbnails* m_thumbnails = nullptr;           // with pages only
    bool m_showThumbnails = false;
    RulerView* m_ruler;
    std::vector<RulerMark> m_marks;                   // evidence as of refreshHeat()
};

}  // namespace cairn
