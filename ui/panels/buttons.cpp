#include "ui/panels/buttons.h"

#include "ui/panels/labels.h"
#include "ui/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QStyleOptionButton>

namespace cairn
{
namespace
{

constexpr int kButtonHeight = 28, kSegmentHeight = 26, kSectionHeight = 32;

int symbolSide() { return scaled(18); }
int smallSymbolSide() { return scaled(14); }

int atLeast(int designHeight, const QFontMetrics& metrics) { return std::max(designHeight, metrics.height() + 8); }

void drawFocus(QPainter& painter, const QWidget& widget, double radius)
{
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(themeColour(Role::Accent, widget), 2));
    painter.drawRoundedRect(QRectF(widget.rect()).adjusted(1, 1, -1, -1), radius, radius);
}

// A radio button drawn as one piece of a bar; first and last have the round corners.
class Segment final : public QRadioButton
{
public:
    Segment(const QString& text, bool first, bool last, QWidget* parent) : QRadioButton(text, parent), m_first(first), m_last(last)
    {
        setPanelFont(this, metrics::kSmallFont);
        setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    }
    QSize sizeHint() const override { return {fontMetrics().horizontalAdvance(text()) + 22, atLeast(kSegmentHeight, fontMetrics())}; }
    QSize minimumSizeHint() const override { return sizeHint(); }
    bool hitButton(const QPoint& point) const override { return rect().contains(point); }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        // Round corners at the ends of the bar only: the others lie outside.
        const double over = metrics::kRadius;
        const bool mirrored = layoutDirection() == Qt::RightToLeft;
        const bool left = mirrored ? m_last : m_first, right = mirrored ? m_first : m_last;
        painter.setClipRect(rect());
        const QRectF frame = QRectF(rect()).adjusted(left ? 0.5 : -over, 0.5, right ? -0.5 : over, -0.5);
        painter.setPen(isChecked() ? themeColour(Role::AccentFill, *this) : themeColour(Role::StrongLine, *this));
        painter.setBrush(isChecked() ? themeColour(Role::AccentFill, *this) : palette().color(QPalette::Button));
        painter.drawRoundedRect(frame, metrics::kRadius, metrics::kRadius);
        if (!right && !isChecked())
            painter.drawLine(QPointF(width() - 0.5, 1), QPointF(width() - 0.5, height() - 1));
        painter.setPen(isChecked() ? QColor(Qt::white)
                                   : palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, QPalette::ButtonText));
        painter.drawText(rect(), Qt::AlignCenter, text());
        if (hasFocus()) {
            painter.setBrush(Qt::NoBrush);
            painter.setPen(QPen(isChecked() ? QColor(Qt::white) : themeColour(Role::Accent, *this), 1));
            painter.drawRoundedRect(QRectF(rect()).adjusted(2.5, 2.5, -2.5, -2.5), 2, 2);
        }
    }

private:
    bool m_first, m_last;
};

}  // namespace

PrimaryButton::PrimaryButton(const QString& text, std::optional<Icon> symbol, QWidget* parent) : QPushButton(text, parent), m_symbol(symbol)
{
    setPanelFont(this, metrics::kInterfaceFont, QFont::DemiBold);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void PrimaryButton::setSymbol(std::optional<Icon> symbol)
{
    m_symbol = symbol;
    updateGeometry();
    update();
}

QSize PrimaryButton::sizeHint() const
{
    const int words = fontMetrics().size(Qt::TextShowMnemonic, text()).width();
    const int symbol = m_symbol ? iconSize().height() + 8 : 0;   // as high as its neighbours with a symbol
    return {words + 40 + (m_symbol ? symbolSide() + 2 : 0), std::max(symbol, atLeast(kButtonHeight, fontMetrics()))};
}

void PrimaryButton::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor fill = themeColour(isEnabled() ? Role::AccentFill : Role::Grid, *this);
    if (isEnabled() && (isDown() || underMouse()))
        fill = isDown() ? fill.darker(118) : fill.lighter(108);
    painter.setPen(Qt::NoPen);
    painter.setBrush(fill);
    painter.drawRoundedRect(rect(), metrics::kRadius, metrics::kRadius);
    const QColor ink = isEnabled() ? QColor(Qt::white) : themeColour(Role::Muted, *this);
    painter.setPen(ink);
    const int words = fontMetrics().size(Qt::TextShowMnemonic, text()).width();
    const int total = words + (m_symbol ? symbolSide() + 6 : 0);
    const auto visual = [this](const QRect& place) { return QStyle::visualRect(layoutDirection(), rect(), place); };
    int x = (width() - total) / 2;
    if (m_symbol) {
        paintIcon(painter, *m_symbol, visual(QRect(x, (height() - symbolSide()) / 2, symbolSide(), symbolSide())), ink);
        x += symbolSide() + 6;
    }
    painter.drawText(visual(QRect(x, 0, words + 2, height())),
                     int(Qt::AlignVCenter | Qt::AlignAbsolute | Qt::AlignLeft) | Qt::TextShowMnemonic, text());
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(Qt::white, 1));
        painter.drawRoundedRect(QRectF(rect()).adjusted(2.5, 2.5, -2.5, -2.5), 2, 2);
    }
}

LinkButton::LinkButton(const QString& text, QWidget* parent) : QPushButton(text, parent)
{
    setFlat(true);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

QSize LinkButton::sizeHint() const { return {fontMetrics().horizontalAdvance(text()) + 4, fontMetrics().height() + 6}; }

void LinkButton::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    QFont underlined = font();
    underlined.setUnderline(true);
    painter.setFont(underlined);
    painter.setPen(isEnabled() ? themeColour(Role::AccentText, *this) : themeColour(Role::Muted, *this));
    painter.drawText(rect(), Qt::AlignCenter, text());
    if (hasFocus()) {
        painter.setRenderHint(QPainter::Antialiasing);
        drawFocus(painter, *this, 2);
    }
}

Segments::Segments(const QStringList& names, QWidget* parent) : QWidget(parent)
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    for (qsizetype i = 0; i < names.size(); ++i) {
        auto* button = new Segment(names[i], i == 0, i == names.size() - 1, this);
        connect(button, &QRadioButton::clicked, this, [this, i] { Q_EMIT chosen(int(i)); });
        row->addWidget(button);
        m_buttons.append(button);
    }
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setCurrent(0);
}

int Segments::current() const
{
    for (qsizetype i = 0; i < m_buttons.size(); ++i) {
        if (m_buttons[i]->isChecked())
            return int(i);
    }
    return -1;
}

void Segments::setCurrent(int index)
{
    if (index >= 0 && index < m_buttons.size())
        m_buttons[index]->setChecked(true);
}

void Segments::setNames(const QStringList& names)
{
    for (qsizetype i = 0; i < std::min(names.size(), m_buttons.size()); ++i) {
        m_buttons[i]->setText(names[i]);
        m_buttons[i]->updateGeometry();
    }
}

void Segments::setSegmentEnabled(int index, bool enabled, const QString& reason)
{
    m_buttons[index]->setEnabled(enabled);
    m_buttons[index]->setToolTip(plainTip(reason));
}

SymbolButton::SymbolButton(Icon symbol, const QString& text, QWidget* parent) : QToolButton(parent)
{
    setIcon(cairn::icon(symbol));
    setSymbolSize(m_symbolSize);
    setAutoRaise(true);
    setFocusPolicy(Qt::TabFocus);
    setMeaning(text);
}

void SymbolButton::setSymbolSize(int designPixels)
{
    m_symbolSize = designPixels;
    setIconSize({scaled(designPixels), scaled(designPixels)});
}

void SymbolButton::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange)
        setSymbolSize(m_symbolSize);
    QToolButton::changeEvent(event);
}

void SymbolButton::setMeaning(const QString& text)
{
    setToolTip(plainTip(text));
    setAccessibleName(text);
}

SectionHead::SectionHead(QWidget* parent) : QPushButton(parent)
{
    setFlat(true);
    setCheckable(true);
    setChecked(true);
    setPanelFont(this, metrics::kSmallFont, QFont::DemiBold);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void SectionHead::setTitle(const QString& title, const QString& trailing)
{
    m_trailing = trailing;
    setText(title);
    setAccessibleName(title);
    setAccessibleDescription(trailing);
    update();
}

QSize SectionHead::sizeHint() const
{
    return {fontMetrics().horizontalAdvance(text() + m_trailing) + 64, atLeast(kSectionHeight, fontMetrics())};
}
QSize SectionHead::minimumSizeHint() const { return {80, sizeHint().height()}; }

void SectionHead::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor muted = themeColour(Role::Muted, *this);
    const QRect inner = rect().adjusted(metrics::kGap, 0, -metrics::kInset, 0);
    const auto place = [this](const QRect& part) { return QStyle::visualRect(layoutDirection(), rect(), part); };
    const QRect arrow = place(QRect(inner.left(), (height() - smallSymbolSide()) / 2, smallSymbolSide(), smallSymbolSide()));
    paintIcon(painter, isChecked() ? Icon::Down : Icon::Right, arrow, muted);
    painter.setPen(muted);
    QFont light = font();
    light.setWeight(QFont::Normal);
    painter.setFont(light);
    QRect title = inner.adjusted(smallSymbolSide() + 6, 0, 0, 0);
    const int trailing = QFontMetrics(light).horizontalAdvance(m_trailing) + 8, left = title.width() - trailing;
    if (!m_trailing.isEmpty() && (left >= fontMetrics().horizontalAdvance(text()) || left >= title.width() / 2)) {   // else the title alone
        painter.drawText(inner, int(QStyle::visualAlignment(layoutDirection(), Qt::AlignRight)) | Qt::AlignVCenter, m_trailing);
        title.setRight(title.right() - trailing);
    }
    painter.setFont(font());
    painter.drawText(place(title), int(QStyle::visualAlignment(layoutDirection(), Qt::AlignLeft)) | Qt::AlignVCenter,
                     fontMetrics().elidedText(text(), Qt::ElideRight, title.width()));
    if (hasFocus())
        drawFocus(painter, *this, metrics::kRadius);
}

}  // namespace cairn
