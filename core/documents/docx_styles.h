// Which paragraph styles are headings or numbered, and what the numbers of lists look like (ECMA-376 part 1, 17.7 and 17.9).
#pragma once

#include "core/result.h"

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

namespace cairn
{

inline constexpr unsigned kDocxListLevels = 9;

bool isDocxOn(std::string_view value);   // of a property that is there: with no value, or one that doesn't say no

struct DocxStyle
{
    std::string name;
    std::string basedOn;
    std::optional<unsigned> outlineLevel;   // from 0
    std::optional<bool> hidden;
    std::string numberId;
    unsigned numberLevel = 0;
};

class DocxStyles
{
public:
    // Reads word/styles.xml.
    Result<void> read(std::string_view xml);

    // Of a style or those it is based on: 1.. for headings (the title of the document is 1), 0 for others.
    unsigned headingLevel(const std::string& style) const;
    bool isTitle(const std::string& style) const;
    bool isCode(const std::string& style) const;                 // by its name: "Source Code", "HTML Preformatted"
    bool isQuotation(const std::string& style) const;            // by its name, as captions are
    bool isCaption(const std::string& style) const;
    bool isHidden(const std::string& style) const;               // of paragraphs or characters
    const DocxStyle* numbered(const std::string& style) const;   // null pointer: paragraphs carry no number by style

private:
    bool isNamed(const std::string& style, std::span<const std::string_view> names) const;
    const DocxStyle* find(const std::string& id) const;
    std::unordered_map<std::string, DocxStyle> m_styles;
};

// Numbers the paragraphs of lists in the order they come.
class DocxNumbering
{
public:
    // Reads word/numbering.xml.
    Result<void> read(std::string_view xml);

    // "3.", "b)", "-" for the next paragraph of list `numberId` at `level`; empty: no visible number.
    std::string next(const std::string& numberId, unsigned level);

    struct Level
    {
        unsigned start = 1;
        std::string format = "decimal";
        std::optional<std::string> text;   // "%1.%2"
    };
    using Levels = std::array<Level, kDocxListLevels>;
    struct Number              // a list with its own starts
    {
        std::string abstract;
        std::array<std::optional<unsigned>, kDocxListLevels> starts;
        bool begun = false;
    };

private:
    std::unordered_map<std::string, Levels> m_abstract;
    std::unordered_map<std::string, Number> m_numbers;   // of lists
    std::map<std::string, std::array<unsigned, kDocxListLevels>> m_counters;
};

}  // namespace cairn
