// Shared by the tests of core/answering: a tokenizer without files, and traces written by hand.
#pragma once

#include "core/tokenizer/tokenizer.h"
#include "core/types/half.h"
#include "core/types/trace.h"

#include <string>
#include <vector>

namespace cairn::test
{

// One token per byte, or per run of `stride` bytes: token ids are positions' first bytes. No special tokens.
class ByteTokenizer : public Tokenizer
{
public:
    explicit ByteTokenizer(std::uint32_t stride = 1) : m_stride(stride) {}

    Result<std::vector<Token>> encode(std::string_view text) const override
    {
        std::vector<Token> tokens;
        for (std::uint32_t begin = 0; begin < text.size(); begin += m_stride) {
            const auto end = std::min<std::uint32_t>(begin + m_stride, static_cast<std::uint32_t>(text.size()));
            tokens.push_back({static_cast<unsigned char>(text[begin]), begin, end});
        }
        return tokens;
    }
    std::string decode(TokenId id, bool) const override { return std::string(1, static_cast<char>(id)); }
    std::int32_t vocabularySize() const override { return 256; }
    std::optional<TokenId> bos() const override { return std::nullopt; }
    std::vector<TokenId> endOfText() const override { return {}; }
    std::optional<TokenId> special(std::string_view) const override { return std::nullopt; }
    bool addsBos() const override { return false; }

private:
    std::uint32_t m_stride;
};

// A trace of `tokens` rows with nothing retrieved; gates are then set one by one.
inline Trace emptyTrace(std::uint32_t tokens, std::uint32_t layers, std::uint32_t heads, std::uint32_t k, std::uint32_t blockTokens,
                        std::uint32_t documentBlocks)
{
    Trace trace;
    trace.tokens = tokens;
    trace.layers = layers;
    trace.heads = heads;
    trace.k = k;
    trace.blockTokens = blockTokens;
    trace.documentBlocks = documentBlocks;
    const std::size_t rows = std::size_t{tokens} * layers * heads;
    trace.blocks.assign(rows * k, kNoBlock);
    trace.gates.assign(rows * k, 0);
    trace.scores.assign(rows * k, 0);
    trace.memoryShare.assign(rows, 0);
    trace.ties.assign(rows, 0);
    return trace;
}

inline void setGate(Trace& trace, std::uint32_t token, std::uint32_t layer, std::uint32_t head, std::uint32_t slot, std::uint32_t block,
                    float gate)
{
    const std::size_t place = trace.place(token, layer, head) + slot;
    trace.blocks[place] = block;
    trace.gates[place] = floatToHalf(gate);
}

}  // namespace cairn::test
