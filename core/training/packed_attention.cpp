#include "core/training/packed_attention.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <limits>
#include <optional>

namespace cairn
{

namespace
{

// Added to the scores of what a row does not see.
constexpr float kUnseen = -std::numeric_limits<float>::infinity();

// [rows, heads, d] of one sequence as [1, heads, rows, d].
at::Tensor byHead(const at::Tensor& x, std::int64_t begin, std::int64_t count)
{
    return x.narrow(0, begin, count).transpose(0, 1).unsqueeze(0);
}

// q [S, H, Tq, d], k, v [S, H, Tk, d]: [S, H, Tq, d]. Causal (Tq = Tk), or by `mask` where it is defined.
at::Tensor attend(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v, const at::Tensor& mask = {})
{
    const std::optional<at::Tensor> bias = mask.defined() ? std::optional(mask) : std::nullopt;
    return at::scaled_dot_product_attention(q, k, v, bias, 0.0, !mask.defined());
}

// What the branches of a sequence see of its beginning and of themselves: per branch [its rows, beginning + its rows].
using BranchMasks = std::vector<at::Tensor>;

// Attention of one sequence: its beginning causally, then each branch to the beginning and itself. q [1, H, T, d], k, v [1, Hkv, T, d]:
// [T, H d].
at::Tensor attendOne(const FrozenModel& model, const at::Tensor& q, const at::Tensor& k, const at::Tensor& v,
                     const std::vector<std::int64_t>& branches, const BranchMasks& masks)
{
    const std::int64_t count = q.size(2), beginning = branches.empty() ? count : branches.front();
    const at::Tensor keys = k.repeat_interleave(model.groupSize(), 1), values = v.repeat_interleave(model.groupSize(), 1);
    const at::Tensor firstKeys = keys.narrow(2, 0, beginning), firstValues = values.narrow(2, 0, beginning);
    std::vector<at::Tensor> parts = {attend(q.narrow(2, 0, beginning), firstKeys, firstValues)};
    for (std::size_t i = 0; i < branches.size(); ++i) {
        const std::int64_t begin = branches[i], rows = masks[i].size(0);
        parts.push_back(attend(q.narrow(2, begin, rows), at::cat({firstKeys, keys.narrow(2, begin, rows)}, 2),
                               at::cat({firstValues, values.narrow(2, begin, rows)}, 2), masks[i]));
    }
    return at::cat(parts, 2).squeeze(0).transpose(0, 1).reshape({count, -1});
}

// How many branches of a sequence have begun at `row` of it: the number of its branch, from 1; 0: the beginning.
std::size_t branchOf(const std::vector<std::int64_t>& branches, std::int64_t row)
{
    return static_cast<std::size_t>(std::upper_bound(branches.begin(), branches.end(), row) - branches.begin());
}

// [sequences]
std::vector<BranchMasks> masksOf(const FrozenModel& model, const PackedTokens& packed)
{
    std::vector<BranchMasks> masks(packed.ends.size());
    for (std::size_t i = 0; i < packed.ends.size(); ++i) {
        const std::vector<std::int64_t>& branches = packed.branches[i];
        for (std::size_t b = 0; b < branches.size(); ++b) {
            const std::int64_t rows = packed.rowsOfBranch(i, b), beginning = branches.front();
            masks[i].push_back(at::full({rows, beginning + rows}, kUnseen, at::kFloat).triu(beginning + 1).to(model.rowType()));
        }
    }
    return masks;
}

// What the rows of sequences that go on from others see: all of these, and of their own rows what masksOf() says. [sequences] of one mask.
std::vector<BranchMasks> masksBehind(const FrozenModel& model, const PackedTokens& packed, const PastRows& past)
{
    std::vector<BranchMasks> masks;
    for (std::size_t i = 0; i < packed.ends.size(); ++i) {
        const std::vector<std::int64_t>& branches = packed.branches[i];
        const std::int64_t count = packed.rowsOf(i), before = past.lengths[i];
        const std::int64_t beginning = branches.empty() ? count : branches.front();
        at::Tensor mask = at::zeros({count, before + count}, at::kFloat);
        at::Tensor own = mask.narrow(1, before, count);
        own.narrow(1, beginning, count - beginning).fill_(kUnseen);
        own.narrow(0, 0, beginning).narrow(1, 0, beginning).copy_(at::full({beginning, beginning}, kUnseen, at::kFloat).triu(1));
        for (std::size_t b = 0; b < branches.size(); ++b) {
            const std::int64_t rows = packed.rowsOfBranch(i, b);
            own.narrow(0, branches[b], rows).narrow(1, branches[b], rows).copy_(at::full({rows, rows}, kUnseen, at::kFloat).triu(1));
        }
        masks.push_back({mask.to(model.rowType())});
    }
    return masks;
}

// q [1, H, T, d], k, v [1, Hkv, T, d] of rows that go on from others: [T, H d].
at::Tensor attendBehind(const FrozenModel& model, const at::Tensor& q, const at::Tensor& k, const at::Tensor& v, const at::Tensor& pastKeys,
                        const at::Tensor& pastValues, const at::Tensor& mask)
{
    const at::Tensor keys = at::cat({pastKeys, k}, 2).repeat_interleave(model.groupSize(), 1);
    const at::Tensor values = at::cat({pastValues, v}, 2).repeat_interleave(model.groupSize(), 1);
    return attend(q, keys, values, mask).squeeze(0).transpose(0, 1).reshape({q.size(2), -1});
}

// Of each row: its sequence, and branchOf() it.
struct RowGroups
{
    std::vector<std::int64_t> sequence, branch;

    explicit RowGroups(const PackedTokens& packed)
    {
        for (std::size_t i = 0; i < packed.ends.size(); ++i) {
            const std::vector<std::int64_t>& branches = packed.branches[i];
            for (std::int64_t row = 0; row < packed.rowsOf(i); ++row) {
                sequence.push_back(static_cast<std::int64_t>(i));
                branch.push_back(static_cast<std::int64_t>(branchOf(branches, row)));
            }
        }
    }
};

// What all rows see of all, [rows, past + rows].
at::Tensor maskOfAll(const FrozenModel& model, const PackedTokens& packed, const PastRows* past)
{
    const RowGroups groups(packed);
    const at::Tensor sequence = model.here(at::tensor(groups.sequence, at::kLong));
    const at::Tensor branch = model.here(at::tensor(groups.branch, at::kLong));
    const at::Tensor row = at::arange(sequence.size(0), sequence.options());
    const at::Tensor sameBranch = at::logical_or(branch == 0, branch.unsqueeze(1) == branch);
    at::Tensor seen = (sequence.unsqueeze(1) == sequence).logical_and(row <= row.unsqueeze(1)).logical_and(sameBranch);
    if (past) {
        std::vector<std::int64_t> owner;
        for (std::size_t i = 0; i < past->lengths.size(); ++i)
            owner.insert(owner.end(), static_cast<std::size_t>(past->lengths[i]), static_cast<std::int64_t>(i));
        seen = at::cat({sequence.unsqueeze(1) == model.here(at::tensor(owner, at::kLong)), seen}, 1);
    }
    return at::zeros(seen.sizes(), model.options().dtype(model.rowType())).masked_fill(seen.logical_not(), kUnseen);
}

}  // namespace

Rotation rotationOf(const FrozenModel& model, const PackedTokens& packed, const PastRows* past)
{
    std::vector<std::int64_t> positions;   // of each row in the text that it continues
    for (std::size_t i = 0; i < packed.ends.size(); ++i) {
        const std::vector<std::int64_t>& branches = packed.branches[i];
        const std::int64_t before = past ? past->lengths[i] : 0;
        for (std::int64_t row = 0; row < packed.rowsOf(i); ++row) {
            const std::size_t branch = branchOf(branches, row);
            positions.push_back(before + (branch == 0 ? row : branches.front() + row - branches[branch - 1]));
        }
    }
    const Rotation rotation = model.rotation(at::tensor(positions, at::kLong));
    const at::Tensor& signedSines = rotation.signedSines;
    return {rotation.cosines.unsqueeze(1), rotation.sines.unsqueeze(1), signedSines.defined() ? signedSines.unsqueeze(1) : signedSines};
}

PackedAttention::PackedAttention(const FrozenModel& model, const PackedTokens& packed, const PastRows* past)
    : m_model(model), m_packed(packed), m_past(past), m_rotation(rotationOf(model, packed, past))
{
    const bool plain = std::all_of(packed.branches.begin(), packed.branches.end(), [](const auto& branches) { return branches.empty(); });
    if (!model.isOnGpu()) {
        m_masks = past ? masksBehind(model, packed, *past) : masksOf(model, packed);
        return;
    }
    if (past || !plain) {
        m_mask = maskOfAll(model, packed, past);
        return;
    }
    std::int64_t longest = 0;
    for (std::size_t i = 0; i < packed.ends.size(); ++i)
        longest = std::max(longest, packed.rowsOf(i));
    std::vector<std::int64_t> padded, places;
    for (std::size_t i = 0; i < packed.ends.size(); ++i) {
        for (std::int64_t place = 0; place < longest; ++place) {
            const std::int64_t last = packed.rowsOf(i) - 1;   // what stands in for the rows that it lacks: seen by themselves alone
            if (place <= last)
                places.push_back(static_cast<std::int64_t>(padded.size()));
            padded.push_back(packed.beginOf(i) + std::min(place, last));
        }
    }
    m_padded = model.here(at::tensor(padded, at::kLong));
    m_places = model.here(at::tensor(places, at::kLong));
}

at::Tensor PackedAttention::attended(std::size_t layer, const at::Tensor& queries, const at::Tensor& keys, const at::Tensor& values) const
{
    const at::Tensor q = FrozenModel::rotate(queries, m_rotation).to(queries.scalar_type());
    const at::Tensor k = FrozenModel::rotate(keys, m_rotation).to(keys.scalar_type());
    if (m_padded.defined())
        return sideBySide(q, k, values);
    return m_mask.defined() ? asOne(layer, q, k, values) : bySequence(layer, q, k, values);
}

at::Tensor PackedAttention::bySequence(std::size_t layer, const at::Tensor& q, const at::Tensor& k, const at::Tensor& values) const
{
    std::vector<at::Tensor> parts;
    for (std::size_t i = 0; i < m_packed.ends.size(); ++i) {
        const std::int64_t begin = m_packed.beginOf(i), count = m_packed.rowsOf(i);
        const at::Tensor qi = byHead(q, begin, count), ki = byHead(k, begin, count), vi = byHead(values, begin, count);
        parts.push_back(m_past ? attendBehind(m_model, qi, ki, vi, m_past->keys[layer][i], m_past->values[layer][i], m_masks[i].front())
                               : attendOne(m_model, qi, ki, vi, m_packed.branches[i], m_masks[i]));
    }
    return at::cat(parts, 0);
}

// Padding stands behind its sequence, so no row of it is seen; what it sees itself is thrown away.
at::Tensor PackedAttention::sideBySide(const at::Tensor& q, const at::Tensor& k, const at::Tensor& values) const
{
    const auto sequences = static_cast<std::int64_t>(m_packed.ends.size());
    const auto spread = [&](const at::Tensor& x) {   // [S, heads, T, d]
        return x.index_select(0, m_padded).view({sequences, -1, x.size(1), x.size(2)}).transpose(1, 2);
    };
    const std::int64_t group = m_model.groupSize();
    const at::Tensor out = attend(spread(q), spread(k).repeat_interleave(group, 1), spread(values).repeat_interleave(group, 1));
    return out.transpose(1, 2).reshape({m_padded.size(0), -1}).index_select(0, m_places);
}

at::Tensor PackedAttention::asOne(std::size_t layer, const at::Tensor& q, const at::Tensor& k, const at::Tensor& values) const
{
    const std::int64_t count = q.size(0), group = m_model.groupSize();
    const auto behindPast = [&](const at::Tensor& x, const std::vector<std::vector<at::Tensor>>* past) {   // [1, Hkv, past + rows, d]
        const at::Tensor own = byHead(x, 0, count);
        if (!past)
            return own;
        std::vector<at::Tensor> parts = (*past)[layer];
        parts.push_back(own);
        return at::cat(parts, 2);
    };
    const at::Tensor keys = behindPast(k, m_past ? &m_past->keys : nullptr).repeat_interleave(group, 1);
    const at::Tensor all = behindPast(values, m_past ? &m_past->values : nullptr).repeat_interleave(group, 1);
    return attend(byHead(q, 0, count), keys, all, m_mask).squeeze(0).transpose(0, 1).reshape({count, -1});
}

}  // namespace cairn
