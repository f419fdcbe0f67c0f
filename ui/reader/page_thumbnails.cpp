#include "ui/reader/page_thumbnails.h"

#include "ui/theme.h"

#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStyledItemDelegate>

#include <algorithm>
#include <cmath>

namespace cairn
{
namespace
{

constexpr std::size_t kPictureBytes = 24 << 20;   // some 300 pictures of 120 x 160
constexpr int kPictureWidth = 112;                // px
constexpr int kBarHeight = 4;
constexpr int kBelowPaper = 6;   // where the label begins, less the bar

class ThumbnailDelegate final : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const auto* model = static_cast<const ThumbnailModel*>(index.model());
        return {kPictureWidth + 2 * metrics::kInset, pictureHeight(model->pageSize(index.row())) + below(option) + 2 * metrics::kGap};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const auto* model = static_cast<const ThumbnailModel*>(index.model());
        const int height = pictureHeight(model->pageSize(index.row()));
        const QRect paper(option.rect.center().x() - kPictureWidth / 2, option.rect.top() + metrics::kGap, kPictureWidth, height);
        const bool current = option.state.testFlag(QStyle::State_Selected);
        const cairn::Panel panel = panelOf(option.palette);
        painter->fillRect(paper.adjusted(-2, -2, 2, 2), current ? themeColour(Role::Accent, panel) : QColor(Qt::transparent));
        if (!current)
            painter->fillRect(paper.adjusted(-1, -1, 1, 1), themeColour(Role::StrongLine, panel));
        painter->fillRect(paper, Qt::white);
        painter->setRenderHint(QPainter::SmoothPixmapTransform);
        if (const QImage picture = index.data(ThumbnailModel::PictureRole).value<QImage>(); !picture.isNull())
            painter->drawImage(paper, picture);
        paintBar(*painter, paper, index.data(ThumbnailModel::StrengthRole).toFloat(), panel);
        painter->setPen(themeColour(current ? Role::AccentText : Role::Muted, panel));
        const QRect label(option.rect.left(), paper.bottom() + kBelowPaper + kBarHeight, option.rect.width(), option.fontMetrics.height());
        painter->drawText(label, Qt::AlignHCenter | Qt::AlignTop, index.data(ThumbnailModel::LabelRole).toString());
        if (option.state.testFlag(QStyle::State_HasFocus)) {
            painter->setPen(QPen(themeColour(Role::Accent, panel), 1, Qt::DotLine));
            painter->drawRect(option.rect.adjusted(2, 2, -3, -3));
        }
    }

private:
    static int pictureHeight(QSizeF page)
    {
        return std::clamp(int(std::lround(kPictureWidth * page.height() / std::max(1.0, page.width()))), 24, 3 * kPictureWidth);
    }
    static int below(const QStyleOptionViewItem& option) { return kBarHeight + kBelowPaper + option.fontMetrics.height(); }
    static void paintBar(QPainter& painter, const QRect& paper, float strength, cairn::Panel panel)
    {
        if (strength <= 0)
            return;
        const int width = std::max(3, int(std::lround(paper.width() * std::min(1.0f, strength))));
        painter.fillRect(QRect(paper.left(), paper.bottom() + 3, width, kBarHeight), themeColour(Role::EvidenceBar, panel));
    }
};

}  // namespace

ThumbnailModel::ThumbnailModel(QObject* parent) : QAbstractListModel(parent), m_loader(kPictureBytes)
{
    connect(&m_loader, &PageLoader::pictureChanged, this, [this](int page) {
        if (page < m_pages)
            Q_EMIT dataChanged(index(page), index(page), {PictureRole});
    });
}

void ThumbnailModel::setSource(PageSource* source)
{
    if (m_source)
        m_source->disconnect(this);
    beginResetModel();
    m_source = source;
    m_loader.setSource(source);
    m_strengths.clear();
    m_pages = source ? int(source->pages().size()) : 0;
    endResetModel();
    if (source)
        connect(source, &PageSource::opened, this, [this] {
            beginResetModel();
            m_pages = int(m_source->pages().size());
            endResetModel();
        });
}

void ThumbnailModel::setStrengths(std::vector<float> strengths)
{
    m_strengths = std::move(strengths);
    if (m_pages > 0)
        Q_EMIT dataChanged(index(0), index(m_pages - 1), {StrengthRole, Qt::AccessibleDescriptionRole});
}

void ThumbnailModel::want(int first, int last, int width)
{
    std::vector<PictureWish> wishes;
    for (int page = std::max(0, first); page <= std::min(last, m_pages - 1); ++page)
        wishes.push_back({page, width});
    m_loader.want(std::move(wishes), {});
}

int ThumbnailModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : m_pages; }

QSizeF ThumbnailModel::pageSize(int page) const
{
    if (!m_source || page >= int(m_source->pages().size()))
        return {612, 792};
    const PdfPageInfo& info = m_source->pages()[std::size_t(page)];
    return {info.width, info.height};
}

QVariant ThumbnailModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= m_pages || !m_source)
        return {};
    const auto page = std::size_t(index.row());
    const QString label = QString::fromStdString(m_source->pages()[page].label);
    const float strength = page < m_strengths.size() ? m_strengths[page] : 0;
    switch (role) {
    case PictureRole:
        return m_loader.picture(index.row());
    case LabelRole:
        return label;
    case StrengthRole:
        return strength;
    case Qt::AccessibleTextRole:
    case Qt::ToolTipRole:
        return tr("Page %1").arg(label);
    case Qt::AccessibleDescriptionRole:
        return strength > 0 ? tr("Evidence %1 % of the strongest page").arg(std::lround(100 * strength)) : QString();
    default:
        return {};
    }
}

PageThumbnails::PageThumbnails(QWidget* parent) : QListView(parent)
{
    setAccessibleName(tr("Pages"));
    setModel(&m_model);
    setItemDelegate(new ThumbnailDelegate(this));
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFrameShape(QFrame::NoFrame);
    setUniformItemSizes(false);
    connect(this, &QListView::clicked, this, [this](const QModelIndex& index) { Q_EMIT pageActivated(index.row()); });
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, &PageThumbnails::wantVisible);
    connect(&m_model, &ThumbnailModel::modelReset, this, &PageThumbnails::wantVisible, Qt::QueuedConnection);
}

void PageThumbnails::setSource(PageSource* source) { m_model.setSource(source); }
void PageThumbnails::setPageStrengths(std::vector<float> strengths) { m_model.setStrengths(std::move(strengths)); }

void PageThumbnails::setCurrentPage(int page)
{
    const QModelIndex index = m_model.index(page);
    if (!index.isValid() || index == currentIndex())
        return;
    setCurrentIndex(index);
    scrollTo(index, EnsureVisible);
}

// Only what is in sight is drawn by the worker: scrolling fast through a book draws nothing in between.
void PageThumbnails::wantVisible()
{
    if (!isVisible() || m_model.rowCount() == 0)
        return;
    const QModelIndex top = indexAt(QPoint(viewport()->width() / 2, 1));
    const QModelIndex bottom = indexAt(QPoint(viewport()->width() / 2, viewport()->height() - 1));
    const int first = top.isValid() ? top.row() : 0;
    const int last = bottom.isValid() ? bottom.row() : m_model.rowCount() - 1;
    m_model.want(first, last, int(std::lround(kPictureWidth * devicePixelRatioF())));
}

void PageThumbnails::paintEvent(QPaintEvent* event)
{
    wantVisible();   // asks only for what isn't there yet
    QListView::paintEvent(event);
}

void PageThumbnails::resizeEvent(QResizeEvent* event)
{
    QListView::resizeEvent(event);
    wantVisible();
}

void PageThumbnails::keyPressEvent(QKeyEvent* event)
{
    if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && currentIndex().isValid())
        Q_EMIT pageActivated(currentIndex().row());
    else
        QListView::keyPressEvent(event);
}

}  // namespace cairn
