#include "ui/ruler_view.h"

#include "ui/theme.h"

#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace cairn
{
namespace
{

struct LineEvidence
{
    float largest = 0;
    float sum = 0;
};

// Marks pooled onto pixel lines; a mark covers at least one.
std::vector<LineEvidence> pooled(const std::vector<RulerMark>& marks, int height)
{
    std::vector<LineEvidence> lines(std::size_t(std::max(height, 1)));
    for (const RulerMark& mark : marks) {
        const int first = std::clamp(int(mark.begin * height), 0, height - 1);
        const int last = std::clamp(int(mark.end * height), first, height - 1);
        for (int y = first; y <= last; ++y) {
            lines[std::size_t(y)].largest = std::max(lines[std::size_t(y)].largest, mark.strength);
            lines[std::size_t(y)].sum += mark.strength;
        }
    }
    return lines;
}

}  // namespace

RulerView::RulerView(QWidget* parent) : QWidget(parent)
{
    setAccessibleName(tr("Evidence along the document"));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
    setCursor(Qt::PointingHandCursor);
}

QSize RulerView::sizeHint() const { return {metrics::kRulerWidth, 200}; }

void RulerView::setMarks(std::vector<RulerMark> marks)
{
    m_marks = std::move(marks);
    update();
}

void RulerView::setCited(std::vector<double> places)
{
    m_cited = std::move(places);
    update();
}

void RulerView::setReadUpTo(double fraction)
{
    m_readUpTo = fraction;
    update();
}

void RulerView::setSight(double begin, double end)
{
    m_sightBegin = begin;
    m_sightEnd = end;
    update();
}

void RulerView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), themeColour(Role::Alternate, *this));
    const int readHeight = int(m_readUpTo * height());
    if (readHeight < height())
        painter.fillRect(0, readHeight, width(), height() - readHeight, QBrush(themeColour(Role::Hatch, *this), Qt::BDiagPattern));
    const auto lines = pooled(m_marks, height());
    for (int y = 0; y < height(); ++y) {
        const LineEvidence& line = lines[std::size_t(y)];
        if (line.sum > 0)
            painter.fillRect(4, y, int(4 + 12 * std::min(line.sum, 1.0f)), 1, themeColour(Role::RulerBand, *this));
        if (line.largest > 0.2f)
            painter.fillRect(4, y, int(4 + 12 * line.largest), 2, themeColour(Role::RulerTick, *this));
    }
    painter.setRenderHint(QPainter::Antialiasing);
    for (const double place : m_cited) {
        QPainterPath triangle;
        triangle.addPolygon(QPolygonF({QPointF(width(), place * height() - 4), QPointF(width() - 6, place * height()), QPointF(width(), place * height() + 4)}));
        painter.fillPath(triangle, themeColour(Role::Accent, *this));
    }
    painter.setPen(QPen(themeColour(Role::Accent, *this), 1.5));
    const double top = m_sightBegin * height();
    painter.drawRect(QRectF(1, top, width() - 3, std::max(4.0, m_sightEnd * height() - top)));
}

void RulerView::mousePressEvent(QMouseEvent* event) { Q_EMIT placeRequested(std::clamp(event->position().y() / height(), 0.0, 1.0)); }

void RulerView::mouseMoveEvent(QMouseEvent* event)
{
    if (event->buttons().testFlag(Qt::LeftButton))
        mousePressEvent(event);
}

void RulerView::wheelEvent(QWheelEvent* event)
{
    const double page = std::max(m_sightEnd - m_sightBegin, 0.001);
    Q_EMIT placeRequested(std::clamp(m_sightBegin - page * event->angleDelta().y() / 360.0, 0.0, 1.0));
}

}  // namespace cairn
