#include "ui/study/diff_label.h"

#include "ui/panels/labels.h"
#include "ui/text_lines.h"
#include "ui/theme.h"

#include <QEvent>
#include <QFontInfo>
#include <QPainter>

#include <cmath>

namespace cairn
{
namespace
{

constexpr double kLine = 1.62;   // of the font's pixel size: 21 px at 13

}  // namespace

DiffLabel::DiffLabel(Side side, QWidget* parent) : QWidget(parent), m_side(side)
{
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setPanelFont(this, metrics::kInterfaceFont);
}

void DiffLabel::setPieces(std::vector<DiffPiece> pieces)
{
    m_pieces = std::move(pieces);
    QString spoken;
    for (const DiffPiece& piece : shown()) {
        const QString words = piece.text.simplified();
        spoken += piece.kind == DiffKind::Same ? words : piece.kind == DiffKind::Removed ? tr("[only before: %1]").arg(words)
                : tr("[only after: %1]").arg(words);
        spoken += QLatin1Char(' ');
    }
    setAccessibleName(spoken.trimmed());
    updateGeometry();
    update();
}

std::vector<DiffPiece> DiffLabel::shown() const
{
    std::vector<DiffPiece> shown;
    for (const DiffPiece& piece : m_pieces) {
        if (m_side == Side::Both || piece.kind == DiffKind::Same || (piece.kind == DiffKind::Removed) == (m_side == Side::A))
            shown.push_back(piece);
    }
    return shown;
}

QString DiffLabel::shownText() const
{
    QString text;
    for (const DiffPiece& piece : shown()) {
        if (!text.isEmpty() && !text.back().isSpace())
            text += QLatin1Char(' ');
        text += piece.text;
    }
    text.replace(QLatin1Char('\n'), QChar(QChar::LineSeparator));
    return text;
}

double DiffLabel::lay(QTextLayout& layout, int width) const
{
    const double height = std::round(kLine * QFontInfo(font()).pixelSize());
    double y = 0;
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(std::max(40, width));
        line.setPosition(QPointF(0, y + (height - line.height()) / 2));
        y += height;
    }
    layout.endLayout();
    return y;
}

int DiffLabel::heightForWidth(int width) const
{
    QTextLayout layout(shownText(), font());
    return int(std::ceil(lay(layout, width)));
}

void DiffLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    QTextLayout layout(shownText(), font());
    const LaidText text{layout, hasBothDirections(layout.text())};
    lay(layout, width());
    QList<QTextLayout::FormatRange> colours;
    int at = 0;
    std::vector<std::pair<QRectF, Role>> lines;
    for (const DiffPiece& piece : shown()) {
        if (at > 0 && !layout.text()[at - 1].isSpace())
            ++at;
        int end = at + int(piece.text.size());
        const int next = end;
        while (end > at && layout.text()[end - 1].isSpace())
            --end;
        if (piece.kind == DiffKind::Removed && m_side == Side::Both) {
            QTextLayout::FormatRange range{at, end - at, {}};
            range.format.setFontStrikeOut(true);
            range.format.setForeground(themeColour(Role::Muted, *this));
            colours.append(range);
        } else if (piece.kind != DiffKind::Same) {
            const Role role = piece.kind == DiffKind::Removed ? Role::CompareA : Role::CompareB;
            forEachLine(text, at, end,
                        [&](const QRectF& line) { lines.push_back({QRectF(line.left(), line.bottom() - 1, line.width(), 2), role}); });
        }
        at = next;
    }
    for (const auto& [line, role] : lines)
        painter.fillRect(line, themeColour(role, *this));
    painter.setPen(palette().color(QPalette::WindowText));
    drawLines(painter, layout, {0, 0}, colours);
    if (!hasFocus())
        return;
    painter.setPen(themeColour(Role::Accent, *this));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

void DiffLabel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange)
        updateGeometry();
    QWidget::changeEvent(event);
}

}  // namespace cairn
