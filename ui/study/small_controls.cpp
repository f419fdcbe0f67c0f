#include "ui/study/small_controls.h"

#include "ui/theme.h"

#include <QEvent>
#include <QFontInfo>
#include <QLabel>
#include <QPainter>
#include <QPainterPath>
#include <QVBoxLayout>

namespace cairn
{
namespace
{

constexpr int kSegmentPadding = 12, kSegmentHeight = 26, kChipPadding = 9, kChipHeight = 24, kCross = 7;

void paintFocus(QPainter& painter, const QWidget& widget, double radius)
{
    if (!widget.hasFocus())
        return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(themeColour(Role::Accent, widget), 2));
    painter.drawRoundedRect(QRectF(widget.rect()).adjusted(1, 1, -1, -1), radius, radius);
}

// Keeps a label in the muted colour when the palette changes.
class MutedColour final : public QObject
{
public:
    explicit MutedColour(QLabel& label) : QObject(&label) { apply(label); }
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::PaletteChange && !m_applying)
            apply(*static_cast<QLabel*>(watched));
        return false;
    }

private:
    void apply(QLabel& label)
    {
        m_applying = true;
        QPalette palette = label.palette();
        palette.setColor(QPalette::WindowText, themeColour(Role::Muted, label));
        label.setPalette(palette);
        m_applying = false;
    }
    bool m_applying = false;
};

}  // namespace

QFont smallFont(const QWidget& widget, bool axis)
{
    QFont font = widget.font();
    const int base = QFontInfo(font).pixelSize();
    font.setPixelSize(base * (axis ? metrics::kAxisFont : metrics::kSmallFont) / metrics::kInterfaceFont);
    return font;
}

void mute(QLabel& label)
{
    label.setFont(smallFont(label));
    label.installEventFilter(new MutedColour(label));
}

SegmentButton::SegmentButton(const QString& text, Place place, QWidget* parent) : QPushButton(text, parent), m_place(place)
{
    setCheckable(true);
}

QSize SegmentButton::sizeHint() const
{
    const QFontMetrics letters(smallFont(*this));
    return {letters.horizontalAdvance(text()) + 2 * kSegmentPadding, std::max(kSegmentHeight, letters.height() + 8)};
}

void SegmentButton::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QRectF box = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    painter.setClipRect(rect());
    if (m_place != Place::First)
        box.setLeft(box.left() - 2 * metrics::kRadius);
    if (m_place != Place::Last)
        box.setRight(box.right() + 2 * metrics::kRadius);
    painter.setPen(themeColour(isChecked() ? Role::AccentFill : Role::StrongLine, *this));
    painter.setBrush(isChecked() ? themeColour(Role::AccentFill, *this) : palette().color(QPalette::Button));
    painter.drawRoundedRect(box, metrics::kRadius, metrics::kRadius);
    painter.setPen(isChecked() ? QColor(Qt::white) : themeColour(isEnabled() ? Role::Text : Role::Muted, *this));
    painter.setFont(smallFont(*this));
    painter.drawText(rect(), Qt::AlignCenter, text());
    paintFocus(painter, *this, metrics::kRadius);
}

ChipButton::ChipButton(QWidget* parent) : QPushButton(parent) { setCursor(Qt::PointingHandCursor); }

void ChipButton::setRemovable(bool removable)
{
    m_removable = removable;
    setEnabled(removable);
    setCursor(removable ? Qt::PointingHandCursor : Qt::ArrowCursor);
    setFocusPolicy(removable ? Qt::StrongFocus : Qt::NoFocus);
    updateGeometry();
    update();
}

QSize ChipButton::sizeHint() const
{
    const QFontMetrics letters(smallFont(*this));
    const int cross = m_removable ? kCross + 8 : 0;
    return {letters.horizontalAdvance(text()) + 2 * kChipPadding + cross, std::max(kChipHeight, letters.height() + 6)};
}

QSize ChipButton::minimumSizeHint() const { return {60, sizeHint().height()}; }   // elided below its full width

void ChipButton::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor accent = themeColour(Role::AccentText, *this);
    const double radius = height() / 2.0 - 0.5;
    painter.setPen(accent);
    painter.setBrush(underMouse() && m_removable ? themeColour(Role::AccentTint, *this) : QColor(Qt::transparent));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    painter.setFont(smallFont(*this));
    const int cross = m_removable ? kCross + 8 : 0;
    const QRect words = rect().adjusted(kChipPadding, 0, -kChipPadding - cross, 0);
    painter.drawText(words, Qt::AlignVCenter | Qt::AlignLeft, painter.fontMetrics().elidedText(text(), Qt::ElideRight, words.width()));
    if (m_removable) {
        const QRectF box(width() - kChipPadding - kCross, (height() - kCross) / 2.0, kCross, kCross);
        painter.setPen(QPen(accent, 1.5, Qt::SolidLine, Qt::RoundCap));
        painter.drawLine(box.topLeft(), box.bottomRight());
        painter.drawLine(box.topRight(), box.bottomLeft());
    }
    paintFocus(painter, *this, radius);
}

LinkButton::LinkButton(const QString& text, QWidget* parent) : QPushButton(text, parent)
{
    setCursor(Qt::PointingHandCursor);
    setFlat(true);
}

QSize LinkButton::sizeHint() const
{
    const QFontMetrics letters(smallFont(*this));
    return {letters.horizontalAdvance(text()) + 4, letters.height() + 6};
}

void LinkButton::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QFont font = smallFont(*this);
    font.setUnderline(true);
    painter.setFont(font);
    painter.setPen(themeColour(isEnabled() ? Role::AccentText : Role::Muted, *this));
    painter.drawText(rect(), Qt::AlignCenter, text());
    paintFocus(painter, *this, 2);
}

EmptyState::EmptyState(QWidget* parent) : QWidget(parent), m_reason(new QLabel(this)), m_action(new QPushButton(this))
{
    m_reason->setWordWrap(true);
    m_reason->setTextFormat(Qt::PlainText);
    m_reason->setAlignment(Qt::AlignHCenter);
    mute(*m_reason);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(24, 24, 24, 24);
    layout->addStretch(1);
    layout->addWidget(m_reason);
    layout->addSpacing(metrics::kGap);
    layout->addWidget(m_action, 0, Qt::AlignHCenter);
    layout->addStretch(2);
    connect(m_action, &QPushButton::clicked, this, &EmptyState::actionRequested);
}

void EmptyState::setReason(const QString& reason, const QString& action)
{
    m_reason->setText(reason);
    m_action->setText(action);
    m_action->setVisible(!action.isEmpty());
    setAccessibleName(reason);
}

}  // namespace cairn
