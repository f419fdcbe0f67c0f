#include "app/import/render_service.h"

#include "app/import/frame_input.h"
#include "app/import/write_all.h"
#include "core/documents/client/pdf_render_protocol.h"
#include "core/documents/document_pictures.h"
#include "core/documents/pdf/pdf_render.h"

#include <QFile>

namespace cairn
{
namespace
{

class RenderService
{
public:
    explicit RenderService(const RenderChannels& channels) : m_channels(channels), m_input(channels.questions) {}

    int run(const ImportRequest& request)
    {
        if (!send({RenderMessageType::Ready}))
            return 1;
        QFile file;
        RenderMessage opened{RenderMessageType::Opened};
        m_ofText = request.mode == ImportMode::Pictures;
        if (m_ofText) {
            if (auto done = m_pictures.open(m_channels.document); !done)
                return fail(done.error());
            opened.pages = m_pictures.pictures();
            return send(opened) ? answerAll() : 1;
        }
        if (!file.open(m_channels.document, QIODevice::ReadOnly, QFileDevice::DontCloseHandle))
            return fail({ErrorCode::Io, "The file can't be read. Check the disk and try again."});
        if (auto done = m_pages.open(file, request.password); !done)
            return fail(done.error());
        opened.pages = m_pages.pages();
        return send(opened) ? answerAll() : 1;
    }

private:
    int answerAll()
    {
        for (std::uint64_t sequence = 1;; ++sequence) {
            const std::vector<std::byte> frame = m_input.next(&questionLength);
            if (frame.empty())
                return 0;
            const Result<RenderQuestion> question = decodeQuestion(frame, sequence);
            if (!question || !send(answer(*question)))
                return 1;
        }
    }

    RenderMessage answer(const RenderQuestion& question)
    {
        RenderMessage message;
        message.id = question.id;
        if (question.kind == RenderQuestionKind::Picture) {
            auto picture = m_ofText ? m_pictures.picture(question.page, question.width) : m_pages.picture(question.page, question.width);
            if (!picture)
                return failed(message, picture.error());
            message.type = RenderMessageType::Picture;
            message.picture = std::move(*picture);
        } else if (question.kind == RenderQuestionKind::Links) {
            auto links = m_pages.links(question.page);
            if (!links)
                return failed(message, links.error());
            message.type = RenderMessageType::Links;
            message.links = std::move(*links);
        } else {
            auto glyphs = m_pages.glyphs(question.page);
            if (!glyphs)
                return failed(message, glyphs.error());
            message.type = RenderMessageType::Glyphs;
            message.glyphs = std::move(*glyphs);
        }
        return message;
    }

    static RenderMessage failed(RenderMessage message, const Error& error)
    {
        message.type = RenderMessageType::PageFailed;
        message.error = error;
        return message;
    }

    int fail(const Error& error)
    {
        RenderMessage message{RenderMessageType::FileFailed};
        message.error = error;
        return send(message) ? 0 : 1;
    }

    bool send(const RenderMessage& message) { return writeAll(m_channels.answers, encodeRenderMessage(message, m_sequence++)); }

    RenderChannels m_channels;
    FrameInput m_input;
    PdfRenderer m_pages;
    DocumentPictures m_pictures;
    bool m_ofText = false;         // pictures of a text, else pages
    std::uint64_t m_sequence = 0;
};

} // namespace

int serveRendering(const ImportRequest& request, const RenderChannels& channels)
{
    return RenderService(channels).run(request);
}

} // namespace cairn
