#include "ui/panels/reader_header.h"

#include "ui/panels/buttons.h"
#include "ui/panels/labels.h"
#include "ui/theme.h"

#include <QCheckBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>

namespace cairn
{

ReaderHeader::ReaderHeader(QWidget* parent) : QWidget(parent)
{
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    m_mode = new Segments({QString(), QString()}, this);
    m_place = new ElidedLabel(metrics::kSmallFont, Tone::Muted, QFont::Normal, this);
    m_heat = new QCheckBox(this);
    m_relevant = new QCheckBox(this);
    for (QCheckBox* box : {m_heat, m_relevant})
        box->setFont(panelFont(metrics::kSmallFont));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(metrics::kInset, 6, metrics::kInset, 7);
    row->setSpacing(metrics::kGap);
    row->addWidget(m_mode);
    row->addWidget(m_place, 1);
    row->addWidget(m_heat);
    row->addSpacing(metrics::kGap);
    row->addWidget(m_relevant);
    setMinimumHeight(metrics::kPanelHeader);
    connect(m_mode, &Segments::chosen, this, [this](int index) { Q_EMIT modeChosen(index == 0 ? ReaderMode::Page : ReaderMode::Text); });
    connect(m_heat, &QAbstractButton::clicked, this, &ReaderHeader::heatToggled);
    connect(m_relevant, &QAbstractButton::clicked, this, &ReaderHeader::onlyRelevantToggled);
    setHeat(true);
    retranslate();
    setHeatAvailable(false);
}

void ReaderHeader::retranslate()
{
    m_mode->setNames({tr("Page"), tr("Text")});
    m_mode->setAccessibleName(tr("Page as printed, or text"));
    m_heat->setText(tr("Heat on words"));
    m_relevant->setText(tr("Only relevant pages"));
    setHeatAvailable(m_heat->isEnabled());
}

void ReaderHeader::setPagesAvailable(bool available) { m_mode->setVisible(available); }
void ReaderHeader::setMode(ReaderMode mode)
{
    m_mode->setCurrent(mode == ReaderMode::Page ? 0 : 1);
    m_relevant->setVisible(mode == ReaderMode::Page);
}

void ReaderHeader::setPlace(const QString& label) { m_place->setText(label); }
void ReaderHeader::setHeat(bool on) { m_heat->setChecked(on); }
void ReaderHeader::setOnlyRelevant(bool on) { m_relevant->setChecked(on); }

void ReaderHeader::setHeatAvailable(bool available)
{
    for (QCheckBox* box : {m_heat, m_relevant}) {
        box->setEnabled(available);
        box->setToolTip(available ? QString() : plainTip(tr("Ask a question to see which words were looked at.")));
    }
}

void ReaderHeader::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(themeColour(Role::Line, *this));
    painter.drawLine(rect().bottomLeft(), rect().bottomRight());
}

void ReaderHeader::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

}  // namespace cairn
