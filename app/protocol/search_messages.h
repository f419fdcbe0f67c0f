// What window and engine say where many sessions are searched: plain structs and their codec, both ends (reliability.md 5.3).
// Pure functions.
//
//   Search comes first and instead of Open: such an engine opens no session, reads the named folders and ends afterwards. Only Cancel
//   may follow. It answers with Searched for every session and FoundInLibrary for those where something was found, then with exactly one
//   of Done, Failed, Cancelled.
#pragma once

#include "app/common/search_result.h"
#include "app/protocol/message.h"
#include "core/result.h"

#include <string>
#include <variant>
#include <vector>

namespace cairn
{

struct SearchCommand
{
    RequestId request = 0;
    std::string words;
    std::string model;                       // path; empty: the default
    std::uint32_t threads = 0;               // 0: chosen by the engine
    std::vector<std::string> folders;        // of sessions; absolute, on the engine's host
};

struct SearchedEvent
{
    RequestId request = 0;
    SearchedSession searched;
};

struct FoundInLibraryEvent
{
    RequestId request = 0;
    FoundInSession found;
};

using SearchEvent = std::variant<SearchedEvent, FoundInLibraryEvent>;

Message encode(const SearchCommand& command);
Message encode(const SearchedEvent& event);
Message encode(const FoundInLibraryEvent& event);

bool isSearchEvent(MessageType type);

// Corruption: fields missing, unknown, of another kind or out of range, or text that is not UTF-8. Whether a session is one of those
// asked for is for the receiver to check.
Result<SearchCommand> decodeSearch(const Message& message);
Result<SearchEvent> decodeSearchEvent(const Message& message);

}  // namespace cairn
