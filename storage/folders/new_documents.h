// Files on their way into a session: which of them are new in it. Plain functions; the store's thread.
#pragma once

#include "storage/session/session_store.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace cairn
{

struct TakenDocuments
{
    std::vector<std::size_t> added;      // places among those that were offered
    std::vector<std::string> known;      // titles that the session has for texts that were offered again
};

// Takes them behind the session's documents, in this order and in one transaction; a text that it holds, or that is offered twice, is
// taken once: its file may have moved, or been written anew with the same text, and is known as it is now. So is a file of the same bytes,
// whatever text comes out of it today: reading files may have changed, the file has not. One that is called as another of the session's
// documents gets its file's name behind its title. InvalidArgument: a file that the session holds another state of. Cancelled. Errors:
// nothing was taken.
Result<TakenDocuments> takeDocuments(SessionStore& store, std::span<const NewDocument> documents, const std::stop_token& stop = {});

// The same file read in another way (under another encoding): the new text comes in behind the others, or back where the session had
// it before, and the old one is taken out (SessionStore::setDocumentRemoved), in this order: a stop between the two leaves both.
// InvalidArgument: another document of the session has this text. Errors: the old one is there as before.
Result<void> replaceDocument(SessionStore& store, DocumentId old, const NewDocument& document);

}  // namespace cairn
