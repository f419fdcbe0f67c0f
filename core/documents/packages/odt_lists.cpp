#include "core/documents/packages/odt_lists.h"

#include <algorithm>
#include <utility>

namespace cairn
{

unsigned OdtLists::level() const
{
    return static_cast<unsigned>(std::min<std::size_t>(m_open.size(), kListLevels)) - 1;
}

std::size_t OdtLists::countersFor(const std::string& style, const XmlAttributes& attributes)
{
    const auto& known = attributes.find("continue-list") ? m_counters.byId : m_counters.byStyle;
    const std::string continued(attributes.find("continue-list").value_or(style));
    const auto found = known.find(continued);
    if (found != known.end() && (attributes.find("continue-list") || attributes.value("continue-numbering") == "true"))
        return found->second;
    m_counters.lists.emplace_back();
    return m_counters.lists.size() - 1;
}

void OdtLists::open(const XmlAttributes& attributes)
{
    Open list;
    list.style = attributes.value("style-name");
    if (m_open.empty()) {
        list.counters = countersFor(list.style, attributes);
        m_counters.byStyle[list.style] = list.counters;
        if (const auto id = attributes.find("id"))
            m_counters.byId[std::string(*id)] = list.counters;
    } else {
        list.style = list.style.empty() ? m_open.back().style : list.style;
        list.counters = m_open.back().counters;
    }
    const bool isNested = !m_open.empty();
    m_open.push_back(std::move(list));
    // Without a word of it lists in one item count on, as word processors have them, too: a list that goes on after other paragraphs says
    // so of its outermost level alone.
    if (isNested && attributes.value("continue-numbering") == "false") {
        ListCounters& counters = m_counters.lists[m_open.back().counters];
        std::fill(counters.begin() + level(), counters.end(), 0u);
    }
}

void OdtLists::close()
{
    if (!m_open.empty())
        m_open.pop_back();
}

void OdtLists::item(const XmlAttributes& attributes)
{
    if (m_open.empty())
        return;
    m_open.back().isMarked = false;
    m_open.back().start.reset();
    if (attributes.find("start-value"))
        m_open.back().start = attributes.number("start-value", 1);
}

void OdtLists::header()
{
    if (!m_open.empty())
        m_open.back().isMarked = true;
}

const ListLevels* OdtLists::levelsOf(const std::string& list, const std::string& paragraphStyle) const
{
    auto found = m_styles.lists.find(list);
    if (found == m_styles.lists.end())
        if (const OfficeStyle* numbered = m_styles.styles.numbered(paragraphStyle))
            found = m_styles.lists.find(numbered->numberId);
    return found == m_styles.lists.end() ? nullptr : &found->second;
}

std::string OdtLists::mark(const std::string& paragraphStyle)
{
    Open& list = m_open.back();
    if (std::exchange(list.isMarked, true))
        return {};
    const ListLevels* levels = levelsOf(list.style, paragraphStyle);
    if (!levels)
        return "-";
    ListCounters& counters = m_counters.lists[list.counters];
    ListStarts starts;
    if (list.start) {
        starts[level()] = list.start;
        counters[level()] = 0;
    }
    return nextListMark(*levels, counters, level(), starts);
}

std::string OdtLists::headingMark(const std::string& paragraphStyle, unsigned level, std::optional<unsigned> start)
{
    const OfficeStyle* numbered = m_styles.styles.numbered(paragraphStyle);
    if (level < 1 || level > kListLevels || (numbered && numbered->numberId == kOdtNoList))
        return {};
    ListStarts starts;
    if (start) {
        starts[level - 1] = start;
        m_counters.headings[level - 1] = 0;
    }
    return nextListMark(m_styles.outline, m_counters.headings, level - 1, starts);
}

}  // namespace cairn
