#include "app/window/areas/side_presenter.h"

#include "app/common/ask_options_json.h"
#include "app/window/areas/question_options.h"
#include "app/window/areas/status_presenter.h"
#include "app/window/session/document_facts.h"
#include "app/window/session/import_remarks.h"
#include "app/window/session/sweep_titles.h"
#include "app/window/session/undo_command.h"
#include "core/types/place_label.h"
#include "ui/elided_place.h"
#include "ui/panels/side_panel.h"
#include "ui/plots/plot_words.h"
#include "ui/selection/resolved.h"
#include "ui/sentences/sentences.h"

#include <QDateTime>
#include <QUndoStack>

#include <algorithm>
#include <cmath>
#include <map>

namespace cairn
{
namespace
{

constexpr int kNoteExcerpt = 80;

LibraryHitKind kindOf(SearchKind kind)
{
    switch (kind) {
    case SearchKind::Document: return LibraryHitKind::Document;
    case SearchKind::Question: return LibraryHitKind::Question;
    case SearchKind::Answer: return LibraryHitKind::Answer;
    case SearchKind::Note: return LibraryHitKind::Note;
    }
    return LibraryHitKind::Document;
}

QString kindWords(NoteKind kind, bool hasText)
{
    switch (kind) {
    case NoteKind::Note: return hasText ? QString() : SidePresenter::tr("Bookmark");
    case NoteKind::Highlight: return SidePresenter::tr("Highlight");
    case NoteKind::Pinned: return SidePresenter::tr("Pinned");
    case NoteKind::Barred: return SidePresenter::tr("Barred");
    }
    return {};
}

DocumentState stateOf(const ReadingStatus& status, bool begun, bool done)
{
    if (status.phase == ReadingPhase::NeedsRereading)   // what is stored fits another model
        return DocumentState::NeedsRereading;
    if (done)
        return DocumentState::Ready;
    switch (status.phase) {
    case ReadingPhase::Reading: return begun ? DocumentState::Reading : DocumentState::NotRead;
    case ReadingPhase::Paused: return begun ? DocumentState::Paused : DocumentState::NotRead;
    case ReadingPhase::Ready: return DocumentState::Ready;
    case ReadingPhase::NeedsRereading: return DocumentState::NeedsRereading;
    case ReadingPhase::Failed: return DocumentState::Failed;
    case ReadingPhase::Nothing:
    case ReadingPhase::Waiting:
    case ReadingPhase::NotRead: break;
    }
    return begun ? DocumentState::Paused : DocumentState::NotRead;
}

}  // namespace

SidePresenter::SidePresenter(SidePanel* panel, SessionController& session, ReadingController& reading,
                             ConversationController& conversation, LibraryController& library, MeaningSearch& meaning, SelectionHub* hub,
                             QUndoStack* history, QObject* parent)
    : QObject(parent), m_panel(panel), m_session(session), m_reading(reading), m_conversation(conversation), m_hub(hub), m_history(history)
{
    const auto reset = [this] {
        m_ticked = ticksOf({});
        Q_EMIT tickedChanged(m_ticked);
        m_current = 0;
        refreshDocuments();
        refreshOutline();
        refreshNotes();
        refreshAnswers();
    };
    connect(&session, &SessionController::opened, this, reset);
    connect(&session, &SessionController::closed, this, reset);
    connect(&session, &SessionController::titleChanged, this, &SidePresenter::refreshDocuments);
    connect(&session, &SessionController::documentRenamed, this, &SidePresenter::refreshDocuments);
    connect(&session, &SessionController::documentRenamed, this, &SidePresenter::refreshNotes);
    connect(&session, &SessionController::documentsAdded, this, [this] {
        refreshDocuments();
        refreshNotes();
        Q_EMIT tickedChanged(m_ticked);
    });
    connect(&reading, &ReadingController::changed, this, &SidePresenter::refreshDocuments);
    connect(&conversation, &ConversationController::turnsChanged, this, &SidePresenter::refreshAnswers);
    connect(&conversation, &ConversationController::liveChanged, this, [this] {
        const auto& live = m_conversation.live();
        const AnswerId writing = live ? live->id : AnswerId();
        if (std::exchange(m_writing, writing) != writing && live)   // its row is there before the answer's number is known
            refreshAnswers();
    });
    connect(&conversation, &ConversationController::shownChanged, this, [this] { m_panel->setCurrentAnswer(m_conversation.shownId()); });
    connect(hub, &SelectionHub::changed, this, &SidePresenter::refreshOutlineEvidence);
    connectSearch(library, meaning);
    connect(panel, &SidePanel::documentTicked, this, [this](DocumentId id, bool ticked) {
        if (const auto document = indexOf(id)) {
            std::vector<bool> changed = m_ticked;
            changed[*document] = ticked;
            changeTicks(changed);
        }
    });
    connect(panel, &SidePanel::documentChosen, this, [this](DocumentId id) {
        if (const auto document = indexOf(id))
            Q_EMIT documentChosen(*document);
    });
    connect(panel, &SidePanel::headingChosen, this, [this](DocumentId id, quint64 byte) {
        if (const auto document = indexOf(id))
            Q_EMIT headingChosen({*document, byte});
    });
    connect(panel, &SidePanel::noteChosen, this, &SidePresenter::chooseNote);
    connect(panel, &SidePanel::answerChosen, this, [this](AnswerId id) { m_conversation.show(id); });
    connect(panel, &SidePanel::libraryHitChosen, this, &SidePresenter::choose);
    reset();
}

void SidePresenter::connectSearch(LibraryController& library, MeaningSearch& meaning)
{
    connect(&library, &LibraryController::found, this, &SidePresenter::showHits);
    connect(m_panel, &SidePanel::librarySearched, this, [&library, &meaning](const QString& words) {
        meaning.stop();
        if (!words.trimmed().isEmpty())
            library.search(words);
    });
    connect(m_panel, &SidePanel::meaningSearched, &meaning, &MeaningSearch::search);
    connect(m_panel, &SidePanel::searchStopped, &meaning, &MeaningSearch::stop);
    connect(&meaning, &MeaningSearch::changed, this, [this, &meaning](const std::vector<LibraryHit>& hits, const QString& message) {
        m_panel->setSearching(meaning.isRunning());
        if (m_panel->searchesMeaning() && !m_panel->libraryQuery().isEmpty())
            m_panel->setLibraryHits(hits, message);
    });
}

void SidePresenter::choose(const LibraryHit& hit)
{
    if (!m_session.isOpen() || hit.session != m_session.contents().folder) {
        m_wanted = hit;
        Q_EMIT sessionChosen(hit.session);
        return;
    }
    m_wanted.reset();
    const auto document = indexOf(DocumentId(hit.owner));
    if (hit.kind == LibraryHitKind::Document && document)
        Q_EMIT passageChosen({*document, hit.range});
    else if (hit.kind == LibraryHitKind::Answer)
        m_conversation.show(AnswerId(hit.owner));
    else if (hit.kind == LibraryHitKind::Note)
        chooseNote(hit.owner);
    else if (hit.kind == LibraryHitKind::Question)
        chooseQuestion(QuestionId(hit.owner));
}

void SidePresenter::chooseNote(qint64 id)
{
    for (const NoteRecord& note : m_session.contents().notes) {
        const auto document = indexOf(note.note.document);
        if (note.id == id && document)
            Q_EMIT placeChosen({*document, note.note.range});
    }
}

void SidePresenter::chooseQuestion(QuestionId id)
{
    for (const StoredTurn& turn : m_session.contents().turns) {
        if (turn.question.id == id && !turn.answers.empty())
            m_conversation.show(turn.answers.back().id);
    }
}

void SidePresenter::goToWanted()
{
    const auto wanted = std::exchange(m_wanted, std::nullopt);
    if (wanted && m_session.isOpen() && wanted->session == m_session.contents().folder)
        choose(*wanted);
}

// One document, or all; those that were removed are none.
std::vector<bool> SidePresenter::ticksOf(std::optional<std::uint32_t> document) const
{
    std::vector<bool> ticked(m_session.isOpen() ? m_session.contents().records.size() : 0);
    for (std::size_t i = 0; i < ticked.size(); ++i)
        ticked[i] = (!document || i == *document) && !m_session.contents().records[i].isRemoved();
    return ticked;
}

void SidePresenter::tickOnly(std::optional<std::uint32_t> document) { changeTicks(ticksOf(document)); }

void SidePresenter::changeTicks(const std::vector<bool>& ticked)
{
    if (ticked != m_ticked)
        m_history->push(new UndoCommand(
            tr("Choose documents"), [=, this] { setTicked(ticked); }, [=, this, before = m_ticked] { setTicked(before); }));
}

void SidePresenter::setTicked(const std::vector<bool>& ticked)
{
    std::vector<bool> all = ticksOf({});
    for (std::size_t i = 0; i < std::min(all.size(), ticked.size()); ++i)   // documents added since are used
        all[i] = all[i] && ticked[i];
    m_ticked = std::move(all);
    refreshDocuments();
    Q_EMIT tickedChanged(m_ticked);
}

std::optional<std::uint32_t> SidePresenter::indexOf(DocumentId id) const
{
    if (!m_session.isOpen())
        return {};
    const auto& records = m_session.contents().records;
    const auto found = std::find_if(records.begin(), records.end(), [=](const DocumentRecord& record) { return record.id == id; });
    return found == records.end() ? std::nullopt : std::optional(static_cast<std::uint32_t>(found - records.begin()));
}

// What reading the document takes of the time that reading all takes; 0: not known.
double SidePresenter::secondsFor(std::uint32_t document) const
{
    const StreamMap& map = *m_session.contents().map;
    const ReadingStatus& status = m_reading.status();
    if (map.isEmpty() || document >= map.documents() || map.documents() == 1)
        return m_session.contents().documents.size() == 1 ? status.secondsLeft : 0;
    const auto [first, last] = map.data().documentTokens[document];
    const double stored = double(status.storedBlocks) * map.blockTokens(), all = double(map.data().documentTokens.back().second);
    const double left = double(last) - std::max(double(first), stored);
    return all > stored ? status.secondsLeft * std::clamp(left / (all - stored), 0.0, 1.0) : 0;
}

DocumentEntry SidePresenter::entryOf(std::uint32_t document)
{
    const SessionContents& contents = m_session.contents();
    const DocumentRecord& record = contents.records[document];
    const ReadingStatus& status = m_reading.status();
    const std::uint64_t size = std::max<std::uint64_t>(1, contents.documents[document]->text.size());
    const std::uint64_t read = m_reading.readBytes(document);
    DocumentEntry entry;
    entry.id = record.id;
    entry.title = QString::fromStdString(record.title);
    entry.ticked = m_ticked[document];
    entry.state = stateOf(status, read > 0, read >= size);
    entry.percent = int(100 * read / size);
    if (const double seconds = secondsFor(document); seconds > 0)
        entry.minutes = seconds < 60 ? 0 : int(std::lround(seconds / 60));   // as roughTime() does
    if (!contents.map->isEmpty() && document < contents.map->documents()) {
        const auto [first, last] = contents.map->data().documentTokens[document];
        // By tokens, as the bars over the pages count; bytes differ where a text has rows of dots or long words.
        const double stored = double(status.storedBlocks) * contents.map->blockTokens();
        if (last > first)
            entry.percent = contents.map->documents() == 1   // as the status bar and the question say it
                                ? int(100 * status.fraction())
                                : int(100 * std::clamp((stored - double(first)) / double(last - first), 0.0, 1.0));
        entry.blocks = blocksOf(contents, document);
        entry.partOfBlock = entry.blocks == 0;
    }
    entry.remarks = remarksOn(document);
    entry.size = sizeWords(contents, document);
    entry.beginning = m_remarks[document].beginning;
    entry.pages = record.format == DocumentFormat::Pdf ? record.units : 0;
    if (entry.state == DocumentState::NotRead && status.discarded)
        entry.state = DocumentState::MemoryDiscarded;
    if (contents.opened == OpenOutcome::Locked && entry.state != DocumentState::Ready) {
        entry.state = DocumentState::ReadElsewhere;
        entry.reason = tr("Another window has read this much of it.");
    }
    const auto isSo = [document](const std::vector<bool>& files) { return document < files.size() && files[document]; };   // added: not
    const QString path = QString::fromStdString(record.source.path);
    if (isSo(contents.fileMissing) && entry.state == DocumentState::Ready) {
        entry.state = DocumentState::SourceMissing;
        entry.reason = tr("%1 is not there any more. What was read of it works all the same.").arg(path);
    } else if (isSo(contents.fileChanged) && entry.state == DocumentState::Ready) {
        entry.state = DocumentState::SourceChanged;
        entry.reason = tr("%1 has changed since it was read. Answers come from its text as it was.").arg(path);
    }
    if (status.error)
        entry.reason = status.isDiskFull() ? StatusPresenter::diskFullWords() : errorWords(*status.error);
    return entry;
}

const QStringList& SidePresenter::remarksOn(std::uint32_t document)
{
    const auto& documents = m_session.contents().documents;
    m_remarks.resize(documents.size());
    Remarks& kept = m_remarks[document];
    if (const QString language = QLocale().name(); kept.text != documents[document] || kept.language != language) {
        kept = {documents[document], language, {}, beginningOf(*documents[document])};
        for (const ImportRemark& remark : importRemarks(*kept.text))
            kept.words.append(remark.words);
    }
    return kept.words;
}

void SidePresenter::sayAgain()
{
    refreshDocuments();
    refreshNotes();
    refreshAnswers();
}

void SidePresenter::refreshDocuments()
{
    std::vector<DocumentEntry> entries;
    if (m_session.isOpen()) {
        m_ticked.resize(m_session.contents().records.size(), true);
        for (std::uint32_t document = 0; document < m_session.contents().records.size(); ++document) {
            if (!m_session.contents().records[document].isRemoved())
                entries.push_back(entryOf(document));
        }
    }
    m_panel->setSession(m_session.isOpen() ? m_session.contents().title : QString(), std::move(entries));
}

void SidePresenter::setCurrentDocument(std::uint32_t document)
{
    if (!m_session.isOpen() || document >= m_session.contents().records.size())
        return;
    m_current = document;
    m_panel->setCurrentDocument(m_session.contents().records[document].id);
    refreshOutline();
}

void SidePresenter::setReadingPlace(std::uint32_t document, std::uint64_t byte)
{
    if (m_session.isOpen() && document < m_session.contents().records.size())
        m_panel->setReadingPlace(m_session.contents().records[document].id, byte);
}

void SidePresenter::refreshOutline()
{
    std::vector<OutlineEntry> entries;
    if (m_session.isOpen() && m_current < m_session.contents().documents.size()) {
        const CanonicalText& document = *m_session.contents().documents[m_current];
        for (const Heading& heading : document.outline) {
            OutlineEntry entry;
            entry.title = QString::fromStdString(heading.text);
            entry.level = heading.level;
            entry.document = m_session.contents().records[m_current].id;
            entry.byte = heading.begin;
            entry.place = QString::fromStdString(pageLabel(document, heading.begin));
            entries.push_back(std::move(entry));
        }
    }
    m_panel->setOutline(std::move(entries));
    refreshOutlineEvidence();
}

// The strongest mark of each section, 0..1 of the strongest of all.
void SidePresenter::refreshOutlineEvidence()
{
    std::vector<double> evidence;
    if (m_session.isOpen() && m_hub->run() && m_current < m_session.contents().documents.size()) {
        const CanonicalText& document = *m_session.contents().documents[m_current];
        const double size = double(std::max<std::size_t>(1, document.text.size()));
        const auto marks = rulerMarksOf(*m_hub, m_current);
        evidence.assign(document.outline.size(), 0);
        for (const RulerMark& mark : marks) {
            const auto byte = std::uint64_t((mark.begin + mark.end) / 2 * size);
            const auto after = std::upper_bound(document.outline.begin(), document.outline.end(), byte,
                                                [](std::uint64_t at, const Heading& heading) { return at < heading.begin; });
            if (after != document.outline.begin()) {
                double& section = evidence[std::size_t(after - document.outline.begin()) - 1];
                section = std::max(section, double(mark.strength));
            }
        }
    }
    m_panel->setOutlineEvidence(evidence);
}

void SidePresenter::refreshNotes()
{
    std::vector<NoteEntry> entries;
    if (m_session.isOpen()) {
        const bool several = presentDocuments(m_session.contents()).size() > 1;
        for (const NoteRecord& record : m_session.contents().notes) {
            const auto index = indexOf(record.note.document);
            if (!index)
                continue;
            const CanonicalText& document = *m_session.contents().documents[*index];
            entries.push_back({record.id, record.damaged ? tr("This note is damaged.") : QString::fromStdString(record.note.text),
                               placeLabel(document, record.note.range.begin), shortened(wordsAt(document, record.note.range), kNoteExcerpt),
                               kindWords(record.note.kind, record.damaged || !record.note.text.empty()),
                               several ? QString::fromStdString(document.title) : QString()});
        }
    }
    m_panel->setNotes(std::move(entries));
}

void SidePresenter::refreshAnswers()
{
    std::vector<AnswerEntry> entries;
    if (m_session.isOpen()) {
        std::map<const StreamMap*, SweepTitles> titles;   // per memory
        for (auto turn = m_session.contents().turns.rbegin(); turn != m_session.contents().turns.rend(); ++turn) {
            if (turn->answers.empty())
                continue;
            const AnswerRecord& last = turn->answers.back();
            AnswerEntry entry;
            entry.id = last.id;
            entry.question = turn->question.damaged ? tr("This question is damaged.") : QString::fromStdString(turn->question.text);
            const auto map = m_conversation.memoryMapOf(last.id);
            SweepTitles& parts = titles.try_emplace(map.get(), m_session.contents(), map).first->second;
            const auto asked = askOptionsFromJson(turn->question.options);
            const bool isLimited = asked && !asked->within.empty();   // by a person, whose questions differ; those of a sweep don't
            if (!isLimited)
                entry.part = parts.of(turn->question.options, last.context);
            if (asked && entry.part.isEmpty())
                entry.how = settingWords(*asked, *map, m_session.contents().records);
            if (isLimited) {
                const QString part = titleInSentence(titleOf(asked->within.front(), m_session.contents()));
                entry.how = entry.how.isEmpty() ? part : part + QStringLiteral(", ") + entry.how;
            }
            entry.askedAt = QDateTime::fromMSecsSinceEpoch(last.startedAt);
            entry.running = m_conversation.live() && m_conversation.live()->id == last.id;
            entry.stopped =
                last.state == AnswerState::Stopped || last.state == AnswerState::Interrupted || last.state == AnswerState::Failed;
            entry.withheld = last.state == AnswerState::Finished && !turn->words.back().found;
            entry.branches = int(turn->answers.size());
            entries.push_back(std::move(entry));
        }
    }
    m_panel->setAnswers(std::move(entries), m_session.isOpen() ? int(m_session.contents().removedTurns.size()) : 0);
    const bool writing = m_conversation.live() && m_conversation.isAnswering();
    m_panel->setCurrentAnswer(writing ? std::optional(m_conversation.live()->id) : m_conversation.shownId());
}

// Of a session with many hits the best are shown.
QString SidePresenter::hitCount(const LibraryHits& hits)
{
    if (hits.shown.empty())
        return tr("Nothing found.");
    const int all = int(hits.all);
    if (hits.more)
        return tr("%1 of more than %n hit(s)", nullptr, all).arg(hits.shown.size());
    return hits.shown.size() < hits.all ? tr("%1 of %n hit(s)", nullptr, all).arg(hits.shown.size()) : tr("%n hit(s)", nullptr, all);
}

void SidePresenter::showHits(const QString& words, const LibraryHits& hits)
{
    if (words != m_panel->libraryQuery() || m_panel->searchesMeaning())
        return;
    std::vector<LibraryHit> shown;
    for (const FoundInLibrary& found : hits.shown)
        shown.push_back(
            {kindOf(found.hit.kind), found.folder, found.sessionTitle, found.hit.owner, found.hit.range, found.title, found.excerpt});
    m_panel->setLibraryHits(std::move(shown), hitCount(hits));
}

}  // namespace cairn
