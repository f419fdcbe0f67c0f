// The evidence of the neutral question as a session keeps it: one setting, JSON, worth something only for the memory that it was
// measured on. No state, any thread.
#pragma once

#include "core/answering/asking.h"
#include "core/types/document.h"
#include "core/types/lift.h"

#include <optional>
#include <string>

namespace cairn
{

inline constexpr const char* kNeutralSetting = "neutral";   // name in session.db

AskOptions neutralOptions();   // what kNeutralQuestion is asked with

struct NeutralRecord
{
    Hash128 memoryKey{};                     // of the memory that was asked
    std::uint32_t memoryBlocks = 0;
    NeutralEvidence neutral;
    bool isOf(const Hash128& key, std::uint32_t blocks) const { return memoryKey == key && memoryBlocks == blocks; }
};

std::string toJson(const NeutralRecord& record);
std::optional<NeutralRecord> neutralRecordFromJson(const std::string& json);   // nothing: not such a record

}  // namespace cairn
