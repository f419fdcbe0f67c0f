// What all views of an answer show together (experience.md 5): run, tokens, layers, heads, blocks, metric, scale, lock. A plain value;
// its JSON, one line with sorted keys, is link, session state, export stamp and test fixture.
#pragma once

#include "core/result.h"
#include "core/types/trace_query.h"   // Head, IndexRanges

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cairn
{

enum class Metric { Gate, Score, Lift, Removal, Memory, Word };
enum class Aggregate { Auto, Sum, Mean, Max, Count };
enum class SelectionScale { Linear, Sqrt, Log };
enum class TokenUnit { Token, Word, Sentence, Paragraph };

struct HeadChoice               // all; a named set; or a list, ascending
{
    std::string set;            // not empty: the named set ("retrieval")
    std::optional<std::vector<Head>> heads;
    bool isAll() const { return set.empty() && !heads; }
    bool operator==(const HeadChoice&) const = default;
};

struct Lock                     // one cell that stays marked; an unset field is not locked
{
    std::optional<std::uint32_t> token, layer, head, block;
    bool operator==(const Lock&) const = default;
};

struct Selection
{
    std::string a, b;           // run ids; b not empty: compare
    IndexRanges tokens, layers, blocks;
    bool allowedBlocksOnly = true;      // blocks "allowed": without barred ones. With ranges in `blocks` it is not kept: true on reading
    HeadChoice heads;
    Metric metric = Metric::Gate;
    Aggregate aggregate = Aggregate::Auto;
    double minimum = 0;                 // weaker gates are hidden
    bool hideSinks = true, hideLocal = true;
    bool renormalise = false;           // gates that are not hidden sum to 1 per token, layer and head; in the JSON where it is on
    SelectionScale scale = SelectionScale::Sqrt;
    std::optional<std::pair<double, double>> range;   // nullopt: 0 to the 99.9th percentile over the whole run
    TokenUnit unit = TokenUnit::Word;
    std::optional<Lock> lock;
    bool operator==(const Selection&) const = default;
};

std::string toJson(const Selection& selection);

// InvalidArgument names the unknown version or field, or the value that doesn't fit. Round trips are byte-equal. At most 64 KiB.
// Fields may be missing (a link by hand): they keep their default. "v" may not.
Result<Selection> selectionFromJson(const std::string& json);

// A brush more: ranges stay ascending and apart, so that A + B = A then B. Nothing happens to "all".
void addRange(IndexRanges& ranges, IndexRange range);

}  // namespace cairn
