// Documents but PDF (Qt's reader, only ever in the sandbox; fields by ours), the packages they come in, and what the import worker sends.
#include "core/documents/client/canonical_codec.h"
#include "core/documents/client/import_protocol.h"
#include "core/documents/client/pdf_render_protocol.h"
#include "core/documents/html/html_reader.h"
#include "core/documents/html/rtf_reader.h"
#include "core/documents/markup/markdown_reader.h"
#include "core/documents/markup/notebook_reader.h"
#include "core/documents/markup/rst_reader.h"
#include "core/documents/packages/docx_reader.h"
#include "core/documents/packages/epub_reader.h"
#include "core/documents/packages/odt_reader.h"
#include "core/documents/pdf/pdf_typed_text.h"
#include "core/documents/text/separated_reader.h"
#include "core/documents/text/text_reader.h"
#include "core/formats/xml_reader.h"
#include "core/formats/zip_reader.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/support/zip_file.h"

namespace cairn::fuzz
{

namespace
{

using Seeds = std::vector<std::string>;

// Whatever is read keeps the promises of core/types/document.h.
template <auto Reader>
void document(Input input)
{
    if (const auto text = Reader(input, ImportContext{"fuzz", {}}))
        require(checkCanonicalText(*text).has_value());
}

void typedText(Input input)
{
    for (const TypedText& text : typedTexts(textOf(input)).texts)
        require(text.page < 20'000 && text.value.isValidUtf16());
}

void zip(Input input)
{
    auto reader = ZipReader::open(std::make_shared<MemorySource>(input, "fuzz"));
    if (!reader)
        return;
    for (const ZipEntry& entry : reader->entries())
        if (const auto bytes = reader->read(entry))
            require(bytes->size() == entry.bytes);
}

class Counter final : public XmlHandler
{
public:
    explicit Counter(std::size_t size) : m_size(size) {}
    void startElement(std::string_view, const XmlAttributes&) override { ++m_open; }
    void endElement(std::string_view) override { require(m_open-- > 0); }
    void text(std::string_view, std::uint64_t offset, std::uint64_t length) override { require(offset <= m_size && length <= m_size - offset); }

private:
    std::size_t m_size;
    int m_open = 0;
};

void xml(Input input)
{
    Counter counter(input.size());
    (void)parseXml(textOf(input), counter, "fuzz").has_value();
}

// What passes is written as the same bytes again.
void canonical(Input input)
{
    const auto text = decodeCanonicalText(input);
    if (!text)
        return;
    require(checkCanonicalText(*text).has_value());
    const auto bytes = encodeCanonicalText(*text);
    require(bytes.size() == input.size() && std::equal(bytes.begin(), bytes.end(), input.begin()));
}

void importMessages(Input input)
{
    ImportMessageParser parser;
    if (parser.feed(input))
        while (parser.next()) {
        }
    (void)decodeRequest(input).has_value();
    RenderMessageParser render;
    if (render.feed(input))
        while (render.next()) {
        }
    (void)decodeQuestion(input, 0).has_value();
}

std::string epub()
{
    test::ZipFile zip;
    zip.add("mimetype", "application/epub+zip", false);
    zip.add("META-INF/container.xml", R"(<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">)"
                                      R"(<rootfiles><rootfile full-path="p.opf" media-type="application/oebps-package+xml"/></rootfiles></container>)");
    zip.add("p.opf", R"(<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata )"
                     R"(xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>T</dc:title></metadata><manifest><item id="a" href="a.xhtml" )"
                     R"(media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>)");
    zip.add("a.xhtml", "<html xmlns='http://www.w3.org/1999/xhtml'><body><h1>One</h1><p>A word &amp; two.</p></body></html>");
    return zip.write();
}

std::string docx()
{
    test::ZipFile zip;
    zip.add("[Content_Types].xml", R"(<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override )"
                                   R"(PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.)"
                                   R"(wordprocessingml.document.main+xml"/></Types>)");
    zip.add("_rels/.rels", R"(<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship )"
                           R"(Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" )"
                           R"(Target="word/document.xml"/></Relationships>)");
    zip.add("word/document.xml", R"(<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>)"
                                 R"(<w:p><w:r><w:t>A word.</w:t></w:r></w:p></w:body></w:document>)");
    return zip.write();
}

std::string odtContent(const std::string& root)
{
    return "<?xml version=\"1.0\"?><office:" + root + R"( xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" )"
           R"(xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" )"
           R"(xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0">)"
           R"(<office:automatic-styles><text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="1"/>)"
           R"(</text:list-style></office:automatic-styles><office:body><office:text><text:h text:outline-level="1">One</text:h>)"
           R"(<text:list text:style-name="L"><text:list-item><text:p>A word.</text:p></text:list-item></text:list><table:table>)"
           R"(<table:table-row><table:table-cell table:number-columns-repeated="2"><text:p>b</text:p></table:table-cell></table:table-row>)"
           R"(</table:table><text:p>c<text:note text:note-class="footnote"><text:note-body><text:p>d</text:p></text:note-body></text:note>)"
           R"(<draw:frame><draw:text-box><text:p>e</text:p></draw:text-box></draw:frame></text:p></office:text></office:body></office:)" + root + ">";
}

std::string odt()
{
    test::ZipFile zip;
    zip.add("mimetype", "application/vnd.oasis.opendocument.text", false);
    zip.add("content.xml", odtContent("document-content"), false);
    return zip.write();
}

Seeds htmlSeeds()
{
    return {"<!doctype html><title>T</title><h1>One</h1><p>A <b>word</b> &amp; &#x41;<img src=file:///etc/passwd><table><tr><td>1<td>2</table>"
            "<script>x</script><pre> a\n b</pre><ul><li>x<ol><li>y</ol></ul><!-- c -->"};
}

Seeds markdownSeeds()
{
    return {"# One\n\nA *word* [link](http://a) `code`\n\n> quote\n> more\n\n- a\n  - b\n1. c\n\n```\ncode\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nTwo\n---\n"};
}

Seeds rstSeeds()
{
    return {"One\n===\n\nA *word* ``code`` `link <http://a>`_.\n\n.. note::\n   Inside.\n\n* a\n* b\n\n::\n\n  literal\n\n=== ===\nA   B\n=== ===\n1   2\n"
            "=== ===\n\n+---+---+\n| a | b |\n+---+---+\n"};
}

Seeds rtfSeeds()
{
    return {R"({\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Arial;}{\f1\fcharset204 A;}}{\stylesheet{\s1 heading 1;}})"
            R"({\info{\title T}}\pard\s1 One\par)"
            R"(\pard A {\b word} \'fc\u8364?{\super\chftn}{\footnote\chftn n}\par{\listtext 1.\tab}a\par\trowd\intbl x\cell y\cell\row})"};
}

Seeds notebookSeeds()
{
    return {R"({"cells": [{"cell_type": "markdown", "source": ["# One\n", "Two"]}, {"cell_type": "code", "source": "a = `1`", "outputs": [)"
            R"({"output_type": "stream", "text": "\u001b[1m1"}, {"data": {"text/plain": ["2"]}}]}], "metadata": {}, "nbformat": 4})"};
}

Seeds typedTextSeeds()
{
    return {"1 0 obj<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]>>>>endobj 2 0 obj<</Kids[3 0 R]>>endobj "
            "3 0 obj<</Annots[4 0 R 5 0 R]>>endobj 4 0 obj<</Subtype/Widget/FT/Tx/T(a\\(b)/V<FEFF0041>/Parent 6 0 R/Rect[0 0 9 9]>>endobj "
            "5 0 obj<</Subtype/Widget/FT/Btn/AS/On/Rect[1 2 3 4]>>endobj 6 0 obj<</TU(c)/Opt[[(a)(b)]]>>endobj trailer<</Root 1 0 R>>"};
}

Seeds canonicalSeeds()
{
    CanonicalText text;
    text.title = "T";
    text.text = "One\n\nTwo \xC3\xA4.";
    text.units = {{"1", {0, 5}}, {"2", {5, text.text.size()}}};
    text.runs = {{{0, 3}, 0, 0, 3, true}, {{5, 8}, 1, 0, 3, false}};
    text.paragraphs = {{{0, 3}, ParagraphKind::Heading, 1}, {{5, text.text.size()}, ParagraphKind::Text, 0}};
    text.outline = {{"One", 1, 0}};
    text.warnings = {"w"};
    const auto bytes = encodeCanonicalText(text);
    return {std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size())};
}

Seeds messageSeeds()
{
    Seeds seeds;
    std::string stream;
    std::uint64_t sequence = 0;
    ImportMessage progress{ImportMessageType::Progress, 1, 3, {}, 0}, failed{ImportMessageType::Failed, 0, 0, {ErrorCode::Corruption, "no"}, 0};
    for (const ImportMessage& message : {ImportMessage{}, progress, failed}) {
        const auto bytes = encodeMessage(message, sequence++);
        stream.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    }
    const auto request = encodeRequest({ImportMode::Text, "a.pdf", "secret", {1, 2}});
    return {stream, std::string(reinterpret_cast<const char*>(request.data()), request.size())};
}

}  // namespace

std::vector<Target> documentTargets()
{
    return {
        {"zip", zip, [] { return Seeds{epub(), docx()}; }, 1 << 20, 2000},
        {"xml", xml, [] { return Seeds{"<?xml version='1.0'?><a b='c'>&lt;t\xC3\xA4<d/><![CDATA[x]]><!-- y --></a>"}; }, 1 << 20, 2000},
        {"epub", document<readEpub>, [] { return Seeds{epub()}; }, 1 << 20, 800},
        {"docx", document<readDocx>, [] { return Seeds{docx()}; }, 1 << 20, 800},
        {"odt", document<readOdt>, [] { return Seeds{odt(), odtContent("document")}; }, 1 << 20, 800},
        {"html", document<readHtml>, htmlSeeds, 1 << 20, 2000},
        {"markdown", document<readMarkdown>, markdownSeeds, 1 << 20, 2000},
        {"rst", document<readReStructuredText>, rstSeeds, 1 << 20, 2000},
        {"rtf", document<readRtf>, rtfSeeds, 1 << 20, 1000},
        {"notebook", document<readNotebook>, notebookSeeds, 1 << 20, 1000},
        {"separated", document<readSeparated>, [] { return Seeds{"a,b\r\n\"c,\"\"d\"\"\",e\n;f\n"}; }, 1 << 20, 1000},
        {"typed_text", typedText, typedTextSeeds, 1 << 20, 2000},
        {"text", document<readText>, [] { return Seeds{"One\r\ntwo \xE4\xF6 three\n\n\xFF\xFE\x41\x00 four\n"}; }, 1 << 20, 1000},
        {"canonical", canonical, canonicalSeeds, 1 << 20, 3000},
        {"import_messages", importMessages, messageSeeds, 1 << 20, 3000},
    };
}

}  // namespace cairn::fuzz
