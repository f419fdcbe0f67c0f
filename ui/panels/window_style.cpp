#include "ui/panels/window_style.h"

#include "ui/panels/control_painting.h"
#include "ui/text_size.h"

#include <QStyleFactory>
#include <QWidget>

#include <algorithm>

namespace cairn
{

using namespace controls;

namespace
{

constexpr int kTick = 15, kControl = 28, kCombo = 26, kTool = 30, kTab = 30, kSplitter = 5, kScrollBar = 12, kArrow = 14, kRow = 24,
              kToolInset = 4, kLabelGap = 4, kIcon = 18, kSmallIcon = 16;

bool separates(const QStyleOption* option)
{
    const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option);
    return item && item->menuItemType == QStyleOptionMenuItem::Separator;
}

// Fusion sets a label's icon at the very edge and leaves all room at the other end.
QStyleOptionToolButton offTheEdge(QStyleOptionToolButton label)
{
    const bool mirrored = label.direction == Qt::RightToLeft;
    label.rect.adjust(mirrored ? 0 : kToolInset, 0, mirrored ? -kToolInset : 0, 0);
    return label;
}

// Fusion's own mark of the focus can't be seen on these tabs.
QStyleOptionTab withoutFocus(QStyleOptionTab tab)
{
    tab.state &= ~QStyle::State_HasFocus;
    return tab;
}

// The symbol of the item under the pointer takes the colour of its words.
QStyleOptionMenuItem chosenItem(QStyleOptionMenuItem item, int side, qreal ratio)
{
    item.icon = QIcon(item.icon.pixmap(QSize(side, side), ratio, QIcon::Selected));
    return item;
}

// Mirrored, Qt 6.4 sets the words at the far edge; here they stand beside their icon, both in the middle.
void mirroredLabel(QPainter& painter, const QStyleOptionButton& button)
{
    const int words = button.fontMetrics.size(Qt::TextShowMnemonic, button.text).width(), icon = button.iconSize.width();
    const int begin = button.rect.center().x() - (words + kLabelGap + icon) / 2;
    painter.setPen(button.palette.color(QPalette::ButtonText));
    painter.drawText(QRect(begin, button.rect.top(), words, button.rect.height()),
                     int(Qt::AlignVCenter | Qt::AlignAbsolute | Qt::AlignLeft) | Qt::TextShowMnemonic, button.text);
    const QRect place(begin + words + kLabelGap, button.rect.center().y() - button.iconSize.height() / 2, icon, button.iconSize.height());
    button.icon.paint(&painter, place, Qt::AlignCenter,
                      button.state.testFlag(QStyle::State_Enabled) ? QIcon::Normal : QIcon::Disabled);
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
    case PE_FrameFocusRect: focusRing(*painter, option); break;
    case PE_IndicatorTabClose:
        toolPanel(*painter, option);
        paintIcon(*painter, Icon::Close, QRectF(option->rect), colour(has(option, State_MouseOver) ? Role::Text : Role::Muted, option));
        break;
    case PE_Frame:
    case PE_FrameMenu:
        painter->setPen(colour(element == PE_Frame ? Role::Line : Role::StrongLine, option));
        painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
        break;
    case PE_PanelMenu:   // Fusion's own frame is darker than a dark panel
        painter->setPen(colour(Role::StrongLine, option));
        painter->setBrush(option->palette.color(QPalette::Base));
        painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
        break;
    case PE_PanelScrollAreaCorner: painter->fillRect(option->rect, option->palette.color(QPalette::Base)); break;
    case PE_PanelMenuBar:
    case PE_FrameStatusBarItem: break;
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
    const auto* meter = qstyleoption_cast<const QStyleOptionProgressBar*>(option);
    const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
    const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option);
    const auto* tool = qstyleoption_cast<const QStyleOptionToolButton*>(option);
    const auto draw = [&](const QStyleOption& changed) { QProxyStyle::drawControl(element, &changed, painter, widget); };
    if (element == CE_TabBarTabShape && tab && tab->shape == QTabBar::RoundedNorth)
        tabShape(*painter, tab);
    else if (element == CE_TabBarTabLabel && tab && has(tab, State_HasFocus))
        draw(withoutFocus(*tab)), tabFocus(*painter, tab);
    else if (element == CE_ProgressBarContents && meter)
        progress(*painter, meter);   // with its groove
    else if (element == CE_ProgressBarGroove)
        ;
    else if (element == CE_ToolBar || element == CE_MenuBarEmptyArea)
        bar(*painter, option, element == CE_ToolBar);
    else if (element == CE_MenuBarItem && item)
        menuTitle(*painter, item, styleHint(SH_UnderlineShortcut, option, widget, nullptr) != 0);
    else if (element == CE_HeaderSection)
        headerSection(*painter, option);
    else if (element == CE_MenuItem && separates(option))
        menuLine(*painter, item);
    else if (element == CE_MenuItem && item && has(item, State_Selected) && has(item, State_Enabled) && !item->icon.isNull())
        draw(chosenItem(*item, pixelMetric(PM_SmallIconSize, option, widget), painter->device()->devicePixelRatioF()));
    else if (element == CE_HeaderEmptyArea)
        headerRest(*painter, option);
    else if (element == CE_Splitter)
        grip(*painter, option);
    else if (element == CE_PushButtonBevel && button && !(button->features & QStyleOptionButton::Flat))
        proxy()->drawPrimitive(PE_PanelButtonCommand, option, painter, widget);
    else if (element == CE_PushButtonLabel && button && button->direction == Qt::RightToLeft && !button->icon.isNull() &&
             !button->text.isEmpty())
        mirroredLabel(*painter, *button);
    else if (element == CE_ToolButtonLabel && tool && tool->toolButtonStyle == Qt::ToolButtonTextBesideIcon)
        draw(offTheEdge(*tool));
    else
        QProxyStyle::drawControl(element, option, painter, widget);
    painter->restore();
}

void WindowStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                                     const QWidget* widget) const
{
    const auto* combo = qstyleoption_cast<const QStyleOptionComboBox*>(option);
    const auto* spin = qstyleoption_cast<const QStyleOptionSpinBox*>(option);
    const auto* scroll = qstyleoption_cast<const QStyleOptionSlider*>(option);
    painter->save();
    if (control == CC_ScrollBar && scroll) {
        scrollBar(*painter, scroll);
    } else if (control == CC_ComboBox && combo && combo->frame) {
        if (combo->editable)
            outline(*painter, option, has(option, State_HasFocus), option->palette.color(QPalette::Base));
        else
            outline(*painter, option, focusVisible(option), buttonFill(option));
        const QRectF place(proxy()->subControlRect(CC_ComboBox, option, SC_ComboBoxArrow, widget));
        const double side = std::min<double>(scaled(kArrow), place.width());
        arrow(*painter, Icon::Down, QRectF(place.center() - QPointF(side, side) / 2, QSizeF(side, side)), option);
    } else if (control == CC_SpinBox && spin && spin->frame) {
        outline(*painter, option, has(option, State_HasFocus), option->palette.color(QPalette::Base));
        for (const SubControl part : {SC_SpinBoxUp, SC_SpinBoxDown}) {
            QRect place = proxy()->subControlRect(CC_SpinBox, option, part, widget);
            const int side = std::min(kArrow - 2, place.height() + 2);
            painter->save();
            painter->translate(place.center());
            if (part == SC_SpinBoxUp)
                painter->scale(1, -1);
            arrow(*painter, Icon::Down, QRectF(-side / 2.0, -side / 2.0, side, side), option);
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
    case PM_ExclusiveIndicatorHeight: return scaled(kTick);
    case PM_CheckBoxLabelSpacing:
    case PM_RadioButtonLabelSpacing: return metrics::kGap;
    case PM_TabCloseIndicatorWidth:
    case PM_TabCloseIndicatorHeight:
    case PM_SmallIconSize: return scaled(kSmallIcon);   // symbols stand beside words
    case PM_SplitterWidth: return kSplitter;
    case PM_ScrollBarExtent: return kScrollBar;
    case PM_TabBarTabShiftVertical:
    case PM_TabBarTabShiftHorizontal: return 0;
    case PM_ToolBarExtensionExtent: return scaled(24);
    case PM_ToolBarIconSize:
    case PM_ButtonIconSize: return scaled(kIcon);
    default: return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int WindowStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget, QStyleHintReturn* data) const
{
    if (hint == SH_EtchDisabledText || hint == SH_DitherDisabledText)
        return 0;
    if (hint == SH_DialogButtonBox_ButtonsHaveIcons)   // Fusion's own are black on dark panels, too
        return 0;
    if (hint == SH_Menu_Scrollable)   // a long one would cover the screen with columns
        return 1;
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
    case CT_MenuBarItem: return {wanted.width() + 4, std::max(size.height() + 6, kControl)};
    case CT_MenuItem: return separates(option) ? wanted : QSize(wanted.width(), std::max(wanted.height(), kCombo));
    case CT_TabBarTab: return {wanted.width() + 4, std::max(wanted.height(), kTab)};
    default: return wanted;
    }
}

QRect WindowStyle::subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part, const QWidget* widget) const
{
    const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option);
    if (control != CC_ScrollBar || !bar)
        return QProxyStyle::subControlRect(control, option, part, widget);
    const QRect thumb = scrollThumb(bar), whole = bar->rect;
    const bool across = bar->orientation == Qt::Horizontal;
    // What scrolls back by a page lies before the thumb: at its right where the window is mirrored.
    const bool first = (part == SC_ScrollBarSubPage) == !(across && bar->direction == Qt::RightToLeft);
    switch (part) {
    case SC_ScrollBarGroove: return whole;
    case SC_ScrollBarSlider: return thumb;
    case SC_ScrollBarSubPage:
    case SC_ScrollBarAddPage:
        if (across)
            return first ? QRect(whole.topLeft(), QPoint(thumb.left() - 1, whole.bottom()))
                         : QRect(QPoint(thumb.right() + 1, whole.top()), whole.bottomRight());
        return first ? QRect(whole.topLeft(), QPoint(whole.right(), thumb.top() - 1))
                     : QRect(QPoint(whole.left(), thumb.bottom() + 1), whole.bottomRight());
    default: return {};   // arrows
    }
}

QIcon WindowStyle::standardIcon(StandardPixmap picture, const QStyleOption* option, const QWidget* widget) const
{
    switch (picture) {
    case SP_LineEditClearButton: return icon(Icon::Close);
    case SP_ToolBarHorizontalExtensionButton: return icon(Icon::More);   // Fusion's arrows are black on dark panels too
    default: return QProxyStyle::standardIcon(picture, option, widget);
    }
}

QRect WindowStyle::subElementRect(SubElement element, const QStyleOption* option, const QWidget* widget) const
{
    if (element == SE_LineEditContents && framed(option))
        return option->rect.adjusted(metrics::kGap - 2, 1, -metrics::kGap + 2, -1);
    return QProxyStyle::subElementRect(element, option, widget);
}

}  // namespace cairn
