#include "ui/plots/colour_bar.h"

#include "ui/panels/buttons.h"
#include "ui/panels/flow_layout.h"
#include "ui/panels/labels.h"
#include "ui/pictures/hatch.h"
#include "ui/pictures/numbers.h"
#include "ui/plots/colour_strip.h"
#include "ui/theme.h"

#include <QBoxLayout>
#include <QMenu>
#include <QPainter>

namespace cairn
{
namespace
{

QString scaleName(HeatScale scale)
{
    switch (scale) {
    case HeatScale::Linear: return ColourBar::tr("scale linear");
    case HeatScale::SquareRoot: return ColourBar::tr("scale sqrt");
    case HeatScale::Logarithmic: return ColourBar::tr("scale log");
    }
    return {};
}

QString renormaliseTip(bool on)
{
    return on ? ColourBar::tr("Show the shares as they were recorded.")
              : ColourBar::tr("Make the shares that are not hidden sum to 1 for each token, layer and head.");
}

// The sample of the hatch before "2 sink blocks hidden".
class HatchSample final : public QWidget
{
public:
    HatchSample() { setFixedSize(16, 12); }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.fillRect(rect(), themeColour(Role::Grid, *this));
        painter.setPen(themeColour(Role::Muted, *this));
        painter.drawLines(hatchLines(rect(), 4));
        painter.setPen(themeColour(Role::StrongLine, *this));
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
};

}  // namespace

ColourBar::ColourBar(QWidget* parent)
    : QWidget(parent), m_strip(new ColourStrip), m_low(new Label({}, 12)), m_high(new Label({}, 12)),
      m_unit(new ElidedLabel(12, Tone::Muted)), m_scale(new LinkButton({})), m_hiddenRow(new FlowWidget), m_hiddenWords(new QWidget),
      m_hidden(new ElidedLabel(12, Tone::Muted)), m_toggle(new LinkButton(tr("Show"))), m_renormalise(new LinkButton({})),
      m_mode(new Label({}, 12, Tone::Muted))
{
    setAccessibleName(tr("Colour bar"));
    auto* words = new QHBoxLayout;
    words->setSpacing(metrics::kGap);
    words->addWidget(m_low);
    words->addWidget(m_unit, 1);
    words->addWidget(m_scale);
    words->addWidget(m_high);
    auto* hidden = new QHBoxLayout(m_hiddenWords);
    hidden->setContentsMargins(0, 0, 0, 0);
    hidden->setSpacing(metrics::kGap);
    hidden->addWidget(new HatchSample);
    hidden->addWidget(m_hidden);
    hidden->addWidget(m_toggle);
    m_hiddenRow->flow()->addWidget(m_hiddenWords);
    m_hiddenRow->flow()->addWidget(m_renormalise);
    m_hiddenRow->flow()->addWidget(m_mode);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(metrics::kInset, 4, metrics::kInset, metrics::kGap);
    column->setSpacing(2);
    column->addWidget(m_strip);
    column->addLayout(words);
    column->addWidget(m_hiddenRow);
    m_hiddenRow->hide();
    m_mode->hide();
    m_hiddenWords->hide();
    m_renormalise->hide();
    connect(m_strip, &ColourStrip::rangeChanged, this, &ColourBar::rangeChanged);
    connect(m_strip, &ColourStrip::rangeReset, this, &ColourBar::rangeReset);
    connect(m_scale, &QAbstractButton::clicked, this, &ColourBar::openScaleMenu);
    connect(m_toggle, &QAbstractButton::clicked, this, [this] { Q_EMIT hiddenToggled(!m_isHidden); });
    connect(m_renormalise, &QAbstractButton::clicked, this, [this] { Q_EMIT renormaliseToggled(!m_isRenormalised.value_or(false)); });
}

const HeatmapStyle& ColourBar::style() const { return m_strip->style(); }
double ColourBar::positionOf(float value) const { return m_strip->positionOf(value); }
float ColourBar::valueAt(double position) const { return m_strip->valueAt(position); }
QRect ColourBar::bar() const { return m_strip->bar().translated(m_strip->pos()); }

void ColourBar::setStyle(const HeatmapStyle& style, float largest, bool automatic)
{
    m_strip->setStyle(style, largest, automatic);
    updateWords();
}

void ColourBar::setUnit(const QString& words)
{
    m_unitWords = words;
    updateWords();
}

void ColourBar::updateWords()
{
    const HeatmapStyle& style = m_strip->style();
    const bool clipped = twoDigits(double(m_strip->largest())) != twoDigits(double(style.high)) && m_strip->largest() > style.high;
    m_low->setText(twoDigits(double(m_strip->axisLow())));
    m_high->setText(twoDigits(double(m_strip->axisHigh())));
    m_scale->setText(scaleName(style.scale));
    m_scale->setVisible(m_scales);
    m_unit->setText(clipped ? tr("%1; clipped at %2").arg(m_unitWords, twoDigits(double(style.high))) : m_unitWords);
}

void ColourBar::setValues(std::span<const float> values) { m_strip->setValues(values); }

void ColourBar::setHidden(const QString& words, bool isHidden)
{
    m_isHidden = isHidden;
    m_hidden->setText(isHidden ? tr("%1 hidden").arg(words) : tr("%1 shown").arg(words));
    m_toggle->setText(isHidden ? tr("Show") : tr("Hide"));
    m_hiddenWords->setVisible(!words.isEmpty());
    updateRow();
}

void ColourBar::setRenormalised(std::optional<bool> on)
{
    m_isRenormalised = on;
    m_renormalise->setText(on.value_or(false) ? tr("As recorded") : tr("Renormalise"));
    m_renormalise->setToolTip(plainTip(renormaliseTip(on.value_or(false))));
    m_renormalise->setVisible(on.has_value());
    updateRow();
}

void ColourBar::updateRow()
{
    const auto isThere = [](const QWidget* part) { return !part->isHidden(); };
    m_hiddenRow->setVisible(isThere(m_hiddenWords) || isThere(m_renormalise) || isThere(m_mode));
}

void ColourBar::setMode(const QString& words)
{
    m_mode->setText(words);
    m_mode->setVisible(!words.isEmpty());
    updateRow();
}

void ColourBar::setScales(bool choosable)
{
    m_scales = choosable;
    updateWords();
}

void ColourBar::openScaleMenu()
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (const HeatScale scale : {HeatScale::Linear, HeatScale::SquareRoot, HeatScale::Logarithmic}) {
        QAction* action = menu->addAction(scaleName(scale), this, [this, scale] { Q_EMIT scaleChosen(scale); });
        action->setCheckable(true);
        action->setChecked(scale == m_strip->style().scale);
    }
    menu->popup(m_scale->mapToGlobal(QPoint(0, m_scale->height())));
}

}  // namespace cairn
