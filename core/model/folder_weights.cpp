#include "core/model/checkpoint.h"
#include "core/model/safetensors.h"
#include "core/model/torch_archive.h"

#include <filesystem>
#include <set>

namespace cairn
{

namespace
{

constexpr std::size_t kShards = 1'024;

bool exists(const std::string& path)
{
    std::error_code failed;
    return std::filesystem::exists(path, failed);
}

struct OneFile
{
    std::shared_ptr<const ByteSource> source;
    std::map<std::string, StoredTensor> tensors;
};

Result<OneFile> openWeightFile(const std::string& path)
{
    auto source = InputFile::open(path);
    if (!source)
        return source.error();
    if (path.ends_with(".safetensors")) {
        auto file = readSafetensors(*source);
        if (!file)
            return file.error();
        return OneFile{*source, std::move(file->tensors)};
    }
    auto tensors = readTorchArchive(*source);
    if (!tensors)
        return tensors.error();
    return OneFile{*source, *std::move(tensors)};
}

// Only names of files beside the index: a path could lead anywhere.
bool isPlainName(const std::string& name, const std::string& suffix)
{
    return name.ends_with(suffix) && name.front() != '.' && name.size() <= 255
           && name.find_first_of(std::string_view("/\\\0", 3)) == std::string::npos;
}

using WeightMap = std::map<std::string, std::string>;   // tensor -> file

Result<WeightMap> readIndex(const std::string& path, const std::string& suffix)
{
    auto json = readJsonFile(path);
    if (!json)
        return json.error();
    const JsonValue* map = json->find("weight_map");
    if (!map || map->members().empty())
        return Error{ErrorCode::Corruption, path + ": weight_map is missing or empty."};
    WeightMap result;
    std::set<std::string> files;
    for (const JsonMember& member : map->members()) {
        const std::string* file = member.value.string();
        if (!file || file->empty() || !isPlainName(*file, suffix))
            return Error{ErrorCode::Corruption,
                         path + ": the file of the tensor " + member.key + " is not a plain name ending in " + suffix + "."};
        files.insert(*file);
        result.emplace(member.key, *file);
    }
    if (files.size() > kShards)
        return Error{ErrorCode::Corruption, path + ": more than 1024 files."};
    return result;
}

// Takes a shard's tensors; each must be listed for this very file.
Result<void> takeShard(const std::string& folder, const std::string& name, WeightMap& map, TensorTable& table)
{
    auto file = openWeightFile(folder + "/" + name);
    if (!file)
        return file.error();
    const auto index = static_cast<std::uint32_t>(table.sources.size());
    table.sources.push_back(file->source);
    for (auto& [tensorName, tensor] : file->tensors) {
        const auto listed = map.find(tensorName);
        if (listed == map.end() || listed->second != name)
            return Error{ErrorCode::Corruption,
                         folder + "/" + name + ": the index doesn't list the tensor " + tensorName + " for this file."};
        map.erase(listed);
        tensor.source = index;
        table.tensors.emplace(tensorName, std::move(tensor));
    }
    return {};
}

Result<FolderWeights> openShards(const std::string& folder, const std::string& index, const std::string& suffix)
{
    auto map = readIndex(folder + "/" + index, suffix);
    if (!map)
        return map.error();
    std::set<std::string> files;
    for (const auto& [tensor, file] : *map)
        files.insert(file);
    FolderWeights weights;
    for (const std::string& file : files)
        if (auto done = takeShard(folder, file, *map, weights.table); !done)
            return done.error();
    if (!map->empty()) {
        return Error{ErrorCode::Corruption, folder + "/" + index + ": the tensor " + map->begin()->first + " is not in the file "
                                                + map->begin()->second + "."};
    }
    return weights;
}

Result<FolderWeights> openSingle(const std::string& path)
{
    auto file = openWeightFile(path);
    if (!file)
        return file.error();
    FolderWeights weights;
    weights.table = {{file->source}, std::move(file->tensors)};
    return weights;
}

}  // namespace

Result<FolderWeights> openFolderWeights(const std::string& folder)
{
    struct Candidate
    {
        std::string single, index, suffix, label;
    };
    const Candidate candidates[] = {{"model.safetensors", "model.safetensors.index.json", ".safetensors", "safetensors"},
                                    {"pytorch_model.bin", "pytorch_model.bin.index.json", ".bin", "PyTorch .bin"}};
    for (const Candidate& c : candidates) {
        const bool single = exists(folder + "/" + c.single);
        if (!single && !exists(folder + "/" + c.index))
            continue;
        auto weights = single ? openSingle(folder + "/" + c.single) : openShards(folder, c.index, c.suffix);
        if (!weights)
            return weights.error();
        weights->format = c.label + " " + weights->table.dominantType();
        if (!single)
            weights->format += " (" + std::to_string(weights->table.sources.size()) + " shards)";
        return weights;
    }
    return Error{ErrorCode::NotFound, folder + ": no model.safetensors or pytorch_model.bin, and no index of either."};
}

}  // namespace cairn
