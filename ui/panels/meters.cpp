#include "ui/panels/meters.h"

#include "ui/panels/labels.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace cairn
{
namespace
{

constexpr int kBadgeHeight = 20, kBadgeSymbol = 12, kLeastBadge = 96;

}  // namespace

Badge::Badge(const QString& text, bool accented, std::optional<Icon> symbol, QWidget* parent)
    : QWidget(parent), m_accented(accented), m_symbol(symbol)
{
    setPanelFont(this, metrics::kAxisFont);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);   // a long one is cut before it widens its column
    setText(text);
}

void Badge::setText(const QString& text)
{
    m_text = text;
    setAccessibleName(text);
    updateGeometry();
    update();
}

QSize Badge::sizeHint() const
{
    return {fontMetrics().horizontalAdvance(m_text) + 18 + (m_symbol ? scaled(kBadgeSymbol) + 4 : 0),
            std::max(kBadgeHeight, fontMetrics().height() + 4)};
}

QSize Badge::minimumSizeHint() const { return {std::min(sizeHint().width(), kLeastBadge), sizeHint().height()}; }

void Badge::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor ink = m_accented ? themeColour(Role::AccentText, *this) : palette().color(QPalette::WindowText);
    painter.setPen(m_accented ? themeColour(Role::Accent, *this) : themeColour(Role::StrongLine, *this));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), height() / 2.0 - 0.5, height() / 2.0 - 0.5);
    QRect inner = rect().adjusted(9, 0, -8, 0);
    if (m_symbol) {
        const int side = scaled(kBadgeSymbol);
        paintIcon(painter, *m_symbol, QRectF(inner.left() - 1, (height() - side) / 2.0, side, side), ink);
        inner.adjust(side + 4, 0, 0, 0);
    }
    painter.setPen(ink);
    painter.drawText(inner, int(Qt::AlignVCenter | Qt::AlignLeft) | Qt::TextSingleLine,
                     fontMetrics().elidedText(m_text, Qt::ElideRight, inner.width() + 1));
}

void paintMeter(QPainter& painter, const QRectF& place, double value, const QColor& fill, const QColor& empty)
{
    QPainterPath outline;
    outline.addRoundedRect(place, place.height() / 2, place.height() / 2);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillPath(outline, empty);
    painter.setClipPath(outline);
    const double width = value > 0 ? std::max(2.0, place.width() * std::min(value, 1.0)) : 0;   // a small share stays visible
    painter.fillRect(QRectF(place.left(), place.top(), width, place.height()), fill);
    painter.restore();
}

Meter::Meter(QSize size, Role fill, QWidget* parent) : QWidget(parent), m_size(size), m_fill(fill)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void Meter::setValue(double value)
{
    m_value = value;
    update();
}

void Meter::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    if (layoutDirection() == Qt::RightToLeft) {
        painter.translate(width(), 0);
        painter.scale(-1, 1);
    }
    paintMeter(painter, rect(), m_value, themeColour(m_fill, *this), themeColour(Role::Grid, *this));
}

}  // namespace cairn
