#include "app/window/areas/library_controller.h"

#include "app/session/exported_session.h"
#include "app/session/session_register.h"
#include "app/window/areas/hit_excerpt.h"
#include "app/window/settings/settings_store.h"
#include "core/types/place_label.h"
#include "storage/blocks/block_store.h"
#include "storage/files/atomic_file.h"
#include "storage/folders/session_trash.h"
#include "ui/panels/device_words.h"
#include "ui/text_direction.h"

#include <QDir>
#include <QFileInfo>
#include <QLocale>

#include <algorithm>
#include <span>
#include <utility>

namespace cairn
{
namespace
{

constexpr std::size_t kHitsPerSession = 20, kLabelsAmongThem = 3, kRankedHits = 200;
constexpr std::uint64_t kLabelBytes = 24;   // of a heading, a label of a figure: what it may say beside the words sought
const QString kElsewhere = QStringLiteral("library/elsewhere");

Result<std::unique_ptr<SessionStore>> openForReading(const std::string& folder)
{
    SessionStoreOptions options;
    options.access = Access::ReadOnly;
    return SessionStore::open(folder, options);
}

Result<void> renameSession(const std::string& folder, const std::string& title)
{
    auto store = SessionStore::open(folder);
    return store ? (*store)->setTitle(title) : store.error();
}

Result<void> writeExport(const std::string& folder, ExportFormat format, const std::string& file, const ExportWords& words)
{
    const auto store = openForReading(folder);
    if (!store)
        return store.error();
    const auto records = (*store)->documents();
    if (!records)
        return records.error();
    DocumentNames names;
    for (const DocumentRecord& record : *records)
        names.push_back(record.title);
    const auto exported = exportSession(**store, format, names, words);
    return exported ? exportFile(file, std::as_bytes(std::span(exported->text))) : exported.error();
}

// In the language of the window.
ExportWords exportWords()
{
    const auto text = [](const QString& translated) { return translated.toStdString(); };
    ExportWords words;
    words.language = QLocale().bcp47Name().toStdString();
    words.page = text(LibraryController::tr("p. %1"));
    words.sheet = text(LibraryController::tr("p. %1 (PDF %2)"));
    words.paragraph = text(LibraryController::tr("par. %1"));
    words.coverage = text(LibraryController::tr("Opened %1 and consulted %2 of %3 blocks."));
    words.partly = text(LibraryController::tr("%1 of %2 blocks had been read when it was asked."));
    words.stopped = text(LibraryController::tr("Writing was stopped; what was written stays."));
    words.withheld = text(LibraryController::tr("No passage stood out. The answer is withheld: it may come from the model itself."));
    words.refused = text(LibraryController::tr("The model found no answer in what it opened."));
    words.unsupported = text(LibraryController::tr("Weak support: no passage stood out. The answer may come from the model itself."));
    words.follows = text(LibraryController::tr("Follow-up of “%1”"));
    words.followsRemoved = text(LibraryController::tr("Follow-up of an answer that was removed"));
    words.lookedAt = text(LibraryController::tr("Only this was looked at: %1."));
    words.keptOut = text(LibraryController::tr("This was kept out: %1."));
    words.placed = text(LibraryController::tr("This was pinned: %1."));
    words.more = text(LibraryController::tr("%1 more"));
    words.nearest = text(LibraryController::tr("Nearest passage: %1"));
    words.misquoted = text(LibraryController::tr("Quotations that are not in the text: %1."));
    words.madeWith = text(LibraryController::tr("%1, %2, strategy: %3."));
    for (const char* kind : {"landmark model", "adapter", "bounds"})
        words.kinds[kind] = text(modelKindWords(QLatin1String(kind)));
    words.strategies = {text(LibraryController::tr("memory")), text(LibraryController::tr("passages read again")),
                        text(LibraryController::tr("newest words")), text(LibraryController::tr("word search"))};
    words.withoutHeads = text(LibraryController::tr("Heads switched off: %1."));
    words.notes = text(LibraryController::tr("Notes"));
    words.highlight = text(LibraryController::tr("Highlight"));
    words.pinned = text(LibraryController::tr("Pinned"));
    words.barred = text(LibraryController::tr("Barred"));
    words.bookmark = text(LibraryController::tr("Bookmark"));
    words.note = text(LibraryController::tr("Note"));
    return words;
}

FoundInLibrary describe(const SessionStore& store, const SearchHit& hit, const QString& sessionTitle, const QString& sought)
{
    FoundInLibrary found{QString::fromStdString(store.folder()), sessionTitle, {}, hit, {}};
    if (hit.kind == SearchKind::Document) {
        if (const auto text = store.loadDocument(DocumentId(hit.owner))) {
            found.title =
                hitTitle(pageLabel(*text, hit.range.begin), sectionPath(*text, hit.range.begin), QString::fromStdString(text->title));
            found.excerpt = excerptAround(text->text.substr(hit.range.begin, hit.range.size()), sought);
        }
    } else if (hit.kind == SearchKind::Answer) {
        if (const auto answer = store.loadAnswerWithoutTrace(AnswerId(hit.owner))) {
            found.title = QString::fromStdString(answer->question);
            found.excerpt = excerptAround(answer->text, sought);
        }
    } else if (hit.kind == SearchKind::Question) {
        if (const auto questions = store.questions()) {
            for (const QuestionRecord& question : *questions)
                found.title = question.id.value == hit.owner ? QString::fromStdString(question.text) : found.title;
        }
    } else if (const auto notes = store.notes()) {
        for (const NoteRecord& note : *notes)
            found.excerpt = note.id == hit.owner ? excerptAround(note.note.text, sought) : found.excerpt;
    }
    return found;
}

// Where listSessions() finds it.
bool liesIn(const std::string& session, const std::string& root)
{
    return QFileInfo(QString::fromStdString(session)).path() == QString::fromStdString(root);
}

SessionSummary absentSession(const std::string& folder)
{
    SessionSummary session;
    session.folder = folder;
    session.absent = true;
    session.problem =
        LibraryController::tr("Not available: its folder is not there, maybe on a drive that is not connected.").toStdString();
    return session;
}

std::vector<SessionSummary> allSessions(const std::string& root, const std::vector<std::string>& elsewhere)
{
    auto sessions = listSessions(root);
    for (const std::string& folder : elsewhere) {
        const bool listed =
            std::any_of(sessions.begin(), sessions.end(), [&](const SessionSummary& session) { return session.folder == folder; });
        if (!listed)
            sessions.push_back(isSessionFolder(folder) ? summarizeSession(folder) : absentSession(folder));
    }
    std::stable_sort(sessions.begin(), sessions.end(),
                     [](const SessionSummary& a, const SessionSummary& b) { return a.changedAt > b.changedAt; });
    return sessions;
}

}  // namespace

// The index puts the shortest paragraph first: one that is hardly more than the words themselves.
std::vector<SearchHit> passagesFirst(const std::vector<SearchHit>& hits, const std::string& words)
{
    const auto isLabel = [&](const SearchHit& hit) {
        return hit.kind == SearchKind::Document && hit.range.size() < words.size() + kLabelBytes;
    };
    std::vector<SearchHit> passages, labels;
    for (const SearchHit& hit : hits)
        (isLabel(hit) ? labels : passages).push_back(hit);
    const std::size_t kept = std::min(labels.size(), kLabelsAmongThem);
    passages.resize(std::min(passages.size(), kHitsPerSession - kept));
    passages.insert(passages.end(), labels.begin(),
                    labels.begin() + std::ptrdiff_t(std::min(labels.size(), kHitsPerSession - passages.size())));
    return passages;
}

namespace
{

LibraryHits searchAll(const std::vector<SessionSummary>& sessions, const std::string& words)
{
    LibraryHits found;
    for (const SessionSummary& session : sessions) {
        const auto store = session.problem.empty() ? openForReading(session.folder) : Error{};
        if (!store)
            continue;
        auto hits = (*store)->search(words, kRankedHits + 1);
        if (!hits)
            continue;
        found.more = found.more || hits->size() > kRankedHits;
        hits->resize(std::min(hits->size(), kRankedHits));
        found.all += hits->size();
        for (const SearchHit& hit : passagesFirst(*hits, words))
            found.shown.push_back(describe(**store, hit, QString::fromStdString(session.title), QString::fromStdString(words)));
    }
    return found;
}

}  // namespace

QString hitTitle(const std::string& page, const std::string& section, const QString& title)
{
    const QString heading = QString::fromStdString(section).section(QStringLiteral(" > "), -1);
    const QString where = page.empty() ? heading : LibraryController::tr("p. %1").arg(QString::fromStdString(page));
    return where.isEmpty() || where == title ? title : QStringLiteral("%1, %2").arg(isolated(where), isolated(title));
}

LibraryController::LibraryController(QObject* parent) : QObject(parent)
{
    for (const QString& folder : stateSettings()->value(kElsewhere).toStringList())
        m_elsewhere.push_back(folder.toStdString());
    m_thread.run(this, [](auto&) { return purgeTrash(defaultTrashFolder()); }, [this](const std::vector<std::string>& gone) {
        for (const std::string& folder : gone)
            Q_EMIT lies(QString::fromStdString(folder), {});
    });
}

void LibraryController::setRoot(const QString& folder)
{
    const std::string root = folder.isEmpty() ? defaultSessionsFolder() : QDir::cleanPath(folder).toStdString();
    const bool isFirst = !std::exchange(m_rootIsSet, true);
    const std::string before = std::exchange(m_root, root);
    if (before == root)
        return;
    const auto elsewhere = m_elsewhere;
    for (const std::string& session : elsewhere)
        if (liesIn(session, root))
            drop(QString::fromStdString(session));
    isFirst ? refresh() : keepListed(before);
}

void LibraryController::keepListed(const std::string& root)
{
    m_thread.run(this, [root](auto&) { return listSessions(root); }, [this, root](const std::vector<SessionSummary>& sessions) {
        QStringList folders;
        for (const SessionSummary& session : sessions)
            folders.append(QString::fromStdString(session.folder));
        for (const QString& folder : std::as_const(folders))
            remember(folder);
        if (!folders.isEmpty() && root != m_root)
            Q_EMIT rootLeft(QString::fromStdString(root), folders);
        refresh();
    });
}

void LibraryController::remember(const QString& folder)
{
    const std::string path = folder.toStdString();
    const auto state = stateSettings();
    QStringList kept = state->value(kElsewhere).toStringList();
    if (liesIn(path, m_root) || kept.contains(folder))
        return;
    m_elsewhere.push_back(path);
    kept.append(folder);
    state->setValue(kElsewhere, kept);
}

bool LibraryController::isElsewhere(const QString& folder) const
{
    return std::find(m_elsewhere.begin(), m_elsewhere.end(), folder.toStdString()) != m_elsewhere.end();
}

void LibraryController::forget(const QString& folder)
{
    drop(folder);
    refresh();
}

void LibraryController::drop(const QString& folder)
{
    const auto state = stateSettings();
    QStringList kept = state->value(kElsewhere).toStringList();
    kept.removeAll(folder);
    state->setValue(kElsewhere, kept);
    std::erase(m_elsewhere, folder.toStdString());
}

void LibraryController::move(const QString& folder, const QString& into)
{
    m_thread.run(this, [from = folder.toStdString(), to = into.toStdString()](auto&) { return registered(moveSession(from, to)); },
                 [this, folder](const Result<std::string>& moved) {
                     if (moved) {
                         Q_EMIT lies(folder, QString::fromStdString(*moved));
                         drop(folder);
                         remember(QString::fromStdString(*moved));
                         Q_EMIT done(tr("Moved to %1.").arg(QString::fromStdString(*moved)));
                     } else {
                         Q_EMIT failed(moved.error());
                     }
                     refresh();
                 });
}

void LibraryController::refresh()
{
    using Lists = std::pair<std::vector<SessionSummary>, std::vector<SessionSummary>>;
    m_thread.run(
        this,
        [root = m_root, elsewhere = m_elsewhere](auto&) { return Lists(allSessions(root, elsewhere), listSessions(defaultTrashFolder())); },
        [this](const Lists& lists) { Q_EMIT listed(lists.first, lists.second); });
}

void LibraryController::putBackTo(const QString& trashed, std::function<Result<std::string>()> job, const QString& message)
{
    m_thread.run(this, [job = std::move(job)](auto&) { return job(); }, [this, trashed, message](const Result<std::string>& back) {
        if (!back) {
            Q_EMIT failed(back.error());
        } else {
            Q_EMIT lies(trashed, QString::fromStdString(*back));
            remember(QString::fromStdString(*back));
        }
        if (back && !message.isEmpty())
            Q_EMIT done(message);
        refresh();
    });
    forgetRemoved({trashed});
}

template <typename Job>
void LibraryController::change(Job job, const QString& message, const QString& file)
{
    m_thread.run(this, [job = std::move(job)](auto&) -> Result<void> {
        auto result = job();
        return result ? Result<void>() : result.error();
    }, [this, message, file](const Result<void>& result) {
        if (!result)
            Q_EMIT failed(result.error(), file);
        else if (!message.isEmpty())
            Q_EMIT done(message);
        refresh();
    });
}

void LibraryController::rename(const QString& folder, const QString& title)
{
    change([=] { return renameSession(folder.toStdString(), title.trimmed().toStdString()); }, {});
}

void LibraryController::duplicate(const QString& folder, const QString& title)
{
    const QString into = folderForCopies(folder);
    const auto copy = [=](auto&) {
        return registered(duplicateSession(folder.toStdString(), title.trimmed().toStdString(), into.toStdString()));
    };
    m_thread.run(this, copy, [this](const Result<std::string>& made) {
        if (made) {
            remember(QString::fromStdString(*made));
            Q_EMIT done(tr("Copied."));
        } else {
            Q_EMIT failed(made.error());
        }
        refresh();
    });
}

QString LibraryController::folderForCopies(const QString& folder) const
{
    return QString::fromStdString(cairn::folderForCopies(folder.toStdString(), m_root));
}

void LibraryController::remove(const QString& folder)
{
    const std::string path = folder.toStdString();
    const auto moveIt = [path](auto&) {
        const std::string name = summarizeSession(path).name();
        return std::pair(moveToTrash(path, defaultTrashFolder()), name);
    };
    m_thread.run(this, moveIt, [this, folder](const std::pair<Result<std::string>, std::string>& moved) {
                     if (moved.first) {
                         m_removed.push_back({folder, QString::fromStdString(*moved.first)});
                         drop(folder);
                         Q_EMIT lies(folder, m_removed.back().to);
                         Q_EMIT removed(QString::fromStdString(moved.second));
                     } else {
                         Q_EMIT failed(moved.first.error());
                     }
                     refresh();
                 });
}

void LibraryController::undoRemove()
{
    if (m_removed.empty())
        return;
    const Removed last = m_removed.back();
    const auto restore = [from = last.to.toStdString(), to = last.from.toStdString()]() -> Result<std::string> {
        const auto restored = restoreFromTrash(from, to);
        return restored ? Result<std::string>(to) : restored.error();
    };
    putBackTo(last.to, restore, {});
}

void LibraryController::forgetRemoved(const QStringList& trashed)
{
    std::erase_if(m_removed, [&](const Removed& one) { return trashed.contains(one.to); });
}

void LibraryController::putBack(const QString& trashed)
{
    putBackTo(trashed, [trashed, root = m_root] { return restoreUnder(trashed.toStdString(), root); }, tr("The session is back."));
}

void LibraryController::erase(const QStringList& trashed)
{
    change([trashed]() -> Result<void> {
        Result<void> all;
        for (const QString& folder : trashed)
            if (auto done = eraseFromTrash(folder.toStdString()); !done && all)
                all = done.error();
        return all;
    }, tr("%n session(s) were deleted for good.", nullptr, int(trashed.size())));
    for (const QString& folder : trashed)
        Q_EMIT lies(folder, {});
    forgetRemoved(trashed);
}

void LibraryController::discardMemory(const QString& folder)
{
    m_thread.run(this, [path = blocksPath(folder.toStdString())](auto&) { return BlockStore::discard(path); },
                 [this, folder](const Result<void>& result) {
                     if (result)
                         Q_EMIT discarded(folder);
                     else
                         Q_EMIT failed(result.error());
                     refresh();
                 });
}

void LibraryController::discardMemories(const QStringList& folders)
{
    change([folders]() -> Result<void> {
        Result<void> all;
        for (const QString& folder : folders)
            if (auto done = BlockStore::discard(blocksPath(folder.toStdString())); !done && all)
                all = done.error();
        return all;
    }, tr("%n memories were discarded. Text and answers are kept.", nullptr, int(folders.size())));
}

void LibraryController::exportSession(const QString& folder, ExportFormat format, const QString& file)
{
    change([=, words = exportWords()] { return writeExport(folder.toStdString(), format, file.toStdString(), words); },
           tr("Exported to %1.").arg(QFileInfo(file).fileName()), file);
}

void LibraryController::saveCopy(const QString& folder, const QString& file)
{
    change([=]() -> Result<void> {
        const auto store = openForReading(folder.toStdString());
        return store ? (*store)->copyToShare(file.toStdString()) : store.error();
    }, tr("Saved as %1.").arg(QFileInfo(file).fileName()), file);
}

void LibraryController::search(const QString& words)
{
    const std::uint64_t search = ++m_search;
    const auto searchEverywhere = [root = m_root, elsewhere = m_elsewhere, text = words.toStdString()](auto&) {
        return searchAll(allSessions(root, elsewhere), text);
    };
    m_thread.run(this, searchEverywhere, [this, search, words](const LibraryHits& hits) {
        if (search == m_search)
            Q_EMIT found(words, hits);
    });
}

}  // namespace cairn
