#include "ui/panels/icons.h"

#include <QApplication>
#include <QFile>
#include <QHash>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QPixmapCache>
#include <QSvgRenderer>

#include <array>
#include <memory>

namespace cairn
{
namespace
{

constexpr std::array<const char*, kIconCount> kFiles{
    "open", "add", "back", "forward", "zoom-in", "zoom-out", "evidence-up", "evidence-down", "note", "bookmark", "export", "search",
    "left-panel", "right-dock", "table", "maximise", "help", "close", "stop", "play", "pause", "more", "lock", "check", "warning",
    "chip", "trash", "settings", "page", "text", "swap", "pin", "bar", "folder", "book", "down", "right", "copy", "again", "edit",
    "follow-up", "print", "drop", "undo", "info"};

QByteArray sourceOf(Icon name)
{
    static QHash<int, QByteArray> sources;
    auto found = sources.find(int(name));
    if (found == sources.end()) {
        QFile file(QStringLiteral(":/cairn/icons/symbolic/%1.svg").arg(QLatin1String(kFiles[std::size_t(name)])));
        found = sources.insert(int(name), file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray());
    }
    return *found;
}

QColor colourOf(QIcon::Mode mode)
{
    const QPalette palette = QApplication::palette();
    switch (mode) {
    case QIcon::Disabled: return palette.color(QPalette::Disabled, QPalette::ButtonText);
    case QIcon::Selected: return palette.color(QPalette::HighlightedText);
    default: return palette.color(QPalette::ButtonText);
    }
}

// Asks for the palette at paint time: a QIcon made once stays right when light turns dark.
class SymbolEngine final : public QIconEngine
{
public:
    explicit SymbolEngine(Icon name) : m_name(name) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override
    {
        painter->save();
        if (mode == QIcon::Disabled)
            painter->setOpacity(0.45);
        paintIcon(*painter, m_name, rect, colourOf(mode));
        painter->restore();
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        QPixmap image(size);
        image.fill(Qt::transparent);
        QPainter painter(&image);
        paint(&painter, QRect(QPoint(), size), mode, state);
        return image;
    }
    QIconEngine* clone() const override { return new SymbolEngine(m_name); }
    bool isNull() override { return sourceOf(m_name).isEmpty(); }

private:
    Icon m_name;
};

}  // namespace

void paintIcon(QPainter& painter, Icon name, const QRectF& place, const QColor& colour)
{
    QByteArray source = sourceOf(name);
    source.replace("currentColor", colour.name().toLatin1());
    QSvgRenderer renderer(source);
    const double side = std::min(place.width(), place.height());
    renderer.render(&painter, QRectF(place.center() - QPointF(side, side) / 2, QSizeF(side, side)));
}

QPixmap iconPixmap(Icon name, int size, const QColor& colour, qreal devicePixelRatio)
{
    const QString key = QStringLiteral("cairn-icon-%1-%2-%3-%4").arg(int(name)).arg(size).arg(colour.rgba()).arg(devicePixelRatio);
    QPixmap image;
    if (QPixmapCache::find(key, &image))
        return image;
    image = QPixmap(QSize(size, size) * devicePixelRatio);
    image.setDevicePixelRatio(devicePixelRatio);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    paintIcon(painter, name, QRectF(0, 0, size, size), colour);
    painter.end();
    QPixmapCache::insert(key, image);
    return image;
}

QIcon icon(Icon name) { return QIcon(new SymbolEngine(name)); }

QIcon applicationIcon() { return QIcon(QStringLiteral(":/cairn/icons/cairn.svg")); }

}  // namespace cairn
