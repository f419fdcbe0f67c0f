// Remove and re-score (experience.md 4): the same answer is scored again with blocks barred, one after the other. D(b) = log-probability of
// the answer's tokens minus that with b barred; positive = the block helped. Also whether a citation is confirmed by removal. UI thread.
#pragma once

#include "app/window/conversation_controller.h"
#include "core/types/trace_query.h"

#include <QElapsedTimer>
#include <QObject>

#include <deque>
#include <map>
#include <optional>
#include <vector>

namespace cairn
{

class RemovalTest final : public QObject
{
    Q_OBJECT
public:
    explicit RemovalTest(ConversationController& conversation, QObject* parent = nullptr);

    // Of the shown answer; results of an earlier answer are dropped. Blocks that were measured already are not measured again.
    void remove(const std::vector<std::uint32_t>& blocks);
    // Bars all cited blocks together, then as many random opened ones, three times.
    void confirmCitations();
    void cancel();
    bool isBusy() const { return m_request != 0; }

    const std::vector<float>& baseline() const { return m_baseline; }          // per answer token; empty: not measured yet
    const std::map<std::uint32_t, std::vector<float>>& results() const { return m_results; }
    std::map<std::uint32_t, double> effects(const IndexRanges& tokens) const;  // D(b), summed over the tokens

    double secondsPerBlock() const { return m_seconds; }                       // measured; 0: not yet

Q_SIGNALS:
    void started(std::uint32_t block);
    void progressed(int done, int total);          // done == total: finished
    void measured(std::uint32_t block);            // results() has it; baseline() is known by then
    void confirmed(bool confirmed);                // experience.md 4: "confirmed by removal"
    void failed(const cairn::Error& error);

private:
    enum class Kind { Baseline, Block, Cited, Random };
    struct Job
    {
        Kind kind = Kind::Block;
        std::vector<std::uint32_t> barred;
    };
    void reset();
    void next();
    void take(const std::vector<float>& logProbabilities);
    void judge();

    ConversationController& m_conversation;
    std::deque<Job> m_jobs;
    RequestId m_request = 0;
    int m_done = 0, m_total = 0;
    std::vector<float> m_baseline;
    std::map<std::uint32_t, std::vector<float>> m_results;
    std::optional<double> m_citedDrop;
    std::vector<double> m_randomDrops;
    QElapsedTimer m_clock;
    double m_seconds = 0;
};

}  // namespace cairn
