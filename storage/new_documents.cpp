#include "storage/new_documents.h"

#include "storage/hashing.h"

#include <algorithm>
#include <map>

namespace cairn
{

namespace
{

Error otherState(const SourceFile& file)
{
    return {ErrorCode::InvalidArgument, "The session holds an older state of " + file.path +
                                            ". Read the new one into a session of its own, or save it under another name."};
}

}  // namespace

Result<TakenDocuments> takeDocuments(SessionStore& store, std::span<const NewDocument> documents)
{
    auto records = store.documents();
    if (!records)
        return records.error();
    std::map<Hash128, std::string> titles;
    std::erase_if(*records, [](const DocumentRecord& record) { return record.isRemoved(); });   // may come anew, behind the others
    for (const DocumentRecord& record : *records)
        titles.emplace(record.contentHash, record.title);
    TakenDocuments taken;
    std::vector<NewDocument> added;
    for (std::size_t i = 0; i < documents.size(); ++i) {
        const auto [known, isNew] = titles.emplace(contentHash(documents[i].text->text), documents[i].text->title);
        const std::string& path = documents[i].source.path;
        if (!isNew) {
            taken.known.push_back(known->second);
        } else if (!path.empty() && std::any_of(records->begin(), records->end(), [&](const auto& one) { return one.source.path == path; })) {
            return otherState(documents[i].source);
        } else {
            taken.added.push_back(i);
            added.push_back(documents[i]);
        }
    }
    if (auto done = store.addDocuments(added); !done)
        return done.error();
    return taken;
}

}  // namespace cairn
