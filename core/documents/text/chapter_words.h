// Lines that head a part of a text by their first words, in the languages that books are often written in: "CHAPTER XII. The Biscuit",
// "Erstes Kapitel: Die Ankunft", "§ 3 Miete", "Глава 2". Pure functions.
#pragma once

#include <QString>

#include <string_view>

namespace cairn
{

struct ChapterMark
{
    unsigned level = 0; // 0: the line heads nothing; volumes 1, chapters 2, scenes 3, articles 4
    QString number;     // "12", "A": what the numbers of its sections begin with; empty: none, or no such number
};

// REQUIRES: a paragraph, UTF-8, without white space at either end.
ChapterMark chapterMark(std::string_view paragraph);

} // namespace cairn
