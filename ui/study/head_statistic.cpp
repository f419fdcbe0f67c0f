#include "ui/study/head_statistic.h"

#include "ui/pictures/numbers.h"

#include <QCoreApplication>
#include <QLocale>

namespace cairn
{
namespace
{

// lupdate files the words of free functions under their namespace.
QString tr(const char* text) { return QCoreApplication::translate("cairn", text); }

}  // namespace

double valueOf(const HeadStatistics& statistics, HeadStatistic statistic)
{
    switch (statistic) {
    case HeadStatistic::MemoryShare: return double(statistics.memoryShare);
    case HeadStatistic::Evidence: return double(statistics.evidence);
    case HeadStatistic::Strongest: return double(statistics.strongest);
    case HeadStatistic::CopyScore: return double(statistics.copyScore);
    case HeadStatistic::Entropy: return double(statistics.entropy);
    case HeadStatistic::UniqueBlocks: return double(statistics.uniqueBlocks);
    case HeadStatistic::MeanDistance: return double(statistics.meanDistance);
    case HeadStatistic::SinkShare: return double(statistics.sinkShare);
    }
    return 0;
}

QString textOf(const HeadStatistics& statistics, HeadStatistic statistic)
{
    return statistic == HeadStatistic::UniqueBlocks ? QLocale().toString(statistics.uniqueBlocks)
                                                    : measuredDigits(valueOf(statistics, statistic));
}

QString nameOf(HeadStatistic statistic)
{
    switch (statistic) {
    case HeadStatistic::MemoryShare: return tr("Memory share");
    case HeadStatistic::Evidence: return tr("Evidence");
    case HeadStatistic::Strongest: return tr("Largest gate");
    case HeadStatistic::CopyScore: return tr("Copy score");
    case HeadStatistic::Entropy: return tr("Entropy");
    case HeadStatistic::UniqueBlocks: return tr("Unique blocks");
    case HeadStatistic::MeanDistance: return tr("Mean distance");
    case HeadStatistic::SinkShare: return tr("Sink share");
    }
    return {};
}

QString shortNameOf(HeadStatistic statistic)
{
    switch (statistic) {
    case HeadStatistic::MemoryShare: return tr("Memory");
    case HeadStatistic::Strongest: return tr("Gate");
    case HeadStatistic::CopyScore: return tr("Copy");
    case HeadStatistic::UniqueBlocks: return tr("Blocks");
    case HeadStatistic::MeanDistance: return tr("Distance");
    case HeadStatistic::SinkShare: return tr("Sink");
    case HeadStatistic::Evidence:
    case HeadStatistic::Entropy: return nameOf(statistic);
    }
    return {};
}

QString meaningOf(HeadStatistic statistic)
{
    switch (statistic) {
    case HeadStatistic::MemoryShare: return tr("Part of the head's attention that went to opened blocks, mean over the words");
    case HeadStatistic::Evidence: return tr("Attention of this head to all blocks, summed over the words");
    case HeadStatistic::Strongest: return tr("Largest share that the head gave to one block for one word");
    case HeadStatistic::CopyScore: return tr("Of the words that were copied from the text, the part for which this head looked most at the "
                                             "copied word itself");
    case HeadStatistic::Entropy: return tr("How widely the head spreads over blocks, in bits; 0 is a single block");
    case HeadStatistic::UniqueBlocks: return tr("Different blocks that the head opened");
    case HeadStatistic::MeanDistance: return tr("Blocks from the end of the document, weighted by attention");
    case HeadStatistic::SinkShare: return tr("Part of the head's attention to blocks that rests on sinks, such as the beginning of a "
                                             "document");
    }
    return {};
}

QString fieldOf(HeadStatistic statistic)
{
    switch (statistic) {
    case HeadStatistic::MemoryShare: return QStringLiteral("memory_share");
    case HeadStatistic::Evidence: return QStringLiteral("evidence");
    case HeadStatistic::Strongest: return QStringLiteral("largest_gate");
    case HeadStatistic::CopyScore: return QStringLiteral("copy_score");
    case HeadStatistic::Entropy: return QStringLiteral("entropy_bits");
    case HeadStatistic::UniqueBlocks: return QStringLiteral("unique_blocks");
    case HeadStatistic::MeanDistance: return QStringLiteral("mean_distance");
    case HeadStatistic::SinkShare: return QStringLiteral("sink_share");
    }
    return {};
}

bool isOfShares(HeadStatistic statistic)
{
    return statistic == HeadStatistic::Evidence || statistic == HeadStatistic::Strongest || statistic == HeadStatistic::Entropy
           || statistic == HeadStatistic::MeanDistance;
}

QString unitOf(HeadStatistic statistic)
{
    switch (statistic) {
    case HeadStatistic::Entropy: return tr("bits");
    case HeadStatistic::UniqueBlocks:
    case HeadStatistic::MeanDistance: return tr("blocks");
    default: return {};
    }
}

}  // namespace cairn
