// Styles and lists of WordprocessingML (ECMA-376 part 1, 17.7 and 17.9).
#pragma once

#include "core/documents/packages/list_marks.h"
#include "core/documents/packages/office_styles.h"
#include "core/result.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace cairn
{

bool isDocxOn(std::string_view value);   // of a property that is there: with no value, or one that doesn't say no

// Reads word/styles.xml. Ids are those of the file; "0" as a list: none.
Result<void> readDocxStyles(std::string_view xml, OfficeStyles& styles);

// Numbers the paragraphs of lists in the order they come.
class DocxNumbering
{
public:
    // Reads word/numbering.xml.
    Result<void> read(std::string_view xml);

    // "3.", "b)", "-" for the next paragraph of list `numberId` at `level`; empty: no visible number.
    std::string next(const std::string& numberId, unsigned level);

    // The level that the list has for paragraphs of a style.
    std::optional<unsigned> levelOf(const std::string& numberId, const std::string& style) const;

    struct List
    {
        ListLevels levels;
        std::unordered_map<std::string, unsigned> ofStyles; // style -> level
    };
    struct Number // a list with its own starts and levels
    {
        std::string abstract;
        std::map<unsigned, ListLevel> levels;
        ListStarts starts;
        bool begun = false;
    };

private:
    std::unordered_map<std::string, List> m_abstract;
    std::unordered_map<std::string, Number> m_numbers;   // of lists
    std::map<std::string, ListCounters> m_counters;
};

}  // namespace cairn
