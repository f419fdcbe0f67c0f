// What the rules that quote a document (said_by_itself.h) have in common. Any thread.
#pragma once

#include "core/answering/asking.h"
#include "core/wording/quoting/quoting.h"

#include <functional>
#include <optional>
#include <span>
#include <string_view>

namespace cairn
{

// Of what the question asks about, and in its reach.
Allowed allowedFor(const Question& question, const AskingContext& context);

std::optional<SaidWords> asQuoted(const std::optional<DocumentPlace>& words, const AskingContext& context);

// All of these places, in their order. Nothing: there are none.
std::optional<SaidWords> allQuoted(std::span<const DocumentPlace> places, std::string_view between, const AskingContext& context);

// One more of the places that are the answer, behind what parts it from the last one.
void addQuotation(SaidWords& said, const DocumentPlace& place, std::string_view before, const AskingContext& context);

// Sentences that answer where a topic is asked about; where it is asked whether something is so, none that asks anything but why.
bool isQuotable(std::string_view sentence, bool whether);

// What is quoted of a sentence: no list mark, and no colon that its example would follow.
ByteRange quotedOf(std::string_view text, const ByteRange& sentence);

inline constexpr std::uint64_t kLongestQuoted = 400;   // bytes of a sentence

}  // namespace cairn
