#include "ui/reader/page_loader.h"

namespace cairn
{
namespace
{

constexpr std::size_t kPicturesAtOnce = 2;    // one being drawn, one ready to follow
constexpr std::size_t kGeometriesAtOnce = 1;
constexpr int kLinkPages = 500;
constexpr std::size_t kGeometryBytes = 16 << 20;   // some 300 pages of a paper

}  // namespace

PageLoader::PageLoader(std::size_t pictureBytes, QObject* parent)
    : QObject(parent), m_pictures(pictureBytes), m_geometries(kGeometryBytes)
{
}

void PageLoader::setSource(PageSource* source)
{
    if (m_source)
        m_source->disconnect(this);
    m_source = source;
    m_pictures.clear();
    m_geometries.clear();
    m_failures.clear();
    m_pictureWishes.clear();
    m_geometryWishes.clear();
    m_askedPictures.clear();
    m_askedGeometries.clear();
    m_askedLinks.clear();
    m_links.clear();
    if (!source)
        return;
    connect(source, &PageSource::pageReady, this, &PageLoader::takePicture);
    connect(source, &PageSource::pageFailed, this, &PageLoader::takeFailure);
    connect(source, &PageSource::glyphsReady, this,
            [this](int page, const std::shared_ptr<const PageGlyphs>& glyphs) { takeGeometry(page, *glyphs); });
    connect(source, &PageSource::linksReady, this, &PageLoader::takeLinks);
    connect(source, &PageSource::glyphsFailed, this, [this](int page) { takeGeometry(page, {}); });
}

void PageLoader::want(std::vector<PictureWish> pictures, std::vector<int> geometries)
{
    m_pictureWishes = std::move(pictures);
    m_geometryWishes = std::move(geometries);
    askMore();
}

bool PageLoader::stillNeeded(const PictureWish& wish)
{
    if (m_failures.contains(wish.page) || m_askedPictures.contains({wish.page, wish.width}))
        return false;
    const auto picture = m_pictures.find(wish.page);
    return !picture || picture->asked != wish.width;
}

void PageLoader::askMore()
{
    if (!m_source)
        return;
    for (const PictureWish& wish : m_pictureWishes) {
        if (m_askedPictures.size() >= kPicturesAtOnce)
            break;
        if (!stillNeeded(wish))
            continue;
        m_askedPictures.insert({wish.page, wish.width});
        m_source->requestPage(wish.page, wish.width);
    }
    for (const int page : m_geometryWishes) {
        if (m_askedGeometries.size() >= kGeometriesAtOnce)
            break;
        if (m_askedGeometries.contains(page) || m_geometries.find(page))
            continue;
        m_askedGeometries.insert(page);
        m_source->requestGlyphs(page);
    }
}

void PageLoader::takePicture(int page, int width, const QImage& picture)
{
    if (m_askedPictures.erase({page, width}) == 0)
        return;   // another view's
    m_pictures.put(page, {picture, width}, std::size_t(picture.sizeInBytes()));
    askMore();
    Q_EMIT pictureChanged(page);
}

void PageLoader::takeFailure(int page, int width, const QString& sentence)
{
    if (m_askedPictures.erase({page, width}) == 0)
        return;
    m_failures[page] = sentence;
    askMore();
    Q_EMIT pictureChanged(page);
}

void PageLoader::takeGeometry(int page, PageGlyphs glyphs)
{
    if (m_askedGeometries.erase(page) == 0)
        return;
    const std::size_t bytes = glyphs.size() * sizeof(GlyphBox) + 1024;
    m_geometries.put(page, std::make_shared<const PageGeometry>(std::move(glyphs)), bytes);
    if (m_askedLinks.insert(page).second)   // behind the words, which are needed first
        m_source->requestLinks(page);
    askMore();
    Q_EMIT geometryChanged(page);
}

void PageLoader::takeLinks(int page, const std::shared_ptr<const std::vector<PageLink>>& links)
{
    if (!m_askedLinks.contains(page))
        return;   // another view's, before this one asked
    if (m_links.size() >= kLinkPages) {   // a document of links is read from its start again rather than kept whole
        m_links.clear();
        m_askedLinks = {page};
    }
    m_links[page] = links;
}

const std::vector<PageLink>& PageLoader::links(int page) const
{
    static const std::vector<PageLink> none;
    const auto found = m_links.find(page);
    return found == m_links.end() ? none : **found;
}

QImage PageLoader::picture(int page) { return m_pictures.find(page).value_or(Picture()).image; }
QString PageLoader::failure(int page) const { return m_failures.value(page); }
std::shared_ptr<const PageGeometry> PageLoader::geometry(int page) { return m_geometries.find(page).value_or(nullptr); }

}  // namespace cairn
