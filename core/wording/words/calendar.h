// Dates and times of day as English and German texts write them. Words are given folded (`Word::folded`). No state, any thread.
#pragma once

#include <optional>
#include <string_view>

namespace cairn
{

// "march", "märz"
bool isMonthName(std::string_view folded);

// The same of a German text, which writes days with a full stop ("1. März").
bool isGermanMonthName(std::string_view folded);

// Also "mar", "sept": many are names or words of their own.
bool isMonth(std::string_view folded);

// "monday", "montag"
bool isWeekday(std::string_view folded);

// Four digits, 1000 to 2099.
bool isYear(std::string_view folded);

// Minutes of the time of day or the duration that `text` begins with, its hour of one or two digits: 375 of "06:15", 1095 of "6:15 pm",
// 127.75 of "2:07:45".
std::optional<double> clockMinutes(std::string_view text);

// A time of day ("06:15") stands anywhere in `text`.
bool hasTimeOfDay(std::string_view text);

}  // namespace cairn
