// The goals of the benchmark against the page that sets them. Where the page is not there, a copy of its numbers stands for it.
#include "app/lab/benchmark/goals.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <regex>
#include <string>
#include <vector>

using namespace cairn::benchmark;

namespace
{

struct Cells
{
    std::string goal, stretch;
};

// Cells "goal" and "stretch" of performance.md 3, as written there.
const std::map<std::string, Cells> kPage{
    {"C1", {"1.0", "1.4"}}, {"C2", {"1.5 / 3 / 9", "1.7 / 5 / 15"}}, {"C3", {"1.5 / 4; 2.2 / 3.5 / 12", "2 / 8; 2.8 / 4.5 / 16"}},
    {"C4", {"0.8; 0.6", "0.9; 0.66"}}, {"C5", {"0.35; 0.8; 0.55", "0.4; 0.9; 0.7"}}, {"C6", {"0.85", "0.92"}},
    {"C7", {"0.8; 1.8; 2 / 6 / 15", "1; 2.5; 3 / 10 / 25"}}, {"C8", {"0.35", "0.45"}},
    {"C9", {"0.8 / 0.7; 0.75 / 0.6", "0.95 / 0.9"}}, {"C10", {"0.5", "0.7"}}, {"C11", {"5", "20"}}, {"C12", {"100", "400"}},
    {"C13", {"<= 0.1 / 0.03", "-"}}, {"C14", {"0.9", "1.0"}}, {"C15", {"10", "50"}},
    {"G1", {"0.80; 2.5", "0.88; 3"}}, {"G2", {"1.8 / 4; 1.1 / 1.6", "2.1 / 5; 1.2 / 1.9"}}, {"G3", {"0.75", "0.85"}},
    {"G4", {"0.85; 0.6", "0.95; 0.8"}}, {"G5", {"100", "200"}}, {"G6", {"1.2 / 2.5 / 10; 1.6 / 5 / 30", "1.5 / 3 / 14; -"}},
    {"G7", {"<= 1.35", "1.2"}}, {"G8", {"0.80", "0.9"}}, {"G9", {"<= 1.10", "1.03"}}, {"G10", {"0.7; 0.9", "0.85; 0.95"}},
    {"G11", {"completes, 0.5", "0.8"}},
};

std::vector<double> numbersIn(const std::string& cell)
{
    static const std::regex number("[0-9]+([.][0-9]+)?");
    std::vector<double> found;
    for (std::sregex_iterator at(cell.begin(), cell.end(), number), end; at != end; ++at)
        found.push_back(std::stod(at->str()));
    return found;
}

// Rows "| C3 | measure | baseline | ceiling | goal | stretch |" of the page.
std::map<std::string, Cells> cellsOf(std::istream& page)
{
    static const std::regex row("[|] ([CG][0-9]+) [|][^|]*[|][^|]*[|][^|]*[|] ([^|]*) [|] ([^|]*) [|]");
    std::map<std::string, Cells> cells;
    std::smatch parts;
    for (std::string line; std::getline(page, line);)
        if (std::regex_match(line, parts, row))
            cells[parts[1]] = {parts[2], parts[3]};
    return cells;
}

std::map<std::string, std::vector<Goal>> goalsById()
{
    std::map<std::string, std::vector<Goal>> byId;
    for (const Goal& goal : goals())
        byId[std::string(goal.id)].push_back(goal);
    return byId;
}

// Empty: they agree. Else the first goal that differs.
std::string difference(const std::map<std::string, Cells>& page)
{
    const auto byId = goalsById();
    if (byId.size() != page.size())
        return "the number of goals";
    for (const auto& [id, cells] : page) {
        if (!byId.contains(id))
            return id;
        std::vector<double> ours, stretches;
        for (const Goal& goal : byId.at(id)) {
            if (goal.part != int(ours.size()) || goal.atMost != cells.goal.starts_with("<="))
                return id;
            ours.push_back(goal.goal);
            if (!std::isnan(goal.stretch))
                stretches.push_back(goal.stretch);
        }
        std::vector<double> theirs = numbersIn(cells.stretch);
        for (auto* list : {&stretches, &theirs}) {
            std::sort(list->begin(), list->end());
            list->erase(std::unique(list->begin(), list->end()), list->end());
        }
        if (ours != numbersIn(cells.goal) || stretches != theirs)
            return id;
    }
    return {};
}

}  // namespace

class BenchmarkGoalsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void goalsAreThoseOfTheCopy() { QCOMPARE(difference(kPage), std::string()); }

    void goalsAreThoseOfThePage()
    {
        std::ifstream file(CAIRN_SOURCE_DIR "/docs/performance.md");
        QVERIFY(file.is_open());
        const auto page = cellsOf(file);
        QCOMPARE(page.size(), kPage.size());
        QCOMPARE(difference(page), std::string());
    }

    void changedNumberIsNoticed()
    {
        auto page = kPage;
        page["C7"].goal = "0.8; 1.8; 2 / 6 / 16";
        QCOMPARE(difference(page), std::string("C7"));
        page = kPage;
        page["C9"].stretch = "0.95 / 0.8";
        QCOMPARE(difference(page), std::string("C9"));
    }

    void partIsFoundByIdAndNumber()
    {
        QCOMPARE(goalOf("C3", 4).goal, 12.0);
        QCOMPARE(goalOf("C13", 1).goal, 0.03);
        QVERIFY(goalOf("C13", 1).atMost);
    }
};

QTEST_GUILESS_MAIN(BenchmarkGoalsTest)
#include "benchmark_goals_test.moc"
