// The engine: a loaded model, landmark memories, and the forks that questions run on.
//
//   Engine   model + device; opens memories                          landmark_semantics.md 10-12
//   Memory   the stream of a session's documents: reads, keeps, forks   landmark_semantics.md 2-6, 8
//   Fork     a private continuation of a memory: a question and its answer; never changes the memory's blocks
//
// Threads: everything here is called from one thread, the work thread; stop tokens may be triggered from any.
// Errors: OutOfMemory after the ladder of reliability.md 6; Device: the process must end; Cancelled: state as documented.
#pragma once

#include "core/engine/phrase_queries.h"
#include "core/model/adapter.h"
#include "core/result.h"
#include "core/types/back_links.h"
#include "core/types/memory.h"
#include "core/types/trace.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace cairn
{

enum class DeviceChoice { Auto, Cpu, Cuda };
// How matrices are kept and multiplied. Packed: as the file stores them; quantised ones with activations rounded to 8 bits
// (performance.md 5), those of 16 bits exactly. Float32: decoded at loading, several times the memory and slower.
enum class WeightsChoice { Auto, Packed, Float32 };   // Auto: packed, unless the environment says CAIRN_WEIGHTS=fp32
enum class LandmarkKind { LandmarkModel, Adapter, Bounds };   // what makes a block findable

struct EngineOptions
{
    std::string modelPath;                  // .gguf file or folder
    std::string landmarkAdapterPath;        // empty: none (a landmark model, or bounds)
    std::string answerAdapterPath;          // empty: none
    std::string rankingAdapterPath;         // empty: none
    std::string questionAdapterPath;        // empty: none
    DeviceChoice device = DeviceChoice::Auto;
    WeightsChoice weights = WeightsChoice::Auto;
    std::optional<std::uint32_t> memoryFormat;   // MemoryIdentity::engineFormat of a memory to be used: weights are multiplied as they
                                            // were for it, on a device that does so
    KvType kvType = KvType::Int8;           // of new memories; F32 in tests
    std::uint64_t memoryBudgetBytes = 1ull << 30;   // blocks kept in RAM, all memories together; landmarks come on top
    int threads = 0;                        // 0: as performance.md 6
    std::function<void(const MemoryShortage&)> notify;   // where memory ran out and the engine goes on with less; work thread
    std::atomic<std::uint64_t>* progress = nullptr;   // counts on wherever a stop request is looked for: tells slow from stuck
};

std::string sentenceOf(const MemoryShortage& shortage);

struct EngineInfo
{
    std::string modelName, modelPath, modelFormat, license;
    std::vector<std::string> languages;     // that the model was taught, where its file says so (ISO 639)
    ModelConfig config;
    LandmarkKind kind = LandmarkKind::Bounds;
    std::uint32_t blockTokens = 0;          // F
    std::uint32_t blockLength = 0;          // B
    bool packedWeights = false;             // some matrix is multiplied as the file stores it
    AttentionWay askingAttention = AttentionWay::Exact;
    std::uint32_t askingTopK = 0;           // of AskingSettings::topK = 0
    bool hasAnswerAdapter = false;
    bool hasRankingAdapter = false;
    bool hasQuestionAdapter = false;
    double questionWordWeight = 0;          // of BM25's z-scores beside Memory::questionVote(), as they were trained together
    Hash128 modelFingerprint{}, adapterFingerprint{};   // what a memory holds (identity()); the others only answer or search
    Hash128 answerAdapterFingerprint{}, rankingAdapterFingerprint{}, questionAdapterFingerprint{};
    std::string device;                     // "CPU, 2 threads, AVX-512", "NVIDIA H100"
    std::string deviceReason;               // why it is the CPU; empty on the device that was asked for
    std::vector<std::string> notes;
};

struct ReadProgress
{
    std::uint64_t tokens = 0, totalTokens = 0;   // regular tokens of the stream
    double tokensPerSecond = 0;                  // over the last windows
    double secondsLeft = 0;
    BlockId stored{};                            // blocks durable in the archive
    std::vector<BlockLinks> links{};             // of blocks finished since the last call; none where all places are pinned (keepsLinks).
                                                 // A stopped reading that goes on tells those after `stored` again
};

// What a question changes for itself (landmark_semantics.md 5). Ids outside the memory are ignored; barred and pinned at once, and a
// head that the model doesn't have, are errors.
struct Controls
{
    std::vector<BlockId> barred;
    std::vector<BlockId> pinned;
    std::optional<std::vector<BlockId>> imposed;   // every token, layer and head retrieves exactly these memory blocks (at most K),
                                                   // and no landmark is scored: to run tokens over a passage by its stored keys and values
    std::vector<Head> switchedOff;              // their attention gives nothing to the rows fed, and their trace rows are empty; what the
                                                // memory holds was read with all heads
};

struct AskingSettings
{
    std::uint32_t topK = 0;                     // 0: EngineInfo::askingTopK
    SelectionMode mode = SelectionMode::PerTokenAndHead;
    std::optional<AttentionWay> attention;      // default: EngineInfo::askingAttention
    std::optional<ScanWay> scan;                // default: as the memory was read, where the mode allows it
    std::uint32_t openedGroups = kOpenedGroups; // of a two-level scan
    std::uint32_t pinFirst = 1;                 // adapters and bounds
    std::uint32_t maxPins = 8;                  // pinFirst and the newest complete blocks of the current turn
    RowWeights rows = RowWeights::Base;         // low-rank weights of the rows fed
    std::optional<BlockId> until;               // memory as if reading had ended before this block (no open tail then)
    bool deepTrace = false;                     // traces have near misses and inner weights of all heads (core/types/trace.h): slower;
                                                // what is opened and written stays the same
};

// How the rows of a feed are recorded.
enum class TraceRows { None, Predicting, All };   // Predicting: the row that predicts the next token

struct FeedOptions
{
    Controls controls;
    TraceRows trace = TraceRows::None;
    Trace* into = nullptr;                      // rows are appended; sizes are set with the first row
    bool logProbabilities = false;              // of each fed token given what stands before it,
    std::size_t scoredFrom = 0;                 // from this one on: those before it cost no logits and get 0
    bool predicts = true;                       // false, and no logProbabilities: more is fed before the next token matters. What only
                                                // predicts it is left out: nextLogits is empty, the next feed's first token is not scored
    bool blockScores = false;                   // see FeedResult::blockScores
    std::span<const std::uint32_t> sourceBlocks;   // per fed token: the document block whose words it repeats, or kNoBlock; empty: none
};

struct FeedResult
{
    std::vector<float> nextLogits;              // [vocabulary], suppressed ids at -inf; empty: FeedOptions::predicts
    std::vector<float> logProbabilities;        // [fed tokens], natural logarithm; the first needs an earlier feed, else 0
    std::vector<float> blockScores;             // [L][H][memory blocks] raw landmark scores of the last regular row fed
};

struct GenerateOptions
{
    Controls controls;
    std::uint32_t maxTokens = 160;
    float temperature = 0;                      // 0: greedy
    float topP = 1;
    std::uint64_t seed = 0;
    std::vector<TokenId> stopTokens;            // in addition to the tokenizer's end of text
    bool goesOn = true;                         // false: the fork ends with the answer, so its last token is not fed
    Trace* trace = nullptr;                     // row i is what token i was chosen with: the first comes from the feed before
                                                // (TraceRows::Predicting into the same trace), the others are appended here
};

struct GeneratedToken
{
    TokenId id = 0;
    float logProbability = 0;
};

struct Generated
{
    std::vector<GeneratedToken> tokens;         // without the stop token
    bool stoppedByToken = false;                // an end token came; else the limit or the stop request ended it
    bool cancelled = false;
};

class Fork;

struct ForkFeed
{
    Fork* fork = nullptr;
    std::span<const TokenId> tokens;
    FeedOptions options;
};

class Fork
{
public:
    ~Fork();
    Fork(Fork&&) noexcept;
    Fork& operator=(Fork&&) noexcept;

    Fork clone() const;                         // an independent continuation from here; blocks are shared

    // Continues the stream by regular tokens; landmarks are inserted. Cancelled: the fork is unusable, its memory untouched.
    Result<FeedResult> feed(std::span<const TokenId> tokens, const FeedOptions& options, std::stop_token stop = {});

    // feed() of several forks, in one pass over the weights where that can be (on the CPU, few enough tokens for one step). Results in
    // their order. Cancelled and other errors: all of them are unusable. REQUIRES: forks of one engine with the same
    // AskingSettings::rows, none twice.
    static Result<std::vector<FeedResult>> feedTogether(std::span<const ForkFeed> feeds, std::stop_token stop = {});

    // Writes on from the last feed. Every token is told as soon as it is chosen and then fed, the stop token too, untold.
    // `onToken` may be empty. A stop request ends it after the current token: Generated::cancelled, the fork stays usable.
    Result<Generated> generate(const GenerateOptions& options, const std::function<void(const GeneratedToken&)>& onToken,
                               std::stop_token stop = {});

    std::uint32_t memoryBlocks() const;         // complete blocks of the stream now
    std::uint64_t regularTokens() const;

    struct Impl;   // fork_impl.h

private:
    friend class Memory;
    explicit Fork(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

// Whether reading with these settings leaves a row places to choose: only then a block leans on anything but what is pinned.
inline bool keepsLinks(const ReadingSettings& reading) { return reading.topK > reading.pinFirst + reading.pinNewest; }

class Memory
{
public:
    ~Memory();
    Memory(Memory&&) noexcept;
    Memory& operator=(Memory&&) noexcept;

    // Reads on until `stream` (all regular tokens of the stream, from its start) is in memory, window by window from the first
    // token not stored yet. Finished blocks become durable chunk by chunk (<= 64 MiB). Stop request: returns Cancelled within
    // 100 ms; everything stored stays and the next call goes on from there. REQUIRES: the stored tokens are a prefix of `stream`.
    Result<void> read(std::span<const TokenId> stream, const std::function<void(const ReadProgress&)>& onProgress,
                      std::stop_token stop = {});

    // Blocks and open tail as if reading had ended here (or at AskingSettings::until).
    Result<Fork> fork(const AskingSettings& settings) const;

    // How well the landmark of each complete block answers a question that is run alone (question_pass.h): one number per block, mean
    // zero over the blocks from 1 on; block 0, the chat's opening, gets 0. No block of the memory is fetched.
    // Unsupported: the engine has no question adapter. InvalidArgument: no tokens, or none of this model. Cancelled.
    Result<std::vector<float>> questionVote(std::span<const TokenId> question, std::stop_token stop = {}) const;

    std::uint32_t blocks() const;               // complete blocks
    std::uint64_t regularTokens() const;        // open tail included
    const MemoryShape& shape() const;

    // Recomputes blocks [first, first + count) that the archive reports as damaged, with the recorded settings and the memory as
    // it was then (reliability.md 3.3), and replaces them. `stream` as for read().
    Result<void> recompute(BlockId first, std::uint32_t count, std::span<const TokenId> stream, std::stop_token stop = {});

    struct Impl;   // memory_impl.h

private:
    friend class Engine;
    explicit Memory(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

class Engine
{
public:
    ~Engine();

    // Loads the model onto the device. NotFound, Corruption, Unsupported: of the model or an adapter, with cause and next step.
    // Device: the GPU was asked for and can't be used. Before a process is locked down call cuda::openGpu().
    static Result<std::unique_ptr<Engine>> open(const EngineOptions& options);

    // The same with files that are open already; the options' paths are not looked at.
    static Result<std::unique_ptr<Engine>> open(ModelFiles files, const EngineOptions& options);

    // F of the memories of these files' model, before it is loaded.
    static std::uint32_t blockTokensOf(const ModelFiles& files);

    const EngineInfo& info() const;
    const Tokenizer& tokenizer() const;
    const ChatFormat& chatFormat() const;

    ReadingSettings defaultReading() const;                       // window and K of the model's kind (landmark_semantics.md 12)
    Result<ReadingSettings> readingBy(ScanWay scan, ReadingSettings reading) const;   // errors: of a two-level scan that can't be
    ReadingSettings readingWithLinks() const;                     // the same with places to choose above the pinned ones: slower
    MemoryShape memoryShape(KvType type) const;
    MemoryIdentity identity(const Hash128& documents, const ReadingSettings& reading, KvType type) const;

    // A memory over what the archive holds: landmarks are loaded, blocks come on demand. An empty archive is a new memory.
    // REQUIRES: the archive outlives the memory and holds blocks of this identity only.
    Result<Memory> openMemory(BlockArchive& archive, const ReadingSettings& reading, KvType type) const;

    // A memory without archive, in RAM: for questions about nothing and tests.
    Result<Memory> emptyMemory(const ReadingSettings& reading, KvType type) const;

    // What the phrase's last token asks of landmarks (phrase_queries.h). InvalidArgument: no tokens, or none of this model. Cancelled.
    Result<PhraseQueries> phraseQueries(std::span<const TokenId> tokens, std::stop_token stop = {}) const;

private:
    struct Impl;
    explicit Engine(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

}  // namespace cairn
