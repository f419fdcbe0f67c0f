// What all evaluations of cairn-lab share: options, engines, the journal of finished parts, progress, and the files of a report.
// One per run; one thread.
#pragma once

#include "app/common/arguments.h"
#include "core/engine/engine.h"
#include "core/evaluation/journal.h"
#include "core/evaluation/picture.h"
#include "core/evaluation/report.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace cairn
{

struct LabOptions
{
    std::optional<std::string> model, adapter, answerAdapter, rankingAdapter, questionAdapter;   // adapters: a file or "none"
    std::string out;                     // prefix of the report's files; empty: nothing is written, nothing resumed
    std::string memories;                // folder of memories kept between runs
    std::string command;                 // as typed
    std::uint64_t seed = 1;
    int threads = 0;
    KvType kv = KvType::Int8;
    bool json = false;                   // finished parts as JSON lines on standard output, instead of tables
};

// `own` and the options that every evaluation has.
std::vector<OptionSpec> withLabOptions(std::vector<OptionSpec> own);
Result<LabOptions> labOptions(const Arguments& arguments, std::string_view evaluation, std::span<char* const> words);

// "1K,2K,32K"; "0,25,100" (divided by 100); "a,b". InvalidArgument names what is wrong.
Result<std::vector<std::uint64_t>> lengthList(const std::string& list);
Result<std::vector<double>> depthList(const std::string& list);
std::vector<std::string> wordList(const std::string& list);

class Lab
{
public:
    // Opens the model with its adapters. `settings`: everything else that the parts depend on, for the journal. Errors of the model;
    // InvalidArgument: the journal under LabOptions::out is of another evaluation.
    static Result<std::unique_ptr<Lab>> open(const std::string& evaluation, LabOptions options, const std::string& settings);

    const LabOptions& options() const { return m_options; }
    const Engine& engine() const { return *m_engine; }
    Result<const Engine*> boundsEngine();                        // the same model without landmark adapter; opened on first use
    const std::string& modelPath() const { return m_modelPath; }
    const std::string& adapterPath() const { return m_adapterPath; }   // empty: none

    // A finished part of the journal, or computes it. Says on standard error how far the run is (`total` parts in all). `content`: of
    // what files hold that the part depends on, as contentOf() has it: what was kept of others is not taken for it.
    Result<const JsonValue*> part(const std::string& name, std::size_t total, const std::function<Result<std::string>()>& compute,
                                  const std::string& content = {});

    // Tells the contents of files apart, of one name or of different days. Empty: it can't be read.
    std::string contentOf(const std::string& file);
    bool known(const std::string& name) const { return m_journal.find(name) != nullptr; }

    // A text of `tokens` regular tokens read by `engine` in memory of the options' type. Progress on standard error.
    Result<Memory> read(const Engine& engine, std::span<const TokenId> tokens, const std::string& what) const;

    EvaluationReport report() const;     // with its origin

    // Prints the tables and writes OUT.json, OUT.md, OUT.csv (OUT-2.csv ..) and a PNG for each picture (OUT-NAME.png).
    Result<void> finish(const EvaluationReport& report, const std::vector<std::pair<std::string, Picture>>& pictures) const;

private:
    Lab() = default;
    Result<std::unique_ptr<Engine>> openEngine(bool withAdapter) const;

    LabOptions m_options;
    std::string m_evaluation, m_modelPath, m_adapterPath, m_answerAdapterPath, m_rankingAdapterPath, m_questionAdapterPath;
    std::unique_ptr<Engine> m_engine, m_bounds;
    Journal m_journal;
    std::map<std::string, std::string> m_contents;
    std::size_t m_done = 0;
};

}  // namespace cairn
