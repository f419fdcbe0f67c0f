// What window and engine say where a damaged text is taken from the memory: plain structs and their codec, both ends (reliability.md
// 5.3). Pure functions.
//
//   RestoreText comes first and instead of Open: such an engine opens no session, reads the memory in the named folder and ends afterwards.
//   Only Cancel may follow. It ends in exactly one of RestoredText, Failed, Cancelled.
#pragma once

#include "app/common/tokens_in_memory.h"
#include "app/protocol/message.h"
#include "core/result.h"

#include <string>

namespace cairn
{

struct RestoreTextCommand
{
    RequestId request = 0;
    std::string folder;                      // of the session; absolute, on the engine's host
    std::string model;                       // path; empty: the recorded one, else the default
    std::string recordedModel;               // that the session was read with; empty: none
    TokensInMemory tokens;
};

struct RestoredTextEvent
{
    RequestId request = 0;
    std::string text;                        // whether it is the right one is for the receiver to check, by its hash
};

Message encode(const RestoreTextCommand& command);
Message encode(const RestoredTextEvent& event);

// Corruption: fields missing, unknown, of another kind or out of range, or text that is not UTF-8.
Result<RestoreTextCommand> decodeRestoreText(const Message& message);
Result<RestoredTextEvent> decodeRestoredText(const Message& message);

}  // namespace cairn
