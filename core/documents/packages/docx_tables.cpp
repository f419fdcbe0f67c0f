// Tables of WordprocessingML: rows and cells, and those that a tracked change takes away.
#include "core/documents/packages/docx_body.h"

#include <algorithm>
#include <utility>

namespace cairn
{

// What the properties of rows and cells say is read though they are left out.
void DocxBody::skipped(std::string_view name, const XmlAttributes& attributes)
{
    const Properties of = m_skipped == 1 ? m_skippedProperties : Properties::None;
    if (of == Properties::Row && name == "del")
        m_rowDeleted = true;
    else if (of == Properties::Row && name == "gridBefore")
        m_columnsBefore = attributes.number("val", 0);
    else if (of == Properties::Cell && !m_cells.empty() && name == "cellDel")
        m_cells.back().deleted = true;
    else if (of == Properties::Cell && !m_cells.empty() && name == "gridSpan")
        m_cells.back().span = attributes.number("val", 1);
    ++m_skipped;
}

// False: the row ends that was left out.
bool DocxBody::endSkipped(std::string_view name)
{
    if (--m_skipped > 0)
        return true;
    const Properties of = std::exchange(m_skippedProperties, Properties::None);
    if (of == Properties::Row && m_rowDeleted) {
        m_skipped = 1; // to the end of the row
        return true;
    }
    if (of == Properties::Row)
        m_text.coverCells(std::exchange(m_columnsBefore, 0));
    if (of == Properties::Cell && !m_cells.empty() && m_cells.back().deleted) {
        m_cells.pop_back();
        m_skipped = 1; // to the end of the cell
    }
    return name != "tr" || !std::exchange(m_rowDeleted, false);
}

bool DocxBody::startTable(std::string_view name)
{
    if (name == "tbl")
        m_text.beginTable();
    else if (name == "tr")
        m_text.beginRow();
    else if (name == "tc")
        m_cells.emplace_back();
    else
        return false;
    return true;
}

// Its properties are known.
void DocxBody::beginCell()
{
    m_cells.back().begun = true;
    m_text.beginCell();
}

void DocxBody::endTable(std::string_view name)
{
    if (name == "tc" && !m_cells.empty()) {
        if (!m_cells.back().begun)
            beginCell();
        m_text.endCell();
        m_text.coverCells(std::max(m_cells.back().span, 1u) - 1);
        m_cells.pop_back();
    } else if (name == "tr") {
        m_text.endRow();
    } else if (name == "tbl") {
        m_text.endTable();
    }
}

} // namespace cairn
