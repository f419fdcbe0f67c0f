// Stands in for the import worker in render mode: six pages of 100 x 100 points. Page 1 kills it, page 2 keeps it busy for ever,
// page 3 comes in another size, page 4 fails; the others are drawn grey. The password "never" keeps it from opening the file.
#include "app/import/frame_input.h"
#include "app/import/write_all.h"
#include "core/documents/client/import_protocol.h"
#include "core/documents/client/pdf_render_protocol.h"

#include <unistd.h>

using namespace cairn;

namespace
{

RenderMessage answerTo(const RenderQuestion& question)
{
    RenderMessage message;
    message.id = question.id;
    message.type = question.kind == RenderQuestionKind::Picture  ? RenderMessageType::Picture
                   : question.kind == RenderQuestionKind::Links ? RenderMessageType::Links
                                                                 : RenderMessageType::Glyphs;
    if (question.page == 1)
        ::_exit(5);
    if (question.page == 2)
        while (true)
            ::pause();
    if (question.page == 4) {
        message.type = RenderMessageType::PageFailed;
        message.error = {ErrorCode::Corruption, "This page could not be drawn."};
    }
    const std::uint32_t side = question.width + (question.page == 3 ? 1 : 0);
    message.picture = {side, side, std::vector<std::uint32_t>(std::size_t(side) * side, 0xff808080)};
    message.glyphs = {{1, 1, 2, 2}};
    return message;
}

}  // namespace

int main()
{
    FrameInput input(0);
    std::uint64_t sequence = 0;
    const auto send = [&sequence](const RenderMessage& message) { return writeAll(1, encodeRenderMessage(message, sequence++)); };
    const auto request = decodeRequest(input.next(&requestLength));
    RenderMessage ready, opened;
    opened.type = RenderMessageType::Opened;
    opened.pages.assign(6, {100, 100, "p"});
    if (!request || request->mode != ImportMode::Render || request->password == "never" || !send(ready) || !send(opened))
        return 1;
    for (std::uint64_t number = 1;; ++number) {
        const auto frame = input.next(&questionLength);
        const auto question = frame.empty() ? Result<RenderQuestion>(Error{}) : decodeQuestion(frame, number);
        if (!question || !send(answerTo(*question)))
            return 0;
    }
}
