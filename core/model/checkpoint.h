// What every file format yields before it becomes a Model, and the steps they share.
#pragma once

#include "core/model/fingerprint.h"
#include "core/model/model.h"
#include "core/model/model_config.h"
#include "core/model/tensor_table.h"

#include <map>
#include <string>
#include <vector>

namespace cairn
{

struct Checkpoint
{
    std::string path, name, license, format;
    std::vector<std::string> languages;
    ReadConfig config;
    TensorTable weights;                   // Hugging Face names
    std::shared_ptr<const Tokenizer> tokenizer;
    std::map<std::string, TokenId> addedTokens;   // of the folder, beside the tokenizer's own
    std::string tokenizerIdentity;         // bytes of the tokenizer's description, for the fingerprint
    std::string chatTemplate;
    std::vector<std::string> notes;
};

Result<Checkpoint> openGgufCheckpoint(const std::string& path);
Result<Checkpoint> openFolderCheckpoint(const std::string& path);

// Weights of a folder: model.safetensors, pytorch_model.bin or their shards, under the files' own names. NotFound: none of them.
struct FolderWeights
{
    TensorTable table;
    std::string format;                    // "safetensors F32 (2 shards)"
};
Result<FolderWeights> openFolderWeights(const std::string& folder);

// Checks dimensions and tensors, decides about landmark and suppressed ids, takes the fingerprint.
Result<Model> finishModel(Checkpoint checkpoint);

}  // namespace cairn
