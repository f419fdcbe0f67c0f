// A question's vote over landmarks against plain loops in 64 bits, and what it leaves alone.
#include "core/engine/engine.h"
#include "core/model/safetensors.h"
#include "tests/engine/engine_fixture.h"
#include "tests/engine/vector_archive.h"
#include "tests/support/temporary_folder.h"

#include <QTest>

#include <cmath>
#include <cstring>
#include <filesystem>

using namespace cairn;

namespace
{

using Row = std::vector<double>;

struct Matrix
{
    std::size_t out = 0, in = 0;
    Row values;

    Row times(const Row& x) const
    {
        Row y(out, 0.0);
        for (std::size_t i = 0; i < out; ++i) {
            for (std::size_t j = 0; j < in; ++j)
                y[i] += values[i * in + j] * x[j];
        }
        return y;
    }
};

constexpr std::uint32_t kRank = 2;
const std::vector<TokenId> kBefore = {3, 5}, kAfter = {7, 2, 9};
const std::vector<TokenId> kAsked = {11, 4, 20, 8};

// Weights between -size and size that follow from the name.
std::vector<float> madeUp(const std::string& name, std::size_t count, float size)
{
    std::uint64_t state = 1469598103934665603ull;
    for (const char c : name)
        state = (state ^ static_cast<unsigned char>(c)) * 1099511628211ull;
    std::vector<float> values;
    for (std::size_t i = 0; i < count; ++i) {
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        values.push_back(size * (static_cast<float>(state >> 40) / 8388608.0f - 1));
    }
    return values;
}

struct Projections
{
    const char* name;
    std::size_t out, in;
};

std::vector<Projections> projections(const ModelConfig& c)
{
    const std::size_t q = std::size_t{c.heads} * c.headDim, k = std::size_t{c.kvHeads} * c.headDim, hidden = c.hidden, wide = c.feedForward;
    return {{"self_attn.q_proj", q, hidden}, {"self_attn.k_proj", k, hidden}, {"self_attn.v_proj", k, hidden},
            {"self_attn.o_proj", hidden, q}, {"mlp.gate_proj", wide, hidden}, {"mlp.up_proj", wide, hidden},
            {"mlp.down_proj", hidden, wide}};
}

std::string asText(const std::vector<TokenId>& ids)
{
    std::string text;
    for (const TokenId id : ids)
        text += (text.empty() ? std::string() : std::string(" ")) + std::to_string(id);
    return text;
}

// A question adapter for an engine, with weights large enough to matter.
void writeAdapterFor(const EngineInfo& info, const std::string& path)
{
    std::vector<std::string> names;
    std::vector<std::vector<float>> values;
    std::vector<TensorToWrite> tensors;
    const auto add = [&](const std::string& name, std::vector<std::uint64_t> shape) {
        values.push_back(madeUp(name, shape[0] * shape[1], 0.3f));
        tensors.push_back({name, std::move(shape), {}, TensorType::F32});
    };
    for (std::uint32_t l = 0; l < info.config.layers; ++l) {
        for (const auto& p : projections(info.config)) {
            add("layers." + std::to_string(l) + "." + p.name + ".lora_A", {kRank, p.in});
            add("layers." + std::to_string(l) + "." + p.name + ".lora_B", {p.out, kRank});
        }
    }
    add("last_weights", {info.config.layers, info.config.heads});
    add("mean_weights", {info.config.layers, info.config.heads});
    for (std::size_t i = 0; i < tensors.size(); ++i)
        tensors[i].values = values[i];
    std::map<std::string, std::string> metadata = {{"format", "cairn-question-adapter"}, {"version", "1"}, {"rank", "2"},
                                                   {"base_fingerprint", toHex(info.modelFingerprint)}, {"word_weight", "0.5"},
                                                   {"frame_before", asText(kBefore)}, {"frame_after", asText(kAfter)}};
    if (info.kind == LandmarkKind::Adapter)
        metadata["landmark_fingerprint"] = toHex(info.adapterFingerprint);
    const auto done = writeSafetensors(path, tensors, metadata);
    QVERIFY2(done.has_value(), done ? "" : done.error().message.c_str());
}

// R(position), half split, of the golden models: theta 10000, no scaling.
void rotate(double* x, std::size_t d, double position)
{
    for (std::size_t j = 0; j < d / 2; ++j) {
        const double angle = position * std::pow(10000.0, -2.0 * static_cast<double>(j) / static_cast<double>(d));
        const double a = x[j], b = x[j + d / 2];
        x[j] = a * std::cos(angle) - b * std::sin(angle);
        x[j + d / 2] = b * std::cos(angle) + a * std::sin(angle);
    }
}

// The formula of question_pass.h over the model's file.
class Naive
{
public:
    explicit Naive(const std::string& modelPath) : m_model(*openModel(modelPath)), m_config(m_model.config) {}

    // u [L][Hkv d], not turned.
    std::vector<Row> directions()
    {
        std::vector<TokenId> tokens = kBefore;
        tokens.insert(tokens.end(), kAsked.begin(), kAsked.end());
        tokens.insert(tokens.end(), kAfter.begin(), kAfter.end());
        const Matrix embedding = read("model.embed_tokens.weight");
        std::vector<Row> x;
        for (const TokenId id : tokens)
            x.emplace_back(embedding.values.begin() + id * static_cast<std::ptrdiff_t>(embedding.in),
                           embedding.values.begin() + (id + 1) * static_cast<std::ptrdiff_t>(embedding.in));
        std::vector<Row> directions;
        for (std::uint32_t l = 0; l < m_config.layers; ++l)
            directions.push_back(layer(l, x));
        return directions;
    }

private:
    Matrix read(const std::string& name) const
    {
        const auto shape = *m_model.weights->shape(name);
        std::vector<float> values(shape.size() == 2 ? shape[0] * shape[1] : shape[0]);
        if (!m_model.weights->read(name, values))
            qFatal("no %s", name.c_str());
        return {shape[0], shape.size() == 2 ? shape[1] : 1, Row(values.begin(), values.end())};
    }

    Matrix projection(std::uint32_t l, const char* name) const
    {
        const std::string own = "layers." + std::to_string(l) + "." + name;
        Matrix w = read("model." + own + ".weight");
        const auto a = madeUp(own + ".lora_A", kRank * w.in, 0.3f), b = madeUp(own + ".lora_B", w.out * kRank, 0.3f);
        for (std::size_t i = 0; i < w.out; ++i) {
            for (std::size_t j = 0; j < w.in; ++j) {
                for (std::size_t r = 0; r < kRank; ++r)
                    w.values[i * w.in + j] += static_cast<double>(b[i * kRank + r]) * static_cast<double>(a[r * w.in + j]);
            }
        }
        return w;
    }

    Row normed(const Row& x, const Row& weight) const
    {
        double squares = 0;
        for (const double value : x)
            squares += value * value;
        const double factor = 1 / std::sqrt(squares / static_cast<double>(x.size()) + static_cast<double>(m_config.normEpsilon));
        Row out(x.size());
        for (std::size_t i = 0; i < x.size(); ++i)
            out[i] = x[i] * factor * weight[i];
        return out;
    }

    // One layer over all rows in place; returns its u.
    Row layer(std::uint32_t l, std::vector<Row>& x) const
    {
        const std::size_t d = m_config.headDim, heads = m_config.heads, group = heads / m_config.kvHeads;
        const std::string prefix = "model.layers." + std::to_string(l) + ".";
        const Row inputNorm = read(prefix + "input_layernorm.weight").values;
        const Row postNorm = read(prefix + "post_attention_layernorm.weight").values;
        const Matrix wq = projection(l, "self_attn.q_proj"), wk = projection(l, "self_attn.k_proj"), wv = projection(l, "self_attn.v_proj");
        const Matrix wo = projection(l, "self_attn.o_proj"), gate = projection(l, "mlp.gate_proj"), up = projection(l, "mlp.up_proj");
        const Matrix down = projection(l, "mlp.down_proj");
        std::vector<Row> q, k, v;
        for (const Row& row : x) {
            const Row h = normed(row, inputNorm);
            q.push_back(wq.times(h));
            k.push_back(wk.times(h));
            v.push_back(wv.times(h));
        }
        const Row u = direction(l, q);
        for (std::size_t row = 0; row < x.size(); ++row) {
            for (std::size_t h = 0; h < heads; ++h)
                rotate(&q[row][h * d], d, static_cast<double>(row));
            for (std::size_t h = 0; h < m_config.kvHeads; ++h)
                rotate(&k[row][h * d], d, static_cast<double>(row));
        }
        for (std::size_t row = 0; row < x.size(); ++row) {
            Row attended(heads * d, 0.0);
            for (std::size_t h = 0; h < heads; ++h) {
                Row weights(row + 1);
                double total = 0;
                for (std::size_t at = 0; at <= row; ++at) {
                    double score = 0;
                    for (std::size_t j = 0; j < d; ++j)
                        score += q[row][h * d + j] * k[at][h / group * d + j];
                    total += weights[at] = std::exp(score / std::sqrt(static_cast<double>(d)));
                }
                for (std::size_t at = 0; at <= row; ++at) {
                    for (std::size_t j = 0; j < d; ++j)
                        attended[h * d + j] += weights[at] / total * v[at][h / group * d + j];
                }
            }
            const Row added = wo.times(attended);
            for (std::size_t i = 0; i < added.size(); ++i)
                x[row][i] += added[i];
            const Row h = normed(x[row], postNorm);
            Row product = gate.times(h);
            const Row other = up.times(h);
            for (std::size_t i = 0; i < product.size(); ++i)
                product[i] = product[i] / (1 + std::exp(-product[i])) * other[i];
            const Row more = down.times(product);
            for (std::size_t i = 0; i < more.size(); ++i)
                x[row][i] += more[i];
        }
        return u;
    }

    Row direction(std::uint32_t l, const std::vector<Row>& q) const
    {
        const std::size_t d = m_config.headDim, heads = m_config.heads, group = heads / m_config.kvHeads;
        const auto last = madeUp("last_weights", std::size_t{m_config.layers} * heads, 0.3f);
        const auto mean = madeUp("mean_weights", std::size_t{m_config.layers} * heads, 0.3f);
        Row u(m_config.kvHeads * d, 0.0);
        for (std::size_t h = 0; h < heads; ++h) {
            for (std::size_t j = 0; j < d; ++j) {
                double sum = 0;
                for (std::size_t row = kBefore.size(); row < kBefore.size() + kAsked.size(); ++row)
                    sum += q[row][h * d + j];
                u[h / group * d + j] += static_cast<double>(last[l * heads + h]) * q.back()[h * d + j]
                                        + static_cast<double>(mean[l * heads + h]) * sum / static_cast<double>(kAsked.size());
            }
        }
        return u;
    }

    Model m_model;
    ModelConfig m_config;
};

EngineOptions optionsFor(const std::string& golden)
{
    EngineOptions options;
    options.modelPath = std::string(CAIRN_SOURCE_DIR) + "/tests/golden/" + golden;
    options.device = DeviceChoice::Cpu;
    if (std::filesystem::exists(options.modelPath + "/adapter.safetensors"))
        options.landmarkAdapterPath = options.modelPath + "/adapter.safetensors";
    return options;
}

}  // namespace

class QuestionVoteTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void votesFollowTheFormula_data();
    void votesFollowTheFormula();
    void anInterruptedReadingCanBeAsked();
    void adapterIsNoPartOfAMemorysIdentity();
    void whatCannotBeAskedIsRefused();
    void aStopRequestEndsTheVote();

private:
    std::unique_ptr<Engine> open(const std::string& golden)
    {
        EngineOptions options = optionsFor(golden);
        options.questionAdapterPath = m_folder.file(golden + ".safetensors");
        writeAdapterFor((*Engine::open(optionsFor(golden)))->info(), options.questionAdapterPath);
        auto engine = Engine::open(options);
        if (!engine)
            qFatal("%s", engine.error().message.c_str());
        return std::move(*engine);
    }

    test::TemporaryFolder m_folder;
};

void QuestionVoteTest::votesFollowTheFormula_data()
{
    QTest::addColumn<QString>("golden");
    QTest::addColumn<int>("type");
    QTest::addColumn<double>("tolerance");
    QTest::addRow("adapter") << QStringLiteral("adapter_exact") << static_cast<int>(KvType::F32) << 2e-4;
    QTest::addRow("adapter, 8-bit keys") << QStringLiteral("adapter_exact") << static_cast<int>(KvType::Int8) << 1e-2;   // landmarks: fp16
    QTest::addRow("landmark model, grouped heads") << QStringLiteral("gqa") << static_cast<int>(KvType::F32) << 2e-4;
}

void QuestionVoteTest::votesFollowTheFormula()
{
    QFETCH(QString, golden);
    QFETCH(int, type);
    QFETCH(double, tolerance);
    const auto engine = open(golden.toStdString());
    const auto kvType = static_cast<KvType>(type);
    VectorArchive archive(engine->memoryShape(kvType));
    auto memory = engine->openMemory(archive, engine->defaultReading(), kvType);
    QVERIFY(memory.has_value());
    QVERIFY(memory->read(textTokens(*engine, 12 * engine->info().blockTokens + 1), {}).has_value());
    const auto votes = memory->questionVote(kAsked);
    QVERIFY2(votes.has_value(), votes ? "" : votes.error().message.c_str());
    QCOMPARE(votes->size(), std::size_t{12});

    const auto u = Naive(engine->info().modelPath).directions();
    const ModelConfig& config = engine->info().config;
    const std::size_t d = config.headDim, width = config.kvHeads * d;
    Row expected(12, 0.0);
    for (std::uint32_t block = 1; block < 12; ++block) {
        for (std::uint32_t l = 0; l < config.layers; ++l) {
            const auto& bytes = archive.landmarks[block * config.layers + l];
            Row key(width);
            for (std::size_t i = 0; i < width; ++i) {
                if (kvType == KvType::F32) {
                    key[i] = static_cast<double>(reinterpret_cast<const float*>(bytes.data())[i]);
                } else {
                    _Float16 half;
                    std::memcpy(&half, bytes.data() + 2 * i, 2);
                    key[i] = static_cast<double>(half);
                }
            }
            for (std::size_t h = 0; h < config.kvHeads; ++h)
                rotate(&key[h * d], d, -static_cast<double>(engine->info().blockTokens));
            for (std::size_t i = 0; i < width; ++i)
                expected[block] += u[l][i] * key[i] / std::sqrt(static_cast<double>(d));
        }
    }
    double mean = 0, largest = 0;
    for (std::size_t block = 1; block < 12; ++block)
        mean += expected[block] / 11;
    for (std::size_t block = 1; block < 12; ++block)
        largest = std::max(largest, std::abs(expected[block] - mean));
    QVERIFY(largest > 1e-3);                       // something to compare
    QCOMPARE(votes->front(), 0.0f);
    for (std::size_t block = 1; block < 12; ++block) {
        const double difference = std::abs(static_cast<double>((*votes)[block]) - (expected[block] - mean));
        QVERIFY2(difference <= tolerance * largest, qPrintable(QStringLiteral("block %1: %2").arg(block).arg(difference / largest)));
    }
}

void QuestionVoteTest::anInterruptedReadingCanBeAsked()
{
    const auto engine = open("adapter_exact");
    const std::vector<TokenId> text = textTokens(*engine, 40 * engine->info().blockTokens);
    auto whole = engine->emptyMemory(smallReading(*engine, 4, 2, 1, 2), KvType::F32);
    QVERIFY(whole.has_value() && whole->read(text, {}).has_value());
    auto part = engine->emptyMemory(smallReading(*engine, 4, 2, 1, 2), KvType::F32);
    std::stop_source stop;
    const auto stopLater = [&](const ReadProgress& progress) {
        if (progress.tokens >= text.size() / 2)
            stop.request_stop();
    };
    QVERIFY(part.has_value() && !part->read(text, stopLater, stop.get_token()).has_value());
    const auto all = whole->questionVote(kAsked), some = part->questionVote(kAsked);
    QVERIFY(all.has_value() && some.has_value());
    QCOMPARE(some->size(), std::size_t{part->blocks()});
    QVERIFY(some->size() > 10 && some->size() < all->size());
    for (std::size_t block = 2; block < some->size(); ++block) {
        const float inPart = (*some)[block] - (*some)[1], inWhole = (*all)[block] - (*all)[1];
        QVERIFY(std::abs(inPart - inWhole) < 1e-5f);
    }
}

void QuestionVoteTest::adapterIsNoPartOfAMemorysIdentity()
{
    const auto with = open("adapter_exact");
    const auto without = openGolden("adapter_exact");
    QVERIFY(with->info().hasQuestionAdapter && !without->info().hasQuestionAdapter);
    QVERIFY(with->info().questionAdapterFingerprint != Hash128{});
    const MemoryIdentity a = with->identity({}, with->defaultReading(), KvType::F32);
    const MemoryIdentity b = without->identity({}, without->defaultReading(), KvType::F32);
    QVERIFY(a.model == b.model && a.adapter == b.adapter && a.engineFormat == b.engineFormat);
}

void QuestionVoteTest::whatCannotBeAskedIsRefused()
{
    const auto engine = open("adapter_exact");
    auto memory = engine->emptyMemory(engine->defaultReading(), KvType::F32);
    QVERIFY(memory.has_value());
    QCOMPARE(memory->questionVote(kAsked)->size(), std::size_t{0});   // nothing is read yet
    const std::vector<TokenId> foreign = {static_cast<TokenId>(engine->info().config.vocabulary)};
    QCOMPARE(memory->questionVote({}).error().code, ErrorCode::InvalidArgument);
    QCOMPARE(memory->questionVote(foreign).error().code, ErrorCode::InvalidArgument);
    const auto plain = openGolden("adapter_exact");
    auto other = plain->emptyMemory(plain->defaultReading(), KvType::F32);
    QCOMPARE(other->questionVote(kAsked).error().code, ErrorCode::Unsupported);
}

void QuestionVoteTest::aStopRequestEndsTheVote()
{
    const auto engine = open("adapter_exact");
    auto memory = engine->emptyMemory(engine->defaultReading(), KvType::F32);
    QVERIFY(memory->read(textTokens(*engine, 5 * engine->info().blockTokens), {}).has_value());
    std::stop_source stop;
    stop.request_stop();
    QCOMPARE(memory->questionVote(kAsked, stop.get_token()).error().code, ErrorCode::Cancelled);
    QVERIFY(memory->questionVote(kAsked).has_value());
}

QTEST_GUILESS_MAIN(QuestionVoteTest)
#include "question_vote_test.moc"
