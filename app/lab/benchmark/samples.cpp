#include "app/lab/benchmark/samples.h"

#include <algorithm>
#include <cmath>

namespace cairn::benchmark
{

namespace
{

std::vector<double> sorted(const std::vector<Sample>& samples, double Sample::*what)
{
    std::vector<double> values;
    for (const Sample& sample : samples)
        values.push_back(sample.*what);
    std::sort(values.begin(), values.end());
    return values;
}

double ratio(const Row& row, double baseline, double cairn)
{
    return row.atMost ? cairn / baseline : baseline / cairn;
}

bool reaches(const Row& row, double value)
{
    return row.atMost ? value <= row.goal : value >= row.goal;
}

void add(std::string& text, const std::string& more)
{
    if (!more.empty())
        text += text.empty() ? more : "; " + more;
}

}  // namespace

double Side::best(double Sample::*what) const
{
    return samples.empty() ? kUnknown : sorted(samples, what).front();
}

double Side::median(double Sample::*what) const
{
    const std::vector<double> values = sorted(samples, what);
    const std::size_t half = values.size() / 2;
    if (values.empty())
        return kUnknown;
    return values.size() % 2 ? values[half] : (values[half - 1] + values[half]) / 2;
}

const char* verdictName(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Pass: return "pass";
    case Verdict::Fail: return "fail";
    case Verdict::Unclear: return "unclear";
    case Verdict::Shared: return "shared";
    case Verdict::NotMeasured: return "not measured";
    case Verdict::NoGoal: return "no goal";
    }
    return "";
}

Judged judge(const Row& row)
{
    Judged out;
    if (!row.notMeasured.empty() || row.baseline.samples.empty() || row.cairn.samples.empty()) {
        out.reason = row.notMeasured.empty() ? "a side has no samples" : row.notMeasured;
        return out;
    }
    out.byProcessor = row.shared && row.processorTells && row.threads == 1;
    double Sample::*const what = out.byProcessor ? &Sample::processor : &Sample::wall;
    out.ratioMin = ratio(row, row.baseline.best(what), row.cairn.best(what));
    out.ratioMedian = ratio(row, row.baseline.median(what), row.cairn.median(what));
    const bool best = reaches(row, out.ratioMin), median = reaches(row, out.ratioMedian);
    if (std::isnan(row.goal))
        out.verdict = Verdict::NoGoal;
    else if (!std::isfinite(out.ratioMin) || !std::isfinite(out.ratioMedian))
        out.verdict = Verdict::NotMeasured;
    else if (row.shared && !out.byProcessor)
        out.verdict = Verdict::Shared;
    else
        out.verdict = best != median ? Verdict::Unclear : best ? Verdict::Pass : Verdict::Fail;
    add(out.reason, out.byProcessor ? "shared, by processor time" : row.shared ? "others used the cores" : "");
    add(out.reason, row.note);
    return out;
}

Row rowOf(const Goal& goal, std::string name)
{
    Row row;
    row.id = goal.id;
    row.name = std::move(name);
    row.ceiling = goal.ceiling;
    row.goal = goal.goal;
    row.stretch = goal.stretch;
    row.atMost = goal.atMost;
    return row;
}

}  // namespace cairn::benchmark
