#include "ui/ruler_view.h"

#include "ui/theme.h"

#include <QKeyEvent>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace cairn
{
namespace
{

constexpr int kMargin = 4, kPlaces = 7;       // px left of the lanes, and right of them for triangles
constexpr int kTick = 2, kReach = 12;         // smallest mark; how near a click takes a triangle
constexpr float kTickFrom = 0.2f;             // weaker lines get the pale band alone

}  // namespace

std::vector<RulerLine> rulerLines(const std::vector<RulerMark>& marks, int height)
{
    std::vector<RulerLine> lines(std::size_t(std::max(height, 1)));
    std::vector<int> counts(lines.size(), 0);
    for (const RulerMark& mark : marks) {
        const int first = std::clamp(int(mark.begin * height + 1e-9), 0, int(lines.size()) - 1);
        const int last = std::clamp(int(std::ceil(mark.end * height - 1e-9)) - 1, first, int(lines.size()) - 1);
        for (auto y = std::size_t(first); y <= std::size_t(last); ++y) {
            lines[y].largest = std::max(lines[y].largest, mark.strength);
            lines[y].mean += mark.strength;
            ++counts[y];
        }
    }
    for (std::size_t y = 0; y < lines.size(); ++y)
        lines[y].mean /= float(std::max(counts[y], 1));
    return lines;
}

RulerView::RulerView(QWidget* parent) : QWidget(parent)
{
    setAccessibleName(tr("Evidence along the document"));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::TabFocus);
}

QSize RulerView::sizeHint() const { return {metrics::kRulerWidth, 200}; }

void RulerView::setMarks(std::vector<RulerMark> marks)
{
    m_marks = std::move(marks);
    say();
}

void RulerView::setCompared(std::vector<RulerMark> marks)
{
    m_compared = std::move(marks);
    say();
}

void RulerView::setCited(std::vector<double> places)
{
    m_cited = std::move(places);
    say();
}

void RulerView::setNotes(std::vector<double> places)
{
    m_notes = std::move(places);
    update();
}

void RulerView::setHits(std::vector<double> places)
{
    m_hits = std::move(places);
    say();
}

void RulerView::setReadUpTo(double fraction)
{
    m_readUpTo = fraction;
    say();
}

void RulerView::setSight(double begin, double end)
{
    m_sightBegin = begin;
    m_sightEnd = end;
    say();
}

void RulerView::setPreview(std::optional<double> place)
{
    if (place == m_preview)
        return;
    m_preview = place;
    update();
}

void RulerView::say()
{
    QStringList words{
        tr("%1 % in sight from %2 %").arg(std::lround((m_sightEnd - m_sightBegin) * 100)).arg(std::lround(m_sightBegin * 100))};
    if (!m_cited.empty())
        words += tr("%n cited place(s)", nullptr, int(m_cited.size()));
    if (!m_hits.empty())
        words += tr("%n hit(s)", nullptr, int(m_hits.size()));
    if (m_readUpTo < 1)
        words += tr("read up to %1 %").arg(std::lround(m_readUpTo * 100));
    setAccessibleDescription(words.join(QStringLiteral(", ")));
    update();
}

void RulerView::paintLane(QPainter& painter, const std::vector<RulerMark>& marks, int left, int laneWidth) const
{
    const auto lines = rulerLines(marks, height());
    for (int y = 0; y < height(); ++y) {
        const RulerLine& line = lines[std::size_t(y)];
        if (line.largest > 0)
            painter.fillRect(left, y, std::max(kTick, int(float(laneWidth) * line.mean)), 1, themeColour(Role::RulerBand, *this));
    }
    for (int y = 0; y < height(); ++y) {
        const RulerLine& line = lines[std::size_t(y)];
        if (line.largest > kTickFrom)
            painter.fillRect(left, std::min(y, height() - kTick), int(float(laneWidth) * line.largest), kTick,
                             themeColour(Role::RulerTick, *this));
    }
}

void RulerView::paintPlaces(QPainter& painter) const
{
    for (const double hit : m_hits)
        painter.fillRect(QRectF(width() - kPlaces, std::min(hit * height(), height() - 2.0), kPlaces, 2),
                         themeColour(Role::CompareB, *this));
    for (const double note : m_notes)
        painter.fillRect(QRectF(0, std::clamp(note * height() - 1.5, 0.0, height() - 3.0), 3, 3), themeColour(Role::Muted, *this));
    painter.setRenderHint(QPainter::Antialiasing);
    for (const double place : m_cited) {
        const double y = std::clamp(place * height(), 4.0, std::max(height() - 4.0, 4.0));
        QPainterPath triangle;
        triangle.addPolygon(QPolygonF({QPointF(width(), y - 4), QPointF(width() - 6, y), QPointF(width(), y + 4)}));
        painter.fillPath(triangle, themeColour(Role::Accent, *this));
    }
}

void RulerView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), themeColour(Role::Alternate, *this));
    const int read = int(m_readUpTo * height());
    if (read < height())
        painter.fillRect(0, read, width(), height() - read, QBrush(themeColour(Role::Hatch, *this), Qt::BDiagPattern));
    const int lanes = width() - kMargin - kPlaces;
    if (m_compared.empty()) {
        paintLane(painter, m_marks, kMargin, lanes);
    } else {
        paintLane(painter, m_marks, kMargin, lanes / 2 - 1);
        paintLane(painter, m_compared, kMargin + lanes / 2 + 1, lanes / 2 - 1);
        painter.fillRect(kMargin, 0, lanes / 2 - 1, kTick, themeColour(Role::CompareA, *this));
        painter.fillRect(kMargin + lanes / 2 + 1, 0, lanes / 2 - 1, kTick, themeColour(Role::CompareB, *this));
    }
    paintPlaces(painter);
    if (m_preview) {
        const double y = std::clamp(*m_preview * height(), 0.0, std::max(height() - 2.0, 0.0));
        painter.fillRect(QRectF(0, y, width(), 2), themeColour(Role::Accent, *this));
    }
    if (m_sightBegin <= 0 && m_sightEnd >= 1 && !hasFocus())
        return;   // all of it is in sight
    painter.setPen(QPen(themeColour(Role::Accent, *this), hasFocus() ? 2 : 1.5));
    const double top = std::min(m_sightBegin * height(), height() - 5.0);
    painter.drawRect(QRectF(1, top, width() - 3, std::max(4.0, m_sightEnd * height() - top - 1)));
}

double RulerView::snapped(double y) const
{
    double best = y, reach = kReach;
    for (const double place : m_cited) {
        if (const double distance = std::abs(place * height() - y); distance < reach) {
            reach = distance;
            best = place * height();
        }
    }
    return best;
}

void RulerView::request(double fraction) { Q_EMIT placeRequested(std::clamp(fraction, 0.0, 1.0)); }

void RulerView::mousePressEvent(QMouseEvent* event)
{
    const bool atTriangles = event->position().x() >= width() - kPlaces - 4;
    request((atTriangles ? snapped(event->position().y()) : event->position().y()) / std::max(height(), 1));
}

void RulerView::mouseMoveEvent(QMouseEvent* event)
{
    if (event->buttons().testFlag(Qt::LeftButton))
        request(event->position().y() / std::max(height(), 1));
}

void RulerView::wheelEvent(QWheelEvent* event)
{
    const double page = std::max(m_sightEnd - m_sightBegin, 0.001);
    request(m_sightBegin - page * event->angleDelta().y() / 360.0);
}

void RulerView::keyPressEvent(QKeyEvent* event)
{
    const double page = std::max(m_sightEnd - m_sightBegin, 0.001);
    switch (event->key()) {
    case Qt::Key_Up: request(m_sightBegin - page / 10); break;
    case Qt::Key_Down: request(m_sightBegin + page / 10); break;
    case Qt::Key_PageUp: request(m_sightBegin - page); break;
    case Qt::Key_PageDown: request(m_sightBegin + page); break;
    case Qt::Key_Home: request(0); break;
    case Qt::Key_End: request(1); break;
    default: QWidget::keyPressEvent(event);
    }
}

}  // namespace cairn
