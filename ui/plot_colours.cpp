#include "ui/plot_colours.h"

#include <QApplication>
#include <QEvent>
#include <QWidget>

namespace cairn
{
namespace
{

ColourScheme& schemeNow()
{
    static ColourScheme scheme = ColourScheme::Cividis;
    return scheme;
}

}  // namespace

ColourScheme plotColours() { return schemeNow(); }

void setPlotColours(ColourScheme scheme)
{
    if (scheme == schemeNow())
        return;
    schemeNow() = scheme;
    const QWidgetList widgets = QApplication::allWidgets();
    for (QWidget* widget : widgets) {
        QEvent changed(QEvent::PaletteChange);
        QCoreApplication::sendEvent(widget, &changed);
    }
}

}  // namespace cairn
