// Pieces of OpenDocument texts for tests, in the styles of odt_file.h.
#pragma once

#include "core/documents/packages/odt_reader.h"
#include "tests/documents/odt_file.h"
#include "tests/documents/readings.h"

namespace cairn::test
{

inline std::string p(const std::string& words, const std::string& style = "Standard")
{
    return "<text:p text:style-name='" + style + "'>" + words + "</text:p>";
}

inline std::string h(const std::string& words, int level, const std::string& more = {})
{
    return "<text:h text:style-name='Heading_20_1' text:outline-level='" + std::to_string(level) + "' " + more + ">" + words + "</text:h>";
}

inline std::string span(const std::string& style, const std::string& words)
{
    return "<text:span text:style-name='" + style + "'>" + words + "</text:span>";
}

inline std::string item(const std::string& words, const std::string& more = {})
{
    return "<text:list-item " + more + ">" + words + "</text:list-item>";
}

inline std::string list(const std::string& items, const std::string& style = {}, const std::string& more = {})
{
    return "<text:list " + (style.empty() ? style : "text:style-name='" + style + "' ") + more + ">" + items + "</text:list>";
}

inline std::string cell(const std::string& words, const std::string& more = {})
{
    return "<table:table-cell " + more + ">" + words + "</table:table-cell>";
}

inline std::string table(const std::string& rows)
{
    return "<table:table><table:table-column table:number-columns-repeated='2'/>" + rows + "</table:table>";
}

inline std::string row(const std::string& cells, const std::string& more = {})
{
    return "<table:table-row " + more + ">" + cells + "</table:table-row>";
}

inline std::string note(const std::string& kind, const std::string& words)
{
    return "<text:note text:note-class='" + kind + "'><text:note-citation>7</text:note-citation><text:note-body>" + words +
           "</text:note-body></text:note>";
}

inline OdtParts withBody(const std::string& body, OdtParts parts = {})
{
    parts.body = body;
    return parts;
}

inline Result<CanonicalText> readOpenDocument(const std::string& body, const OdtParts& parts = {})
{
    return readWith(readOdt, odtFile(withBody(body, parts)));
}

}  // namespace cairn::test
