// The left side of the window (experience.md 2): search over the library; documents of the session with ticks and states; outline with
// evidence and pages; notes; answers. UI thread.
#pragma once

#include "ui/panels/side_entries.h"

#include <QPersistentModelIndex>
#include <QWidget>

#include <functional>
#include <optional>

class QAbstractItemView;
class QLineEdit;
class QListView;
class QStackedWidget;
class QTimer;

namespace cairn
{

class AnswersModel;
class DocumentModel;
class Label;
class LinkButton;
class LibraryModel;
class NotesModel;
class OutlineModel;
class OutlineView;
class SectionHead;
class Segments;

class SidePanel final : public QWidget
{
    Q_OBJECT
public:
    explicit SidePanel(QWidget* parent = nullptr);

    // Values in. setSession with an empty title and no documents: "No documents yet".
    void setSession(const QString& title, std::vector<DocumentEntry> documents);
    void setCurrentDocument(std::optional<DocumentId> document);
    void setOutline(std::vector<OutlineEntry> entries);          // of the current document
    void setOutlineEvidence(const std::vector<double>& evidence);   // one per entry, 0..1; empty: none
    void setReadingPlace(DocumentId document, std::uint64_t byte);  // marks the heading above it
    void setNotes(std::vector<NoteEntry> notes);
    void setAnswers(std::vector<AnswerEntry> answers, int deleted = 0);   // newest first; deleted: how many can be put back
    void setCurrentAnswer(std::optional<AnswerId> answer);
    void setLibraryHits(std::vector<LibraryHit> hits, const QString& message = {});   // message: "12 of 40 shown", "Nothing found"
    // Found by meaning in the open session, not by the search field: until something is typed, Esc, or they are withdrawn.
    void showPassages(std::vector<LibraryHit> hits, const QString& message);
    void withdrawPassages();
    void setSearching(bool running);                             // by meaning: it can be stopped
    bool searchesMeaning() const;
    QString libraryQuery() const;
    void focusSearch();
    void search(const QString& words);                           // as if they were typed
    std::vector<DocumentEntry> documents() const;

Q_SIGNALS:
    void openRequested();
    void documentChosen(cairn::DocumentId document);
    void documentTicked(cairn::DocumentId document, bool ticked);
    void documentMenuRequested(cairn::DocumentId document, QPoint globalPosition);
    void headingChosen(cairn::DocumentId document, quint64 byte);
    void headingMenuRequested(cairn::DocumentId document, cairn::ByteRange section, QPoint globalPosition);   // up to the next such heading
    void noteChosen(qint64 note);
    void noteMenuRequested(qint64 note, QPoint globalPosition);
    void answerChosen(cairn::AnswerId answer);
    void deletedAnswersRequested(QPoint globalPosition);
    void answerMenuRequested(cairn::AnswerId answer, QPoint globalPosition);
    void answerDeletionRequested(cairn::AnswerId answer);        // by the Delete key
    void noteDeletionRequested(qint64 note);
    void librarySearched(const QString& words);                  // after a pause in typing; empty: closed
    void meaningSearched(const QString& words);                  // by Enter, or by the choice of "Meaning"
    void searchStopped();
    void libraryHitChosen(const cairn::LibraryHit& hit);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Section
    {
        SectionHead* head = nullptr;
        QAbstractItemView* view = nullptr;
        int mostRows = 0;      // 0: takes the room that is left
    };
    using Choose = std::function<void(const QModelIndex&)>;
    using Menu = std::function<void(const QModelIndex&, QPoint)>;

    QListView* list(QAbstractItemModel* model, int kind, QWidget* parent);
    void addSection(Section& section, QLayout* column);
    void onChosen(QAbstractItemView* view, Choose choose, Menu menu);
    void onKeys(QAbstractItemView* view, const QList<QKeySequence>& keys, Choose act);   // with the row that is current
    QWidget* makeSections();
    QWidget* makeEmpty();
    QWidget* makeResults();
    void fitLists();
    void fillRoom();
    void retranslate();
    void showPage();
    void closeResults();       // Esc: the session is back
    void forgetPassages();
    void seekMeaning();
    void showMarkedAnswer();

    QLineEdit* m_search;
    QTimer* m_typing;
    QStackedWidget* m_pages;
    DocumentModel* m_documents;
    OutlineModel* m_outline;
    NotesModel* m_notes;
    AnswersModel* m_answers;
    LibraryModel* m_hits;
    Section m_documentSection, m_outlineSection, m_noteSection, m_answerSection;
    OutlineView* m_outlineView = nullptr;
    QListView* m_hitView = nullptr;
    Label *m_emptyText = nullptr, *m_hitMessage = nullptr, *m_outlineEmpty = nullptr;
    Segments* m_searchKind = nullptr;
    LinkButton *m_stop = nullptr, *m_deleted = nullptr;
    int m_deletedCount = 0;
    std::optional<AnswerId> m_shownAnswer;
    bool m_hitsShown = false;   // though the search field is empty
    int m_kindBefore = 0;       // of search, before these
    QString m_title, m_message;
};

}  // namespace cairn
