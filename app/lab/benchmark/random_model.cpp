#include "app/lab/benchmark/random_model.h"

#include "core/model/safetensors_writer.h"
#include "core/types/half.h"
#include "core/types/random.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <span>
#include <vector>

namespace cairn::benchmark
{

namespace
{

constexpr std::uint64_t kAlignment = 32;       // of tensors in the file
constexpr std::uint32_t kGroup = 32;           // numbers of one block of Q8_0 and Q4_0

struct Matrix
{
    std::string name, folderName;              // of GGUF; of Hugging Face
    std::uint64_t rows = 0, columns = 0;       // columns 0: a norm of `rows` ones
};

std::vector<Matrix> matricesOf(const RandomModelShape& s)
{
    const std::uint64_t q = std::uint64_t{s.heads} * s.headDim, kv = std::uint64_t{s.kvHeads} * s.headDim;
    std::vector<Matrix> all{{"token_embd.weight", "model.embed_tokens.weight", s.vocabulary, s.hidden}};
    for (std::uint32_t i = 0; i < s.layers; ++i) {
        const std::string layer = "blk." + std::to_string(i) + ".", folder = "model.layers." + std::to_string(i) + ".";
        all.push_back({layer + "attn_norm.weight", folder + "input_layernorm.weight", s.hidden, 0});
        all.push_back({layer + "attn_q.weight", folder + "self_attn.q_proj.weight", q, s.hidden});
        all.push_back({layer + "attn_k.weight", folder + "self_attn.k_proj.weight", kv, s.hidden});
        all.push_back({layer + "attn_v.weight", folder + "self_attn.v_proj.weight", kv, s.hidden});
        all.push_back({layer + "attn_output.weight", folder + "self_attn.o_proj.weight", s.hidden, q});
        all.push_back({layer + "ffn_norm.weight", folder + "post_attention_layernorm.weight", s.hidden, 0});
        all.push_back({layer + "ffn_gate.weight", folder + "mlp.gate_proj.weight", s.feedForward, s.hidden});
        all.push_back({layer + "ffn_up.weight", folder + "mlp.up_proj.weight", s.feedForward, s.hidden});
        all.push_back({layer + "ffn_down.weight", folder + "mlp.down_proj.weight", s.hidden, s.feedForward});
    }
    all.push_back({"output_norm.weight", "model.norm.weight", s.hidden, 0});
    if (!s.tied)
        all.push_back({"output.weight", "lm_head.weight", s.vocabulary, s.hidden});
    return all;
}

class Numbers   // splitmix64
{
public:
    explicit Numbers(std::uint64_t seed) : m_state(seed) {}
    std::uint64_t next() { return scatter(m_state += 0x9E3779B97F4A7C15ull); }
    float uniform() { return static_cast<float>(static_cast<std::int64_t>(next()) >> 40) * 0x1p-23f; }   // [-1, 1)

private:
    std::uint64_t m_state;
};

float widthFor(std::uint64_t inputs)   // uniform in +-width has variance 1 / inputs
{
    return std::sqrt(3.0f / static_cast<float>(inputs));
}

std::uint32_t ggmlType(TensorType type)   // numbers of the format
{
    return type == TensorType::F16 ? 1 : type == TensorType::Q4_0 ? 2 : type == TensorType::Q8_0 ? 8 : 0;
}

// Groups of 32 numbers as the file keeps them: [scale fp16][32 int8] or [scale fp16][16 bytes of two nibbles].
void appendGroups(std::vector<std::byte>& out, TensorType type, float width, std::uint64_t groups, Numbers& random)
{
    const std::size_t bytes = type == TensorType::Q8_0 ? 32 : 16;
    constexpr float kMostNibble = 7.2457f;   // sqrt(3) deviations of -7 .. 7, 0 twice
    const std::uint16_t scale = floatToHalf(width / (type == TensorType::Q8_0 ? 127.0f : kMostNibble));
    std::byte group[34];
    std::memcpy(group, &scale, 2);
    for (std::uint64_t i = 0; i < groups; ++i) {
        for (std::size_t at = 0; at < bytes; at += 8) {
            std::uint64_t number = random.next();
            // No -128, which Q8_0 doesn't use, and 8 (which is zero) for the nibble -8: a mean beside zero is a direction that all
            // tokens share, and after a layer there would be nothing else
            const bool byBytes = type == TensorType::Q8_0;
            for (int shift = 0; shift < 64; shift += byBytes ? 8 : 4) {
                if (byBytes && ((number >> shift) & 0xFF) == 0x80)
                    number ^= 1ull << shift;
                if (!byBytes && ((number >> shift) & 0xF) == 0)
                    number |= 8ull << shift;
            }
            std::memcpy(group + 2 + at, &number, 8);
        }
        out.insert(out.end(), group, group + 2 + bytes);
    }
}

class GgufWriter
{
public:
    GgufWriter(const std::string& path, const RandomModelShape& shape, TensorType type)
        : m_out(path, std::ios::binary), m_shape(shape), m_type(type)
    {
    }

    Result<void> run(std::uint64_t seed)
    {
        const std::vector<Matrix> matrices = matricesOf(m_shape);
        header(matrices);
        Numbers random(seed);
        for (const Matrix& matrix : matrices)
            data(matrix, random);
        if (!m_out.flush())
            return Error{ErrorCode::Io, "A model for the measurement can't be written. Free space in the folder for temporary files."};
        return {};
    }

private:
    template <typename T>
    void put(T value)
    {
        m_out.write(reinterpret_cast<const char*>(&value), sizeof value);
    }
    void text(const std::string& value)
    {
        put<std::uint64_t>(value.size());
        m_out.write(value.data(), static_cast<std::streamsize>(value.size()));
    }
    void key(const std::string& name, std::uint32_t type)
    {
        text(name);
        put(type);
        ++m_pairs;
    }
    void integer(const std::string& name, std::uint32_t value)
    {
        key(name, 4);
        put(value);
    }
    void real(const std::string& name, float value)
    {
        key(name, 6);
        put(value);
    }
    void string(const std::string& name, const std::string& value)
    {
        key(name, 8);
        text(value);
    }
    void arrayOf(const std::string& name, std::uint32_t type)
    {
        key(name, 9);
        put(type);
        put<std::uint64_t>(m_shape.vocabulary);
    }

    std::uint64_t bytesOf(const Matrix& matrix) const
    {
        if (matrix.columns == 0)
            return matrix.rows * 4;
        return tensorBytes(m_type, matrix.rows * matrix.columns).value_or(0);
    }

    void header(const std::vector<Matrix>& matrices)
    {
        m_out.write("GGUF", 4);
        put<std::uint32_t>(3);
        put<std::uint64_t>(matrices.size());
        const auto count = m_out.tellp();
        put<std::uint64_t>(0);
        dimensions();
        vocabulary();
        const auto end = m_out.tellp();
        m_out.seekp(count);
        put<std::uint64_t>(m_pairs);
        m_out.seekp(end);
        std::uint64_t offset = 0;
        for (const Matrix& matrix : matrices) {
            text(matrix.name);
            put<std::uint32_t>(matrix.columns == 0 ? 1 : 2);
            if (matrix.columns != 0)
                put(matrix.columns);
            put(matrix.rows);
            put<std::uint32_t>(matrix.columns == 0 ? 0 : ggmlType(m_type));
            put(offset);
            offset += (bytesOf(matrix) + kAlignment - 1) / kAlignment * kAlignment;
        }
    }

    void dimensions()
    {
        string("general.architecture", "llama");
        string("general.name", m_shape.name);
        integer("llama.block_count", m_shape.layers);
        integer("llama.attention.head_count", m_shape.heads);
        integer("llama.attention.head_count_kv", m_shape.kvHeads);
        integer("llama.embedding_length", m_shape.hidden);
        integer("llama.feed_forward_length", m_shape.feedForward);
        integer("llama.context_length", m_shape.context);
        integer("llama.rope.dimension_count", m_shape.headDim);
        integer("llama.vocab_size", m_shape.vocabulary);
        real("llama.attention.layer_norm_rms_epsilon", 1e-5f);
        real("llama.rope.freq_base", 10000);
    }

    // <unk>, <s>, </s>, the 256 bytes, then words, <landmark> at the end.
    void vocabulary()
    {
        static constexpr const char* kFirst[] = {"<unk>", "<s>", "</s>"};
        const std::uint32_t landmark = m_shape.landmarks ? m_shape.vocabulary - 1 : m_shape.vocabulary;
        string("tokenizer.ggml.model", "llama");
        arrayOf("tokenizer.ggml.tokens", 8);
        for (std::uint32_t id = 0; id < m_shape.vocabulary; ++id) {
            char byte[8];
            std::snprintf(byte, sizeof byte, "<0x%02X>", (id - 3) & 0xFF);
            text(id < 3 ? kFirst[id] : id < 259 ? byte : id == landmark ? "<landmark>" : "\xE2\x96\x81w" + std::to_string(id));
        }
        arrayOf("tokenizer.ggml.scores", 6);
        for (std::uint32_t id = 0; id < m_shape.vocabulary; ++id)
            put(id < 259 ? 0.0f : -static_cast<float>(id));
        arrayOf("tokenizer.ggml.token_type", 5);
        for (std::uint32_t id = 0; id < m_shape.vocabulary; ++id)
            put<std::int32_t>(id == 0 ? 2 : id < 3 || id == landmark ? 3 : id < 259 ? 6 : 1);   // unknown, control, byte, normal
        integer("tokenizer.ggml.bos_token_id", 1);
        integer("tokenizer.ggml.eos_token_id", 2);
        integer("tokenizer.ggml.unknown_token_id", 0);
    }

    void data(const Matrix& matrix, Numbers& random)
    {
        const std::uint64_t at = static_cast<std::uint64_t>(m_out.tellp());
        for (std::uint64_t i = at; i % kAlignment != 0; ++i)
            put<char>(0);
        for (std::uint64_t row = 0; matrix.columns == 0 && row < matrix.rows; ++row)
            put(1.0f);
        std::vector<std::byte> bytes;
        const float width = widthFor(matrix.columns ? matrix.columns : 1);
        for (std::uint64_t row = 0; matrix.columns != 0 && row < matrix.rows; ++row) {
            bytes.clear();
            if (m_type == TensorType::F16)
                for (std::uint64_t i = 0; i < matrix.columns; ++i) {
                    const std::uint16_t half = floatToHalf(width * random.uniform());
                    const auto* raw = reinterpret_cast<const std::byte*>(&half);
                    bytes.insert(bytes.end(), raw, raw + 2);
                }
            else
                appendGroups(bytes, m_type, width, matrix.columns / kGroup, random);
            m_out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
        }
    }

    std::ofstream m_out;
    RandomModelShape m_shape;
    TensorType m_type;
    std::uint64_t m_pairs = 0;
};

}  // namespace

RandomModelShape smolLm2Shape()
{
    return {"smollm2 shape", 30, 9, 3, 64, 576, 1536, 49152, 8192, true};
}

RandomModelShape tinyLlamaShape()
{
    return {"1.1B shape", 22, 32, 4, 64, 2048, 5632, 32000, 2048, false};
}

namespace
{

std::uint32_t vocabularyShare(std::uint32_t vocabulary, std::uint32_t layers)   // of a model with 32 layers
{
    return std::max(512u, vocabulary / 32 * layers / 32 * 32);
}

std::string nameOfShare(const char* name, std::uint32_t layers)
{
    return std::string(name) + " shape, " + std::to_string(layers) + " layers";
}

}  // namespace

RandomModelShape llama7bShape(std::uint32_t layers)
{
    return {nameOfShare("7B", layers), layers, 32, 32, 128, 4096, 11008, vocabularyShare(32000, layers), 2048, false};
}

RandomModelShape llama8bShape(std::uint32_t layers)
{
    return {nameOfShare("8B", layers), layers, 32, 8, 128, 4096, 14336, vocabularyShare(128256, layers), 8192, false};
}

Result<void> writeRandomGguf(const std::string& path, const RandomModelShape& shape, TensorType type, std::uint64_t seed)
{
    const bool known = type == TensorType::F16 || type == TensorType::Q8_0 || type == TensorType::Q4_0;
    if (!known || shape.hidden % kGroup != 0 || shape.feedForward % kGroup != 0 || shape.vocabulary < 300)
        return Error{ErrorCode::InvalidArgument, "Random models are written in F16, Q8_0 or Q4_0, with rows of whole groups of 32."};
    return GgufWriter(path, shape, type).run(seed);
}

Result<void> writeRandomFolder(const std::string& folder, const RandomModelShape& shape, std::uint64_t seed)
{
    std::error_code code;
    std::filesystem::create_directories(folder, code);
    const auto field = [](const char* name, std::uint64_t value) { return ",\"" + std::string(name) + "\":" + std::to_string(value); };
    std::ofstream config(folder + "/config.json");
    config << R"({"model_type":"llama","hidden_act":"silu","rms_norm_eps":1e-05,"rope_theta":10000.0)" << field("hidden_size", shape.hidden)
           << field("intermediate_size", shape.feedForward) << field("num_hidden_layers", shape.layers)
           << field("num_attention_heads", shape.heads) << field("num_key_value_heads", shape.kvHeads) << field("head_dim", shape.headDim)
           << field("max_position_embeddings", shape.context) << field("vocab_size", shape.vocabulary)
           << ",\"tie_word_embeddings\":" << (shape.tied ? "true" : "false") << "}\n";
    config.close();
    const std::vector<Matrix> matrices = matricesOf(shape);
    std::vector<TensorDescription> tensors;
    for (const Matrix& matrix : matrices) {
        const auto sizes =
            matrix.columns ? std::vector<std::uint64_t>{matrix.rows, matrix.columns} : std::vector<std::uint64_t>{matrix.rows};
        tensors.push_back({matrix.folderName, sizes, TensorType::F16});
    }
    auto writer = SafetensorsWriter::create(folder + "/model.safetensors", tensors, {});
    if (!writer)
        return writer.error();
    Numbers random(seed);
    for (const Matrix& matrix : matrices) {
        std::vector<float> values(matrix.rows * std::max<std::uint64_t>(1, matrix.columns), 1.0f);
        for (float& value : values)
            value = matrix.columns ? widthFor(matrix.columns) * random.uniform() : 1.0f;
        if (auto done = writer->append(values); !done)
            return done.error();
    }
    return writer->finish();
}

}  // namespace cairn::benchmark
