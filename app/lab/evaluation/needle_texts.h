// The texts of needle trials as token streams, read whole or spliced into a filler that is read once. Work thread.
#pragma once

#include "app/lab/evaluation/lab.h"
#include "app/lab/evaluation/needle_asker.h"
#include "app/lab/evaluation/spliced_archive.h"
#include "core/evaluation/needle_text.h"
#include "storage/blocks/block_store.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cairn
{

// What stands around text and question: the paper's plain text, or the model's chat.
enum class NeedleFrame { Plain, Chat };

struct NeedleText
{
    std::string text;
    std::vector<ByteRange> needles;          // in `text`
    std::vector<TokenId> tokens;             // prefix and text
    std::vector<std::uint64_t> needleTokens; // indices into `tokens`, ascending

    std::vector<std::uint32_t> blocksOf(std::uint32_t blockTokens) const;   // that hold a needle, ascending
};

struct NeedleFraming
{
    const Engine& engine;
    NeedleFrame frame;

    Result<std::vector<TokenId>> prefix() const;
    Result<NeedleText> encode(std::string text, std::vector<ByteRange> needles) const;
    Result<NeedleQuestion> question(const Needle& needle, std::uint32_t replyTokens) const;
    Result<NeedleQuestion> passkeyQuestion(const std::string& line, const std::string& key) const;

    // Bytes of `filler` that make `tokens` tokens, from its first 64 KiB.
    Result<std::uint64_t> bytesFor(std::string_view filler, std::uint64_t tokens) const;
};

// What a spliced memory was read of.
struct SplicedTokens
{
    std::vector<TokenId> tokens;             // prefix and text, whole blocks
    std::uint64_t prefix = 0;                // how many of them
    std::vector<std::pair<std::uint64_t, std::uint64_t>> needles;   // [begin, end) in `tokens`
};

// What such tokens say. The seams may cut words; a tokenizer would cut the text otherwise there.
struct SplicedText
{
    std::string text;                        // valid UTF-8
    std::vector<ByteRange> needles;          // in `text`
    StreamMapData map;
};
SplicedText textOf(const Engine& engine, const SplicedTokens& spliced);

// A memory and what it lives on.
struct NeedleMemory
{
    std::unique_ptr<SplicedArchive> archive; // spliced only
    std::optional<SplicedTokens> spliced;
    std::optional<Memory> memory;
    std::vector<std::uint32_t> needleBlocks;
};

// A filler read once, up to the longest length asked for, in a file of the memories' folder: an interrupted reading goes on.
class FillerBase
{
public:
    static Result<std::unique_ptr<FillerBase>> open(const Lab& lab, const Engine& engine, std::vector<TokenId> tokens,
                                                    const std::string& text, std::uint64_t prefixTokens);

    // The first `blocks` blocks with the sentences spliced in: the first at `depth`, others at even distances behind it.
    Result<NeedleMemory> splice(std::uint32_t blocks, double depth, const std::vector<std::string>& sentences) const;

private:
    struct Spot
    {
        std::uint64_t at = 0;                // token
        std::vector<TokenId> tokens;
    };
    explicit FillerBase(const Engine& engine) : m_engine(engine) {}
    Result<std::vector<Spot>> spotsFor(std::uint32_t blocks, double depth, const std::vector<std::string>& sentences) const;
    Result<void> readOver(SplicedArchive& archive, std::uint32_t first, std::uint32_t end, const std::vector<TokenId>& tokens) const;

    const Engine& m_engine;
    std::uint64_t m_prefixTokens = 0;
    KvType m_kv = KvType::Int8;
    std::unique_ptr<BlockStore> m_store;
    std::vector<TokenId> m_tokens;
    std::vector<std::uint64_t> m_boundaries; // token indices where a sentence may begin, ascending
    bool m_lines = false;                    // sentences are lines: no space before them
};

}  // namespace cairn
