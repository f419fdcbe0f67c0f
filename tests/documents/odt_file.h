// Writes small OpenDocument texts for tests, as packages and as files of one part, with the styles that the tests name.
#pragma once

#include "tests/support/zip_file.h"

#include <string>

namespace cairn::test
{

struct OdtParts
{
    std::string body;                // inside office:text
    std::string meta;                // inside office:meta
    std::string outline;             // text:outline-style
    std::string manifest;            // inside manifest:manifest
    std::string type = "application/vnd.oasis.opendocument.text";
    std::string kind = "text";       // of the body
    bool typeFirst = true;           // as it must be
};

inline const std::string kOdtNames =
    " xmlns:office='urn:oasis:names:tc:opendocument:xmlns:office:1.0' xmlns:style='urn:oasis:names:tc:opendocument:xmlns:style:1.0'"
    " xmlns:text='urn:oasis:names:tc:opendocument:xmlns:text:1.0' xmlns:table='urn:oasis:names:tc:opendocument:xmlns:table:1.0'"
    " xmlns:draw='urn:oasis:names:tc:opendocument:xmlns:drawing:1.0' xmlns:svg='urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0'"
    " xmlns:fo='urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0' xmlns:xlink='http://www.w3.org/1999/xlink'"
    " xmlns:dc='http://purl.org/dc/elements/1.1/' xmlns:meta='urn:oasis:names:tc:opendocument:xmlns:meta:1.0'"
    " xmlns:math='http://www.w3.org/1998/Math/MathML' xmlns:form='urn:oasis:names:tc:opendocument:xmlns:form:1.0'"
    " xmlns:loext='urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0'";

inline std::string odtStyle(const std::string& family, const std::string& name, const std::string& parent, const std::string& more = {},
                            const std::string& inside = {})
{
    return "<style:style style:family='" + family + "' style:name='" + name + "'" +
           (parent.empty() ? "" : " style:parent-style-name='" + parent + "'") + " " + more + ">" + inside + "</style:style>";
}

inline std::string odtLook(const std::string& family, const std::string& name, const std::string& look)
{
    return odtStyle(family, name, {}, {}, "<style:text-properties " + look + "/>");
}

// "L1": "1." and "1.a)", "L2": signs, "L3": "(V)", "L4": "A." and "A-1:".
inline std::string odtLists()
{
    const std::string number = "<text:list-level-style-number text:level=";
    return "<text:list-style style:name='L1'>" + number + "'1' style:num-format='1' style:num-suffix='.'/>" + number +
           "'2' style:num-format='a' style:num-suffix=')' text:display-levels='2'/></text:list-style>"
           "<text:list-style style:name='L5'>" +
           number + "'1' style:num-format='01, 02, 03, ...'/>" + number + "'2' style:num-format='1st'/>" + number +
           "'3' style:num-format='One' style:num-suffix=':'/>" + number + "'4' style:num-format='First'/>" + number +
           "'5' style:num-format='' style:num-prefix='Note:'/></text:list-style>"
           "<text:list-style style:name='L2'><text:list-level-style-bullet text:level='1' text:bullet-char='o'/></text:list-style>"
           "<text:list-style style:name='L3'>" +
           number +
           "'1' style:num-format='I' style:num-prefix='(' style:num-suffix=')' text:start-value='5'/></text:list-style>"
           "<text:list-style style:name='L4'>" +
           number + "'1' style:num-format='A' loext:num-list-format='%1%.'/>" + number +
           "'2' style:num-format='1' loext:num-list-format='%1%-%2%:'/></text:list-style>";
}

inline std::string odtNamedStyles(const OdtParts& parts)
{
    return "<office:styles>" + odtStyle("paragraph", "Standard", {}) + odtStyle("paragraph", "Heading", "Standard") +
           odtStyle("paragraph", "Heading_20_1", "Heading", "style:display-name='Heading 1' style:default-outline-level='1'") +
           odtStyle("paragraph", "Heading_20_2", "Heading") +
           odtStyle("paragraph", "Mine", "Standard", "style:default-outline-level='3'") +
           odtStyle("paragraph", "Contents_20_Heading", "Heading", "style:display-name='Contents Heading'") +
           odtStyle("paragraph", "Title", "Heading") + odtStyle("paragraph", "Quotations", "Standard") +
           odtStyle("paragraph", "Caption", "Standard") + odtStyle("paragraph", "Illustration", "Caption") +
           odtStyle("paragraph", "Preformatted_20_Text", "Standard", "style:display-name='Preformatted Text'") +
           odtStyle("text", "Standard", {}, {}, "<style:text-properties text:display='none'/>") +   // no style of paragraphs
           "<text:list-style style:name='Numbered'><text:list-level-style-number text:level='1' style:num-format='1' style:num-suffix='.'/>"
           "</text:list-style>" +
           parts.outline + "</office:styles>";
}

inline std::string odtAutomaticStyles()
{
    return "<office:font-face-decls><style:font-face style:name='F1' svg:font-family=\"'Wingdings'\"/></office:font-face-decls>"
           "<office:automatic-styles>" +
           odtStyle("paragraph", "P2", "Heading_20_2") +
           odtStyle("paragraph", "PNone", "Heading_20_1", "style:default-outline-level=''") +
           odtStyle("paragraph", "PNoList", "Heading_20_1", "style:list-style-name=''") +
           odtStyle("paragraph", "PList", "Standard", "style:list-style-name='Numbered'") +
           odtStyle("paragraph", "PTitle", "Title") + odtStyle("paragraph", "PCode", "Preformatted_20_Text") +
           odtLook("paragraph", "PBold", "fo:font-weight='bold'") + odtLook("paragraph", "PGone", "text:display='none'") +
           odtLook("text", "T1", "fo:font-style='italic'") + odtLook("text", "Bold", "fo:font-weight='bold'") +
           odtLook("text", "Thin", "fo:font-weight='normal'") + odtLook("text", "Gone", "text:display='none'") +
           odtLook("text", "Shown", "text:display='true'") +
           odtLook("text", "Up", "style:text-position='super 58%'") + odtLook("text", "Down", "style:text-position='sub 58%'") +
           odtLook("text", "Raised", "style:text-position='33% 58%'") + odtLook("text", "Symbols", "style:font-name='F1'") + odtLists() +
           "</office:automatic-styles>";
}

inline std::string odtBody(const OdtParts& parts)
{
    return "<office:body><office:" + parts.kind + ">" + parts.body + "</office:" + parts.kind + "></office:body>";
}

inline std::string odtContent(const OdtParts& parts)
{
    return "<?xml version='1.0' encoding='UTF-8'?><office:document-content" + kOdtNames + ">" + odtAutomaticStyles() + odtBody(parts) +
           "</office:document-content>";
}

inline std::string odtMeta(const OdtParts& parts)
{
    return "<office:meta>" + parts.meta + "</office:meta>";
}

// What stands in headers and footers is no text of the document; its styles have names that the text's own have, too.
inline const std::string kOdtMasters = "<office:automatic-styles><style:style style:family='text' style:name='T1'>"
                                       "<style:text-properties text:display='none'/></style:style></office:automatic-styles>"
                                       "<office:master-styles><style:header><text:p>no</text:p></style:header></office:master-styles>";

// "Object 1" is the formula (a+1)/2, "Object 2" a chart.
inline std::string odtFile(const OdtParts& parts)
{
    ZipFile zip;
    if (parts.typeFirst)
        zip.add("mimetype", parts.type, false);
    zip.add("content.xml", odtContent(parts));
    zip.add("styles.xml", "<office:document-styles" + kOdtNames + ">" + odtNamedStyles(parts) + kOdtMasters + "</office:document-styles>");
    zip.add("meta.xml", "<office:document-meta" + kOdtNames + ">" + odtMeta(parts) + "</office:document-meta>");
    zip.add("Object 1/content.xml", "<math xmlns='http://www.w3.org/1998/Math/MathML'><semantics><mfrac><mrow><mi>a</mi><mo>+</mo><mn>1"
                                    "</mn></mrow><mn>2</mn></mfrac><annotation>no</annotation></semantics></math>");
    zip.add("Object 2/content.xml",
            "<office:document-content" + kOdtNames + "><office:body><office:chart><text:p>no</text:p></office:chart></office:body>"
            "</office:document-content>");
    zip.add("META-INF/manifest.xml",
            "<manifest:manifest xmlns:manifest='urn:oasis:names:tc:opendocument:xmlns:manifest:1.0'>" + parts.manifest +
                "</manifest:manifest>");
    if (!parts.typeFirst)
        zip.add("mimetype", parts.type);
    return zip.write();
}

inline std::string flatOdtFile(const OdtParts& parts)
{
    return "<?xml version='1.0' encoding='UTF-8'?>\n<office:document" + kOdtNames + " office:mimetype='" + parts.type + "'>" +
           odtMeta(parts) + odtAutomaticStyles() + odtNamedStyles(parts) + "<office:master-styles><style:header><text:p>no</text:p>"
           "</style:header></office:master-styles>" + odtBody(parts) + "</office:document>";
}

}  // namespace cairn::test
