// Fills the side panel from the session: documents with their states, outline with evidence, notes, answers, hits in the library.
// Borrowed parts outlive it. UI thread.
#pragma once

#include "app/window/areas/library_controller.h"
#include "app/window/areas/meaning_search.h"
#include "app/window/areas/place_history.h"
#include "app/window/session/conversation_controller.h"
#include "app/window/session/reading_controller.h"
#include "ui/selection/selection_hub.h"

#include <QObject>
#include <QStringList>

#include <vector>

class QUndoStack;

namespace cairn
{

class SidePanel;
struct DocumentEntry;

class SidePresenter final : public QObject
{
    Q_OBJECT
public:
    SidePresenter(SidePanel* panel, SessionController& session, ReadingController& reading, ConversationController& conversation,
                  LibraryController& library, MeaningSearch& meaning, SelectionHub* hub, QUndoStack* history, QObject* parent = nullptr);

    const std::vector<bool>& ticked() const { return m_ticked; }
    void setCurrentDocument(std::uint32_t document);
    void setReadingPlace(std::uint32_t document, std::uint64_t byte);
    void refreshDocuments();
    void refreshNotes();
    void goToWanted();                                       // the hit that its session was opened for
    void tickOnly(std::optional<std::uint32_t> document);    // the others not; nothing: all of them
    void setTicked(const std::vector<bool>& ticked);         // per document, without undo. REQUIRES: a session is open
    void sayAgain();                                         // in another language

Q_SIGNALS:
    void tickedChanged(const std::vector<bool>& ticked);
    void placeChosen(const cairn::DocumentPlace& place);     // of a note
    void headingChosen(const cairn::ReaderPlace& place);     // it is read from there on
    void passageChosen(const cairn::DocumentPlace& place);   // of a hit: its words are to be marked
    void documentChosen(std::uint32_t document);
    void sessionChosen(const QString& folder);               // of a hit in another session

private:
    void refreshOutline();
    void refreshOutlineEvidence();
    void refreshAnswers();
    void connectSearch(LibraryController& library, MeaningSearch& meaning);
    void choose(const LibraryHit& hit);
    void chooseNote(qint64 id);
    void chooseQuestion(QuestionId id);                      // its last answer
    static QString hitCount(const LibraryHits& hits);
    void showHits(const QString& words, const LibraryHits& hits);
    std::optional<std::uint32_t> indexOf(DocumentId id) const;
    std::vector<bool> ticksOf(std::optional<std::uint32_t> document) const;
    void changeTicks(const std::vector<bool>& ticked);       // can be undone
    double secondsFor(std::uint32_t document) const;
    DocumentEntry entryOf(std::uint32_t document);
    const QStringList& remarksOn(std::uint32_t document);    // on its file; found once

    struct Remarks
    {
        std::shared_ptr<const CanonicalText> text;
        QString language;
        QStringList words;
        QString beginning;
    };

    SidePanel* m_panel;
    std::vector<Remarks> m_remarks;                          // per document
    SessionController& m_session;
    ReadingController& m_reading;
    ConversationController& m_conversation;
    SelectionHub* m_hub;
    QUndoStack* m_history;
    std::vector<bool> m_ticked;
    std::optional<LibraryHit> m_wanted;                      // in a session that is being opened
    AnswerId m_writing;                                      // 0: none, or its number is not known yet
    std::uint32_t m_current = 0;
};

}  // namespace cairn
