// Ids as types: a layer can't be passed where a block is wanted. Plain values.
#pragma once

#include <cstddef>   // first: moc of Qt 6.4 cannot parse <compare> before it
#include <compare>
#include <cstdint>
#include <functional>

namespace cairn
{

template <typename Tag, typename Rep>
struct Id
{
    Rep value{};
    constexpr Id() = default;
    constexpr explicit Id(Rep v) : value(v) {}
    constexpr auto operator<=>(const Id&) const = default;
};

using BlockId = Id<struct BlockTag, std::uint32_t>;        // counted from the start of the stream
using LayerIndex = Id<struct LayerTag, std::uint32_t>;
using DocumentId = Id<struct DocumentTag, std::int64_t>;   // row of session.db
using QuestionId = Id<struct QuestionTag, std::int64_t>;
using AnswerId = Id<struct AnswerTag, std::int64_t>;

using TokenId = std::int32_t;   // vocabulary entry, as the model's files count them

inline constexpr std::uint32_t kNoBlock = 0xFFFFFFFFu;   // empty place in traces and files

// Half-open range of byte offsets into a canonical text.
struct ByteRange
{
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    constexpr std::uint64_t size() const { return end - begin; }
    constexpr bool operator==(const ByteRange&) const = default;
};

}  // namespace cairn

template <typename Tag, typename Rep>
struct std::hash<cairn::Id<Tag, Rep>>
{
    std::size_t operator()(const cairn::Id<Tag, Rep>& id) const noexcept { return std::hash<Rep>{}(id.value); }
};
