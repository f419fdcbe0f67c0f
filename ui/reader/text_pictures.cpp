#include "ui/reader/text_pictures.h"

#include "ui/text_doc_view.h"

#include <utility>

namespace cairn
{
namespace
{

constexpr std::size_t kPictureBytes = 64 << 20;

}  // namespace

TextPictures::TextPictures(TextDocView* view, PageSource* source) : QObject(view), m_view(view), m_source(source), m_loader(kPictureBytes)
{
    source->setParent(this);
    m_loader.setSource(source);
    connect(source, &PageSource::opened, this, &TextPictures::show);
    connect(&m_loader, &PageLoader::pictureChanged, view->viewport(), qOverload<>(&QWidget::update));
}

// Places beyond the text come from a file that is read differently today: such pictures belong nowhere.
void TextPictures::show()
{
    std::vector<TextPicture> pictures;
    const CanonicalText* document = m_view->document();
    for (const PdfPageInfo& picture : m_source->pages()) {
        if (!document || picture.place >= document->text.size())
            break;
        pictures.push_back({picture.place, QSizeF(double(picture.width), double(picture.height))});
    }
    m_view->setPictures(std::move(pictures), [this](std::size_t index, int width) { return picture(index, width); });
}

QImage TextPictures::picture(std::size_t index, int width)
{
    if (m_wishes.empty())
        QMetaObject::invokeMethod(this, &TextPictures::askForWishes, Qt::QueuedConnection);
    m_wishes.push_back({int(index), width});
    return m_loader.picture(int(index));
}

void TextPictures::askForWishes() { m_loader.want(std::exchange(m_wishes, {}), {}); }

}  // namespace cairn
