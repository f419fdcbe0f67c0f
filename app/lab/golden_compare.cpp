#include "app/lab/golden_compare.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace cairn
{

namespace
{

constexpr double kDefaultTolerance = 2e-4;   // landmark_semantics.md 16, 32 bits

struct SetShape
{
    std::uint32_t outer = 0;     // sets along the head axis: H, Hkv or 1
    bool perRow = true;          // false: one set for all rows
};

SetShape setShape(const LayerRecord& layer)
{
    switch (layer.mode) {
    case SelectionMode::PerTokenAndHead: return {layer.heads, true};
    case SelectionMode::MaxOverTokens: return {layer.heads, false};
    case SelectionMode::MaxOverHeads: return {1, true};
    case SelectionMode::PerTokenAndGroup: return {layer.kvHeads, true};
    }
    return {};
}

// Reported score of a set: [set][row][memory index].
float reported(const LayerRecord& layer, std::uint32_t set, std::uint32_t row, std::uint32_t column)
{
    const std::size_t n = layer.memoryBlocks;
    switch (layer.mode) {
    case SelectionMode::PerTokenAndHead: return layer.rawScores[(std::size_t{row} * layer.heads + set) * n + column];
    case SelectionMode::MaxOverTokens: return std::exp(layer.unitValues[set * n + column]);
    case SelectionMode::MaxOverHeads: return std::exp(layer.unitValues[row * n + column]);
    case SelectionMode::PerTokenAndGroup: return std::exp(layer.unitValues[(std::size_t{row} * layer.kvHeads + set) * n + column]);
    }
    return 0;
}

}  // namespace

std::string stepName(std::uint32_t number)
{
    char text[24];
    std::snprintf(text, sizeof text, "step%03u", number);
    return text;
}

double toleranceOf(const GoldenCase& golden, const std::string& kind)
{
    const auto found = golden.tightTolerance.find(kind);
    return found == golden.tightTolerance.end() ? kDefaultTolerance : found->second;
}

void compareIntegers(const GoldenCase& golden, const std::string& tensor, const std::vector<std::int32_t>& got, GoldenResult& result)
{
    const auto wanted = golden.expected.readIntegers(tensor);
    std::uint64_t wrong = 0;
    if (!wanted || wanted->size() != got.size()) {
        wrong = std::max<std::uint64_t>(1, got.size());
    } else {
        for (std::size_t i = 0; i < got.size(); ++i)
            wrong += got[i] != (*wanted)[i];
    }
    const bool selection = tensor.ends_with(".selected") || tensor.ends_with(".slots");
    (selection ? result.wrongSelections : result.wrongIntegers) += wrong;
    if (tensor.starts_with("step"))
        ++result.compared;
    if (wrong > 0 && result.firstDifference.empty())
        result.firstDifference = tensor;
}

StepComparison::StepComparison(const GoldenCase& golden, std::uint32_t number, std::uint32_t rows, GoldenResult& result)
    : m_golden(golden), m_result(result), m_prefix(stepName(number) + "."), m_recorded(golden.has(m_prefix + "tokens"))
{
    if (golden.has(m_prefix + "rows")) {
        const std::vector<std::int32_t> recordedRows = golden.expected.readIntegers(m_prefix + "rows").value();
        for (const std::int32_t row : recordedRows)
            m_rows.push_back(static_cast<std::uint32_t>(row));
    } else {
        for (std::uint32_t row = 0; row < rows; ++row)
            m_rows.push_back(row);
    }
}

void StepComparison::memory(std::uint32_t completed, std::optional<std::uint32_t> limit)
{
    if (!m_golden.has(m_prefix + "memory_blocks"))
        return;
    std::vector<std::int32_t> blocks;
    for (std::uint32_t block = completed - std::min(completed, limit.value_or(completed)); block < completed; ++block)
        blocks.push_back(static_cast<std::int32_t>(block));
    compareIntegers(m_golden, m_prefix + "memory_blocks", blocks, m_result);
}

void StepComparison::compareFloats(const std::string& kind, const std::string& tensor, const std::vector<float>& got)
{
    const auto wanted = m_golden.expected.readFloats(tensor);
    ++m_result.compared;
    const double tolerance = toleranceOf(m_golden, kind);
    if (!wanted || wanted->size() != got.size()) {
        m_result.difference(kind, tensor, std::numeric_limits<double>::infinity(), 0, tolerance);
        return;
    }
    for (std::size_t i = 0; i < got.size(); ++i)
        m_result.difference(kind, tensor, got[i], (*wanted)[i], tolerance);
}

// Values at(set, row, index) in the order [outer][recorded rows, or 1][inner].
template <typename T, typename At>
std::vector<T> StepComparison::picked(std::uint32_t outer, std::uint32_t inner, bool allRows, const At& at) const
{
    std::vector<T> out;
    for (std::uint32_t set = 0; set < outer; ++set) {
        for (std::size_t r = 0; r < (allRows ? m_rows.size() : 1); ++r) {
            for (std::uint32_t i = 0; i < inner; ++i)
                out.push_back(at(set, allRows ? m_rows[r] : 0, i));
        }
    }
    return out;
}

void StepComparison::record(const LayerRecord& layer)
{
    if (!m_recorded)
        return;
    const std::string prefix = m_prefix + "layer" + std::to_string(layer.layer) + ".";
    const SetShape sets = setShape(layer);
    const std::size_t k = layer.places;
    const auto placeOf = [&](std::uint32_t set, std::uint32_t row, std::uint32_t place) {
        return (std::size_t{row} * layer.heads + std::size_t{set} * (layer.heads / sets.outer)) * k + place;
    };
    if (m_golden.has(prefix + "blockscores") && layer.rawScores)
        compareFloats("blockscores", prefix + "blockscores", picked<float>(sets.outer, layer.memoryBlocks, sets.perRow,
                      [&](std::uint32_t set, std::uint32_t row, std::uint32_t i) { return reported(layer, set, row, i); }));
    if (m_golden.has(prefix + "selected"))
        compareIntegers(m_golden, prefix + "selected", picked<std::int32_t>(sets.outer, layer.places, sets.perRow,
                        [&](std::uint32_t set, std::uint32_t row, std::uint32_t i) {
                            const std::int32_t column = layer.selected[placeOf(set, row, i)];
                            return column < 0 ? -1 : column + static_cast<std::int32_t>(layer.firstBlock);
                        }), m_result);
    if (m_golden.has(prefix + "slots"))
        compareIntegers(m_golden, prefix + "slots", picked<std::int32_t>(sets.outer, layer.places, sets.perRow,
                        [&](std::uint32_t set, std::uint32_t row, std::uint32_t i) {
                            return static_cast<std::int32_t>(k) + 1 - layer.distances[placeOf(set, row, i)];
                        }), m_result);
    if (m_golden.has(prefix + "gates"))
        compareFloats("gates", prefix + "gates", picked<float>(layer.heads, layer.places, true,
                      [&](std::uint32_t head, std::uint32_t row, std::uint32_t i) {
                          return layer.gates[(std::size_t{row} * layer.heads + head) * k + i];
                      }));
    if (m_golden.has(prefix + "miss") && layer.miss)
        compareFloats("miss", prefix + "miss",
                      picked<float>(layer.heads, 1, true, [&](std::uint32_t head, std::uint32_t row, std::uint32_t) {
                          return layer.miss[std::size_t{row} * layer.heads + head];
                      }));
}

void StepComparison::finish(std::span<const TokenId> tokens, const std::vector<float>& hidden, const std::vector<float>& logits)
{
    if (!m_recorded)
        return;
    compareIntegers(m_golden, m_prefix + "tokens", {tokens.begin(), tokens.end()}, m_result);
    const auto rowsOf = [&](const std::vector<float>& values) {
        const std::size_t width = values.size() / tokens.size();
        std::vector<float> out;
        for (const std::uint32_t row : m_rows)
            out.insert(out.end(), values.begin() + static_cast<std::ptrdiff_t>(row * width),
                       values.begin() + static_cast<std::ptrdiff_t>((row + 1) * width));
        return out;
    };
    if (m_golden.has(m_prefix + "hidden"))
        compareFloats("hidden", m_prefix + "hidden", rowsOf(hidden));
    if (m_golden.has(m_prefix + "logits"))
        compareFloats("logits", m_prefix + "logits", rowsOf(logits));
}

RecordedPlaces::RecordedPlaces(const GoldenCase& golden, std::uint32_t number, std::uint32_t rows, std::uint32_t heads,
                               const Stream& stream)
    : m_golden(golden), m_prefix(stepName(number) + "."), m_stepRows(rows), m_heads(heads),
      m_memoryBlocks(std::min(stream.blocks(), golden.settings.memoryLimit.value_or(stream.blocks()))),
      m_firstBlock(stream.blocks() - m_memoryBlocks)
{
}

bool RecordedPlaces::places(std::uint32_t layer, std::int32_t* selected, std::int32_t* distances)
{
    const std::string prefix = m_prefix + "layer" + std::to_string(layer) + ".";
    if (!m_golden.has(prefix + "selected") || m_golden.has(m_prefix + "rows"))
        return false;   // a choice for some rows only can't be imposed
    const auto shape = m_golden.shape(prefix + "selected");
    const auto ids = m_golden.expected.readIntegers(prefix + "selected");
    if (!ids || shape.size() != 3)
        return false;
    std::vector<std::int32_t> slots;   // recorded in cases of the oracle only
    if (m_golden.has(prefix + "slots"))
        slots = m_golden.expected.readIntegers(prefix + "slots").value();
    const std::size_t sets = shape[0], rows = shape[1], k = shape[2];
    const Slots rule{m_memoryBlocks, static_cast<std::uint32_t>(k)};
    for (std::size_t row = 0; row < m_stepRows; ++row) {
        for (std::size_t head = 0; head < m_heads; ++head) {
            for (std::size_t place = 0; place < k; ++place) {
                const std::size_t from = ((head * sets / m_heads) * rows + (rows == 1 ? 0 : row)) * k + place;
                const std::size_t to = (row * m_heads + head) * k + place;
                selected[to] = (*ids)[from] < 0 ? -1 : (*ids)[from] - static_cast<std::int32_t>(m_firstBlock);
                const std::int32_t slot = !slots.empty()
                                              ? slots[from]
                                              : static_cast<std::int32_t>(rule.slot(static_cast<std::uint32_t>(place),
                                                                                    static_cast<std::uint32_t>(std::max(selected[to], 0))));
                distances[to] = static_cast<std::int32_t>(k) + 1 - slot;
            }
        }
    }
    return true;
}

}  // namespace cairn
