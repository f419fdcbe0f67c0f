// The report of `cairn-lab benchmark`: a table to read and one JSON object, both as performance.md 9 lays them out. Pure.
#pragma once

#include "app/lab/benchmark/machine.h"
#include "app/lab/benchmark/probes.h"
#include "app/lab/benchmark/samples.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace cairn::benchmark
{

struct BaselineSettings   // the best of the sweep
{
    bool flashAttention = false;
    int threads = 1;
    std::uint32_t ubatch = 512;
};

struct BaselineFacts
{
    std::string name, version, sha256;
    std::map<std::string, BaselineSettings> settings;   // by "id case"
};

struct BuildFacts
{
    std::string version, compiler, torch, cuda, sqlite;   // cuda empty: without
};

struct Report
{
    MachineFacts machine;
    std::string level, gpu, driver;              // gpu empty: none answers
    BuildFacts build;
    std::optional<BaselineFacts> baseline;       // none: not given
    std::optional<ProbeRates> first, last;
    double deviceCopy = kUnknown, deviceLink = kUnknown;   // bytes/s: read and written in the GPU's memory; from pinned memory to it
    LoadNote before, after;
    double othersShare = 0, stealShare = 0;      // over the whole run
    std::vector<Row> rows;

    bool shared() const;                         // the run, or one of its rows
};

std::string lineOf(const Row& row);          // one row as in the table, for progress
std::string tableOf(const Report& report);   // UTF-8, lines with \n: what the machine is, a line per row, how loaded it was
std::string jsonOf(const Report& report);    // one line

std::size_t measuredRows(const Report& report);   // rows with a figure

// 0; 1: `gate` and a goal failed; 2: no row has a figure. Callers refuse a gate on a shared machine.
int exitCodeOf(const Report& report, bool gate);

}  // namespace cairn::benchmark
