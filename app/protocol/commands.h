// What the window asks the engine for: plain structs and their codec, both ends (reliability.md 5.3). Pure functions.
//
//   Open first, once, with `documents` Document messages behind it; then any of the others, in any order, several at a time.
//   Every request but Open's documents and Cancel ends in exactly one of Opened, Done, Answered, Rescored, Passages, Failed, Cancelled.
//   The end of input closes the session: the engine makes durable what is read and ends.
#pragma once

#include "app/protocol/message.h"
#include "core/answering/asking.h"
#include "core/types/answer.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace cairn
{

struct OpenCommand
{
    RequestId request = 0;
    std::string folder;                       // of the session; absolute, on the engine's host
    std::string model;                        // path; empty: the recorded one, else the default
    std::string recordedModel;                // that the session was read with; empty: none
    DeviceChoice device = DeviceChoice::Auto;
    std::optional<KvType> kvType;             // nothing: as the session was read, else Int8
    std::uint64_t memoryBudgetBytes = 0;      // 0: chosen by the engine
    std::uint32_t threads = 0;                // 0: chosen by the engine
    bool discardOther = false;
    std::uint32_t documents = 0;
    bool links = false;                       // a memory that is begun keeps what blocks lean on: reading is slower
    ScanWay scan = ScanWay::Flat;             // wished for a memory that is begun; Flat where the model or device can't do otherwise
};

struct DocumentCommand                        // in reading order, right after Open
{
    RequestId request = 0;                    // of Open
    std::shared_ptr<const Bytes> text;        // as canonical_codec.h writes it; no bytes: a document that was removed, in its place
};

struct ReadCommand
{
    RequestId request = 0;
};

struct AskCommand
{
    RequestId request = 0;
    std::string question;
    AskOptions options;
};

struct RescoreCommand
{
    RequestId request = 0;
    Answer answer;                            // travels without its trace
    AskOptions options;
    std::vector<std::uint32_t> barred;
    bool deep = false;                        // as if these blocks had never been in the text (app/session/memory_without.h)
};

struct FindPassagesCommand
{
    RequestId request = 0;
    std::string words;
    std::uint32_t count = 0;
};

struct CancelCommand
{
    RequestId request = 0;                    // to be cancelled
};

using Command = std::variant<OpenCommand, DocumentCommand, ReadCommand, AskCommand, RescoreCommand, FindPassagesCommand, CancelCommand>;

Message encode(const OpenCommand& command);
Message encode(const DocumentCommand& command);
Message encode(const ReadCommand& command);
Message encode(const AskCommand& command);
Message encode(const RescoreCommand& command);
Message encode(const FindPassagesCommand& command);
Message encode(const CancelCommand& command);

// Corruption: fields missing, unknown, of another kind or out of range, or text that is not UTF-8.
Result<Command> decodeCommand(const Message& message);

}  // namespace cairn
