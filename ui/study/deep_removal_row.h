// The second half of a removal test: one block as if it had never been in the text. Its cost stands beside the button before it begins;
// while it runs the button stops it. UI thread.
#pragma once

#include <QWidget>

#include <cstdint>
#include <optional>

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

    // The block it would be done for; no cost: it can't be done now.
    void setBlock(std::optional<std::uint32_t> block, std::optional<DeepCost> cost);
    void setTested(bool tested);         // the block has its result
    void setRunning(std::optional<std::uint32_t> block);
    void setProgress(std::uint64_t tokens, std::uint64_t totalTokens, double secondsLeft);
    void setBusy(bool busy);             // another test runs: it must wait
    std::optional<std::uint32_t> running() const { return m_running; }

Q_SIGNALS:
    void startRequested(std::uint32_t block);
    void stopRequested();

private:
    void refresh();
    QString costWords() const;

    QPushButton* m_button;
    QProgressBar* m_progress;
    ElidedLabel* m_words;
    std::optional<std::uint32_t> m_block, m_running;
    std::optional<DeepCost> m_cost;
    std::optional<DeepCost> m_left;      // of the one that runs; nothing: it has not begun
    bool m_tested = false, m_busy = false;
};

}  // namespace cairn
