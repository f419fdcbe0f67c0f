// The symbols of the window: 18 px strokes in the palette's text colour, drawn anew for every size, scale factor and palette.
// UI thread.
#pragma once

#include <QColor>
#include <QIcon>
#include <QPixmap>

class QPainter;

namespace cairn
{

enum class Icon
{
    Open, Add, Back, Forward, ZoomIn, ZoomOut, EvidenceUp, EvidenceDown, Note, Bookmark, Export, Search, LeftPanel, RightDock, Table,
    Maximise, Help, Close, Stop, Play, Pause, More, Lock, Check, Warning, Chip, Trash, Settings, Page, Text, Swap, Pin, Bar, Folder, Book,
    Down, Right, Copy, Again, Edit, FollowUp, Print, Drop, Undo, Info
};
inline constexpr int kIconCount = int(Icon::Info) + 1;

// For buttons and menus (inside a button class write cairn::icon): follows the application's palette, also when it changes; disabled and
// selected have their colours.
QIcon icon(Icon name);

// For widgets that paint themselves: one colour, logical size.
void paintIcon(QPainter& painter, Icon name, const QRectF& place, const QColor& colour);
QPixmap iconPixmap(Icon name, int size, const QColor& colour, qreal devicePixelRatio);

QIcon applicationIcon();

}  // namespace cairn
