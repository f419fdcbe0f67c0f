// Messages between the program and the import worker that reads a text (reliability.md 5.3), one frame each (import_frame.h).
// Headers are fixed structs of u32s, listed below; payloads are UTF-8. The receiver trusts no byte. What a worker that draws pages
// is asked after the request: pdf_render_protocol.h.
#pragma once

#include "core/documents/client/message_inbox.h"
#include "core/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace cairn
{

inline constexpr std::size_t kMaxImportPayload = 64 * 1024;
inline constexpr std::size_t kMaxSkippedPages = 16;

enum class ImportMode : std::uint32_t
{
    Text = 1,
    Render = 2,
    Session = 3, // a session.db of someone else: its contents
    Pictures = 4 // as Render, for the pictures that a text has
};

// To the worker, once. Header: mode, file name bytes, password bytes, encoding bytes, pages to skip, crashed ones, then the pages of
// both; payload: name, password, encoding.
struct ImportRequest
{
    ImportMode mode = ImportMode::Text;
    std::string fileName; // last part of the path only
    std::string password;
    std::vector<std::uint32_t> skipPages; // at most kMaxSkippedPages
    std::string encoding{};               // one of encodings.h or empty
    std::vector<std::uint32_t> crashedPages{}; // those of skipPages that a worker crashed on; the others kept it busy for too long
};

enum class ImportMessageType : std::uint16_t
{
    Request = 1,
    Ready = 2,
    Progress = 3,
    Done = 4,
    Failed = 5
};

// From the worker: Ready (locked down, self-test passed), Progress*, then Done or Failed, then the end of the stream.
struct ImportMessage
{
    ImportMessageType type = ImportMessageType::Ready;
    std::uint32_t current = 0; // Progress: page or part about to be read, and how many there are
    std::uint32_t total = 0;
    Error error{};                 // Failed: code in the header, sentence as payload
    std::uint64_t resultBytes = 0; // Done: bytes written to the result memfd
};

std::vector<std::byte> encodeRequest(const ImportRequest& request);
std::optional<std::size_t> requestLength(std::span<const std::byte> bytes); // of the request at the front, from kFrameBytes bytes on
Result<ImportRequest> decodeRequest(std::span<const std::byte> frame);

std::vector<std::byte> encodeMessage(const ImportMessage& message, std::uint64_t sequence);

// Cuts a byte stream into messages and keeps the order of states. One thread.
class ImportMessageParser
{
public:
    // Feeds bytes as they come. Corruption: the worker broke a rule and must be killed; the parser is of no use afterwards.
    Result<void> feed(std::span<const std::byte> bytes);
    std::optional<ImportMessage> next() { return m_inbox.next(); } // complete messages, in order

private:
    std::optional<ImportMessage> accept(const ImportFrame& frame); // nullopt: it breaks a rule
    bool allowed(ImportMessageType type) const;

    MessageInbox<ImportMessage> m_inbox;
    bool m_sawReady = false;
    bool m_ended = false;
};

} // namespace cairn
