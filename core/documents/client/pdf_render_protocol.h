// What a worker in render mode is asked and answers after the ImportRequest (reliability.md 5.1, 5.3), one frame each (import_frame.h).
// To the worker: Ask, one at a time. From it: Ready, then Opened or FileFailed (which ends it), then per Ask exactly one of Picture,
// Glyphs, Links, PageFailed with the question's id. The end of its input ends it.
#pragma once

#include "core/documents/client/message_inbox.h"
#include "core/result.h"
#include "core/types/page_glyphs.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace cairn
{

inline constexpr std::uint32_t kMaxPdfPages = 20'000;          // reliability.md 4
inline constexpr std::uint32_t kMaxPageUnits = 2'000'000;      // UTF-16 units of one page's text
inline constexpr std::uint32_t kMaxPictureWidth = 16'384;      // pixels
inline constexpr float kMaxPagePoints = 20'000;                // PDF 1.7 ends at 14,400
inline constexpr std::size_t kMaxPageLabel = 64;               // bytes
inline constexpr std::uint32_t kMaxPageLinks = 4'096;          // of one page; an index page of a manual has about 200
inline constexpr std::size_t kMaxLinkAddress = 2'048;          // bytes

enum class RenderQuestionKind : std::uint32_t { Picture = 1, Glyphs = 2, Links = 3 };

struct RenderQuestion                        // header: id, kind, page, width
{
    std::uint32_t id = 0;
    RenderQuestionKind kind = RenderQuestionKind::Picture;
    std::uint32_t page = 0;
    std::uint32_t width = 0;                 // Picture: pixels, 1..kMaxPictureWidth; others: 0
};

enum class RenderMessageType : std::uint16_t
{
    Ask = 16, Ready = 17, Opened = 18, FileFailed = 19, Picture = 20, Glyphs = 21, PageFailed = 22, Links = 23
};

struct PagePicture
{
    std::uint32_t width = 0, height = 0;
    std::vector<std::uint32_t> pixels;       // [height][width], 0xffRRGGBB
};

struct RenderMessage
{
    RenderMessageType type = RenderMessageType::Ready;
    std::vector<PdfPageInfo> pages{};        // Opened
    Error error{};                           // FileFailed, PageFailed
    std::uint32_t id = 0;                    // of the question: Picture, Glyphs, Links, PageFailed
    PagePicture picture{};
    PageGlyphs glyphs{};
    std::vector<PageLink> links{};
};

// Neither empty nor longer than kMaxLinkAddress, UTF-8, no control characters (a line break could hide what a question shows).
bool isLinkAddress(std::string_view address);

std::vector<std::byte> encodeQuestion(const RenderQuestion& question, std::uint64_t sequence);   // from 1: the ImportRequest was 0
std::optional<std::size_t> questionLength(std::span<const std::byte> bytes);
Result<RenderQuestion> decodeQuestion(std::span<const std::byte> frame, std::uint64_t sequence);

std::vector<std::byte> encodeRenderMessage(const RenderMessage& message, std::uint64_t sequence);

// Cuts the worker's stream into messages and keeps the order of states and the promises of the last question. One thread.
class RenderMessageParser
{
public:
    void expect(const RenderQuestion& question) { m_question = question; }   // asked now; REQUIRES: none is open, `page` is one of Opened

    // Feeds bytes as they come. Corruption: the worker broke a rule and must be killed; the parser is of no use afterwards.
    Result<void> feed(std::span<const std::byte> bytes);
    std::optional<RenderMessage> next() { return m_inbox.next(); }   // complete messages, in order

private:
    std::optional<RenderMessage> accept(const ImportFrame& frame);   // nullopt: it breaks a rule
    bool allowed(const RenderMessage& message) const;
    bool answers(const RenderMessage& message) const;

    MessageInbox<RenderMessage> m_inbox;
    std::vector<PdfPageInfo> m_pages;
    std::optional<RenderQuestion> m_question;
    bool m_ended = false;
};

}  // namespace cairn
