// Pieces of WordprocessingML for tests.
#pragma once

#include "core/documents/packages/docx_reader.h"
#include "tests/documents/readings.h"
#include "tests/support/zip_file.h"

#include <string>
#include <utility>
#include <vector>

namespace cairn::test
{

inline std::string paragraph(const std::string& words, const std::string& list = {}, const std::string& style = {})
{
    const std::string number = list.empty() ? "" : "<w:numPr><w:ilvl w:val='0'/><w:numId w:val='" + list + "'/></w:numPr>";
    return "<w:p><w:pPr><w:pStyle w:val='" + style + "'/>" + number + "</w:pPr><w:r><w:t>" + words + "</w:t></w:r></w:p>";
}

inline std::string style(const std::string& id, const std::string& name, const std::string& basedOn = {})
{
    return "<w:style w:type='paragraph' w:styleId='" + id + "'><w:name w:val='" + name + "'/><w:basedOn w:val='" + basedOn +
           "'/></w:style>";
}

inline std::string number(const std::string& id, const std::string& list, const std::string& start = {})
{
    const std::string own = "<w:lvlOverride w:ilvl='0'><w:startOverride w:val='" + start + "'/></w:lvlOverride>";
    return "<w:num w:numId='" + id + "'><w:abstractNumId w:val='" + list + "'/>" + (start.empty() ? "" : own) + "</w:num>";
}

inline std::string list(const std::string& id, const std::string& format, const std::string& text, const std::string& more = {})
{
    return "<w:abstractNum w:abstractNumId='" + id + "'>" + more + "<w:lvl w:ilvl='0'><w:numFmt w:val='" + format +
           "'/><w:lvlText w:val='" + text + "'/></w:lvl></w:abstractNum>";
}

// Its levels are those of the list that defines the style.
inline std::string named(const std::string& id, const std::string& style)
{
    return "<w:abstractNum w:abstractNumId='" + id + "'><w:numStyleLink w:val='" + style + "'/></w:abstractNum>";
}

inline std::string cell(const std::string& inside, const std::string& properties = {})
{
    return "<w:tc>" + (properties.empty() ? properties : "<w:tcPr>" + properties + "</w:tcPr>") + inside + "</w:tc>";
}

inline std::string tableRow(const std::string& cells, const std::string& properties = {})
{
    return "<w:tr><w:trPr>" + properties + "</w:trPr>" + cells + "</w:tr>";
}

inline std::string table(const std::string& rows)
{
    return "<w:tbl><w:tblPr/>" + rows + "</w:tbl>";
}

inline std::string times(int count, const std::string& words)
{
    std::string result;
    for (int i = 0; i < count; ++i)
        result += words;
    return result;
}

inline std::string level(int index, const std::string& format, const std::string& text, const std::string& more = {})
{
    return "<w:lvl w:ilvl='" + std::to_string(index) + "'><w:numFmt w:val='" + format + "'/>" + more + "<w:lvlText w:val='" + text +
           "'/></w:lvl>";
}

// At a level of list `id`.
inline std::string at(int index, const std::string& words, const std::string& id = "1")
{
    return "<w:p><w:pPr><w:numPr><w:ilvl w:val='" + std::to_string(index) + "'/><w:numId w:val='" + id + "'/></w:numPr></w:pPr><w:r><w:t>" +
           words + "</w:t></w:r></w:p>";
}

inline std::string plain(const std::string& words, const std::string& look = {})
{
    return "<w:r><w:rPr>" + look + "</w:rPr><w:t>" + words + "</w:t></w:r>";
}

inline std::string up(const std::string& words)
{
    return plain(words, "<w:vertAlign w:val='superscript'/>");
}

inline std::string down(const std::string& words)
{
    return plain(words, "<w:vertAlign w:val='subscript'/>");
}

inline std::string mainPart(const std::string& body)
{
    return "<w:document xmlns:w='urn:w' xmlns:wp='urn:p' xmlns:m='urn:m' xmlns:v='urn:v' xmlns:r='urn:r' xmlns:d='urn:d'><w:body>" + body +
           "</w:body></w:document>";
}

using Parts = std::vector<std::pair<std::string, std::string>>;

// `more` has further parts; its relationships, too.
inline std::string word(const std::string& body, const std::string& styles, const std::string& numbering, const std::string& relations = {},
                        const Parts& more = {})
{
    const std::string type = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/";
    Parts parts = {{"[Content_Types].xml", "<Types/>"},
                   {"_rels/.rels",
                    "<Relationships><Relationship Id='1' Type='" + type + "officeDocument' Target='word/document.xml'/></Relationships>"},
                   {"word/_rels/document.xml.rels", "<Relationships><Relationship Id='1' Type='" + type +
                                                        "styles' Target='styles.xml'/><Relationship Id='2' Type='" + type +
                                                        "numbering' Target='numbering.xml'/>" + relations + "</Relationships>"},
                   {"word/styles.xml", styles},
                   {"word/numbering.xml", numbering},
                   {"word/document.xml", mainPart(body)}};
    parts.insert(parts.end(), more.begin(), more.end());
    return packageOf(parts);
}

inline std::string relation(const std::string& id, const std::string& type, const std::string& target)
{
    return "<Relationship Id='" + id + "' Type='urn:x/" + type + "' Target='" + target + "'/>";
}

inline std::string mark(const std::string& type, const std::string& inside = {})
{
    return "<w:r><w:fldChar w:fldCharType='" + type + "'>" + inside + "</w:fldChar></w:r>";
}

inline std::string code(const std::string& words)
{
    return "<w:r><w:instrText>" + words + "</w:instrText></w:r>";
}

} // namespace cairn::test
