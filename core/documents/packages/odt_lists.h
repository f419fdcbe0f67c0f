// The lists that are open at a place of an OpenDocument text, and the numbers that all of its lists and headings have reached. One thread.
#pragma once

#include "core/documents/packages/odt_styles.h"
#include "core/formats/xml_reader.h"

#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace cairn
{

struct OdtCounters
{
    std::vector<ListCounters> lists;
    std::unordered_map<std::string, std::size_t> byId;      // of a list: its place in `lists`
    std::unordered_map<std::string, std::size_t> byStyle;   // the newest one
    ListCounters headings{};
};

class OdtLists
{
public:
    // Both outlive it.
    OdtLists(const OdtStyles& styles, OdtCounters& counters) : m_styles(styles), m_counters(counters) {}

    // text:list, then text:list-item or text:list-header (a paragraph without a mark)
    void open(const XmlAttributes& attributes);
    void close();
    void item(const XmlAttributes& attributes);
    void header();

    bool isOpen() const { return !m_open.empty(); }
    unsigned level() const;   // of the innermost open list, from 0. REQUIRES: isOpen()

    // "3.", "b)", "-" for the next paragraph; empty: not the first of its item, or no visible mark. REQUIRES: isOpen()
    std::string mark(const std::string& paragraphStyle);

    // "2.1" for the next heading outside of lists; its level counts from 1. `start`: of a heading that counts anew.
    std::string headingMark(const std::string& paragraphStyle, unsigned level, std::optional<unsigned> start);

private:
    struct Open
    {
        std::string style;
        std::size_t counters = 0;
        std::optional<unsigned> start;   // of the item
        bool isMarked = true;            // the item was
    };
    std::size_t countersFor(const std::string& style, const XmlAttributes& attributes);
    const ListLevels* levelsOf(const std::string& list, const std::string& paragraphStyle) const;

    const OdtStyles& m_styles;
    OdtCounters& m_counters;
    std::vector<Open> m_open;
};

}  // namespace cairn
