// The fold of the question box for people who study the model: strategy, blocks per head, length, temperature, seed, deep
// trace. UI thread.
#pragma once

#include "ui/panels/ask_form.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace cairn
{

class AdvancedAsk final : public QWidget
{
    Q_OBJECT
public:
    explicit AdvancedAsk(QWidget* parent = nullptr);
    void setForm(const AskForm& form);             // its part of it; no signal
    void addTo(AskForm& form) const;
    void setModelTopK(std::uint32_t topK);         // 0: not known
    int unusual() const;                           // how many of them are not as they are at first

Q_SIGNALS:
    void changed();

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    QWidget* field(QLabel*& label, QWidget* editor);

    QComboBox* m_strategy;
    QSpinBox* m_topK;
    QComboBox* m_scan;
    QSpinBox* m_length;
    QDoubleSpinBox* m_temperature;
    QLineEdit* m_seed;
    QCheckBox* m_deepTrace;
    QLabel *m_strategyLabel, *m_topKLabel, *m_scanLabel, *m_lengthLabel, *m_temperatureLabel, *m_seedLabel;
    std::uint32_t m_modelTopK = 0;
};

}  // namespace cairn
