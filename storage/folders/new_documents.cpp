#include "storage/folders/new_documents.h"

#include "storage/bytes/hashing.h"
#include "storage/folders/session_folder.h"
#include "storage/session/input_copy.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

namespace cairn
{

namespace
{

Error otherState(const SourceFile& file)
{
    return {ErrorCode::InvalidArgument, "The session holds an older state of " + file.path +
                                            ". Read the new one into a session of its own, or save it under another name."};
}

bool tellsHash(const SourceFile& file, const SourceFile& known) { return file.bytesHash != Hash128{} && file.bytesHash != known.bytesHash; }

bool looksLike(const SourceFile& file, const SourceFile& other) { return file.bytes == other.bytes && file.modifiedNs == other.modifiedNs; }

// A copy beside the file that is known is no news; one in place of it is.
bool isElsewhere(const SourceFile& file, const SourceFile& known)
{
    if (file.path.empty() || (file.path == known.path && looksLike(file, known) && !tellsHash(file, known)))
        return false;
    return file.path == known.path || !looksLike(sourceFileOf(known.path), known);
}

// Copies of standard input in the session's folder: gone again with this object, unless they are kept.
class OwnInputs
{
public:
    explicit OwnInputs(const std::string& session) : m_session(session) {}
    ~OwnInputs()
    {
        std::error_code code;
        for (const std::string& path : m_made)
            std::filesystem::remove_all(std::filesystem::path(path).parent_path(), code);
    }
    OwnInputs(const OwnInputs&) = delete;
    OwnInputs& operator=(const OwnInputs&) = delete;

    void take(SourceFile& source)
    {
        const std::string before = source.path;
        source = copyInput(source, m_session);
        if (source.path != before)
            m_made.push_back(source.path);
    }
    void keep() { m_made.clear(); }

private:
    std::string m_session;
    std::vector<std::string> m_made;
};

// Itself, or with the file's name or a number where one of these has it: contracts and reports are often called alike.
std::string distinctTitle(const std::string& title, const std::string& path, const std::set<std::string>& titles)
{
    if (title.empty() || !titles.contains(title))
        return title;
    const std::string file = isInputCopy(path) ? std::string() : std::filesystem::path(path).filename().string();
    const std::string named = file.empty() || file == title ? title : title + " (" + file + ")";
    std::string distinct = named;
    for (int number = 2; titles.contains(distinct); ++number)
        distinct = named + " (" + std::to_string(number) + ")";
    return distinct;
}

}  // namespace

Result<TakenDocuments> takeDocuments(SessionStore& store, std::span<const NewDocument> documents, const std::stop_token& stop)
{
    auto records = store.documents();
    if (!records)
        return records.error();
    std::map<Hash128, std::string> titles;
    std::set<std::string> used;
    std::map<Hash128, const DocumentRecord*> held;
    std::erase_if(*records, [](const DocumentRecord& record) { return record.isRemoved(); });   // may come anew, behind the others
    for (const DocumentRecord& record : *records) {
        titles.emplace(record.contentHash, record.title);
        used.insert(record.title);
        held.emplace(record.contentHash, &record);
    }
    const auto ofSameBytes = [&](const SourceFile& file) {
        return std::find_if(records->begin(), records->end(), [&](const DocumentRecord& one) {
            return file.bytesHash != Hash128{} && one.source.bytesHash == file.bytesHash;
        });
    };
    TakenDocuments taken;
    std::vector<NewDocument> added;
    std::vector<std::pair<DocumentId, SourceFile>> moved;
    for (std::size_t i = 0; i < documents.size(); ++i) {
        Hash128 hash = contentHash(documents[i].text->text);
        if (const auto same = ofSameBytes(documents[i].source); same != records->end() && !held.contains(hash))
            hash = same->contentHash;   // its text as it was read then, by other rules
        const auto [known, isNew] = titles.emplace(hash, documents[i].text->title);
        const std::string& path = documents[i].source.path;
        if (!isNew) {
            taken.known.push_back(known->second);
            if (const auto record = held.find(hash); record != held.end() && isElsewhere(documents[i].source, record->second->source))
                moved.emplace_back(record->second->id, documents[i].source);
        } else if (!path.empty() &&
                   std::any_of(records->begin(), records->end(), [&](const auto& one) { return one.source.path == path; })) {
            return otherState(documents[i].source);
        } else {
            taken.added.push_back(i);
            added.push_back(documents[i]);
            added.back().title = distinctTitle(documents[i].text->title, path, used);
            used.insert(added.back().title);
        }
    }
    OwnInputs inputs(store.folder());
    for (NewDocument& document : added)
        inputs.take(document.source);
    for (auto& [id, source] : moved)
        inputs.take(source);
    if (auto done = store.addDocuments(added, stop); !done)
        return done.error();
    inputs.keep();
    for (const auto& [id, source] : moved)
        (void)store.setDocumentSource(id, source);   // all that was offered is taken by now; a damaged row stays as it is
    return taken;
}

Result<void> replaceDocument(SessionStore& store, DocumentId old, const NewDocument& document)
{
    const auto records = store.documents();
    if (!records)
        return records.error();
    const Hash128 hash = contentHash(document.text->text);
    const auto same = std::find_if(records->begin(), records->end(), [&](const DocumentRecord& one) { return one.contentHash == hash; });
    if (same != records->end() && same->id == old)
        return {};
    if (same != records->end() && !same->isRemoved())
        return Error{ErrorCode::InvalidArgument, "The session has this text already: " + same->title + "."};
    OwnInputs inputs(store.folder());
    NewDocument taken = document;
    if (same == records->end())
        inputs.take(taken.source);
    const auto added = same == records->end() ? store.addDocuments({&taken, 1}) : store.setDocumentRemoved(same->id, false);
    if (!added)
        return added.error();
    inputs.keep();
    return store.setDocumentRemoved(old, true);
}

}  // namespace cairn
