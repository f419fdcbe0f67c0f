// Judges a widget that is shown: words that don't fit in what shows them, and parts that lie over each other or out of sight.
#pragma once

#include "ui/panels/buttons.h"
#include "ui/panels/labels.h"
#include "ui/panels/status_pieces.h"

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QAccessible>
#include <QComboBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStyle>
#include <QStyleOptionComboBox>
#include <QToolButton>
#include <QWidget>

namespace cairn::test
{

inline bool givesWay(const QWidget* widget)   // cuts its words itself, with the whole as tooltip
{
    return qobject_cast<const SectionHead*>(widget) || qobject_cast<const ElidedLabel*>(widget) ||
           qobject_cast<const StatusLine*>(widget->parentWidget()) ||
           (qobject_cast<const QFileDialog*>(widget->window()) && widget->objectName() == QLatin1String("lookInCombo"));   // a folder's path
}

inline QString shownWords(const QWidget* widget)
{
    if (const auto* label = qobject_cast<const QLabel*>(widget))
        return label->text();
    if (const auto* tool = qobject_cast<const QToolButton*>(widget); tool && tool->toolButtonStyle() == Qt::ToolButtonIconOnly)
        return {};
    if (const auto* button = qobject_cast<const QAbstractButton*>(widget))
        return button->text();
    if (const auto* choice = qobject_cast<const QComboBox*>(widget))
        return choice->currentText();
    return {};
}

inline bool wordsFit(const QWidget* widget)
{
    if (const auto* label = qobject_cast<const QLabel*>(widget))
        return label->wordWrap() ? label->heightForWidth(label->width()) <= label->height() + 1
                                 : label->sizeHint().width() <= label->width() + 1;
    if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) {
        const QSize written = button->fontMetrics().size(Qt::TextShowMnemonic, button->text());
        const bool narrowed = button->icon().isNull() && qobject_cast<const QPushButton*>(button) && written.width() + 8 <= button->width();
        return (button->sizeHint().width() <= button->width() + 1 || narrowed) && button->sizeHint().height() <= button->height() + 2
            && written.width() <= button->width() && written.height() <= button->height();
    }
    if (const auto* choice = qobject_cast<const QComboBox*>(widget)) {
        QStyleOptionComboBox option;
        option.initFrom(choice);
        const QRect field = choice->style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, choice);
        return choice->fontMetrics().horizontalAdvance(choice->currentText()) <= field.width() + 2
            && choice->fontMetrics().height() <= choice->height();
    }
    return true;
}

// One line for each widget whose words don't fit; empty: all do.
inline QStringList cutWords(const QWidget& root)
{
    QStringList cut;
    for (const QWidget* widget : root.findChildren<QWidget*>()) {
        const QString words = shownWords(widget);
        if (!widget->isVisible() || givesWay(widget) || words.isEmpty() || wordsFit(widget))
            continue;
        cut += QStringLiteral("\u201C%1\u201D needs %2 x %3, has %4 x %5")
                   .arg(words)
                   .arg(widget->sizeHint().width())
                   .arg(widget->sizeHint().height())
                   .arg(widget->width())
                   .arg(widget->height());
    }
    return cut;
}

inline QString partName(const QWidget* widget)
{
    const QString words = shownWords(widget);
    return QLatin1String(widget->metaObject()->className()) +
           (words.isEmpty() ? QStringLiteral(" ") + widget->accessibleName() : QStringLiteral(" \u201C%1\u201D").arg(words));
}

// Whether it scrolls sideways, or out of sight downwards, within the window.
inline bool isScrolled(const QWidget* widget)
{
    for (const QWidget* above = widget->parentWidget(); above && !above->isWindow(); above = above->parentWidget())
        if (qobject_cast<const QAbstractScrollArea*>(above))
            return true;
    return false;
}

// One line for each control or label that is cut off by what holds it, or lies over its neighbour.
inline QStringList misplaced(const QWidget& root)
{
    QStringList found;
    const auto isPart = [](const QWidget* widget) {
        return widget->isVisible() && !widget->size().isEmpty() &&
               (!shownWords(widget).isEmpty() || qobject_cast<const QAbstractButton*>(widget) || qobject_cast<const QComboBox*>(widget) ||
                qobject_cast<const QLineEdit*>(widget) || qobject_cast<const ElidedLabel*>(widget));
    };
    for (const QWidget* widget : root.findChildren<QWidget*>()) {
        if (!isPart(widget) || widget->window() != root.window())
            continue;
        QRect seen(QPoint(), widget->size());
        for (const QWidget* above = widget; above != &root && above->parentWidget(); above = above->parentWidget()) {
            const QRect room(QPoint(), above->parentWidget()->size());
            seen = seen.intersected(room.translated(-widget->mapTo(above->parentWidget(), QPoint())));
        }
        const bool cutAway = isScrolled(widget) ? !seen.isEmpty() && seen.width() + 1 < widget->width()
                                                : seen.width() + 1 < widget->width() || seen.height() + 1 < widget->height();
        if (cutAway)
            found += QStringLiteral("%1: %2 x %3 of %4 x %5 can be seen")
                         .arg(partName(widget)).arg(seen.width()).arg(seen.height()).arg(widget->width()).arg(widget->height());
        for (const QObject* child : widget->parentWidget()->children()) {
            const auto* other = qobject_cast<const QWidget*>(child);
            if (other && other > widget && isPart(other) && !other->isWindow() && other->geometry().intersects(widget->geometry()))
                found += QStringLiteral("%1 and %2 lie over each other").arg(partName(widget), partName(other));
        }
    }
    return found;
}

// One line for each part that takes the keys and has no name that could be read out.
inline QStringList nameless(const QWidget& root)
{
    QStringList found;
    for (QWidget* widget : root.findChildren<QWidget*>()) {
        if (!widget->isVisible() || widget->window() != root.window() || !(widget->focusPolicy() & Qt::TabFocus) || widget->focusProxy())
            continue;
        QAccessibleInterface* read = QAccessible::queryAccessibleInterface(widget);
        if (!read || read->text(QAccessible::Name).trimmed().isEmpty())
            found += QStringLiteral("%1 %2 has no name").arg(QLatin1String(widget->metaObject()->className()), widget->objectName());
    }
    return found;
}

}  // namespace cairn::test
