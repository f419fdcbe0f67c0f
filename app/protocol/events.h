// What the engine tells the window: plain structs and their codec, both ends (reliability.md 5.3). Pure functions.
#pragma once

#include "app/protocol/engine_facts.h"
#include "app/protocol/message.h"
#include "core/answering/answerer.h"
#include "core/types/answer.h"
#include "core/types/limits.h"

#include <string>
#include <variant>
#include <vector>

namespace cairn
{

struct HelloEvent                             // first of all
{
    std::string version;                      // of the program
};

struct OpenedEvent
{
    RequestId request = 0;
    EngineFacts facts;                        // map: not null; whether it fits the documents is for the receiver to check
};

struct ReadProgressEvent
{
    RequestId request = 0;
    ReadProgress progress;
};

struct LinksEvent                             // what blocks leaned on that were read since the last one
{
    RequestId request = 0;
    std::vector<BlockLinks> links;
};

struct StoredEvent                            // these blocks are durable; may come after the end of its request
{
    RequestId request = 0;
    Hash128 memoryKey{};
    std::uint32_t stored = 0, total = 0;
};

struct AskStateEvent
{
    RequestId request = 0;
    AskState state = AskState::Retrieving;
};

struct TokenEvent
{
    RequestId request = 0;
    std::string text;                         // may be empty
};

// Some tokens of an answer while it is written, with their rows of the trace, a few at a time. Several answers may be tried and one is
// kept: `attempt` counts them, and a new one begins with `from` = 0.
struct DraftEvent
{
    RequestId request = 0;
    std::uint32_t attempt = 0;
    std::uint32_t from = 0;                   // place of the first token in its attempt
    Answer piece;                             // text, tokens with ranges of that text, trace of these tokens; nothing else
};

struct AnsweredEvent
{
    RequestId request = 0;
    Answer answer;                            // without the question: the asker has it
};

struct RescoredEvent
{
    RequestId request = 0;
    std::vector<float> logProbabilities;
};

struct RescoreProgressEvent                   // of a deep one: what is read again for it
{
    RequestId request = 0;
    std::uint64_t tokens = 0, totalTokens = 0;
    double secondsLeft = 0;
};

struct PassagesEvent
{
    RequestId request = 0;
    std::vector<FoundPassage> passages;
};

struct FailedEvent
{
    RequestId request = 0;
    Error error;
};

struct CancelledEvent
{
    RequestId request = 0;
};

struct DoneEvent                              // reading has reached the end
{
    RequestId request = 0;
};

struct MemoryShortEvent                       // memory ran out, and the engine goes on with less of it; of no request
{
    MemoryShortage shortage;
};

struct HeartbeatEvent                         // twice a second
{
    std::uint64_t progress = 0;               // counts on while work is done
    RequestId request = 0;                    // worked on; 0: none
};

using Event = std::variant<HelloEvent, OpenedEvent, ReadProgressEvent, StoredEvent, AskStateEvent, TokenEvent, AnsweredEvent, RescoredEvent,
                           PassagesEvent, FailedEvent, CancelledEvent, DoneEvent, HeartbeatEvent, DraftEvent, MemoryShortEvent,
                           LinksEvent, RescoreProgressEvent>;

Message encode(const HelloEvent& event);
Message encode(const OpenedEvent& event);
Message encode(const ReadProgressEvent& event);
Message encode(const StoredEvent& event);
Message encode(const AskStateEvent& event);
Message encode(const TokenEvent& event);
Message encode(const AnsweredEvent& event);
Message encode(const RescoredEvent& event);
Message encode(const PassagesEvent& event);
Message encode(const FailedEvent& event);
Message encode(const CancelledEvent& event);
Message encode(const DoneEvent& event);
Message encode(const HeartbeatEvent& event);
Message encode(const DraftEvent& event);
Message encode(const MemoryShortEvent& event);
Message encode(const LinksEvent& event);
Message encode(const RescoreProgressEvent& event);

// Corruption: fields missing, unknown, of another kind or out of range, or text that is not UTF-8.
Result<Event> decodeEvent(const Message& message);

// Whether every number of an answer stays inside its session, so that views may use it as an index (checkAnswer).
struct AnswerBounds
{
    std::uint32_t layers = 0, heads = 0, blockTokens = 0;
    std::uint32_t pieces = 0;                 // blocks of the stream, the open one included
    std::vector<const CanonicalText*> documents;
};

// Corruption: an id, a range or a number is out of bounds, or a quotation called verbatim is not in the document.
Result<void> checkAnswer(const Answer& answer, const AnswerBounds& bounds);

// The same for a piece of a draft: besides text, tokens and a row of trace for each of them it holds nothing.
Result<void> checkDraft(const Answer& piece, const AnswerBounds& bounds);

}  // namespace cairn
