#include "ui/panels/plain_descriptions.h"

#include <QApplication>
#include <QEvent>
#include <QMetaObject>
#include <QTextDocumentFragment>
#include <QVariant>
#include <QWidget>

namespace cairn
{
namespace
{

constexpr const char* kOfTip = "descriptionOfTip";

void describe(QWidget* widget)
{
    const QString said = widget->accessibleDescription(), tip = widget->toolTip();
    if (!said.isEmpty() && said != widget->property(kOfTip).toString())
        return;
    const QString words = Qt::mightBeRichText(tip) ? QTextDocumentFragment::fromHtml(tip).toPlainText() : tip;
    widget->setProperty(kOfTip, words);
    widget->setAccessibleDescription(words);
}

}  // namespace

PlainDescriptions::PlainDescriptions(QObject* parent) : QObject(parent) { qApp->installEventFilter(this); }

bool PlainDescriptions::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::ToolTipChange || !watched->isWidgetType())
        return QObject::eventFilter(watched, event);
    auto* widget = static_cast<QWidget*>(watched);
    describe(widget);
    QMetaObject::invokeMethod(widget, [widget] { describe(widget); }, Qt::QueuedConnection);   // it may have got an empty one since
    return QObject::eventFilter(watched, event);
}

}  // namespace cairn
