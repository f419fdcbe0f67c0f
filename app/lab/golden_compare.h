// One replayed step against the recorded tensors of the same name.
#pragma once

#include "app/lab/golden_case.h"
#include "app/lab/golden_result.h"

#include <span>
#include <string>
#include <vector>

namespace cairn
{

double toleranceOf(const GoldenCase& golden, const std::string& kind);   // tight_tolerance, 2e-4 where a kind isn't listed

// Counts entries that differ as wrong integers (wrong selections for `selected` and `slots`).
void compareIntegers(const GoldenCase& golden, const std::string& tensor, const std::vector<std::int32_t>& got, GoldenResult& result);

class StepComparison final : public StepRecorder
{
public:
    StepComparison(const GoldenCase& golden, std::uint32_t number, std::uint32_t rows, GoldenResult& result);

    bool recorded() const { return m_recorded; }
    void memory(std::uint32_t completed, std::optional<std::uint32_t> limit);   // before the step
    void finish(std::span<const TokenId> tokens, const std::vector<float>& hidden, const std::vector<float>& logits);

    void record(const LayerRecord& layer) override;
    std::uint32_t scoresFrom(std::uint32_t rows) const override { return m_recorded ? 0 : rows; }
    bool placeScores() const override { return m_recorded; }

private:
    template <typename T, typename At>
    std::vector<T> picked(std::uint32_t outer, std::uint32_t inner, bool allRows, const At& at) const;
    void compareFloats(const std::string& kind, const std::string& tensor, const std::vector<float>& got);

    const GoldenCase& m_golden;
    GoldenResult& m_result;
    std::string m_prefix;                  // "step007."
    bool m_recorded = false;
    std::vector<std::uint32_t> m_rows;     // rows of the step that the tensors hold
};

// The recorded choice of a step.
class RecordedPlaces final : public PlaceSource
{
public:
    RecordedPlaces(const GoldenCase& golden, std::uint32_t number, std::uint32_t rows, std::uint32_t heads, const Stream& stream);
    bool places(std::uint32_t layer, std::int32_t* selected, std::int32_t* distances) override;

private:
    const GoldenCase& m_golden;
    std::string m_prefix;
    std::uint32_t m_stepRows, m_heads;
    std::uint32_t m_memoryBlocks, m_firstBlock;
};

std::string stepName(std::uint32_t number);   // "step007"

}  // namespace cairn
