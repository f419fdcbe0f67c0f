#include "app/window/session/source_watch.h"

#include "app/client/background.h"
#include "storage/folders/session_folder.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace cairn
{

SourceWatch::SourceWatch(SessionController& session, QObject* parent) : QObject(parent), m_session(session)
{
    connect(&m_session, &SessionController::opened, this, &SourceWatch::look, Qt::QueuedConnection);   // behind what is said of it
    connect(&m_session, &SessionController::closed, this, [this] {
        m_changed.clear();
        if (!m_session.isRenewed())
            m_told.clear();
    });
    connect(&m_session, &SessionController::sourceNoted, this, [this](std::uint32_t document) {
        std::erase_if(m_changed, [id = m_session.contents().records[document].id](const Seen& one) { return one.document == id; });
        Q_EMIT looked();
    });
}

void SourceWatch::look()
{
    if (!m_session.isOpen())
        return;
    if (std::exchange(m_looking, true)) {
        m_again = true;   // a session was opened meanwhile, maybe
        return;
    }
    std::vector<std::pair<DocumentId, SourceFile>> files;
    for (const DocumentRecord& record : m_session.contents().records) {
        if (!record.isRemoved() && !record.source.path.empty())
            files.emplace_back(record.id, record.source);
    }
    const auto lookAtAll = [files] {
        std::vector<Seen> seen;
        for (const auto& [document, known] : files)
            seen.push_back(lookAt(document, known));
        return seen;
    };
    inBackground<std::vector<Seen>>(this, lookAtAll, [this, folder = m_session.contents().folder](const std::vector<Seen>& seen) {
        m_looking = false;
        if (m_session.isOpen() && m_session.contents().folder == folder)
            take(seen);
        if (std::exchange(m_again, false))
            look();
    });
}

void SourceWatch::lookAnew()
{
    m_told.clear();
    look();
}

// Where the hash of what was read is not known, and the size is the same, nothing is said.
SourceWatch::Seen SourceWatch::lookAt(DocumentId document, const SourceFile& known)
{
    Seen seen{document, known, {}, false, false};
    std::error_code code;
    seen.missing = !std::filesystem::exists(known.path, code);
    if (seen.missing)
        return seen;
    seen.now = sourceFileOf(known.path);
    if (seen.now.bytes == known.bytes && (seen.now.modifiedNs == known.modifiedNs || known.bytesHash == Hash128{}))
        return seen;
    seen.changed = seen.now.bytes != known.bytes;
    if (!seen.changed) {
        seen.now = hashedSourceOf(known.path);
        seen.changed = seen.now.bytesHash != Hash128{} && seen.now.bytesHash != known.bytesHash;
    }
    return seen;
}

void SourceWatch::take(const std::vector<Seen>& seen)
{
    SessionContents& contents = m_session.contents();
    contents.fileMissing.resize(contents.records.size());
    contents.fileChanged.assign(contents.records.size(), false);
    m_changed.clear();
    for (const Seen& one : seen) {
        const auto record = std::find_if(contents.records.begin(), contents.records.end(), [&](const DocumentRecord& now) {
            return now.id == one.document && now.source.path == one.known.path && now.source.modifiedNs == one.known.modifiedNs;
        });
        if (record == contents.records.end())
            continue;   // noted otherwise meanwhile
        const auto place = std::size_t(record - contents.records.begin());
        contents.fileMissing[place] = one.missing;
        contents.fileChanged[place] = one.changed;
        if (one.changed)
            m_changed.push_back(one);
        else if (!one.missing && one.now.bytesHash != Hash128{})   // the same bytes, written anew
            m_session.noteSource(one.document, one.now, nullptr);
    }
    Q_EMIT looked();
}

std::vector<DocumentId> SourceWatch::untold() const
{
    std::vector<DocumentId> documents;
    for (const Seen& one : m_changed) {
        if (!m_told.contains({one.now.path, one.now.modifiedNs}))
            documents.push_back(one.document);
    }
    return documents;
}

void SourceWatch::setTold()
{
    for (const Seen& one : m_changed)
        m_told.emplace(one.now.path, one.now.modifiedNs);
}

}  // namespace cairn
