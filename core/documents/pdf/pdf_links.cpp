#include "core/documents/pdf/pdf_links.h"

#include "core/documents/client/pdf_render_protocol.h"
#include "core/documents/pdf/pdf_page_turn.h"

#include <QAbstractListModel>
#include <QPdfDocument>
#include <QPdfSelection>
#include <QUrl>

#include <algorithm>
#include <cmath>

#if QT_VERSION >= QT_VERSION_CHECK(6, 6, 0)
#include <QPdfLinkModel>
#else
// Qt before 6.6 exports this class and gives its header to Qt Quick alone. What is declared here is called by name; everything else goes
// through properties and the model's own functions, and the room is larger than the class of any of these versions (24 bytes).
class QPdfLinkModel : public QAbstractListModel
{
public:
    explicit QPdfLinkModel(QObject* parent = nullptr);
    ~QPdfLinkModel() override;
    int rowCount(const QModelIndex& parent) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    const QMetaObject* metaObject() const override;
    void* qt_metacast(const char* name) override;
    int qt_metacall(QMetaObject::Call call, int id, void** arguments) override;
    QHash<int, QByteArray> roleNames() const override;

private:
    [[maybe_unused]] void* m_room[16];
};
#endif

namespace cairn
{
namespace
{

GlyphBox boxOf(const QRectF& rect)
{
    return {float(rect.left()), float(rect.top()), float(rect.right()), float(rect.bottom())};
}

// The model gives heights from the bottom of the link's page, whatever the target's is. (0, 0): the file names no place.
float targetHeight(QPointF location, const PdfPageInfo& from, const PdfPageInfo& to)
{
    if (location.isNull() || !std::isfinite(location.y()))
        return 0;
    return std::clamp(to.height - (from.height - float(location.y())), 0.0f, to.height);
}

// Links and then boxes of the page's text, which tell how the page is turned, all moved to the page as it is shown.
void placeLinks(QPdfDocument& document, std::uint32_t page, const PdfPageInfo& info, std::vector<PageLink>& links)
{
    PageGlyphs boxes;
    for (const PageLink& link : links)
        boxes.push_back(link.box);
    for (const QPolygonF& line : document.getAllText(int(page)).bounds())
        boxes.push_back(boxOf(line.boundingRect()));
    turnToShownPage(document, int(page), info, boxes);
    for (std::size_t i = 0; i < links.size(); ++i)
        links[i].box = boxes[i];
    std::erase_if(links, [&](const PageLink& link) {
        const GlyphBox& box = link.box;
        const bool finite = std::isfinite(box.left) && std::isfinite(box.top) && std::isfinite(box.right) && std::isfinite(box.bottom);
        return !finite || box.empty() || box.right <= 0 || box.bottom <= 0 || box.left >= info.width || box.top >= info.height;
    });
    for (PageLink& link : links)
        link.box = {std::max(link.box.left, 0.0f), std::max(link.box.top, 0.0f), std::min(link.box.right, info.width),
                    std::min(link.box.bottom, info.height)};
}

} // namespace

std::vector<PageLink> pageLinks(QPdfDocument& document, std::uint32_t page, const std::vector<PdfPageInfo>& pages)
{
    QPdfLinkModel model;
    model.setProperty("document", QVariant::fromValue(&document));
    model.setProperty("page", int(page));
    const QAbstractItemModel& rows = model;
    const QHash<int, QByteArray> roles = rows.roleNames();
    const auto value = [&](int row, const char* name) { return rows.data(rows.index(row, 0), roles.key(name)); };
    std::vector<PageLink> links;
    for (int row = 0; row < rows.rowCount() && links.size() < kMaxPageLinks; ++row) {
        PageLink link;
        link.box = boxOf(value(row, "rectangle").toRectF());
        const int target = value(row, "page").toInt();
        link.address = value(row, "url").toUrl().toString(QUrl::FullyEncoded).toStdString();
        if (link.address.empty() && target >= 0 && std::size_t(target) < pages.size()) {
            link.page = std::uint32_t(target);
            link.y = targetHeight(value(row, "location").toPointF(), pages[page], pages[link.page]);
        } else if (!isLinkAddress(link.address)) {
            continue;
        }
        links.push_back(std::move(link));
    }
    if (!links.empty())
        placeLinks(document, page, pages[page], links);
    return links;
}

} // namespace cairn
