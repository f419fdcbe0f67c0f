#include "ui/study/deep_removal_row.h"

#include "ui/panels/labels.h"
#include "ui/theme.h"

#include <QHBoxLayout>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>

#include <algorithm>
#include <cmath>

namespace cairn
{
namespace
{

constexpr int kSteps = 1000;             // of the bar: a count of tokens needs no more
constexpr double kLongSeconds = 90;      // from here on in minutes

}  // namespace

DeepRemovalRow::DeepRemovalRow(QWidget* parent)
    : QWidget(parent), m_button(new QPushButton), m_progress(new QProgressBar), m_words(new ElidedLabel(metrics::kSmallFont, Tone::Muted))
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(metrics::kGap);
    m_progress->setTextVisible(false);
    m_progress->setFixedSize(72, 8);
    m_progress->setRange(0, kSteps);
    m_progress->setAccessibleName(tr("Tokens read again"));
    row->addWidget(m_button);
    row->addWidget(m_progress);
    row->addWidget(m_words, 1);
    connect(m_button, &QPushButton::clicked, this, [this] {
        if (m_running)
            Q_EMIT stopRequested();
        else if (m_block)
            Q_EMIT startRequested(*m_block);
    });
    refresh();
}

void DeepRemovalRow::setBlock(std::optional<std::uint32_t> block, std::optional<DeepCost> cost)
{
    m_block = block;
    m_cost = cost;
    refresh();
}

void DeepRemovalRow::setTested(bool tested)
{
    m_tested = tested;
    refresh();
}

void DeepRemovalRow::setBusy(bool busy)
{
    m_busy = busy;
    refresh();
}

void DeepRemovalRow::setRunning(std::optional<std::uint32_t> block)
{
    m_running = block;
    m_left.reset();
    m_progress->setValue(0);
    refresh();
}

void DeepRemovalRow::setProgress(std::uint64_t tokens, std::uint64_t totalTokens, double secondsLeft)
{
    m_left = DeepCost{totalTokens - std::min(tokens, totalTokens), secondsLeft};
    m_progress->setValue(int(double(kSteps) * double(tokens) / double(std::max<std::uint64_t>(1, totalTokens))));
    refresh();
}

QString DeepRemovalRow::costWords() const
{
    const std::optional<DeepCost>& cost = m_running ? m_left : m_cost;
    const std::optional<std::uint32_t> block = m_running ? m_running : m_block;
    if (!block)
        return {};
    if (!cost)
        return m_running ? tr("Block %1: waiting").arg(*block) : tr("Not possible with the memory as it is now");
    if (!m_running && m_tested)
        return tr("Block %1 is tested deeply").arg(*block);
    const QString tokens = QLocale().toString(qulonglong(cost->tokens));
    QString words = m_running          ? tr("Block %1: %2 tokens left").arg(*block).arg(tokens)
                    : cost->tokens > 0 ? tr("Block %1: reads %2 tokens again").arg(*block).arg(tokens)
                                       : tr("Block %1: nothing is read again").arg(*block);
    if (cost->tokens > 0 && cost->seconds >= kLongSeconds)
        words += tr(", about %1 min").arg(std::lround(cost->seconds / 60));
    else if (cost->tokens > 0 && cost->seconds > 0)
        words += tr(", about %1 s").arg(std::max(1, int(std::ceil(cost->seconds))));
    return words;
}

void DeepRemovalRow::refresh()
{
    const QString words = costWords();
    m_button->setText(m_running ? tr("Stop") : tr("Remove deeply"));
    m_button->setToolTip(tr("As if the block had never been in the text: what follows it is read again without it"));
    m_button->setAccessibleName(m_running ? tr("Stop deep removal") : tr("Remove deeply"));
    m_button->setAccessibleDescription(words);
    m_button->setEnabled(m_running || (m_block && m_cost && !m_busy && !m_tested));
    m_progress->setVisible(m_running.has_value());
    m_words->setText(words);
}

}  // namespace cairn
