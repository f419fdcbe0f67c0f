#include "ui/panels/advanced_ask.h"

#include "ui/panels/flow_layout.h"
#include "ui/panels/labels.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QLocale>
#include <QRegularExpressionValidator>
#include <QSpinBox>

#include <array>

namespace cairn
{
namespace
{

constexpr int kMostTopK = 256, kMostTokens = 2048, kStrategies = 4, kScans = 2;   // combos: Strategy, ScanWay behind the default

}  // namespace

AdvancedAsk::AdvancedAsk(QWidget* parent) : QWidget(parent)
{
    m_strategy = new QComboBox;
    for (int i = 0; i <= kStrategies; ++i)
        m_strategy->addItem(QString());
    m_strategy->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_topK = new QSpinBox;
    m_topK->setRange(0, kMostTopK);
    m_scan = new QComboBox;
    for (int i = 0; i <= kScans; ++i)
        m_scan->addItem(QString());
    m_scan->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_length = new QSpinBox;
    m_length->setRange(8, kMostTokens);
    m_length->setSingleStep(16);
    m_temperature = new QDoubleSpinBox;
    m_temperature->setRange(0, 2);
    m_temperature->setSingleStep(0.1);
    m_temperature->setDecimals(1);
    m_seed = new QLineEdit;
    m_seed->setValidator(new QRegularExpressionValidator(QRegularExpression(QStringLiteral("[0-9]{0,18}")), m_seed));
    m_deepTrace = new QCheckBox;
    setPanelFont(m_deepTrace, 12);
    auto* rows = new FlowWidget(this, 12);
    auto* column = new QHBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(rows);
    FlowLayout* flow = rows->flow();
    flow->addWidget(field(m_strategyLabel, m_strategy));
    flow->addWidget(field(m_topKLabel, m_topK));
    flow->addWidget(field(m_scanLabel, m_scan));
    flow->addWidget(field(m_lengthLabel, m_length));
    flow->addWidget(field(m_temperatureLabel, m_temperature));
    flow->addWidget(field(m_seedLabel, m_seed));
    flow->addWidget(m_deepTrace);
    setForm({});
    retranslate();
    connect(m_strategy, &QComboBox::currentIndexChanged, this, &AdvancedAsk::changed);
    connect(m_topK, &QSpinBox::valueChanged, this, &AdvancedAsk::changed);
    connect(m_scan, &QComboBox::currentIndexChanged, this, &AdvancedAsk::changed);
    connect(m_length, &QSpinBox::valueChanged, this, &AdvancedAsk::changed);
    connect(m_temperature, &QDoubleSpinBox::valueChanged, this, &AdvancedAsk::changed);
    connect(m_seed, &QLineEdit::editingFinished, this, &AdvancedAsk::changed);
    connect(m_deepTrace, &QCheckBox::toggled, this, &AdvancedAsk::changed);
}

QWidget* AdvancedAsk::field(QLabel*& label, QWidget* editor)
{
    auto* pair = new QWidget;
    auto* row = new QHBoxLayout(pair);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(6);
    label = new Label({}, 12, Tone::Muted);
    label->setBuddy(editor);
    setPanelFont(editor, 12);
    row->addWidget(label);
    row->addWidget(editor);
    return pair;
}

void AdvancedAsk::retranslate()
{
    m_strategyLabel->setText(tr("Strategy"));
    m_topKLabel->setText(tr("Blocks per head"));
    m_scanLabel->setText(tr("Compared passages"));
    const std::array<QString, kScans + 1> scans{tr("As it was read"), tr("All"), tr("The best groups")};
    for (int i = 0; i <= kScans; ++i)
        m_scan->setItemText(i, scans[std::size_t(i)]);
    m_scan->setToolTip(
        plainTip(tr("All passages are compared for every word, or those of the 32 groups of 64 that fit it best: faster in millions "
                    "of words, but a passage may be overlooked.")));
    m_lengthLabel->setText(tr("Longest answer"));
    m_temperatureLabel->setText(tr("Temperature"));
    m_seedLabel->setText(tr("Seed"));
    m_deepTrace->setText(tr("Deep trace (5 times as large)"));
    m_deepTrace->setToolTip(
        plainTip(tr("Also keeps which passages were nearly opened, and where every head looked inside a passage. The answer stays the "
                    "same; with the default model it takes about 85 MB for 200 tokens instead of 16, and writing is slower.")));
    for (QAbstractSpinBox* numbers : {static_cast<QAbstractSpinBox*>(m_topK), static_cast<QAbstractSpinBox*>(m_length),
                                      static_cast<QAbstractSpinBox*>(m_temperature)})
        numbers->setLocale(QLocale());   // once made they keep the decimal sign of the time
    const std::array<QString, kStrategies + 1> names{tr("Default"), tr("Memory"), tr("Memory, passages read again"),
                                                     tr("Newest words only"), tr("Word search (no memory)")};
    for (int i = 0; i <= kStrategies; ++i)
        m_strategy->setItemText(i, names[std::size_t(i)]);
    m_strategy->setToolTip(plainTip(tr("How the words for the answer are found.")));
    m_topK->setSpecialValueText(m_modelTopK ? tr("Model’s own (%1)").arg(m_modelTopK) : tr("Model’s own"));
    m_topK->updateGeometry();   // words of its own don't tell the layout that they need more room
    m_topK->setToolTip(plainTip(tr("How many blocks every head may open for a word.")));
    m_length->setSuffix(tr(" tokens"));
    m_temperature->setToolTip(plainTip(tr("0: always the likeliest word.")));
    m_seed->setToolTip(plainTip(tr("The same seed gives the same answer when the temperature is above 0.")));
    const auto named = {std::pair<QWidget*, QLabel*>{m_strategy, m_strategyLabel},
                        {m_topK, m_topKLabel},
                        {m_scan, m_scanLabel},
                        {m_length, m_lengthLabel},
                        {m_temperature, m_temperatureLabel},
                        {m_seed, m_seedLabel}};
    for (const auto& [editor, label] : named)
        editor->setAccessibleName(label->text());
}

void AdvancedAsk::setForm(const AskForm& form)
{
    const QSignalBlocker quiet(this);
    m_strategy->setCurrentIndex(form.strategy ? int(*form.strategy) + 1 : 0);
    m_topK->setValue(int(form.topK.value_or(0)));
    m_scan->setCurrentIndex(form.scan ? int(*form.scan) + 1 : 0);
    m_length->setValue(int(form.answerTokens));
    m_temperature->setValue(form.temperature);
    m_seed->setText(QString::number(form.seed));
    m_deepTrace->setChecked(form.deepTrace);
}

void AdvancedAsk::addTo(AskForm& form) const
{
    form.strategy = m_strategy->currentIndex() > 0 ? std::optional(Strategy(m_strategy->currentIndex() - 1)) : std::nullopt;
    form.topK = m_topK->value() > 0 ? std::optional(std::uint32_t(m_topK->value())) : std::nullopt;
    form.scan = m_scan->currentIndex() > 0 ? std::optional(ScanWay(m_scan->currentIndex() - 1)) : std::nullopt;
    form.answerTokens = std::uint32_t(m_length->value());
    form.temperature = m_temperature->value();
    form.seed = m_seed->text().toULongLong();
    form.deepTrace = m_deepTrace->isChecked();
}

int AdvancedAsk::unusual() const
{
    AskForm now;
    addTo(now);
    const AskForm usual;
    return int(now.strategy != usual.strategy) + int(now.topK != usual.topK) + int(now.scan != usual.scan) +
           int(now.answerTokens != usual.answerTokens) + int(now.temperature != usual.temperature) + int(now.seed != usual.seed) +
           int(now.deepTrace != usual.deepTrace);
}

void AdvancedAsk::setModelTopK(std::uint32_t topK)
{
    m_modelTopK = topK;
    retranslate();
}

void AdvancedAsk::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

}  // namespace cairn
