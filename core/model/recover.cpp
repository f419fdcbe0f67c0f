#include "core/model/recover.h"
#include "core/formats/json.h"
#include "core/model/checkpoint.h"
#include "core/model/model_config.h"
#include "core/model/safetensors_writer.h"
#include "core/types/paths.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <new>
#include <numeric>

#include <fcntl.h>
#include <unistd.h>

namespace cairn
{

namespace
{

namespace fs = std::filesystem;

constexpr double kReleasedSum = 49798.7656;   // landmark_semantics.md 11
constexpr double kWarnAbove = 1e-2;
constexpr double kRefuseAbove = 0.5;
constexpr std::uint64_t kTokenizerBytes = 64ull << 20;

bool isReleasedShape(const ModelConfig& c)
{
    return c.layers == 32 && c.heads == 32 && c.kvHeads == 32 && c.hidden == 4096 && c.feedForward == 11008 && c.vocabulary == 32002;
}

bool isVocabularyMatrix(const std::string& name)
{
    return name == "model.embed_tokens.weight" || name == "lm_head.weight";
}

// The released sum counts each layer's rotary buffer, which is not kept.
double rotarySum(const ModelConfig& c)
{
    double sum = 0;
    for (std::uint32_t j = 0; j < c.headDim; j += 2)
        sum += std::pow(double{c.ropeTheta}, -double(j) / c.headDim);
    return sum * c.layers;
}

class Recovery
{
public:
    Recovery(const std::string& base, const std::string& difference, const std::string& out, const RecoverOptions& options)
        : m_basePath(base), m_differencePath(difference), m_out(out), m_options(options)
    {
    }

    Result<RecoverReport> run()
    {
        for (const auto step : {&Recovery::readInputs, &Recovery::checkInputs, &Recovery::prepareFolder})
            if (auto done = (this->*step)(); !done)
                return done.error();
        for (const auto step : {&Recovery::writeWeights, &Recovery::checkSum, &Recovery::writeConfig, &Recovery::writeTokenizer})
            if (auto done = (this->*step)(); !done) {
                removeOutput();
                return done.error();
            }
        return m_report;
    }
    void removeOutput()
    {
        std::error_code ignored;
        if (m_created)
            fs::remove_all(m_out, ignored);
    }

private:
    struct Shard
    {
        std::string file;
        std::vector<std::string> tensors;
    };

    Result<void> readInputs();
    Result<void> checkInputs();
    Result<void> checkTensor(const std::string& name, const std::vector<std::uint64_t>& shape) const;
    Result<void> prepareFolder();
    Result<void> writeWeights();
    Result<void> writeShard(const Shard& shard);
    Result<std::vector<float>> recovered(const std::string& name) const;
    Result<void> checkSum();
    Result<void> writeConfig();
    Result<void> writeIndex();
    Result<void> writeTokenizer();
    Result<void> writeText(const std::string& name, const std::string& text) const;
    std::vector<Shard> plan() const;
    Error mismatch(const std::string& what) const { return {ErrorCode::InvalidArgument, m_differencePath + ": " + what}; }

    std::string m_basePath, m_differencePath, m_out;
    const RecoverOptions& m_options;
    std::optional<TensorTableReader> m_base, m_difference;
    JsonValue m_configJson;
    ModelConfig m_config;
    std::map<std::string, std::vector<std::uint64_t>> m_shapes;
    std::vector<Shard> m_shards;
    RecoverReport m_report;
    std::uint64_t m_bytesDone = 0, m_bytesTotal = 0;
    bool m_created = false;
};

Result<void> Recovery::readInputs()
{
    auto base = openFolderWeights(m_basePath);
    if (!base)
        return base.error();
    auto difference = openFolderWeights(m_differencePath);
    if (!difference)
        return difference.error();
    auto json = readJsonFile(m_differencePath + "/config.json");
    if (!json)
        return json.error();
    auto config = configFromJson(*json, m_differencePath + "/config.json");
    if (!config)
        return config.error();
    m_base.emplace(std::move(base->table));
    m_difference.emplace(std::move(difference->table));
    m_configJson = *std::move(json);
    m_config = config->config;
    if (!m_config.landmark)
        m_config.landmark = LandmarkCheckpoint{};
    if (m_config.landmark->id < 0 || !m_configJson.find("mem_id"))
        m_config.landmark->id = static_cast<TokenId>(m_config.vocabulary) - 1;   // released: 32001 of 32002
    return checkDimensions(m_config, m_differencePath + "/config.json");
}

Result<void> Recovery::checkTensor(const std::string& name, const std::vector<std::uint64_t>& shape) const
{
    auto base = m_base->shape(name);
    auto difference = m_difference->shape(name);
    if (!difference || *difference != shape)
        return mismatch("the tensor " + name + " is missing or has another shape than " + shapeText(shape) + ".");
    if (!base)
        return mismatch("the base model has no tensor " + name + "; choose the model that the differences were taken from.");
    std::vector<std::uint64_t> resized = *base;
    if (isVocabularyMatrix(name) && !resized.empty() && resized[0] > 0 && resized[0] <= shape[0])
        resized[0] = shape[0];
    if (resized != shape)
        return mismatch("the base model's tensor " + name + " has the shape " + shapeText(*base) + ", the differences "
                        + shapeText(shape) + "; choose the model that they were taken from.");
    return {};
}

Result<void> Recovery::checkInputs()
{
    m_shapes = expectedTensors(m_config);
    for (const auto& [name, shape] : m_shapes) {
        if (auto done = checkTensor(name, shape); !done)
            return done;
        m_bytesTotal += *elementCount(shape) * sizeof(float);
    }
    for (const std::string& name : m_difference->names())
        if (!m_shapes.contains(name) && !isIgnoredTensor(name, m_config))
            return mismatch("the tensor " + name + " is no part of a LLaMA-shaped model.");
    return {};
}

Result<void> Recovery::prepareFolder()
{
    std::error_code failed;
    if (fs::exists(m_out, failed) && !fs::is_empty(m_out, failed))
        return Error{ErrorCode::InvalidArgument, m_out + ": the folder is not empty; choose a new one."};
    m_created = !fs::exists(m_out, failed);
    fs::create_directories(m_out, failed);
    if (!fs::is_directory(m_out, failed))
        return Error{ErrorCode::Io, m_out + ": the folder can't be made."};
    const auto space = fs::space(m_out, failed);
    if (!failed && space.available < m_bytesTotal + (64u << 20)) {
        removeOutput();
        return Error{ErrorCode::DiskFull, m_out + ": " + std::to_string((m_bytesTotal >> 20) + 64) + " MiB are needed, "
                                              + std::to_string(space.available >> 20) + " MiB are free."};
    }
    m_created = true;   // from here on it holds only what we write
    return {};
}

std::vector<Recovery::Shard> Recovery::plan() const
{
    std::vector<Shard> shards(1);
    std::uint64_t bytes = 0;
    for (const auto& [name, shape] : m_shapes) {
        const std::uint64_t size = *elementCount(shape) * sizeof(float);
        if (bytes > 0 && bytes + size > m_options.shardBytes) {
            shards.emplace_back();
            bytes = 0;
        }
        shards.back().tensors.push_back(name);
        bytes += size;
    }
    for (std::size_t i = 0; i < shards.size(); ++i) {
        char file[64];
        std::snprintf(file, sizeof file, "model-%05zu-of-%05zu.safetensors", i + 1, shards.size());
        shards[i].file = shards.size() == 1 ? "model.safetensors" : file;
    }
    return shards;
}

// Base rows, the mean row for each new one, plus the difference.
Result<std::vector<float>> Recovery::recovered(const std::string& name) const
{
    const auto& shape = m_shapes.at(name);
    std::vector<float> values(*elementCount(shape));
    const std::uint64_t baseCount = *elementCount(*m_base->shape(name));
    if (auto done = m_base->read(name, std::span(values).first(baseCount)); !done)
        return done.error();
    if (baseCount < values.size()) {
        const std::size_t columns = shape[1], rows = baseCount / columns;
        std::vector<double> mean(columns, 0.0);
        for (std::size_t i = 0; i < baseCount; ++i)
            mean[i % columns] += values[i];
        for (std::size_t i = baseCount; i < values.size(); ++i)
            values[i] = static_cast<float>(mean[i % columns] / static_cast<double>(rows));
    }
    std::vector<float> difference(values.size());
    if (auto done = m_difference->read(name, difference); !done)
        return done.error();
    std::transform(values.begin(), values.end(), difference.begin(), values.begin(), std::plus<>());
    return values;
}

Result<void> Recovery::writeShard(const Shard& shard)
{
    std::vector<TensorDescription> descriptions;
    for (const std::string& name : shard.tensors)
        descriptions.push_back({name, m_shapes.at(name), TensorType::F32});
    auto writer = SafetensorsWriter::create(m_out + "/" + shard.file, std::move(descriptions), {{"format", "pt"}});
    if (!writer)
        return writer.error();
    for (const std::string& name : shard.tensors) {
        if (m_options.stop.stop_requested())
            return Error{ErrorCode::Cancelled, "Recovering was stopped; nothing was kept."};
        auto values = recovered(name);
        if (!values)
            return values.error();
        m_report.sum = std::accumulate(values->begin(), values->end(), m_report.sum);
        if (auto done = writer->append(*values); !done)
            return done;
        m_bytesDone += values->size() * sizeof(float);
        if (m_options.onProgress)
            m_options.onProgress({name, m_bytesDone, m_bytesTotal});
    }
    return writer->finish();
}

Result<void> Recovery::writeWeights()
{
    m_shards = plan();
    for (const Shard& shard : m_shards)
        if (auto done = writeShard(shard); !done)
            return done;
    return m_shards.size() == 1 ? Result<void>() : writeIndex();
}

Result<void> Recovery::checkSum()
{
    m_report.sum += rotarySum(m_config);
    m_report.expectedSum = m_options.expectedSum;
    if (!m_report.expectedSum && isReleasedShape(m_config))
        m_report.expectedSum = kReleasedSum;
    if (!m_report.expectedSum) {
        m_report.notes.push_back("No published sum is known for this model; the weights were not compared with one.");
        return {};
    }
    const double distance = std::abs(m_report.sum - *m_report.expectedSum);
    const std::string text =
        "The sum of the weights is " + std::to_string(m_report.sum) + ", published is " + std::to_string(*m_report.expectedSum);
    if (!(distance <= kRefuseAbove))
        return Error{ErrorCode::Corruption, text + "; the base model or the differences are not the published ones."};
    if (distance > kWarnAbove)
        m_report.notes.push_back(text + "; the published one was added up in 32 bits.");
    return {};
}

Result<void> Recovery::writeText(const std::string& name, const std::string& text) const
{
    const std::string path = m_out + "/" + name;
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    const ssize_t length = descriptor < 0 ? -1 : ::write(descriptor, text.data(), text.size());
    const bool complete = length == static_cast<ssize_t>(text.size()) && ::fsync(descriptor) == 0;
    const int code = length >= 0 && length < static_cast<ssize_t>(text.size()) ? ENOSPC : errno;
    if (descriptor >= 0 && ::close(descriptor) == 0 && complete)
        return {};
    return Error{code == ENOSPC ? ErrorCode::DiskFull : ErrorCode::Io, path + ": writing failed: " + std::strerror(code) + "."};
}

Result<void> Recovery::writeIndex()
{
    JsonWriter json;
    json.beginObject().key("metadata").beginObject().member("total_size", m_bytesTotal).endObject();
    json.key("weight_map").beginObject();
    for (const Shard& shard : m_shards)
        for (const std::string& name : shard.tensors)
            json.member(name, shard.file);
    json.endObject().endObject();
    return writeText("model.safetensors.index.json", json.text());
}

Result<void> Recovery::writeConfig()
{
    static constexpr std::string_view kOwn[] = {"mem_id",      "mem_freq", "train_context_length", "include_landmark_in_loss",
                                                "torch_dtype", "dtype"};
    JsonWriter json;
    json.beginObject();
    for (const JsonMember& member : m_configJson.members())
        if (std::find(std::begin(kOwn), std::end(kOwn), member.key) == std::end(kOwn))
            json.key(member.key).value(member.value);
    json.member("torch_dtype", "float32").member("mem_id", m_config.landmark->id).member("mem_freq", m_config.landmark->blockTokens);
    json.member("train_context_length", m_config.landmark->trainContext);
    json.member("include_landmark_in_loss", m_config.landmark->includeLandmarkInLoss).endObject();
    return writeText("config.json", json.text());
}

// Of the differences where they have it, else of the base.
Result<void> Recovery::writeTokenizer()
{
    bool added = false;
    for (const char* name :
         {"tokenizer.model", "tokenizer.json", "tokenizer_config.json", "special_tokens_map.json", "added_tokens.json"}) {
        std::error_code failed;
        const bool own = fs::exists(m_differencePath + "/" + name, failed);
        if (!own && !fs::exists(m_basePath + "/" + name, failed))
            continue;
        auto text = readWholeFile((own ? m_differencePath : m_basePath) + "/" + name, kTokenizerBytes);
        if (!text)
            return text.error();
        if (auto done = writeText(name, *text); !done)
            return done;
        added = added || (own && std::string_view(name) == "added_tokens.json");
    }
    if (added || m_config.landmark->id < 1 || pathExists(m_out + "/added_tokens.json"))
        return {};
    JsonWriter json;
    json.beginObject().member("[PAD]", m_config.landmark->id - 1).member("<landmark>", m_config.landmark->id).endObject();
    return writeText("added_tokens.json", json.text());
}

}  // namespace

Result<RecoverReport> recoverTunedWeights(const std::string& base, const std::string& difference, const std::string& out,
                                          const RecoverOptions& options)
{
    Recovery recovery(base, difference, out, options);
    try {
        return recovery.run();
    } catch (const std::bad_alloc&) {
        recovery.removeOutput();
        return Error{ErrorCode::OutOfMemory, out + ": not enough memory for two matrices of the model."};
    } catch (const fs::filesystem_error& error) {
        recovery.removeOutput();
        return Error{ErrorCode::Io, out + ": " + error.code().message() + "."};
    }
}

}  // namespace cairn
