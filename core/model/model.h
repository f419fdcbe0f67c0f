// A LLaMA-shaped checkpoint opened for use: configuration, tokenizer, chat format and a reader of its weights.
// Sources: Hugging Face folders (safetensors, sharded or not; .bin) and GGUF files. No Qt, no torch; nothing of a file is executed.
#pragma once

#include "core/model/tensor_type.h"
#include "core/tokenizer/chat_format.h"
#include "core/tokenizer/tokenizer.h"
#include "core/result.h"
#include "core/types/document.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace cairn
{

enum class RopeScalingKind { None, Linear, Ntk, DynamicNtk, Yarn, Llama3 };

struct RopeScaling   // landmark_semantics.md 10
{
    RopeScalingKind kind = RopeScalingKind::None;
    float factor = 1;                     // s
    float originalContext = 0;            // L0
    float lowFrequency = 1, highFrequency = 4;   // llama3
    float betaFast = 32, betaSlow = 1;           // YaRN
    float magnitude = 0;                         // YaRN: factor on queries and keys; 0: 0.1 ln s + 1
    bool wholeEnds = true;                       // YaRN: the ramp begins and ends at whole dimensions
};

// Of a checkpoint trained with landmark tokens (landmark_semantics.md 11).
struct LandmarkCheckpoint
{
    TokenId id = 32001;                   // mem_id
    std::uint32_t blockTokens = 50;       // F, mem_freq
    std::uint32_t trainContext = 512;     // C, train_context_length
    bool includeLandmarkInLoss = true;
};

struct ModelConfig
{
    std::uint32_t layers = 0, heads = 0, kvHeads = 0, headDim = 0;
    std::uint32_t hidden = 0, feedForward = 0, vocabulary = 0, context = 0;   // context: max_position_embeddings
    float normEpsilon = 1e-5f;
    float ropeTheta = 10000;
    RopeScaling ropeScaling;
    bool tiedEmbeddings = false;
    std::optional<LandmarkCheckpoint> landmark;
    std::vector<TokenId> suppressed;      // never generated: landmark and padding ids
};

// Tensors under their Hugging Face names ("model.layers.0.self_attn.q_proj.weight"), row-major [out, in], decoded to 32 bits;
// rows of q and k in half-split order whatever the file's order (landmark_semantics.md 10). One thread at a time.
class WeightReader
{
public:
    virtual ~WeightReader() = default;
    virtual bool has(const std::string& name) const = 0;
    virtual Result<std::vector<std::uint64_t>> shape(const std::string& name) const = 0;
    virtual Result<void> read(const std::string& name, std::span<float> out) const = 0;   // REQUIRES: out.size() == product of shape
    virtual std::vector<std::string> names() const = 0;

    // The same tensor undecoded, rows in the same order. REQUIRES: has(name); out.size() == *tensorBytes(type, product of shape),
    // rows are whole groups of the type.
    virtual Result<TensorType> storedType(const std::string& name) const = 0;
    virtual Result<void> readStored(const std::string& name, std::span<std::byte> out) const = 0;

    // The whole tensor as readStored() gives it where it lies in RAM already (OpenPlan::keepHalves), which the pointer keeps; null:
    // nowhere. REQUIRES: has(name).
    virtual Result<std::shared_ptr<const std::byte>> storedInRam(const std::string& name) const = 0;

    // Rows [first, first + out.size() / bytes of a row) of what readStored() gives. May be called from several threads at once.
    // REQUIRES: has(name); two dimensions; whole rows inside the tensor.
    virtual Result<void> readStoredRows(const std::string& name, std::uint64_t first, std::span<std::byte> out) const = 0;
};

struct Model
{
    std::string path;                     // as given
    std::string name;                     // model_name.h, or the folder's name
    std::string license;                  // as the file states it; may be empty
    std::vector<std::string> languages;   // it was taught, as the file states them ("en", ISO 639); none: it doesn't say
    std::string format;                   // "GGUF v3 Q4_1", "safetensors F32 (2 shards)", "PyTorch .bin"
    ModelConfig config;
    std::shared_ptr<const Tokenizer> tokenizer;   // null only for folders without one (golden cases)
    ChatFormat chat;
    std::unique_ptr<WeightReader> weights;
    std::uint64_t parameters = 0;         // numbers in the weights
    std::uint64_t weightBytes = 0;        // as stored
    Hash128 fingerprint{};                // XXH3-128 over weights, configuration, tokenizer, chat prefix (reliability.md 3.3)
    std::vector<std::string> notes;       // what was assumed ("no train_context_length: 512, as the released checkpoint")
};

struct OpenPlan
{
    bool keepHalves = false;   // a model of 16-bit numbers is read into RAM at once and stays there for storedInRam()
    int threads = 1;           // that read then
};

// `path`: a .gguf file or a folder. Errors name the file, the byte offset and the rule. NotFound: no such file.
Result<Model> openModel(const std::string& path, const OpenPlan& plan = {});

// Fingerprint in the text form used by adapters and sessions: 32 lower-case hexadecimal digits.
std::string toHex(const Hash128& hash);

}  // namespace cairn
