// Remove and re-score (experience.md 4): the same answer is scored again with blocks barred, one after the other. D(b) = log-probability of
// the answer's tokens minus that with b barred; positive = the block helped. Also whether a citation is confirmed by removal. UI thread.
#pragma once

#include "app/window/session/conversation_controller.h"
#include "core/types/trace_query.h"

#include <QElapsedTimer>
#include <QObject>

#include <deque>
#include <map>
#include <optional>
#include <vector>

namespace cairn
{

// A sentence of an answer, and what was measured of it. Log-probabilities are those of all tokens of the answer.
struct CitedSentence
{
    std::pair<std::uint32_t, std::uint32_t> tokens;   // half open
    std::vector<std::uint32_t> blocks;                // that it cites, ascending
    std::vector<float> after;                         // log-probabilities without them; empty: not measured yet
};
using RandomRemovals = std::map<std::size_t, std::vector<std::vector<float>>>;   // by how many blocks were removed

// "Confirmed by removal" of experience.md 4: the mean log-probability of the sentence's own tokens falls by enough, and by far more than
// with any of the random removals of as many blocks. How many of the sentences are; nothing: something is not measured yet.
std::optional<int> confirmedSentences(const std::vector<CitedSentence>& sentences, const std::vector<float>& baseline,
                                      const RandomRemovals& random);

class RemovalTest final : public QObject
{
    Q_OBJECT
public:
    explicit RemovalTest(ConversationController& conversation, QObject* parent = nullptr);

    // Of the shown answer; results of an earlier answer are dropped. Blocks that were measured already are not measured again.
    void remove(const std::vector<std::uint32_t>& blocks);
    // Also as if the blocks had never been in the text, all of them at once: deepResults(). What follows the first is read again for that.
    // Several: barred together before, togetherResults().
    using Blocks = std::vector<std::uint32_t>;     // ascending
    void removeDeeply(const Blocks& blocks);
    // Of each sentence with citations: bars its cited blocks together, then as many random opened ones, three times.
    void confirmCitations();
    void cancel();
    bool isBusy() const { return m_request != 0; }

    const std::vector<float>& baseline() const { return m_baseline; }          // per answer token; empty: not measured yet
    const std::map<std::uint32_t, std::vector<float>>& results() const { return m_results; }
    const std::map<Blocks, std::vector<float>>& deepResults() const { return m_deepResults; }
    const std::map<Blocks, std::vector<float>>& togetherResults() const { return m_togetherResults; }
    std::map<std::uint32_t, double> effects(const IndexRanges& tokens) const;  // D(b), summed over the tokens

    double secondsPerBlock() const { return m_seconds; }                       // measured; 0: not yet
    double deepTokensPerSecond() const { return m_deepRate; }                  // of what a deep one read again; 0: not measured yet

Q_SIGNALS:
    void started(std::uint32_t block);
    void progressed(int done, int total);          // done == total: finished
    void measured(std::uint32_t block);            // results() has it; baseline() is known by then
    void togetherMeasured(const std::vector<std::uint32_t>& blocks);
    void deepStarted(const std::vector<std::uint32_t>& blocks);
    void deepProgressed(std::uint64_t tokens, std::uint64_t totalTokens, double secondsLeft);
    void deepMeasured(const std::vector<std::uint32_t>& blocks);   // after measured() or togetherMeasured() of the same
    void stopped();                                // not by cancel(): a question came, the session ended, it is not possible
    void confirmed(int confirmed, int sentences);  // experience.md 4: "confirmed by removal", of those with citations
    void failed(const cairn::Error& error);

private:
    enum class Kind { Baseline, Block, Together, Deep, Cited, Random };
    struct Job
    {
        Kind kind = Kind::Block;
        std::vector<std::uint32_t> barred;
        std::size_t count = 0;                     // Random: instead of as many cited blocks
    };
    void reset();
    void next();
    void take(const std::vector<float>& logProbabilities);
    void judge();
    void addDirect(std::uint32_t block);
    void takeDeep(const Blocks& blocks, const std::vector<float>& logProbabilities);
    void giveWay();

    ConversationController& m_conversation;
    std::deque<Job> m_jobs;
    RequestId m_request = 0;
    int m_done = 0, m_total = 0;
    std::vector<float> m_baseline;
    std::map<std::uint32_t, std::vector<float>> m_results;
    std::map<Blocks, std::vector<float>> m_deepResults, m_togetherResults;
    std::vector<CitedSentence> m_sentences;        // being confirmed
    RandomRemovals m_random;
    QElapsedTimer m_clock;
    double m_seconds = 0, m_deepRate = 0;
    std::uint64_t m_deepTokens = 0;                // read so far by the one that runs
};

}  // namespace cairn
