#include "app/lab/evaluation/needle_report.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

namespace cairn
{

ReportTable needleSummary(const std::vector<NeedleCellScore>& grid)
{
    std::set<std::uint64_t> lengths;
    std::map<std::pair<std::string, std::string>, std::map<std::uint64_t, std::pair<std::uint32_t, std::uint32_t>>> rows;
    for (const NeedleCellScore& cell : grid) {
        lengths.insert(cell.length);
        auto& sum = rows[{cell.kind, cell.strategy}][cell.length];
        sum.first += cell.answered;
        sum.second += cell.trials;
    }
    ReportTable table{"Answered, all depths", {"kind", "strategy"}, {}};
    for (const std::uint64_t length : lengths)
        table.columns.push_back(lengthName(length));
    for (const auto& [key, cells] : rows) {
        std::vector<ReportCell> row{key.first, key.second};
        for (const std::uint64_t length : lengths) {
            const auto found = cells.find(length);
            row.emplace_back(found == cells.end() ? std::string("-")
                                                  : std::to_string(found->second.first) + "/" + std::to_string(found->second.second));
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

ReportTable needleDetails(const std::vector<NeedleCellScore>& grid)
{
    ReportTable table{"Grid",
                      {"kind", "strategy", "length", "depth", "trials", "answered", "not used", "not retrieved", "mean rank", "recalled",
                       "seconds"},
                      {}};
    for (const NeedleCellScore& cell : grid) {
        const double rank = cell.meanRank > 0 ? cell.meanRank : std::numeric_limits<double>::quiet_NaN();
        table.rows.push_back({cell.kind, cell.strategy, lengthName(cell.length), cell.depth, std::int64_t{cell.trials},
                              std::int64_t{cell.answered}, std::int64_t{cell.notUsed}, std::int64_t{cell.notRetrieved}, rank,
                              cell.recalled, cell.seconds});
    }
    return table;
}

std::vector<std::string> needleNotes(const NeedlePlan& plan, std::size_t leftOut)
{
    std::vector<std::string> notes;
    notes.push_back(plan.passkey
        ? "The prompt of Mohtashami and Jaggi (2023), section 4.2; right: the first number of the reply is the key."
                                   : "Right: every answer stands in the reply.");
    notes.emplace_back(plan.frame == NeedleFrame::Chat
        ? "The text and the question stand in the model's chat; the reply's first words are given."
                                                         : "Plain text without the model's chat.");
    notes.emplace_back(plan.spliced
        ? "The filler was read once; around each needle a window was read anew and laid over it, so what stands "
                                        "behind has not seen the needle."
                                      : "Every text was read whole.");
    if (leftOut > 0)
        notes.push_back(std::to_string(leftOut) + " questions were not put to ordinary attention: longer than the model's trained length.");
    notes.emplace_back("Rank: of the needle's block by evidence among all blocks but the first; \"retrieved\": some head gave it a gate "
                       "of at "
                       "least 0.05.");
    return notes;
}

std::vector<std::pair<std::string, Picture>> needlePictures(const std::vector<NeedleCellScore>& grid)
{
    std::set<std::pair<std::string, std::string>> names;
    std::set<double> depths;
    std::set<std::uint64_t> lengths;
    for (const NeedleCellScore& cell : grid) {
        names.insert({cell.kind, cell.strategy});
        depths.insert(cell.depth);
        lengths.insert(cell.length);
    }
    std::vector<std::pair<std::string, Picture>> pictures;
    for (const auto& [kind, strategy] : names) {
        GridPicture picture{kind + " " + strategy, "DEPTH", "TOKENS", {}, {}, {}};
        for (const std::uint64_t length : lengths)
            picture.columns.push_back(lengthName(length));
        for (const double depth : depths) {
            picture.rows.push_back(std::to_string(std::lround(depth * 100)) + "%");
            for (const std::uint64_t length : lengths) {
                const auto found = std::find_if(grid.begin(), grid.end(), [&](const NeedleCellScore& cell) {
                    return cell.kind == kind && cell.strategy == strategy && cell.length == length && cell.depth == depth;
                });
                picture.shares.push_back(found == grid.end() ? std::numeric_limits<double>::quiet_NaN()
                                                             : static_cast<double>(found->answered) / found->trials);
            }
        }
        pictures.emplace_back(kind + "-" + strategy, drawGrid(picture));
    }
    return pictures;
}

}  // namespace cairn
