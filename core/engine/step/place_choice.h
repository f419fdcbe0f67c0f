// Which blocks every row and head of a layer retrieves: scores, modes, pins, barred blocks (landmark_semantics.md 5). Where pins
// (or a memory that fits) decide everything, no landmark is scored. One object serves all layers of a step.
#pragma once

#include "core/engine/blocks/memory_blocks.h"
#include "core/engine/step/step_record.h"
#include "core/engine/step/step_shape.h"
#include "core/engine/step/stream.h"
#include "kernels/retrieval/landmark_groups.h"

#include <functional>
#include <stop_token>
#include <vector>

namespace cairn
{

// The landmarks of a step's memory blocks: base blocks first, then the stream's own.
struct LandmarkView
{
    const LandmarkIndex* base = nullptr;
    std::uint32_t baseCount = 0;          // absolute ids below are in `base`
    const LandmarkIndex* own = nullptr;
    MemoryShape shape;

    const std::byte* at(std::uint32_t layer, std::uint32_t block) const
    {
        return block < baseCount ? base->at(layer, block) : own->at(layer, block - baseCount);
    }
};

struct ChosenPlaces
{
    std::vector<std::int32_t> selected, distances;       // [T][H][k]
    std::vector<float> placeScores;                      // the same
    std::vector<std::uint8_t> ties;                      // [T][H]
    std::vector<float> keptScores, keptValues;           // for the recorder: step_record.h rawScores, unitValues
};

struct PlaceRules
{
    std::uint32_t heads = 0;              // H
    SelectionMode mode = SelectionMode::PerTokenAndHead;
    const float* cosines = nullptr;
    const float* sines = nullptr;
    std::vector<float> firstLayerKey;     // [Hkv][d] rotated by F: every landmark of layer 0; empty: scan layer 0 too
    ScanWay scan = ScanWay::Flat;
    std::uint32_t openedGroups = kOpenedGroups;
};

class PlaceChoice
{
public:
    PlaceChoice(const StepShape& shape, const LandmarkView& landmarks, PlaceRules rules, const StepControls& controls,
                StepRecorder* recorder);

    std::uint32_t places() const { return m_places; }   // k of this step; imposed blocks: their number

    // queries: [T][H][d], not rotated. After a stop request the choice is unfinished.
    void choose(std::uint32_t layer, const float* queries, const std::stop_token& stop = {});

    // The same for scores and choices that were made elsewhere (a GPU): what choose() needs, and what it would have found.
    bool isDecided() const { return m_decided || m_places == 0; }   // no layer has anything to score
    const std::vector<std::int32_t>& pinned() const { return m_pinned; }   // memory indices, ascending
    const std::vector<std::int32_t>& barred() const { return m_barred; }
    std::uint32_t scoresFrom() const { return m_scoresFrom; }       // rows below need no kept scores
    void take(std::uint32_t layer, ChosenPlaces chosen);

    const std::int32_t* selected() const { return m_selected.data(); }      // [T][H][k]
    const std::int32_t* distances() const { return m_distances.data(); }
    const std::vector<std::int32_t>& attended() const { return m_attended; }  // distinct memory indices that `selected` names

    LayerRecord recordOf(std::uint32_t layer) const;     // the step's and the selection's part of a record

private:
    struct ScanPiece   // rows of the step, memory indices
    {
        std::uint32_t firstRow, endRow, firstBlock, endBlock, firstKvHead, endKvHead;
    };
    void decideWithoutScores(const std::vector<std::int32_t>& columns);
    kernels::LandmarkScan scanOf(std::uint32_t layer, const float* queries, std::uint32_t first, std::uint32_t rows) const;
    std::uint32_t baseBlocks() const;
    kernels::LandmarkChoice choiceOf(std::uint32_t layer, const float* queries);   // of all rows and heads
    void chooseInPieces(const kernels::LandmarkChoice& work, std::uint32_t mostRows, const std::stop_token& stop,
                        const std::function<void(kernels::LandmarkChoice&)>& choosePart);
    bool isTwoLevel(std::uint32_t layer) const;           // place_groups.cpp, as the next four
    std::uint32_t firstOwnGroup() const;
    void boxOwnGroups(std::uint32_t layer);
    kernels::LandmarkGroups groupsOf(std::uint32_t layer) const;
    void chooseInGroups(std::uint32_t layer, const float* queries, const std::stop_token& stop);
    void chooseFused(std::uint32_t layer, const float* queries, const std::stop_token& stop);
    void scoreRows(std::uint32_t layer, const float* queries, std::uint32_t first, std::uint32_t end, const std::stop_token& stop);
    void scanPiece(std::uint32_t layer, const float* queries, const ScanPiece& piece);
    bool isFiltered(std::uint32_t layer) const;
    void chooseRows(std::uint32_t first, std::uint32_t end);
    void chooseShared(std::uint32_t first, std::uint32_t end);
    void mergeTokenValues(std::uint32_t rows, bool firstTile);
    void chooseUnit(float* values, std::uint32_t row, std::uint32_t endRow, std::uint32_t head, std::uint32_t endHead);
    void keepScores(std::uint32_t first, std::uint32_t end);
    void finishChoice(std::uint32_t layer);
    void collectAttended();
    std::uint32_t tileRows() const;

    StepShape m_shape;
    LandmarkView m_landmarks;
    PlaceRules m_rules;
    std::vector<std::int32_t> m_pinned, m_barred;        // memory indices
    PlaceSource* m_source = nullptr;
    StepRecorder* m_recorder = nullptr;
    std::uint32_t m_places = 0;
    bool m_decided = false;                              // the same for all layers, nothing is scored
    bool m_scored = false;
    std::uint32_t m_scoresFrom = 0;

    std::vector<std::int32_t> m_selected, m_distances, m_attended;
    std::vector<float> m_placeScores;
    std::vector<std::uint8_t> m_ties;
    std::vector<std::uint8_t> m_seen;                    // [n] marks for collectAttended, where it needs them
    std::vector<float> m_scores;                         // [tile rows][H][n]
    std::vector<float> m_values;                         // shared modes: [units][n]
    std::vector<float> m_tokenValues;                    // max_over_tokens: [H][n] over all tiles
    std::vector<float> m_keptScores, m_keptValues;       // for the recorder
    std::vector<std::byte> m_ownBoxes;                   // of groups that hold own blocks
    std::vector<const void*> m_ownBoxSlabs;
};

}  // namespace cairn
