#include "app/render/pdf_page_source.h"

#include "app/render/render_lane.h"

#include <QMetaObject>

#include <algorithm>

namespace cairn
{
namespace
{

// Pixels of the message as an image that owns them.
QImage imageOf(PagePicture&& picture)
{
    auto* pixels = new std::vector<std::uint32_t>(std::move(picture.pixels));
    return QImage(reinterpret_cast<const uchar*>(pixels->data()), int(picture.width), int(picture.height), QImage::Format_RGB32,
                  [](void* held) { delete static_cast<std::vector<std::uint32_t>*>(held); }, pixels);
}

} // namespace

PdfPageSource::PdfPageSource(PdfFileChoice file, QObject* parent) : PageSource(parent)
{
    // Lanes speak from their own threads; calls queued for an object that is gone are dropped by Qt.
    const auto here = [this](auto call) { QMetaObject::invokeMethod(this, std::move(call), Qt::QueuedConnection); };
    LaneListener listener;
    listener.failed = [this, here](const Error& error) { here([this, error] { fail(error); }); };
    listener.opened = [this, here](const std::vector<PdfPageInfo>& pages) {
        here([this, pages] {
            if (m_failed || !m_pages.empty())
                return; // a worker started again
            m_pages = pages;
            Q_EMIT opened();
        });
    };
    listener.answered = [this, here](const RenderQuestion& question, RenderMessage message) {
        const int page = int(question.page), width = int(question.width);
        if (question.kind == RenderQuestionKind::Picture)
            here([this, page, width, image = imageOf(std::move(message.picture))] { Q_EMIT pageReady(page, width, image); });
        else if (question.kind == RenderQuestionKind::Links)
            here([this, page, links = std::make_shared<const std::vector<PageLink>>(std::move(message.links))] {
                Q_EMIT linksReady(page, links);
            });
        else
            here([this, page, glyphs = std::make_shared<const PageGlyphs>(std::move(message.glyphs))] {
                Q_EMIT glyphsReady(page, glyphs);
            });
    };
    listener.pageFailed = [this, here](const RenderQuestion& question, const Error& error) {
        const QString sentence = QString::fromStdString(error.message);
        here([this, question, sentence] {
            if (question.kind == RenderQuestionKind::Picture)
                Q_EMIT pageFailed(int(question.page), int(question.width), sentence);
            else if (question.kind == RenderQuestionKind::Glyphs)
                Q_EMIT glyphsFailed(int(question.page), sentence);
            else
                Q_EMIT linksReady(int(question.page), std::make_shared<const std::vector<PageLink>>());
        });
    };
    const auto check = std::make_shared<SourceCheck>(
        file, [this, here](const SameSource& same) { here([this, same] { Q_EMIT foundSame(same); }); });
    m_pictures = std::make_unique<RenderLane>(file, check, listener, true);
    m_glyphs = std::make_unique<RenderLane>(file, check, listener, false);
}

PdfPageSource::~PdfPageSource() = default;

void PdfPageSource::fail(const Error& error)
{
    if (m_failed)
        return;
    m_failed = true;
    Q_EMIT failed(error);
}

void PdfPageSource::requestPage(int page, int width)
{
    m_pictures->ask(RenderQuestionKind::Picture, page, std::clamp(width, 1, int(kMaxPictureWidth)));
}

void PdfPageSource::requestGlyphs(int page)
{
    m_glyphs->ask(RenderQuestionKind::Glyphs, page, 0);
}

void PdfPageSource::requestLinks(int page)
{
    m_glyphs->ask(RenderQuestionKind::Links, page, 0);
}

std::vector<int> PdfPageSource::workerProcesses() const
{
    std::vector<int> ids;
    for (const auto* lane : {m_pictures.get(), m_glyphs.get()})
        if (const int id = lane->workerProcess(); id > 0)
            ids.push_back(id);
    return ids;
}

} // namespace cairn
