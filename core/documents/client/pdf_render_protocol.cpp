#include "core/documents/client/pdf_render_protocol.h"

#include "core/formats/byte_reader.h"
#include "core/formats/utf8.h"
#include "core/types/limits.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace cairn
{
namespace
{

constexpr std::size_t kMaxSentence = 4096;
constexpr std::uint32_t kLastErrorCode = std::uint32_t(ErrorCode::Device);
constexpr FrameLimits kAskLimits{std::uint16_t(RenderMessageType::Ask), std::uint16_t(RenderMessageType::Ask), 16, 0};
constexpr FrameLimits kAnswerLimits{std::uint16_t(RenderMessageType::Ready), std::uint16_t(RenderMessageType::Links), 16, 64 << 20};
constexpr float kFarthest = 1e6f; // points: what lies farther off a page is no glyph

std::string pagesPayload(const std::vector<PdfPageInfo>& pages)
{
    std::string out;
    const auto put = [&out](const auto& value) { out.append(reinterpret_cast<const char*>(&value), sizeof value); };
    for (const PdfPageInfo& page : pages) {
        const std::string label = page.label.substr(0, validUtf8Prefix(std::string_view(page.label).substr(0, kMaxPageLabel)));
        put(page.width);
        put(page.height);
        put(std::uint32_t(label.size()));
        out += label;
        put(page.place);
    }
    return out;
}

bool goodSide(std::optional<float> points) { return points && *points > 0 && *points <= kMaxPagePoints; } // false for NaN too

bool takePages(const ImportFrame& frame, std::vector<PdfPageInfo>& pages)
{
    if (frame.header.size() != 1 || frame.header[0] == 0 || frame.header[0] > kMaxPdfPages)
        return false;
    ByteReader in(std::as_bytes(std::span(frame.payload)));
    for (std::uint32_t i = 0; i < frame.header[0]; ++i) {
        const auto width = in.number<float>(), height = in.number<float>();
        const auto labelBytes = in.number<std::uint32_t>();
        if (!goodSide(width) || !goodSide(height) || !labelBytes || *labelBytes > kMaxPageLabel)
            return false;
        const auto label = in.text(*labelBytes);
        const auto place = in.number<std::uint64_t>();
        if (!label || !isValidUtf8(*label) || !place || *place > limits::kCanonicalTextBytes || (i > 0 && *place < pages.back().place))
            return false;
        pages.push_back({*width, *height, std::string(*label), *place});
    }
    return in.atEnd();
}

bool takePicture(const ImportFrame& frame, RenderMessage& message)
{
    if (frame.header.size() != 3)
        return false;
    PagePicture& picture = message.picture;
    message.id = frame.header[0];
    picture.width = frame.header[1];
    picture.height = frame.header[2];
    const std::uint64_t pixels = std::uint64_t(picture.width) * picture.height;
    if (pixels == 0 || pixels > kMaxPicturePixels || pixels * 4 != frame.payload.size())
        return false;
    picture.pixels.resize(pixels);
    std::memcpy(picture.pixels.data(), frame.payload.data(), frame.payload.size());
    return true;
}

bool isNear(const GlyphBox& box)
{
    const auto near = [](float value) { return std::abs(value) <= kFarthest; }; // false for NaN too
    return near(box.left) && near(box.top) && near(box.right) && near(box.bottom);
}

bool takeGlyphs(const ImportFrame& frame, RenderMessage& message)
{
    if (frame.header.size() != 2 || frame.header[1] > kMaxPageUnits || frame.payload.size() != frame.header[1] * sizeof(GlyphBox))
        return false;
    message.id = frame.header[0];
    message.glyphs.resize(frame.header[1]);
    if (!frame.payload.empty())
        std::memcpy(message.glyphs.data(), frame.payload.data(), frame.payload.size());
    return std::all_of(message.glyphs.begin(), message.glyphs.end(), isNear);
}

std::optional<PageLink> takeLink(ByteReader& in)
{
    const auto left = in.number<float>(), top = in.number<float>(), right = in.number<float>(), bottom = in.number<float>();
    const auto page = in.number<std::uint32_t>();
    const auto y = in.number<float>();
    const auto length = in.number<std::uint32_t>();
    if (!length || *length > kMaxLinkAddress)
        return std::nullopt;
    const GlyphBox box{*left, *top, *right, *bottom};
    const auto address = in.text(*length);
    const bool inside = address && *page < kMaxPdfPages && *length == 0 && *y >= 0 && *y <= kMaxPagePoints;
    const bool outside = *page == PageLink::kNoPage && *y == 0 && address && isLinkAddress(*address);
    if (!isNear(box) || box.empty() || (!inside && !outside))
        return std::nullopt;
    return PageLink{box, *page, *y, std::string(*address)};
}

bool takeLinks(const ImportFrame& frame, RenderMessage& message)
{
    if (frame.header.size() != 2 || frame.header[1] > kMaxPageLinks)
        return false;
    message.id = frame.header[0];
    ByteReader in(std::as_bytes(std::span(frame.payload)));
    for (std::uint32_t i = 0; i < frame.header[1]; ++i) {
        auto link = takeLink(in);
        if (!link)
            return false;
        message.links.push_back(std::move(*link));
    }
    return in.atEnd();
}

std::string linksPayload(const std::vector<PageLink>& links)
{
    std::string out;
    const auto put = [&out](const auto& value) { out.append(reinterpret_cast<const char*>(&value), sizeof value); };
    for (const PageLink& link : links) {
        put(link.box);
        put(link.page);
        put(link.y);
        put(std::uint32_t(link.address.size()));
        out += link.address;
    }
    return out;
}

bool takeError(const ImportFrame& frame, std::size_t headerWords, RenderMessage& message)
{
    const std::vector<std::uint32_t>& header = frame.header;
    if (header.size() != headerWords || header.back() > kLastErrorCode || frame.payload.empty() || frame.payload.size() > kMaxSentence ||
        !isValidUtf8(frame.payload))
        return false;
    message.id = headerWords == 2 ? header[0] : 0;
    message.error = {ErrorCode(header.back()), std::string(frame.payload)};
    return true;
}

std::optional<RenderMessage> messageOf(const ImportFrame& frame)
{
    RenderMessage message;
    message.type = RenderMessageType(frame.type);
    bool good = false;
    switch (message.type) {
    case RenderMessageType::Ready:
        good = frame.header.empty() && frame.payload.empty();
        break;
    case RenderMessageType::Opened:
        good = takePages(frame, message.pages);
        break;
    case RenderMessageType::FileFailed:
        good = takeError(frame, 1, message);
        break;
    case RenderMessageType::Picture:
        good = takePicture(frame, message);
        break;
    case RenderMessageType::Glyphs:
        good = takeGlyphs(frame, message);
        break;
    case RenderMessageType::Links:
        good = takeLinks(frame, message);
        break;
    case RenderMessageType::PageFailed:
        good = takeError(frame, 2, message);
        break;
    case RenderMessageType::Ask:
        break;
    }
    return good ? std::optional(std::move(message)) : std::nullopt;
}

std::string sentenceOf(const Error& error)
{
    return error.message.substr(0, validUtf8Prefix(std::string_view(error.message).substr(0, kMaxSentence)));
}

} // namespace

bool isLinkAddress(std::string_view address)
{
    const auto control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; };
    return !address.empty() && address.size() <= kMaxLinkAddress && isValidUtf8(address) &&
           std::none_of(address.begin(), address.end(), control);
}

std::vector<std::byte> encodeQuestion(const RenderQuestion& question, std::uint64_t sequence)
{
    return encodeFrame({std::uint16_t(RenderMessageType::Ask),
                        sequence,
                        {question.id, std::uint32_t(question.kind), question.page, question.width},
                        {}});
}

std::optional<std::size_t> questionLength(std::span<const std::byte> bytes)
{
    return frameLength(bytes, kAskLimits);
}

Result<RenderQuestion> decodeQuestion(std::span<const std::byte> bytes, std::uint64_t sequence)
{
    std::size_t used = 0;
    const auto frame = parseFrame(bytes, kAskLimits, used);
    if (!frame || !frame->has_value() || used != bytes.size() || (*frame)->sequence != sequence || (*frame)->header.size() != 4)
        return frameViolation();
    const std::vector<std::uint32_t>& header = (*frame)->header;
    const RenderQuestion question{header[0], RenderQuestionKind(header[1]), header[2], header[3]};
    const bool picture = question.kind == RenderQuestionKind::Picture && question.width >= 1 && question.width <= kMaxPictureWidth;
    const bool words = question.kind == RenderQuestionKind::Glyphs || question.kind == RenderQuestionKind::Links;
    if (!picture && !(words && question.width == 0))
        return frameViolation();
    return question;
}

std::vector<std::byte> encodeRenderMessage(const RenderMessage& message, std::uint64_t sequence)
{
    ImportFrame frame{std::uint16_t(message.type), sequence, {}, {}};
    std::string owned;
    switch (message.type) {
    case RenderMessageType::Opened:
        frame.header = {std::uint32_t(message.pages.size())};
        owned = pagesPayload(message.pages);
        frame.payload = owned;
        break;
    case RenderMessageType::FileFailed:
    case RenderMessageType::PageFailed:
        frame.header = {std::uint32_t(message.error.code)};
        if (message.type == RenderMessageType::PageFailed)
            frame.header.insert(frame.header.begin(), message.id);
        owned = sentenceOf(message.error);
        frame.payload = owned;
        break;
    case RenderMessageType::Picture:
        frame.header = {message.id, message.picture.width, message.picture.height};
        frame.payload = {reinterpret_cast<const char*>(message.picture.pixels.data()), message.picture.pixels.size() * 4};
        break;
    case RenderMessageType::Glyphs:
        frame.header = {message.id, std::uint32_t(message.glyphs.size())};
        frame.payload = {reinterpret_cast<const char*>(message.glyphs.data()), message.glyphs.size() * sizeof(GlyphBox)};
        break;
    case RenderMessageType::Links:
        frame.header = {message.id, std::uint32_t(message.links.size())};
        owned = linksPayload(message.links);
        frame.payload = owned;
        break;
    case RenderMessageType::Ask:
    case RenderMessageType::Ready:
        break;
    }
    return encodeFrame(frame);
}

// The question is the last one asked: another id, kind or size is not what was asked for.
bool RenderMessageParser::answers(const RenderMessage& message) const
{
    if (!m_question || message.id != m_question->id)
        return false;
    if (message.type == RenderMessageType::PageFailed)
        return true;
    if (message.type == RenderMessageType::Glyphs)
        return m_question->kind == RenderQuestionKind::Glyphs;
    if (message.type == RenderMessageType::Links) {
        const auto fits = [this](const PageLink& link) { return link.page == PageLink::kNoPage || link.page < m_pages.size(); };
        return m_question->kind == RenderQuestionKind::Links && std::all_of(message.links.begin(), message.links.end(), fits);
    }
    const auto size = std::pair(message.picture.width, message.picture.height);
    return m_question->kind == RenderQuestionKind::Picture && m_question->page < m_pages.size() &&
           size == pictureSize(m_pages[m_question->page], m_question->width);
}

bool RenderMessageParser::allowed(const RenderMessage& message) const
{
    if (m_ended)
        return false;
    switch (message.type) {
    case RenderMessageType::Ready:
        return m_inbox.sequence() == 0;
    case RenderMessageType::Opened:
    case RenderMessageType::FileFailed:
        return m_inbox.sequence() == 1;
    default:
        return m_inbox.sequence() >= 2 && answers(message);
    }
}

std::optional<RenderMessage> RenderMessageParser::accept(const ImportFrame& frame)
{
    std::optional<RenderMessage> message = messageOf(frame);
    if (!message || !allowed(*message))
        return std::nullopt;
    if (m_inbox.sequence() >= 2)
        m_question.reset();
    if (message->type == RenderMessageType::Opened)
        m_pages = message->pages;
    m_ended = message->type == RenderMessageType::FileFailed;
    return message;
}

Result<void> RenderMessageParser::feed(std::span<const std::byte> bytes)
{
    return m_inbox.feed(bytes, kAnswerLimits, [this](const ImportFrame& frame) { return accept(frame); });
}

} // namespace cairn
