// What a reStructuredText source names elsewhere: the words of substitutions ("|name|") and the numbers of footnotes that ask for one
// ("[#]"). Values.
#pragma once

#include "core/documents/markup/rst_lines.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace cairn
{

class RstNames
{
public:
    RstNames(std::string_view source, const std::vector<RstLine>& lines);

    const std::string* wordsOf(std::string_view substitution);         // null pointer: it isn't defined here
    std::string numberOfReference() { return next(m_references); }     // of the one that comes next
    std::string numberOfNote() { return next(m_notes); }

private:
    void define(std::string_view source, const std::vector<RstLine>& lines, std::size_t line);
    std::string next(unsigned& last) const;

    std::unordered_map<std::string, std::string> m_words;
    std::size_t m_given = 0;                // bytes of words that were asked for
    std::unordered_set<unsigned> m_taken;   // numbers that notes have of their own
    unsigned m_references = 0;
    unsigned m_notes = 0;
};

}  // namespace cairn
