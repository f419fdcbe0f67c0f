#include "app/window/session/session_controller.h"

#include "storage/folders/new_documents.h"
#include "storage/folders/session_folder.h"

#include <QFileInfo>

#include <algorithm>
#include <set>
#include <utility>

namespace cairn
{
namespace
{

constexpr int kElsewhereMs = 2000;   // between two looks whether the other window has closed it

}  // namespace

SessionController::SessionController(StoreThread& store, EngineClient& engine, QObject* parent)
    : QObject(parent), m_store(store), m_engine(engine)
{
    connect(&m_engine, &EngineClient::sessionOpened, this, &SessionController::takeFacts);
    connect(&m_engine, &EngineClient::sessionFailed, this, [this](const Error& error) {
        m_facts.reset();
        Q_EMIT engineFailed(error);
    });
    connect(&m_engine, &EngineClient::stateChanged, this, [this](EngineState state) {
        if (state != EngineState::Ready && state != EngineState::NotResponding)
            m_facts.reset();
    });
    // One write at a time: an engine that reports faster than the disk takes it would have some on their way as long as it reads.
    const auto saveInTurn = [this] {
        if (!isSaving())
            saveReported();
    };
    connect(this, &SessionController::settled, this, saveInTurn, Qt::QueuedConnection);   // behind who waits for that
    connect(&m_engine, &EngineClient::linksRead, this, &SessionController::takeLinks);
    connect(&m_engine, &EngineClient::linksRead, this, saveInTurn);
    connect(&m_engine, &EngineClient::blocksStored, this, [=, this](const Hash128& key, std::uint32_t stored, std::uint32_t total) {
        if (m_facts)
            m_facts->storedBlocks = stored;
        m_stored = MemoryRecord{key, stored, total};
        saveInTurn();
    });
    m_elsewhere.setInterval(kElsewhereMs);
    connect(&m_elsewhere, &QTimer::timeout, this, &SessionController::tryWriting);
}

void SessionController::saveReported()
{
    if (!m_links.empty())
        save([links = std::exchange(m_links, {})](SessionStore& store) { return store.setBackLinks(links); });
    if (const auto stored = std::exchange(m_stored, std::nullopt))
        save([memory = *stored](SessionStore& store) { return store.acknowledgeBlocks(memory); });
}

void SessionController::openFolder(const QString& folder)
{
    open([path = folder.toStdString()] { return openSessionStore(path); }, folder);
}

void SessionController::openFiles(const std::vector<ImportedFile>& files, const QString& root, const QString& title)
{
    const std::string name = title.isEmpty() ? files.front().text->title : title.toStdString();
    open([files, name, place = root.toStdString()] { return sessionOfFiles(files, place, name); }, QString::fromStdString(name));
}

void SessionController::openKnown(const std::vector<ImportedFile>& files, const QString& folder)
{
    open([files, place = folder.toStdString()] { return openKnownSession(files, place); }, folder);
}

void SessionController::openAnew(const std::vector<ImportedFile>& files, const QString& root, const QString& title)
{
    const std::string name = title.isEmpty() ? files.front().text->title : title.toStdString();
    open([files, name, place = root.toStdString()] { return newSessionOfFiles(files, place, name); }, QString::fromStdString(name));
}

void SessionController::open(std::function<Result<std::unique_ptr<SessionStore>>()> opener, const QString& what)
{
    close();
    const std::uint64_t opening = ++m_opening;
    m_store.run(this, [opener = std::move(opener)](StoreThread::Slot& slot) {
        slot.reset();
        return loadInto(slot, opener());
    }, [this, opening, what](Result<SessionContents> contents) {
        if (opening != m_opening)
            return;
        if (contents)
            take(std::move(*contents));
        else
            Q_EMIT openFailed(contents.error(), what);
    });
}

void SessionController::take(SessionContents contents)
{
    m_contents.emplace(std::move(contents));
    if (m_contents->opened == OpenOutcome::Locked)
        m_elsewhere.start();
    Q_EMIT opened();
    if (!m_contents->readOnly)
        startEngine(false);
}

void SessionController::setEngineWish(const EngineWish& wish)
{
    const EngineWish before = std::exchange(m_wish, wish);
    if (isOpen() && (before.model != wish.model || before.kvType != wish.kvType))
        keepOwnModel(false);   // the choice in the settings is the newer one
}

QString SessionController::ownModel() const
{
    return isOpen() && !m_wish.model.isEmpty() && m_wish.model != contents().model ? contents().model : QString();
}

QString SessionController::modelOfMemory() const
{
    return QFileInfo::exists(contents().model) ? contents().model : m_wish.model;
}

bool SessionController::hasOwnModel() const { return !ownModel().isEmpty() && QFileInfo::exists(ownModel()); }

bool SessionController::hasOwnReading() const
{
    return hasOwnModel() || (isOpen() && ownModel().isEmpty() && !m_wish.kvType.isEmpty());
}

void SessionController::useOwnModel()
{
    if (!hasOwnReading() || contents().readOnly)
        return;
    keepOwnModel(true);
    startEngine(false);
}

void SessionController::keepOwnModel(bool own)
{
    if (contents().usesOwnModel == own)
        return;
    contents().usesOwnModel = own;
    save([value = std::string(own ? "1" : "")](SessionStore& store) { return store.setSetting(kOwnModelSetting, value); });
}

void SessionController::startEngine(bool discardOther)
{
    if (discardOther)
        keepOwnModel(false);
    if (const auto error = whyNotStarted())
        return Q_EMIT engineFailed(*error);
    Q_EMIT engineStarting();
    const bool own = contents().usesOwnModel && hasOwnReading();
    EngineSession session;
    session.folder = contents().folder;
    for (std::size_t i = 0; i < contents().documents.size(); ++i)
        session.documents.push_back(contents().records[i].isRemoved() ? nullptr : contents().documents[i]);
    session.model = own ? QString() : m_wish.model;   // unnamed: the recorded one
    session.recordedModel = contents().model;
    session.device = m_wish.device;
    session.kvType = own ? QString() : m_wish.kvType;
    session.memoryBudgetBytes = m_wish.memoryBudgetBytes;
    session.threads = m_wish.threads;
    session.discardOther = discardOther;
    session.links = m_wish.links;
    session.scan = m_wish.scan;
    m_facts.reset();
    m_engine.openSession(std::move(session));
}

void SessionController::takeFacts(const EngineFacts& facts)
{
    if (!isOpen())
        return;
    m_facts = facts;
    saveReported();   // of the memory before
    SessionContents& session = contents();
    if (session.map->documents() != facts.map->documents() || session.mapKey != facts.memoryKey) {
        if (!session.map->goesOnIn(*facts.map))
            session.keepMapOfAnswers();
        session.map = facts.map;
        session.mapKey = facts.memoryKey;
        save([key = facts.memoryKey, map = facts.map](SessionStore& store) { return store.setStreamMap(key, *map); });
    }
    if (session.model != facts.modelPath) {
        session.model = facts.modelPath;
        save([model = facts.modelPath.toStdString()](SessionStore& store) { return store.setSetting("model", model); });
    }
    // What was given up stays noted as read once: it is not read again by itself.
    if (facts.storedBlocks > 0 || session.memories.empty())
        save([memory = MemoryRecord{facts.memoryKey, facts.storedBlocks, facts.totalBlocks}](SessionStore& store) {
            return store.acknowledgeBlocks(memory);
        });
    const auto unread = session.links.lower_bound(facts.storedBlocks);   // of a memory that was given up, or cut
    if (unread != session.links.end()) {
        session.links.erase(unread, session.links.end());
        save([first = BlockId(facts.storedBlocks)](SessionStore& store) { return store.dropBackLinks(first); });
        Q_EMIT linksChanged();
    }
    Q_EMIT engineReady();
}

void SessionController::takeLinks(const std::vector<BlockLinks>& links)
{
    if (!isOpen())
        return;
    for (const BlockLinks& one : links)
        contents().links[one.block.value] = one.links;
    m_links.insert(m_links.end(), links.begin(), links.end());
    Q_EMIT linksChanged();
}

void SessionController::close()
{
    ++m_opening;
    m_reloading = false;
    if (!isOpen())
        return;
    letGo();
    m_store.run(this, [](StoreThread::Slot& slot) {
        slot.reset();
        return true;
    }, [](bool) {});
}

// What was shown of it.
SessionContents SessionController::letGo()
{
    Q_EMIT closing();
    saveReported();
    if (hasUnsaved())
        sendKept();   // the last try
    m_engine.closeSession();
    m_elsewhere.stop();
    SessionContents before = std::move(*m_contents);
    m_contents.reset();
    m_facts.reset();
    m_againWanted = false;
    m_diskFull = std::make_shared<bool>(false);
    Q_EMIT closed();
    return before;
}

void SessionController::closeAnd(std::function<void()> then)
{
    close();
    m_store.run(this, [](auto&) { return true; }, [this, then = std::move(then)](bool) { whenEngineIsGone(then); });   // behind the closing
}

void SessionController::whenEngineIsGone(std::function<void()> then)
{
    if (!m_engine.isLeaving())
        return then();
    auto* once = new QObject(this);
    connect(&m_engine, &EngineClient::gone, once, [once, then = std::move(then)] {
        once->deleteLater();
        then();
    });
}

void SessionController::addFiles(const std::vector<ImportedFile>& files)
{
    save({Kept::Import}, this, [files](SessionStore& store) { return addDocuments(store, files); },
         [this, opening = m_opening](const Result<AddedDocuments>& added) {
             if (!isOpen() || opening != m_opening)
                 return;
             SessionContents& session = contents();
             session.records.insert(session.records.end(), added->records.begin(), added->records.end());
             session.documents.insert(session.documents.end(), added->documents.begin(), added->documents.end());
             session.words.insert(session.words.end(), added->words.begin(), added->words.end());
             Q_EMIT documentsAdded(int(added->records.size()), added->known);
             if (!added->records.empty())
                 startEngine(false);
         });
}

// Nearly all that is shown follows from what a session holds: it is opened anew.
void SessionController::setDocumentRemoved(DocumentId document, bool removed)
{
    if (!isOpen() || contents().readOnly)
        return;
    save({Kept::Deletion}, this, [=](SessionStore& store) { return store.setDocumentRemoved(document, removed); },
         [this, opening = m_opening](auto&&) { openAgain(opening); });
}

void SessionController::replaceDocument(DocumentId document, const ImportedFile& file)
{
    if (!isOpen() || contents().readOnly)
        return;
    save({Kept::Import}, this, [=](SessionStore& store) { return cairn::replaceDocument(store, document, {file.text.get(), file.source}); },
         [this, opening = m_opening](auto&&) { openAgain(opening); });
}

void SessionController::importAnswers(const QString& file, QObject* receiver, std::function<void(const ImportedExport&)> done,
                                      std::function<void(const Error&)> failed)
{
    if (!isOpen() || contents().readOnly)
        return;
    // Only a full disk is the session's trouble; a file that does not fit is told to who chose it.
    using Brought = std::shared_ptr<Result<ImportedExport>>;
    const auto bringIn = [path = file.toStdString()](SessionStore& store) -> Result<Brought> {
        auto imported = importExportFile(store, path);
        if (!imported && imported.error().code == ErrorCode::DiskFull)
            return imported.error();
        return std::make_shared<Result<ImportedExport>>(std::move(imported));
    };
    const auto take = [this, opening = m_opening, done = std::move(done), failed](const Result<Brought>& brought) {
        const Result<ImportedExport>& imported = **brought;
        if (!imported)
            return failed(imported.error());
        if (imported->answers + imported->notes > 0)
            openAgain(opening);
        done(*imported);
    };
    save({Kept::Import}, receiver, bringIn, take, failed);
}

void SessionController::renameDocument(DocumentId document, const QString& title)
{
    if (!isOpen() || title.trimmed().isEmpty())
        return;
    auto& records = contents().records;
    const auto record = std::find_if(records.begin(), records.end(), [=](const DocumentRecord& one) { return one.id == document; });
    const std::string name = title.trimmed().toStdString();
    if (record == records.end() || record->title == name)
        return;
    const auto place = std::size_t(record - records.begin());
    auto text = std::make_shared<CanonicalText>(*contents().documents[place]);
    text->title = record->title = name;
    contents().documents[place] = std::move(text);
    save({Kept::Name}, [document, name](SessionStore& store) { return store.renameDocument(document, name); });
    Q_EMIT documentRenamed(std::uint32_t(place));
}

void SessionController::noteSource(DocumentId document, const SourceFile& source, const DocumentPtr& places)
{
    if (!isOpen())
        return;
    auto& records = contents().records;
    const auto record = std::find_if(records.begin(), records.end(), [&](const DocumentRecord& one) {
        return one.id == document && one.source.path == source.path;   // else it speaks of a session that was open before
    });
    if (record == records.end())
        return;
    const auto place = std::size_t(record - records.begin());
    if (!places || places->text != contents().documents[place]->text)
        return moveSource(document, source);
    record->source = source;
    auto text = std::make_shared<CanonicalText>(*contents().documents[place]);
    text->units = places->units;
    text->runs = places->runs;
    contents().documents[place] = text;
    save([document, source, text](SessionStore& store) {
        auto done = store.setDocumentPlaces(document, *text);
        return done ? store.setDocumentSource(document, source) : done;
    });
    forgetFaultsOf(place);
    Q_EMIT placesChanged(std::uint32_t(place));
}

void SessionController::moveSource(DocumentId document, const SourceFile& source)
{
    if (!isOpen())
        return;
    auto& records = contents().records;
    const auto record = std::find_if(records.begin(), records.end(), [&](const DocumentRecord& one) { return one.id == document; });
    if (record == records.end())
        return;
    record->source = source;
    save([document, source](SessionStore& store) { return store.setDocumentSource(document, source); });
    forgetFaultsOf(std::size_t(record - records.begin()));
}

// Its file is there, as it was read.
void SessionController::forgetFaultsOf(std::size_t document)
{
    for (std::vector<bool>* faults : {&contents().fileMissing, &contents().fileChanged}) {
        if (document < faults->size())
            (*faults)[document] = false;
    }
    Q_EMIT sourceNoted(std::uint32_t(document));
}

void SessionController::setReadingWish(ReadingWish wish)
{
    if (contents().readingWish == wish || contents().readOnly)
        return;
    contents().readingWish = wish;
    save([wish](SessionStore& store) { return store.setSetting(kReadingSetting, kReadingWishes[int(wish)]); });
}

void SessionController::rename(const QString& title)
{
    if (!isOpen() || title.trimmed().isEmpty() || title == contents().title)
        return;
    contents().title = title.trimmed();
    save({Kept::Name}, [name = contents().title.toStdString()](SessionStore& store) { return store.setTitle(name); });
    Q_EMIT titleChanged(contents().title);
}

void SessionController::saveViewState(const QString& json)
{
    if (!isOpen() || contents().viewState == json)
        return;
    contents().viewState = json;
    save([state = json.toStdString()](SessionStore& store) { return store.setSetting("view", state); });
}

void SessionController::noteSaved()
{
    if (m_unsaved == 0 && m_kept.empty())
        Q_EMIT saved(QDateTime::currentDateTime());
}

// Those that are on their way come back as kept ones, and belong behind those that are there.
void SessionController::saveAgain()
{
    m_againWanted = m_unsaved > 0;
    if (!m_againWanted)
        sendKept();
}

void SessionController::sendKept()
{
    m_store.run(this, [diskFull = m_diskFull](StoreThread::Slot&) {
        *diskFull = false;
        return true;
    }, [](bool) {});
    for (const KeptSave& kept : std::exchange(m_kept, {}))
        kept.again();
}

std::map<Kept, int> SessionController::unsaved() const
{
    std::map<Kept, std::set<std::int64_t>> kinds;
    for (const KeptSave& kept : m_kept)
        kinds[kept.subject.kind].insert(kept.subject.id != 0 ? kept.subject.id : -std::int64_t(kept.number));
    std::map<Kept, int> counts;
    for (const auto& [kind, ids] : kinds)
        if (kind != Kept::Own)
            counts[kind] = int(ids.size());
    return counts;
}

void SessionController::whenSettled(QObject* receiver, std::function<void()> then)
{
    if (!isSaving())
        return then();
    auto* once = new QObject(receiver);
    connect(this, &SessionController::settled, once, [this, once, then = std::move(then)] {
        if (isSaving())
            return;   // tried again
        once->deleteLater();
        disconnect(this, nullptr, once, nullptr);
        then();
    });
}

void SessionController::giveUpUnsaved()
{
    m_againWanted = false;
    for (const KeptSave& kept : std::exchange(m_kept, {}))
        kept.giveUp();
}

bool SessionController::withdraw(std::uint64_t save)
{
    const auto kept = std::find_if(m_kept.begin(), m_kept.end(), [=](const KeptSave& one) { return one.number == save; });
    if (kept == m_kept.end())
        return false;
    const KeptSave gone = std::move(*kept);
    m_kept.erase(kept);
    gone.giveUp();
    if (m_kept.empty())
        saveAgain();   // nothing is in the way of the next one
    noteSaved();
    return true;
}

}  // namespace cairn
