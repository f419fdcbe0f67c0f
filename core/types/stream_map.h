// Where the tokens of a session's stream stand in its documents (architecture.md 4): token -> byte range, block m = tokens
// [m F, (m + 1) F). The stream is [chat prefix][document 1][separator][document 2]..; prefix and separators have no text.
// A document that was removed from the session keeps its number and has no tokens.
// Made once per stream by DocumentStream, kept in session.db, so that views can point at blocks without model or engine.
// Immutable; any thread may ask.
#pragma once

#include "core/types/document.h"
#include "core/types/ids.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace cairn
{

struct StreamMapData
{
    std::uint32_t blockTokens = 0;       // F
    std::uint64_t prefixTokens = 0;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> documentTokens;   // [begin, end) of each document
    std::vector<std::uint32_t> ends;     // per token: where its text ends in its document; it begins where the one before ends
    bool operator==(const StreamMapData&) const = default;
};

class StreamMap
{
public:
    StreamMap() = default;
    explicit StreamMap(StreamMapData data) : m_data(std::move(data)) {}

    const StreamMapData& data() const { return m_data; }
    bool isEmpty() const { return m_data.blockTokens == 0; }

    // F > 0, documents ascend inside the tokens without overlap, ends ascend inside each document and stay within `textBytes`
    // (one per document): what the questions below rely on. For data that came from a file or another process.
    bool isConsistent(const std::vector<std::uint64_t>& textBytes) const;

    std::uint32_t blockTokens() const { return m_data.blockTokens; }
    std::uint64_t tokens() const { return m_data.ends.size(); }
    std::uint32_t documents() const { return static_cast<std::uint32_t>(m_data.documentTokens.size()); }
    // Complete blocks; pieces: with the open one. Of an empty map: none.
    std::uint32_t blocks() const { return isEmpty() ? 0 : static_cast<std::uint32_t>(tokens() / blockTokens()); }
    std::uint32_t pieces() const { return isEmpty() ? 0 : static_cast<std::uint32_t>((tokens() + blockTokens() - 1) / blockTokens()); }

    // Whether `other` cuts what this map knows of into the same blocks; more documents may follow there. True of an empty map.
    bool goesOnIn(const StreamMap& other) const;

    // The text of a block, document by document; empty for a block of prefix or separators alone. Blocks cut between bytes of a
    // character where tokens do; the ranges of all blocks together cover every document without gap or overlap.
    std::vector<DocumentPlace> placesOf(BlockId block) const;
    std::vector<DocumentPlace> placesOfTokens(std::uint64_t begin, std::uint64_t end) const;

    // Blocks whose text meets the place, ascending (the open last block included).
    std::vector<BlockId> blocksOf(const DocumentPlace& place) const;

    // First and one past the last token whose text meets the place; equal if the place is empty.
    std::pair<std::uint64_t, std::uint64_t> tokensOf(const DocumentPlace& place) const;

    // The document has tokens; one that was removed, or whose text is empty, has none.
    bool holds(std::uint32_t document) const { return m_data.documentTokens[document].first < m_data.documentTokens[document].second; }

    // The block in which a document starts; of one that isn't held, in which the next one does.
    BlockId firstBlockOf(std::uint32_t document) const;

private:
    StreamMapData m_data;
};

// Block 0 and those in which documents start (of more than 3, long ones), ascending: where attention rests whatever is asked.
std::vector<std::uint32_t> sinkBlocks(const StreamMap& map);

}  // namespace cairn
