// What a view of pages keeps of a PageSource: the pictures and geometries last looked at, and what it wants next. Asks for little
// at a time, so that what is wanted after a jump is not behind what was wanted before it. UI thread.
#pragma once

#include "ui/reader/page_cache.h"
#include "ui/reader/page_geometry.h"
#include "ui/reader/page_source.h"

#include <QPointer>
#include <QSet>

#include <set>

namespace cairn
{

struct PictureWish
{
    int page = 0;
    int width = 0;   // pixels of the screen
};

class PageLoader final : public QObject
{
    Q_OBJECT
public:
    explicit PageLoader(std::size_t pictureBytes, QObject* parent = nullptr);

    void setSource(PageSource* source);   // borrowed until replaced; nullptr: none. Forgets everything of the one before

    // What is needed now, most urgent first; what was wished before and not asked for yet is forgotten.
    void want(std::vector<PictureWish> pictures, std::vector<int> geometries);

    QImage picture(int page);             // of any width; null: none yet
    QString failure(int page) const;      // why there will be none; empty: it may come
    std::shared_ptr<const PageGeometry> geometry(int page);   // null: not known yet; empty(): never will be
    const std::vector<PageLink>& links(int page) const;       // empty until they are known
    std::size_t pictureBytes() const { return m_pictures.bytes(); }

Q_SIGNALS:
    void pictureChanged(int page);        // it came or failed
    void geometryChanged(int page);

private:
    struct Picture
    {
        QImage image;
        int asked = 0;   // width wished; an enormous page's picture is narrower
    };

    void askMore();
    bool stillNeeded(const PictureWish& wish);
    void takePicture(int page, int width, const QImage& picture);
    void takeFailure(int page, int width, const QString& sentence);
    void takeGeometry(int page, PageGlyphs glyphs);
    void takeLinks(int page, const std::shared_ptr<const std::vector<PageLink>>& links);

    QPointer<PageSource> m_source;
    PageCache<Picture> m_pictures;
    PageCache<std::shared_ptr<const PageGeometry>> m_geometries;
    QHash<int, QString> m_failures;
    std::vector<PictureWish> m_pictureWishes;
    std::vector<int> m_geometryWishes;
    std::set<std::pair<int, int>> m_askedPictures;   // page, width
    std::set<int> m_askedGeometries;
    std::set<int> m_askedLinks;                      // known or coming
    QHash<int, std::shared_ptr<const std::vector<PageLink>>> m_links;
};

}  // namespace cairn
