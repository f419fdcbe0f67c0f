// The numbers by which heads are told apart (experience.md 6 V6, V7), and how they are named. Values only.
#pragma once

#include "core/types/trace_query.h"

#include <QString>

#include <array>

namespace cairn
{

enum class HeadStatistic { MemoryShare, Evidence, Strongest, CopyScore, Entropy, UniqueBlocks, MeanDistance, SinkShare };

inline constexpr std::array kHeadStatistics{HeadStatistic::MemoryShare,  HeadStatistic::Evidence,     HeadStatistic::Strongest,
                                            HeadStatistic::CopyScore,    HeadStatistic::Entropy,      HeadStatistic::UniqueBlocks,
                                            HeadStatistic::MeanDistance, HeadStatistic::SinkShare};

double valueOf(const HeadStatistics& statistics, HeadStatistic statistic);
QString textOf(const HeadStatistics& statistics, HeadStatistic statistic);   // two significant digits; blocks are counted
QString nameOf(HeadStatistic statistic);         // "Memory share"
QString shortNameOf(HeadStatistic statistic);    // "Memory", for table heads
QString meaningOf(HeadStatistic statistic);      // one sentence for tooltips
QString fieldOf(HeadStatistic statistic);        // "memory_share", in arrays of numbers
bool isOfShares(HeadStatistic statistic);        // made of gates that are not hidden: renormalising changes it
QString unitOf(HeadStatistic statistic);         // "bits", "blocks"; empty: a share

}  // namespace cairn
