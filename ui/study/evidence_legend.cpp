#include "ui/study/evidence_legend.h"

#include "ui/panels/buttons.h"
#include "ui/panels/labels.h"
#include "ui/pictures/numbers.h"
#include "ui/theme.h"

#include <QPainter>

namespace cairn
{
namespace
{

constexpr int kTop = 8, kBar = 10, kLevels = 6;

}  // namespace

EvidenceLegend::EvidenceLegend(QWidget* parent) : QWidget(parent), m_action(new LinkButton({}, this))
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(m_action, &QPushButton::clicked, this, &EvidenceLegend::actionRequested);
}

void EvidenceLegend::setTexts(const QString& caption, const QString& hidden, const QString& action)
{
    m_caption = caption;
    m_hidden = hidden;
    m_action->setText(action);
    m_action->setVisible(!action.isEmpty());
    setToolTip(plainTip(caption + QLatin1Char('\n') +
                        tr("Gate: the weight with which a head of the model opened a block, from 0 to 1.\nsqrt: colours and bars follow "
                           "the square root, so that weak evidence can be seen.\nSink block: one that is looked at whatever is asked, as "
                           "the first of a document.")));
    setAccessibleName(caption);
    setAccessibleDescription(hidden);
    place();
    update();
}

void EvidenceLegend::setLargest(double largest)
{
    m_largest = largest;
    update();
}

int EvidenceLegend::lineHeight() const { return QFontMetrics(panelFont(metrics::kSmallFont)).height() + 2; }

QSize EvidenceLegend::sizeHint() const { return {200, kTop + lineHeight() + 4 + kBar + 2 + lineHeight() + 2 + lineHeight() + kTop}; }

void EvidenceLegend::resizeEvent(QResizeEvent*) { place(); }

void EvidenceLegend::place()
{
    const QFontMetrics letters(panelFont(metrics::kSmallFont));
    m_action->resize(m_action->sizeHint());
    const int room = width() - 2 * metrics::kInset - m_action->width() - metrics::kGap;
    const int x = metrics::kInset + std::min(letters.horizontalAdvance(m_hidden), room) + metrics::kGap;
    m_action->move(x, height() - kTop - lineHeight() - (m_action->height() - lineHeight()) / 2);
}

void EvidenceLegend::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setLayoutDirection(Qt::LeftToRight);
    painter.fillRect(QRect(0, 0, width(), 1), themeColour(Role::Line, *this));
    painter.setFont(panelFont(metrics::kSmallFont));
    const QRect area = rect().adjusted(metrics::kInset, kTop, -metrics::kInset, -kTop);
    const auto line = [&](int y) { return QRect(area.left(), y, area.width(), lineHeight()); };
    const QRect head = line(area.top());
    const QString scale = tr("sqrt");
    const int scaleWidth = painter.fontMetrics().horizontalAdvance(scale) + metrics::kGap;
    painter.setPen(themeColour(Role::Text, *this));
    painter.drawText(head, Qt::AlignVCenter, painter.fontMetrics().elidedText(m_caption, Qt::ElideRight, head.width() - scaleWidth));
    painter.setPen(themeColour(Role::Muted, *this));
    painter.drawText(head, Qt::AlignVCenter | Qt::AlignRight, scale);

    const QRectF bar(area.left() + 0.5, head.bottom() + 4.5, area.width() - 1, kBar);
    QLinearGradient gradient(bar.topLeft(), bar.topRight());
    gradient.setColorAt(0, palette().color(QPalette::Base));
    for (int i = 0; i < kLevels; ++i)
        gradient.setColorAt(double(i + 1) / kLevels, evidenceTint(float(i) / (kLevels - 1), panelOf(palette())));
    painter.setPen(themeColour(Role::StrongLine, *this));
    painter.setBrush(gradient);
    const QRect ends = line(int(bar.bottom()) + 2), last = line(area.bottom() + 1 - lineHeight());
    if (bar.bottom() < last.top())   // else the window is too low for it
        painter.drawRect(bar);
    painter.setPen(themeColour(Role::Muted, *this));
    if (ends.bottom() < last.top()) {
        painter.drawText(ends, Qt::AlignVCenter, QStringLiteral("0"));
        painter.drawText(ends, Qt::AlignVCenter | Qt::AlignRight, twoDigits(m_largest));
    }
    const int room = m_action->isVisibleTo(this) ? m_action->x() - area.left() - metrics::kGap / 2 : area.width();
    painter.drawText(last, Qt::AlignVCenter, painter.fontMetrics().elidedText(m_hidden, Qt::ElideRight, room));
}

}  // namespace cairn
