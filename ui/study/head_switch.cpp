#include "ui/study/head_switch.h"

#include "ui/panels/allowed_action.h"
#include "ui/panels/labels.h"
#include "ui/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPushButton>

#include <algorithm>

namespace cairn
{

HeadSwitch::HeadSwitch(QString whyNone, QWidget* parent)
    : QWidget(parent), m_whyNone(std::move(whyNone)), m_note(new ElidedLabel(metrics::kSmallFont, Tone::Muted)), m_button(new QPushButton)
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(metrics::kInset, 4, metrics::kInset, 4);
    row->addWidget(m_note, 1);
    row->addWidget(m_button);
    connect(m_button, &QPushButton::clicked, this, [this] {
        Q_EMIT switchRequested(m_heads, !areOff());
    });
    refresh();
}

void HeadSwitch::setHeads(std::vector<Head> heads, const SelectionHub& hub)
{
    m_heads = std::move(heads);
    m_off = hub.run() ? hub.run()->switchedOff : std::vector<Head>();
    m_whyNotAsked = hub.whyNotAsked();
    refresh();
}

bool HeadSwitch::areOff() const
{
    const auto isOff = [this](const Head& head) { return std::find(m_off.begin(), m_off.end(), head) != m_off.end(); };
    return !m_heads.empty() && std::all_of(m_heads.begin(), m_heads.end(), isOff);
}

void HeadSwitch::refresh()
{
    m_button->setText(areOff() ? tr("Switch on and ask again") : tr("Switch off and ask again"));
    allowWidget(m_button, m_heads.empty() ? m_whyNone : m_whyNotAsked);
    if (m_button->isEnabled())
        m_button->setToolTip(tr("The model then writes without these heads. What it has read stays as it is."));
    m_note->setText(m_off.empty() ? QString() : tr("%n head(s) off in this answer", nullptr, int(m_off.size())));
}

void HeadSwitch::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        refresh();
}

}  // namespace cairn
