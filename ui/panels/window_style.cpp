#include "ui/panels/window_style.h"

#include "ui/panels/icons.h"
#include "ui/theme.h"

#include <QPainter>
#include <QPainterPath>
#include <QStyleFactory>
#include <QStyleOption>
#include <QWidget>

#include <algorithm>

namespace cairn
{
namespace
{

constexpr int kTick = 15, kControl = 28, kCombo = 26, kTool = 30, kTab = 30, kSplitter = 5, kArrow = 14, kRow = 24;

QColor colour(Role role, const QStyleOption* option) { return themeColour(role, panelOf(option->palette)); }
bool has(const QStyleOption* option, QStyle::StateFlag flag) { return option->state.testFlag(flag); }

QColor inkOf(const QStyleOption* option, QPalette::ColorRole role)
{
    return option->palette.color(has(option, QStyle::State_Enabled) ? QPalette::Active : QPalette::Disabled, role);
}

QRectF crisp(const QRect& rect) { return QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5); }

QColor hover(const QStyleOption* option) { return panelOf(option->palette) == Panel::Light ? QColor(0xE7E9EE) : QColor(0x30343A); }

void outline(QPainter& painter, const QStyleOption* option, bool focused, const QBrush& fill)
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(fill);
    painter.setPen(QPen(colour(focused ? Role::Accent : has(option, QStyle::State_Enabled) ? Role::StrongLine : Role::Line, option), focused ? 2 : 1));
    painter.drawRoundedRect(focused ? QRectF(option->rect).adjusted(1, 1, -1, -1) : crisp(option->rect), metrics::kRadius, metrics::kRadius);
}

QBrush buttonFill(const QStyleOption* option)
{
    if (has(option, QStyle::State_Sunken) || has(option, QStyle::State_On))
        return hover(option);
    const bool light = panelOf(option->palette) == Panel::Light;
    if (has(option, QStyle::State_MouseOver) && has(option, QStyle::State_Enabled))
        return hover(option);
    QLinearGradient gradient(option->rect.topLeft(), option->rect.bottomLeft());
    gradient.setColorAt(0, light ? QColor(0xFEFEFF) : QColor(0x33373E));
    gradient.setColorAt(1, light ? QColor(0xF3F4F7) : QColor(0x2D3137));
    return gradient;
}

bool focusVisible(const QStyleOption* option) { return has(option, QStyle::State_HasFocus) && has(option, QStyle::State_KeyboardFocusChange); }

void tick(QPainter& painter, const QStyleOption* option)
{
    const bool on = has(option, QStyle::State_On), enabled = has(option, QStyle::State_Enabled), partly = has(option, QStyle::State_NoChange);
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
    const bool on = has(option, QStyle::State_On), over = has(option, QStyle::State_MouseOver) && has(option, QStyle::State_Enabled);
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
    painter.setPen(has(option, QStyle::State_MouseOver) ? colour(Role::Accent, option) : colour(Role::StrongLine, option));
    painter.drawLine(middle - half, middle + half);
}

// Line edits inside spin boxes and delegates have no frame of their own.
bool framed(const QStyleOption* option)
{
    const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
    return frame && frame->lineWidth > 0;
}

void arrow(QPainter& painter, Icon symbol, const QRect& place, const QStyleOption* option, int side)
{
    paintIcon(painter, symbol, QRectF(QRect(place.center().x() - side / 2, place.center().y() - side / 2 + 1, side, side)),
              inkOf(option, QPalette::ButtonText));
}

}  // namespace

WindowStyle::WindowStyle() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) {}

void WindowStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const
{
    painter->save();
    switch (element) {
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck: tick(*painter, option); break;
    case PE_IndicatorRadioButton: dot(*painter, option); break;
    case PE_FrameLineEdit: outline(*painter, option, has(option, State_HasFocus), option->palette.color(QPalette::Base)); break;
    case PE_PanelButtonCommand: outline(*painter, option, focusVisible(option), buttonFill(option)); break;
    case PE_PanelButtonTool: toolPanel(*painter, option); break;
    case PE_FrameFocusRect: outline(*painter, option, true, Qt::NoBrush); break;
    case PE_IndicatorTabClose:
        toolPanel(*painter, option);
        paintIcon(*painter, Icon::Close, QRectF(option->rect), colour(has(option, State_MouseOver) ? Role::Text : Role::Muted, option));
        break;
    case PE_Frame:
    case PE_FrameMenu:
        painter->setPen(colour(element == PE_Frame ? Role::Line : Role::StrongLine, option));
        painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
        break;
    case PE_FrameTabBarBase:
        painter->setPen(colour(Role::Line, option));
        painter->drawLine(option->rect.bottomLeft(), option->rect.bottomRight());
        break;
    default: QProxyStyle::drawPrimitive(element, option, painter, widget); break;
    }
    painter->restore();
}

void WindowStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const
{
    painter->save();
    const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option);
    const auto* bar = qstyleoption_cast<const QStyleOptionProgressBar*>(option);
    const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
    if (element == CE_TabBarTabShape && tab && tab->shape == QTabBar::RoundedNorth)
        tabShape(*painter, tab);
    else if (element == CE_ProgressBarContents || (element == CE_ProgressBarGroove && bar))
        element == CE_ProgressBarContents && bar ? progress(*painter, bar) : void();
    else if (element == CE_Splitter)
        grip(*painter, option);
    else if (element == CE_PushButtonBevel && button && !(button->features & QStyleOptionButton::Flat))
        proxy()->drawPrimitive(PE_PanelButtonCommand, option, painter, widget);
    else
        QProxyStyle::drawControl(element, option, painter, widget);
    painter->restore();
}

void WindowStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter, const QWidget* widget) const
{
    const auto* combo = qstyleoption_cast<const QStyleOptionComboBox*>(option);
    const auto* spin = qstyleoption_cast<const QStyleOptionSpinBox*>(option);
    painter->save();
    if (control == CC_ComboBox && combo && !combo->editable) {
        outline(*painter, option, focusVisible(option), buttonFill(option));
        arrow(*painter, Icon::Down, proxy()->subControlRect(CC_ComboBox, option, SC_ComboBoxArrow, widget), option, kArrow);
    } else if (control == CC_SpinBox && spin && spin->frame) {
        outline(*painter, option, has(option, State_HasFocus), option->palette.color(QPalette::Base));
        for (const SubControl part : {SC_SpinBoxUp, SC_SpinBoxDown}) {
            QRect place = proxy()->subControlRect(CC_SpinBox, option, part, widget);
            const int side = std::min(kArrow - 2, place.height() + 2);
            painter->save();
            painter->translate(place.center());
            if (part == SC_SpinBoxUp)
                painter->scale(1, -1);
            paintIcon(*painter, Icon::Down, QRectF(-side / 2.0, -side / 2.0, side, side), inkOf(option, QPalette::ButtonText));
            painter->restore();
        }
    } else {
        QProxyStyle::drawComplexControl(control, option, painter, widget);
    }
    painter->restore();
}

int WindowStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const
{
    switch (metric) {
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight: return kTick;
    case PM_CheckBoxLabelSpacing:
    case PM_RadioButtonLabelSpacing: return metrics::kGap;
    case PM_TabCloseIndicatorWidth:
    case PM_TabCloseIndicatorHeight: return 16;
    case PM_SplitterWidth: return kSplitter;
    case PM_TabBarTabShiftVertical:
    case PM_TabBarTabShiftHorizontal: return 0;
    case PM_ToolBarIconSize:
    case PM_ButtonIconSize: return 18;
    default: return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int WindowStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget, QStyleHintReturn* data) const
{
    if (hint == SH_EtchDisabledText || hint == SH_DitherDisabledText)
        return 0;
    return QProxyStyle::styleHint(hint, option, widget, data);
}

QSize WindowStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size, const QWidget* widget) const
{
    QSize wanted = QProxyStyle::sizeFromContents(type, option, size, widget);
    switch (type) {
    case CT_PushButton: return {std::max(wanted.width(), size.width() + 24), std::max(size.height() + 8, kControl)};
    case CT_LineEdit: return framed(option) ? QSize(wanted.width() + 8, std::max(wanted.height(), kControl)) : wanted;
    case CT_ComboBox: return {wanted.width() + 4, std::max(size.height() + 6, kCombo)};
    case CT_SpinBox: return {wanted.width() + 2, std::max(option->fontMetrics.height() + metrics::kGap, kCombo)};
    case CT_ToolButton: return wanted.expandedTo({kTool, kTool});
    case CT_ItemViewItem: return {wanted.width(), std::max(wanted.height(), kRow)};
    case CT_TabBarTab: return {wanted.width() + 4, std::max(wanted.height(), kTab)};
    default: return wanted;
    }
}

QRect WindowStyle::subElementRect(SubElement element, const QStyleOption* option, const QWidget* widget) const
{
    if (element == SE_LineEditContents && framed(option))
        return option->rect.adjusted(metrics::kGap - 2, 1, -metrics::kGap + 2, -1);
    return QProxyStyle::subElementRect(element, option, widget);
}

}  // namespace cairn
