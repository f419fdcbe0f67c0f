#include "ui/panels/control_painting.h"

#include <QPainterPath>

#include <algorithm>

namespace cairn::controls
{
namespace
{

constexpr int kLeastThumb = 32;

QRectF crisp(const QRect& rect) { return QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5); }

QColor hover(const QStyleOption* option) { return colour(Role::Hover, option); }

QColor inkOf(const QStyleOption* option, QPalette::ColorRole role)
{
    return option->palette.color(has(option, QStyle::State_Enabled) ? QPalette::Active : QPalette::Disabled, role);
}

}  // namespace

QColor colour(Role role, const QStyleOption* option) { return themeColour(role, panelOf(option->palette)); }
bool has(const QStyleOption* option, QStyle::StateFlag flag) { return option->state.testFlag(flag); }

void outline(QPainter& painter, const QStyleOption* option, bool focused, const QBrush& fill)
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(fill);
    painter.setPen(QPen(colour(focused                              ? Role::Accent
                               : has(option, QStyle::State_Enabled) ? Role::StrongLine
                                                                    : Role::Line,
                               option),
                        focused ? 2 : 1));
    painter.drawRoundedRect(focused ? QRectF(option->rect).adjusted(1, 1, -1, -1) : crisp(option->rect), metrics::kRadius,
                            metrics::kRadius);
}

// On a chosen row the accent would be drawn on itself.
void focusRing(QPainter& painter, const QStyleOption* option)
{
    outline(painter, option, true, Qt::NoBrush);
    const auto* ring = qstyleoption_cast<const QStyleOptionFocusRect*>(option);
    if (!ring || ring->backgroundColor != option->palette.color(QPalette::Highlight))
        return;
    painter.setPen(option->palette.color(QPalette::HighlightedText));
    painter.drawRoundedRect(QRectF(option->rect).adjusted(2.5, 2.5, -2.5, -2.5), metrics::kRadius - 1, metrics::kRadius - 1);
}

QBrush buttonFill(const QStyleOption* option)
{
    if (has(option, QStyle::State_Sunken) || has(option, QStyle::State_On))
        return hover(option);
    if (has(option, QStyle::State_MouseOver) && has(option, QStyle::State_Enabled))
        return hover(option);
    QLinearGradient gradient(option->rect.topLeft(), option->rect.bottomLeft());
    gradient.setColorAt(0, colour(Role::ButtonTop, option));
    gradient.setColorAt(1, colour(Role::Button, option));
    return gradient;
}

bool focusVisible(const QStyleOption* option)
{
    return has(option, QStyle::State_HasFocus) && has(option, QStyle::State_KeyboardFocusChange);
}

void tick(QPainter& painter, const QStyleOption* option)
{
    const bool on = has(option, QStyle::State_On), enabled = has(option, QStyle::State_Enabled),
               partly = has(option, QStyle::State_NoChange);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(colour((on || partly) && enabled ? Role::AccentFill : Role::StrongLine, option));
    painter.setBrush((on || partly) ? colour(enabled ? Role::AccentFill : Role::Grid, option) : option->palette.color(QPalette::Base));
    painter.drawRoundedRect(crisp(option->rect), 3, 3);
    const QColor ink = enabled ? QColor(Qt::white) : colour(Role::Muted, option);
    painter.setPen(QPen(ink, 2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const QPointF o = QRectF(option->rect).topLeft();
    const double u = option->rect.width() / 15.0;
    if (on)
        painter.drawPolyline(QPolygonF{o + QPointF(3.6, 7.8) * u, o + QPointF(6.4, 10.6) * u, o + QPointF(11.4, 4.6) * u});
    else if (partly)
        painter.drawLine(o + QPointF(4, 7.5) * u, o + QPointF(11, 7.5) * u);
}

void dot(QPainter& painter, const QStyleOption* option)
{
    const bool on = has(option, QStyle::State_On), enabled = has(option, QStyle::State_Enabled);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(colour(on && enabled ? Role::AccentFill : Role::StrongLine, option));
    painter.setBrush(on ? colour(enabled ? Role::AccentFill : Role::Grid, option) : option->palette.color(QPalette::Base));
    painter.drawEllipse(crisp(option->rect));
    if (!on)
        return;
    painter.setPen(Qt::NoPen);
    painter.setBrush(enabled ? QColor(Qt::white) : colour(Role::Muted, option));
    painter.drawEllipse(QRectF(option->rect).center(), 2.5, 2.5);
}

void toolPanel(QPainter& painter, const QStyleOption* option)
{
    const bool enabled = has(option, QStyle::State_Enabled);
    const bool on = has(option, QStyle::State_On) && enabled, over = has(option, QStyle::State_MouseOver) && enabled;
    painter.setRenderHint(QPainter::Antialiasing);
    if (on || over || has(option, QStyle::State_Sunken)) {
        painter.setPen(on ? QPen(colour(Role::StrongLine, option)) : QPen(Qt::NoPen));
        painter.setBrush(hover(option));
        painter.drawRoundedRect(crisp(option->rect), metrics::kRadius, metrics::kRadius);
    }
    if (focusVisible(option))
        outline(painter, option, true, Qt::NoBrush);
}

void tabShape(QPainter& painter, const QStyleOptionTab* tab)
{
    if (!has(tab, QStyle::State_Selected))
        return;
    const QRectF shape = QRectF(tab->rect).adjusted(0.5, 0.5, -0.5, 6);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setClipRect(tab->rect);
    painter.setPen(colour(Role::Line, tab));
    painter.setBrush(tab->palette.color(QPalette::Base));
    painter.drawRoundedRect(shape, metrics::kRadius, metrics::kRadius);
    QPainterPath top;
    top.addRoundedRect(QRectF(tab->rect.left(), tab->rect.top(), tab->rect.width(), 8), metrics::kRadius, metrics::kRadius);
    painter.setClipRect(QRect(tab->rect.left(), tab->rect.top(), tab->rect.width(), 2));
    painter.fillPath(top, colour(Role::Accent, tab));
}

void tabFocus(QPainter& painter, const QStyleOptionTab* tab)
{
    if (!focusVisible(tab))
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colour(Role::Accent, tab), 2));
    painter.drawRoundedRect(QRectF(tab->rect).adjusted(4, 4, -4, -3), metrics::kRadius, metrics::kRadius);
}

void progress(QPainter& painter, const QStyleOptionProgressBar* bar)
{
    const int height = std::min(8, bar->rect.height());
    const QRect place(bar->rect.left(), bar->rect.center().y() - height / 2 + 1, bar->rect.width(), height);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(colour(Role::StrongLine, bar));
    painter.setBrush(colour(Role::Grid, bar));
    painter.drawRoundedRect(crisp(place), height / 2.0, height / 2.0);
    if (bar->maximum <= bar->minimum)
        return;
    const double part = std::clamp(double(bar->progress - bar->minimum) / (bar->maximum - bar->minimum), 0.0, 1.0);
    const QRect filled(place.left(), place.top(), int(place.width() * part), height);
    QPainterPath shape;
    shape.addRoundedRect(place, height / 2.0, height / 2.0);
    painter.setClipRect(QStyle::visualRect(bar->direction, place, filled));
    painter.fillPath(shape, colour(Role::AccentFill, bar));
}

void grip(QPainter& painter, const QStyleOption* option)
{
    painter.fillRect(option->rect, option->palette.color(QPalette::Window));
    const QPoint middle = option->rect.center();
    const bool upright = option->rect.height() > option->rect.width();
    const QPoint half = upright ? QPoint(0, 12) : QPoint(12, 0);
    if (colour(Role::Window, option) == colour(Role::Panel, option)) {   // in high contrast nothing else parts what is on its sides
        painter.setPen(colour(Role::Line, option));
        painter.drawLine(upright ? QLine(middle.x(), option->rect.top(), middle.x(), option->rect.bottom())
                                 : QLine(option->rect.left(), middle.y(), option->rect.right(), middle.y()));
    }
    painter.setPen(has(option, QStyle::State_MouseOver) ? colour(Role::Accent, option) : colour(Role::StrongLine, option));
    painter.drawLine(middle - half, middle + half);
}

bool framed(const QStyleOption* option)
{
    const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
    return frame && frame->lineWidth > 0;
}

void menuTitle(QPainter& painter, const QStyleOptionMenuItem* item, bool mnemonic)
{
    const bool open = has(item, QStyle::State_Selected) && has(item, QStyle::State_Enabled);
    painter.fillRect(item->rect, item->palette.color(QPalette::Window));
    if (open) {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(hover(item));
        painter.drawRoundedRect(QRectF(item->rect).adjusted(0, 2, 0, -2), metrics::kRadius, metrics::kRadius);
    }
    painter.setPen(inkOf(item, QPalette::WindowText));
    painter.drawText(item->rect, int(Qt::AlignCenter) | Qt::TextSingleLine | (mnemonic ? Qt::TextShowMnemonic : Qt::TextHideMnemonic),
                     item->text);
}

void menuLine(QPainter& painter, const QStyleOptionMenuItem* item)
{
    painter.fillRect(item->rect, item->palette.color(QPalette::Base));
    painter.setPen(colour(Role::Line, item));
    const int y = item->rect.center().y();
    painter.drawLine(item->rect.left() + 4, y, item->rect.right() - 4, y);
}

void headerSection(QPainter& painter, const QStyleOption* option)
{
    painter.fillRect(option->rect, has(option, QStyle::State_MouseOver) ? hover(option) : colour(Role::Alternate, option));
    painter.setPen(colour(Role::Line, option));
    painter.drawLine(option->rect.bottomLeft(), option->rect.bottomRight());
    painter.drawLine(option->rect.topRight(), option->rect.bottomRight());
}

void headerRest(QPainter& painter, const QStyleOption* option)
{
    painter.fillRect(option->rect, option->palette.color(QPalette::Base));
    painter.setPen(colour(Role::Line, option));
    painter.drawLine(option->rect.bottomLeft(), option->rect.bottomRight());
}

// The whole bar is its way: there are no arrows at its ends.
QRect scrollThumb(const QStyleOptionSlider* bar)
{
    const bool across = bar->orientation == Qt::Horizontal;
    const int way = across ? bar->rect.width() : bar->rect.height();
    const auto range = static_cast<qint64>(bar->maximum) - bar->minimum;
    if (range <= 0)
        return bar->rect;
    const auto length =
        static_cast<int>(std::clamp<qint64>(way * qint64{bar->pageStep} / (range + bar->pageStep), std::min(kLeastThumb, way), way));
    const int begin = QStyle::sliderPositionFromValue(bar->minimum, bar->maximum, bar->sliderPosition, way - length, bar->upsideDown);
    const QRect thumb = across ? QRect(bar->rect.left() + begin, bar->rect.top(), length, bar->rect.height())
                               : QRect(bar->rect.left(), bar->rect.top() + begin, bar->rect.width(), length);
    return across ? QStyle::visualRect(bar->direction, bar->rect, thumb) : thumb;
}

void scrollBar(QPainter& painter, const QStyleOptionSlider* bar)
{
    painter.fillRect(bar->rect, bar->palette.color(QPalette::Base));
    if (bar->maximum <= bar->minimum)
        return;
    const bool used = (bar->activeSubControls & QStyle::SC_ScrollBarSlider) && has(bar, QStyle::State_Enabled) &&
                      (has(bar, QStyle::State_MouseOver) || has(bar, QStyle::State_Sunken));
    const QRectF thumb = QRectF(scrollThumb(bar)).adjusted(3, 3, -3, -3);
    const double round = std::min(thumb.width(), thumb.height()) / 2;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour(used ? Role::Muted : Role::StrongLine, bar));
    painter.drawRoundedRect(thumb, round, round);
}

void arrow(QPainter& painter, Icon symbol, const QRectF& place, const QStyleOption* option)
{
    paintIcon(painter, symbol, place, inkOf(option, QPalette::ButtonText));
}

void bar(QPainter& painter, const QStyleOption* option, bool lineBelow)
{
    painter.fillRect(option->rect, option->palette.color(QPalette::Window));
    if (!lineBelow)
        return;
    painter.setPen(colour(Role::Line, option));
    painter.drawLine(option->rect.bottomLeft(), option->rect.bottomRight());
}

}  // namespace cairn::controls
