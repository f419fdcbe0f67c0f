// How a question was asked, as JSON: beside it in session.db, and on its way to the engine; enough to ask again and get the same
// answer. No state, any thread; needs no engine.
#pragma once

#include "core/answering/asking.h"
#include "core/result.h"

#include <optional>
#include <string>
#include <string_view>

namespace cairn
{

std::string toJson(const AskOptions& options);

// "per_token_and_head", "max_over_tokens", ..; "grouped", "exact": in options, files and command lines.
std::optional<SelectionMode> selectionModeNamed(std::string_view name);
std::optional<AttentionWay> attentionNamed(std::string_view name);
std::optional<ScanWay> scanNamed(std::string_view name);            // "flat", "two_level"
std::string_view name(ScanWay scan);
std::string_view name(AttentionWay way);
std::string settingsText(const AskOptions& options);   // "k 4, max_over_heads"

// Corruption: not JSON. What is absent is the default, numbers are brought into range: the bytes may be foreign. Tuning of
// strategies is not kept: the program's own is used.
Result<AskOptions> askOptionsFromJson(const std::string& json);

}  // namespace cairn
