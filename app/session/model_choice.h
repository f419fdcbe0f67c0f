// Which model and adapters to use when little or nothing was said. Any thread; reads files.
#pragma once

#include "core/model/adapter.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace cairn
{

struct ModelWishes
{
    std::optional<std::string> model;      // file or folder; else CAIRN_MODEL, else the default model
    std::optional<std::string> adapter;    // landmark adapter; "none": without
    std::optional<std::string> answerAdapter;   // "none": without
    std::optional<std::string> rankingAdapter{};    // "none": without
    std::optional<std::string> questionAdapter{};   // "none": without
};

// Where no model is named: the one that a session was read with, if it is still there.
ModelWishes withRecorded(ModelWishes wishes, const std::string& recorded);

struct ModelChoice
{
    std::string model;
    std::string landmarkAdapter;           // empty: none
    std::string answerAdapter;             // empty: none
    std::string rankingAdapter;            // empty: none
    std::string questionAdapter;           // empty: none
    ModelFiles files;                      // the same, open: what was read to see whether it fits
};

// A named adapter must fit. Unnamed ones are the starter's where they fit the model's fingerprint (the question adapter also the
// landmarks'), else none.
// Where no model is named, the first default model that can be used.
// NotFound: no model anywhere (the message lists the folders searched, then, a line each, what is wrong with the models in them), or no
// such adapter file; Unsupported, Corruption: the named file's fault, or a folder without the tokenizer that texts need.
Result<ModelChoice> chooseModel(const ModelWishes& wishes);
Result<ModelChoice> chooseModelIn(const std::vector<std::filesystem::path>& folders,
                                  const ModelWishes& wishes);   // in place of the usual ones

// The same, a folder without tokenizer too: to look at it.
Result<ModelChoice> chooseAnyModel(const ModelWishes& wishes);

}  // namespace cairn
