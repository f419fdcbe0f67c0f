// When the finished blocks of a reading become durable: after every window, so that a stop finds nothing left to store, unless the
// disk is so slow that commits would take more than a tenth of the time. At most 10 s of reading are lost by a crash.
#pragma once

#include <algorithm>
#include <chrono>

namespace cairn
{

class CommitPace
{
public:
    using Clock = std::chrono::steady_clock;

    explicit CommitPace(Clock::time_point now) : m_last(now) {}

    bool isDue(Clock::time_point now) const { return now - m_last >= std::min<Clock::duration>(kLongest, kTimesLonger * m_took); }

    void committed(Clock::time_point begin, Clock::time_point end)
    {
        m_last = end;
        m_took = end - begin;
    }

private:
    static constexpr std::chrono::seconds kLongest{10};
    static constexpr int kTimesLonger = 10;
    Clock::time_point m_last;
    Clock::duration m_took{};
};

}  // namespace cairn
