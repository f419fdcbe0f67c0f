// Which lines of a page are code or a formula of its own: neither is ever filled up with the words of the next line. Told from their
// characters and from the lines around them. Pure functions.
#pragma once

#include "core/documents/pdf/pdf_lines.h"

#include <vector>

namespace cairn
{

enum class LineKind
{
    Words,
    Code,
    Formula
};

// "x = y + 1": a relation, and no words but those of formulas.
bool isFormula(QStringView line);

// Two lines of a language that ends statements in a sign: neither is ever filled up with words of the other.
bool areCode(QStringView a, QStringView b);

// One for each line. A formula has several where its signs stand over each other; those alone need no relation.
std::vector<LineKind> lineKinds(const PdfPage& page, const std::vector<PdfLine>& lines);

// Spaces before a line of code, by how far its block begins to the left of it. REQUIRES: kinds[line] is Code.
int codeIndent(const std::vector<PdfLine>& lines, const std::vector<LineKind>& kinds, std::size_t line);

} // namespace cairn
