#include "ui/study/deep_removal_row.h"

#include "ui/panels/labels.h"
#include "ui/theme.h"

#include <QCoreApplication>
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
constexpr std::size_t kMostNamed = 4;    // blocks by their number

QString blockWords(const DeepRemovalRow::Blocks& blocks)
{
    if (blocks.empty())
        return {};
    if (blocks.size() == 1)
        return QCoreApplication::translate("cairn::DeepRemovalRow", "Block %1").arg(blocks.front());
    if (blocks.size() > kMostNamed)
        return QCoreApplication::translate("cairn::DeepRemovalRow", "%n blocks", nullptr, int(blocks.size()));
    QStringList numbers;
    for (const std::uint32_t block : blocks)
        numbers += QString::number(block);
    return QCoreApplication::translate("cairn::DeepRemovalRow", "Blocks %1").arg(QLocale().createSeparatedList(numbers));
}

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
        if (!m_running.empty())
            Q_EMIT stopRequested();
        else if (!m_blocks.empty())
            Q_EMIT startRequested(m_blocks);
    });
    refresh();
}

void DeepRemovalRow::setBlocks(const Blocks& blocks, std::optional<DeepCost> cost)
{
    m_blocks = blocks;
    m_cost = cost;
    refresh();
}

void DeepRemovalRow::setResult(const QString& words)
{
    m_result = words;
    refresh();
}

void DeepRemovalRow::setBusy(bool busy)
{
    m_busy = busy;
    refresh();
}

void DeepRemovalRow::setRunning(const Blocks& blocks)
{
    m_running = blocks;
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
    const bool runs = !m_running.empty();
    const std::optional<DeepCost>& cost = runs ? m_left : m_cost;
    const QString blocks = blockWords(runs ? m_running : m_blocks);
    if (blocks.isEmpty())
        return {};
    if (!cost)
        return runs ? tr("%1: waiting").arg(blocks) : tr("Not possible with the memory as it is now");
    if (!runs && !m_result.isEmpty())
        return QStringLiteral("%1: %2").arg(blocks, m_result);
    const QString tokens = QLocale().toString(qulonglong(cost->tokens));
    QString words = runs               ? tr("%1: %2 tokens left").arg(blocks, tokens)
                    : cost->tokens > 0 ? tr("%1: reads %2 tokens again").arg(blocks, tokens)
                                       : tr("%1: nothing is read again").arg(blocks);
    if (cost->tokens > 0 && cost->seconds >= kLongSeconds)
        words += tr(", about %1 min").arg(std::lround(cost->seconds / 60));
    else if (cost->tokens > 0 && cost->seconds > 0)
        words += tr(", about %1 s").arg(std::max(1, int(std::ceil(cost->seconds))));
    return words;
}

void DeepRemovalRow::refresh()
{
    const QString words = costWords();
    const bool runs = !m_running.empty();
    m_button->setText(runs ? tr("Stop") : tr("Remove deeply"));
    m_button->setToolTip(m_blocks.size() > 1
                             ? tr("As if these blocks had never been in the text: what follows them is read again without them")
                             : tr("As if the block had never been in the text: what follows it is read again without it"));
    m_button->setAccessibleName(runs ? tr("Stop deep removal") : tr("Remove deeply"));
    m_button->setAccessibleDescription(words);
    m_button->setEnabled(runs || (!m_blocks.empty() && m_cost && !m_busy && m_result.isEmpty()));
    m_progress->setVisible(runs);
    m_words->setText(words);
}

}  // namespace cairn
