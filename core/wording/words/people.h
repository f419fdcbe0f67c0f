// Words that stand beside the names of people: titles before them ("Captain Rowe"), and verbs by which stories say who speaks ("said
// Rowe"). English; no state, any thread.
#pragma once

#include <string_view>

namespace cairn
{

bool isTitleOfPerson(std::string_view folded);
bool isVerbOfSpeech(std::string_view folded);

}  // namespace cairn
