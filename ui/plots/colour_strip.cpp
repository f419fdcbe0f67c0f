#include "ui/plots/colour_strip.h"

#include "ui/motion.h"
#include "ui/pictures/numbers.h"
#include "ui/plot_colours.h"
#include "ui/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QTimerEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace cairn
{
namespace
{

constexpr int kHistogram = 16, kBar = 12, kHandle = 6;
constexpr int kBins = 64;
constexpr int kReach = 12;              // px around an end that takes it
constexpr int kBlinkMs = 250;
constexpr double kKeyStep = 0.05;       // of the bar, per arrow key
constexpr std::size_t kMostValues = 40'000;   // more are sampled: the shape is the same

}  // namespace

ColourStrip::ColourStrip(QWidget* parent) : QWidget(parent)
{
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setCursor(Qt::SplitHCursor);
    retranslate();
}

void ColourStrip::retranslate()
{
    setAccessibleName(tr("Colour range"));
    setToolTip(tr("Drag an end to clip the range, double click to undo it"));
}

void ColourStrip::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

QSize ColourStrip::sizeHint() const { return {160, kHistogram + kBar + kHandle + 2}; }
QRect ColourStrip::bar() const { return {0, kHistogram + 1, width(), kBar}; }

float ColourStrip::axisLow() const { return m_style.difference ? -axisHigh() : std::min(m_style.low, 0.0f); }
float ColourStrip::axisHigh() const { return std::max({m_largest, m_style.high, 1e-30f}); }

HeatmapStyle ColourStrip::axis() const
{
    HeatmapStyle whole = m_style;
    whole.low = axisLow();
    whole.high = axisHigh();
    return whole;
}

double ColourStrip::positionOf(float value) const
{
    const double part = double(scaled(value, axis()));
    return m_style.difference ? (part + 1) / 2 : part;
}

float ColourStrip::valueAt(double position) const
{
    const double part = std::clamp(position, 0.0, 1.0);
    return unscaled(float(m_style.difference ? part * 2 - 1 : part), axis());
}

void ColourStrip::setStyle(const HeatmapStyle& style, float largest, bool automatic)
{
    const bool changed = style.low != m_style.low || style.high != m_style.high;
    m_style = style;
    m_largest = largest;
    m_automatic = automatic;
    if (changed && std::exchange(m_isSet, true) && isVisible() && m_dragged == End::None && m_blink == 0 && !reducedMotion())
        m_blink = startTimer(kBlinkMs);
    countValues();
    setAccessibleDescription(tr("%1 to %2").arg(twoDigits(double(m_style.low)), twoDigits(double(m_style.high))));
    update();
}

void ColourStrip::setValues(std::span<const float> values)
{
    const std::size_t step = values.size() / kMostValues + 1;
    m_values.clear();
    for (std::size_t i = 0; i < values.size(); i += step)
        m_values.push_back(values[i]);
    countValues();
    update();
}

void ColourStrip::countValues()
{
    m_bins.assign(kBins, 0);
    for (const float value : m_values) {
        if (value != 0)
            ++m_bins[std::min<std::size_t>(std::size_t(positionOf(value) * kBins), kBins - 1)];
    }
}

void ColourStrip::timerEvent(QTimerEvent* event)
{
    killTimer(event->timerId());
    m_blink = 0;
    update();
}

void ColourStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setLayoutDirection(Qt::LeftToRight);
    const QRect place = bar();
    HeatmapStyle style = m_style;
    style.panel = panelOf(palette());
    style.scheme = plotColours();
    QImage colours(std::max(place.width(), 1), 1, QImage::Format_RGB32);
    for (int x = 0; x < colours.width(); ++x)
        colours.setPixel(x, 0, colourOf(valueAt((x + 0.5) / colours.width()), style));
    painter.drawImage(place, colours);
    painter.setPen(m_blink || hasFocus() ? QPen(themeColour(Role::Accent, *this), 2) : QPen(themeColour(Role::Line, *this)));
    painter.drawRect(place.adjusted(0, 0, -1, -1));
    const int most = m_bins.empty() ? 0 : *std::max_element(m_bins.begin(), m_bins.end());
    for (int bin = 0; most > 0 && bin < kBins; ++bin) {   // log of the count: one cell among thousands is seen
        const double height =
            m_bins[std::size_t(bin)] == 0 ? 0 : std::max(2.0, (kHistogram - 1) * std::log1p(m_bins[std::size_t(bin)]) / std::log1p(most));
        const double left = double(bin) * width() / kBins;
        painter.fillRect(QRectF(left, kHistogram - height, std::max(double(width()) / kBins - 1, 1.0), height),
                         themeColour(Role::StrongLine, *this));
    }
    painter.setRenderHint(QPainter::Antialiasing);
    const auto handle = [&](double position) {
        const double x = std::clamp(position * width(), 4.0, width() - 4.0), y = place.bottom() + 1;
        QPainterPath triangle;
        triangle.addPolygon(QPolygonF({QPointF(x, y), QPointF(x - 4, y + kHandle), QPointF(x + 4, y + kHandle)}));
        painter.fillPath(triangle, themeColour(hasFocus() || !m_automatic ? Role::Accent : Role::Muted, *this));
    };
    if (!m_style.difference)
        handle(positionOf(m_style.low));
    handle(positionOf(m_style.high));
}

void ColourStrip::moveEnd(End end, float value)
{
    float low = m_style.low, high = m_style.high;
    const float least = axisHigh() * 1e-3f;
    if (end == End::Low)
        low = std::clamp(value, axisLow(), high - least);
    else
        high = std::clamp(value, (m_style.difference ? 0 : low) + least, axisHigh());
    Q_EMIT rangeChanged(double(low), double(high));
}

void ColourStrip::mousePressEvent(QMouseEvent* event)
{
    const double x = event->position().x();
    const double low = positionOf(m_style.low) * width(), high = positionOf(m_style.high) * width();
    m_dragged = End::None;
    if (std::abs(x - high) <= kReach)
        m_dragged = End::High;
    else if (!m_style.difference && std::abs(x - low) <= kReach)
        m_dragged = End::Low;
}

void ColourStrip::mouseMoveEvent(QMouseEvent* event)
{
    if (m_dragged != End::None)
        moveEnd(m_dragged, valueAt(event->position().x() / std::max(width(), 1)));
}

void ColourStrip::mouseReleaseEvent(QMouseEvent*) { m_dragged = End::None; }
void ColourStrip::mouseDoubleClickEvent(QMouseEvent*) { Q_EMIT rangeReset(); }

void ColourStrip::keyPressEvent(QKeyEvent* event)
{
    const bool low = event->modifiers().testFlag(Qt::ShiftModifier) && !m_style.difference;
    const double at = positionOf(low ? m_style.low : m_style.high);
    if (event->key() == Qt::Key_Left)
        moveEnd(low ? End::Low : End::High, valueAt(at - kKeyStep));
    else if (event->key() == Qt::Key_Right)
        moveEnd(low ? End::Low : End::High, valueAt(at + kKeyStep));
    else if (event->key() == Qt::Key_0)
        Q_EMIT rangeReset();
    else
        QWidget::keyPressEvent(event);
}

}  // namespace cairn
