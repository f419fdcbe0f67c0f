#include "ui/panels/reader_header.h"

#include "ui/panels/buttons.h"
#include "ui/panels/labels.h"
#include "ui/theme.h"

#include <QCheckBox>
#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QPainter>

#include <algorithm>

namespace cairn
{
namespace
{

constexpr int kLeastPlace = 80;   // so much of the place's words is always seen

}  // namespace

ReaderHeader::ReaderHeader(QWidget* parent) : QWidget(parent)
{
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    m_mode = new Segments({QString(), QString()}, this);
    m_place = new ElidedLabel(metrics::kSmallFont, Tone::Muted, QFont::Normal, this);
    m_place->setIsPlace();
    m_options = new QWidget(this);
    m_heat = new QCheckBox(m_options);
    m_relevant = new QCheckBox(m_options);
    for (QCheckBox* box : {m_heat, m_relevant})
        setPanelFont(box, metrics::kSmallFont);
    auto* options = new QHBoxLayout(m_options);
    options->setContentsMargins(0, 0, 0, 0);
    options->setSpacing(metrics::kGap * 2);
    options->addWidget(m_heat);
    options->addWidget(m_relevant);
    options->addStretch(1);
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(metrics::kInset, 6, metrics::kInset, 7);
    grid->setSpacing(metrics::kGap);
    grid->setColumnStretch(1, 1);
    grid->addWidget(m_mode, 0, 0);
    grid->addWidget(m_place, 0, 1);
    grid->addWidget(m_options, 0, 2);
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
    arrange();
}

int ReaderHeader::optionsWidth() const
{
    return m_heat->sizeHint().width() + (m_relevant->isHidden() ? 0 : metrics::kGap * 2 + m_relevant->sizeHint().width());
}

QSize ReaderHeader::minimumSizeHint() const
{
    const int mode = m_mode->isHidden() ? 0 : m_mode->sizeHint().width() + metrics::kGap;
    return {2 * metrics::kInset + std::max(mode + kLeastPlace, optionsWidth()),
            std::max(metrics::kPanelHeader, QWidget::minimumSizeHint().height())};
}

void ReaderHeader::arrange()
{
    auto* grid = static_cast<QGridLayout*>(layout());
    const int mode = m_mode->isHidden() ? 0 : m_mode->sizeHint().width() + metrics::kGap;
    const bool beside = width() >= 2 * metrics::kInset + mode + kLeastPlace + metrics::kGap + optionsWidth();
    int row = 0, column = 0, rows = 0, columns = 0;
    grid->getItemPosition(grid->indexOf(m_options), &row, &column, &rows, &columns);
    if (beside == (row == 0))
        return;
    grid->removeWidget(m_options);
    if (beside)
        grid->addWidget(m_options, 0, 2);
    else
        grid->addWidget(m_options, 1, 0, 1, 3);
    updateGeometry();
}

void ReaderHeader::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void ReaderHeader::setPagesAvailable(bool available)
{
    m_mode->setVisible(available);
    arrange();
}

void ReaderHeader::setMode(ReaderMode mode)
{
    m_mode->setCurrent(mode == ReaderMode::Page ? 0 : 1);
    m_relevant->setVisible(mode == ReaderMode::Page);
    arrange();
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
