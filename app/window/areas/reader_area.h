// The reader: a tab for each open document of the session, the bar above it, finding, and the places visited. UI thread.
#pragma once

#include "app/window/areas/document_tab.h"
#include "app/window/areas/place_history.h"
#include "core/types/document.h"
#include "ui/plots/latest_job.h"
#include "ui/reader/text_find.h"

#include <QWidget>

#include <functional>
#include <optional>
#include <vector>

class QStackedWidget;
class QTimer;

namespace cairn
{

class DocumentTabs;
class EmptyPlot;
class FindBar;
class ReaderHeader;
struct FindRequest;

class ReaderArea final : public QWidget
{
    Q_OBJECT
public:
    // Gives the pages of a document, or null where it has none; called when its tab is looked at first.
    using PagesOf = std::function<PageSource*(std::uint32_t document)>;

    explicit ReaderArea(SelectionHub* hub, QWidget* parent = nullptr);

    void setDocuments(std::vector<DocumentPtr> documents, PagesOf pagesOf);   // opens the first one
    void addDocuments(const std::vector<DocumentPtr>& documents);             // behind those, each in a tab
    void setPlaces(std::uint32_t document, DocumentPtr text);                 // the same text, which stands elsewhere in its file
    void replaceDocument(std::uint32_t document, DocumentPtr renamed);        // the same text under another title
    void openDocument(std::uint32_t document) { openTab(document, -1); }
    void closeDocument(std::uint32_t document);      // not by the person: it can't be reopened
    void closeTabOf(std::uint32_t document);
    void closeCurrent();
    void reopenClosed();
    void reopen(std::uint32_t document);             // its pages anew, at the same place
    void setHiddenCharacters(bool shown);            // white space and the like, in the texts of all documents
    void setThumbnails(bool shown);                  // small pictures of pages beside those of every document
    bool canReopen() const { return !m_closed.empty(); }
    DocumentTab* current() const;
    DocumentTab* tabOf(std::uint32_t document) const;

    void setReadUpTo(std::uint32_t document, std::uint64_t byte);
    void setCited(std::vector<DocumentPlace> places);
    void setFlash(bool on) { m_flashes = on; }       // cited words are marked for two seconds only
    void setTextMarks(std::vector<std::vector<TextMark>> marks);   // per document
    ReaderPlace place() const;                       // first character in sight
    void goTo(const DocumentPlace& place);           // a jump: back() returns from it
    void goTo(const ReaderPlace& place, bool remember);
    void back();
    void forward();
    bool canGoBack() const { return m_history.canGoBack(); }
    bool canGoForward() const { return m_history.canGoForward(); }

    void find(const QString& words = {});            // opens the find bar; without words with the selected ones
    void findAgain(bool backwards);
    void setZoom(int percent);                       // of the view in sight
    int zoom() const;
    void setTextZoom(int percent);                   // of all texts, also those opened later
    int textZoom() const { return m_textZoom; }
    void setReadingFont(const QString& family, int pixels);   // of texts; empty: the system's serif

Q_SIGNALS:
    void currentChanged();                           // another document, or none
    void placeChanged();
    void historyChanged();
    void contextMenuAt(const cairn::DocumentPlace& place, QPoint globalPosition);
    void tabMenuAt(std::uint32_t document, QPoint globalPosition);
    void addressActivated(const QString& address);
    void problem(const cairn::Error& error, std::uint32_t document);

protected:
    void changeEvent(QEvent* event) override;

private:
    DocumentTab* makeTab(std::uint32_t document);
    void setTabTitle(int index, std::uint32_t document);
    void closeTab(int index);
    void openTab(std::uint32_t document, int at);
    void addTab(DocumentTab* tab, int at = -1);      // -1: behind the others
    void refreshHeat();
    void unmarkCited();
    void refreshHeader();
    void sayIfNone();                                // all tabs are closed, or the library is searched from the start page
    void leave(const ReaderPlace& from);             // by a jump
    void findAll(const FindRequest& request);
    void keepMatches(TextMatches matches);           // and shows where they are, in the current document alone
    void showMatches(TextMatches matches);
    void showMatch(std::ptrdiff_t match);
    std::optional<ByteRange> findUnlisted(std::uint64_t from, bool backwards) const;
    void showRange(const ByteRange& range, int match);

    SelectionHub* m_hub;
    DocumentTabs* m_tabs;
    ReaderHeader* m_header;
    FindBar* m_find;
    QStackedWidget* m_pages;                         // DocumentTab, in the order of the tab bar
    EmptyPlot* m_none;                               // in their place while all tabs are closed
    std::vector<DocumentPtr> m_documents;
    PagesOf m_pagesOf;
    std::vector<DocumentPlace> m_cited;
    bool m_flashes = false;
    QTimer* m_unmark;                                // ends a flash
    std::vector<std::vector<TextMark>> m_textMarks;  // per document; missing at the end: none
    std::vector<std::uint64_t> m_readUpTo;           // per document
    struct ClosedTab
    {
        ReaderPlace place;
        int index = 0;                               // where it stood
    };
    std::vector<ClosedTab> m_closed;                 // the last one last
    PlaceHistory m_history;
    int m_textZoom = 100;
    QString m_readingFamily;
    int m_readingPixels = 0;                         // 0: as designed
    bool m_thumbnails = false, m_hiddenCharacters = false;
    TextMatches m_matches;                           // of the find bar, in the current document
    bool m_findRemembered = false;                   // where its search began
    LatestJob m_findJob;
};

}  // namespace cairn
