// Marks of the lists of word processors' documents: "3.", "b)", "1.2", "-". Plain values and pure functions.
#pragma once

#include "core/documents/text/list_numbers.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cairn
{

inline constexpr unsigned kListLevels = 9;

struct ListLevel
{
    enum class Kind : std::uint8_t { Number, Bullet, None };
    Kind kind = Kind::Number;
    NumberForm form = NumberForm::Decimal;
    unsigned start = 1;
    std::optional<std::string> text;   // "%1.%2": places of the numbers of levels; of a bullet: its sign
    bool isLegal = false;              // numbers of the other levels are decimal here: "Section 1.01" below "Article I"
    unsigned restart = kListLevels;    // it counts anew below each of as many levels from the top
};

// Text around numbers, not too much of it.
std::string listMarkText(std::string_view text);

using ListLevels = std::array<ListLevel, kListLevels>;
using ListCounters = std::array<unsigned, kListLevels>;                // one above the number; 0: not begun
using ListStarts = std::array<std::optional<unsigned>, kListLevels>;   // in place of the levels' own

// Counts the next paragraph at `level` and gives its mark; empty: none that can be seen. REQUIRES: level < kListLevels.
std::string nextListMark(const ListLevels& levels, ListCounters& counters, unsigned level, const ListStarts& starts = {});

}  // namespace cairn
