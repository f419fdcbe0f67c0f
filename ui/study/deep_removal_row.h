// The second half of a removal test: a block, or several together, as if they had never been in the text. The cost stands beside the button
// before it begins; while it runs the button stops it. UI thread.
#pragma once

#include <QWidget>

#include <cstdint>
#include <optional>
#include <vector>

class QProgressBar;
class QPushButton;

namespace cairn
{

class ElidedLabel;

struct DeepCost
{
    std::uint64_t tokens = 0;            // that are read again
    double seconds = 0;                  // 0: not known
};

class DeepRemovalRow final : public QWidget
{
    Q_OBJECT
public:
    explicit DeepRemovalRow(QWidget* parent = nullptr);

    using Blocks = std::vector<std::uint32_t>;   // ascending; empty: none

    // The blocks it would be done for; no cost: it can't be done now.
    void setBlocks(const Blocks& blocks, std::optional<DeepCost> cost);
    void setResult(const QString& words);        // of these blocks, what it came to; empty: not tested yet
    void setRunning(const Blocks& blocks);
    void setProgress(std::uint64_t tokens, std::uint64_t totalTokens, double secondsLeft);
    void setBusy(bool busy);             // another test runs: it must wait
    const Blocks& running() const { return m_running; }

Q_SIGNALS:
    void startRequested(const std::vector<std::uint32_t>& blocks);
    void stopRequested();

private:
    void refresh();
    QString costWords() const;

    QPushButton* m_button;
    QProgressBar* m_progress;
    ElidedLabel* m_words;
    Blocks m_blocks, m_running;
    std::optional<DeepCost> m_cost;
    std::optional<DeepCost> m_left;      // of the one that runs; nothing: it has not begun
    QString m_result;
    bool m_busy = false;
};

}  // namespace cairn
