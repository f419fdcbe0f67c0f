// The paragraphs of an OpenDocument text (content.xml, or a file of one part) into a TextBuilder, from the events of its XML. Its notes
// stand in the middle of its paragraphs: they are read by going through it once more. One thread.
#pragma once

#include "core/documents/html/formula_text.h"
#include "core/documents/packages/odt_lists.h"
#include "core/documents/packages/office_text.h"
#include "core/documents/packages/package.h"
#include "core/documents/packages/picture_list.h"
#include "core/documents/text/text_builder.h"
#include "core/formats/xml_reader.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace cairn
{

// What all passes through a document share.
struct OdtContext
{
    std::string path;                       // of the part; empty: the file is the part
    OdtStyles styles;
    OdtCounters counters;
    Package* package = nullptr;             // formulas lie in parts of their own
    PictureList* pictures = nullptr;        // those of the main text are noted where given
    std::string title;                      // first paragraph of the style Title, or first of all in bold type
    std::string kind;                       // of the document: "text", "spreadsheet"
    std::unordered_set<std::size_t> hidden;                // paragraphs, counted from 1
    std::unordered_map<std::size_t, unsigned> footnotes;   // note, counted from 1 -> number in the text
    std::unordered_map<std::size_t, unsigned> endnotes;
    std::unordered_set<std::string> deletions;             // ids of changes; some files leave deleted text where it was
    std::size_t paragraphs = 0;             // that this pass has met, read or not
    std::size_t notes = 0;
    std::size_t comments = 0; // in the margin of the main text
};

// The paragraphs that fields hide, for OdtContext::hidden.
Result<void> findHiddenOdtParagraphs(std::string_view xml, OdtContext& context, std::string_view what, const XmlLimits& limits);

class OdtBody final : public XmlHandler
{
public:
    OdtBody(OfficePart part, OdtContext& context, TextBuilder& builder);
    ~OdtBody() override;

    void startElement(std::string_view name, const XmlAttributes& attributes) override;
    void endElement(std::string_view name) override;
    void text(std::string_view text, std::uint64_t offset, std::uint64_t length) override;

private:
    struct Paragraph
    {
        std::string style;                // id
        unsigned outlineLevel = 0;        // of a heading, from 1; 0: no heading
        std::optional<unsigned> start;    // of a heading: it counts anew
        bool isCounted = true;            // a heading that isn't stands among numbered ones
        bool open = false;
        bool begun = false;               // text of it was found
        bool hidden = false;
        bool afterSpace = true;           // in code
    };
    struct Look                           // of a stretch of text
    {
        OfficeText::Run run;
        bool hidden = false;
    };
    struct Drawn                          // a frame or shape
    {
        std::string title, description;
        bool isRead = false;              // its words are, or its formula
    };
    struct Row
    {
        unsigned times = 1;
        unsigned cellTimes = 1;
    };
    using Box = OfficeBox<OdtBody>;
    enum class Describing : std::uint8_t { Nothing, Title, Description };

    static bool isShape(std::string_view name);
    static bool isDescription(std::string_view name);
    bool isOfBox(std::string_view name) const;
    void startBody(std::string_view name, const XmlAttributes& attributes);
    bool startTable(std::string_view name, const XmlAttributes& attributes);
    bool startList(std::string_view name, const XmlAttributes& attributes);
    void startDrawn(std::string_view name, const XmlAttributes& attributes);
    bool startInline(std::string_view name, const XmlAttributes& attributes);
    void startParagraph(std::string_view name, const XmlAttributes& attributes);
    void skipped(std::string_view name, const XmlAttributes& attributes);
    void startNote(const XmlAttributes& attributes);
    void startBox();
    void endBlock(std::string_view name);
    void endFormula();
    void endParagraph();
    void endDrawn();
    void closeBox();
    void embedded(std::string_view address);
    void blank(const std::string& inCode);
    void lineBreak();
    void code(std::string_view text, std::uint64_t offset, std::uint64_t length);
    void beginParagraph();
    std::string number();
    unsigned headingLevel() const;
    Look lookOf(const std::string& style, const Look& around) const;
    bool isCode() const;
    bool isShown() const { return m_paragraph.open && !m_paragraph.hidden && !m_looks.back().hidden && m_deletions.empty(); }

    OfficePart m_part;
    OdtContext& m_context;
    TextBuilder& m_builder;
    OfficeText m_text;
    OdtLists m_lists;
    Paragraph m_paragraph;
    std::vector<Look> m_looks{1};       // of the paragraph and the stretches in it
    std::vector<Row> m_rows;            // that are open, of nested tables
    std::vector<Drawn> m_drawn;         // that are open
    std::unique_ptr<Box> m_box;         // the text box that is open
    FormulaText m_formula;
    Describing m_describing = Describing::Nothing;   // what is read goes to the innermost drawn thing
    std::string m_change;               // the one that is described
    std::unordered_set<std::string> m_deletions;   // that are open
    bool m_goesOn = false;              // the end of the last paragraph was deleted: the next one continues it
    std::size_t m_skipped = 0;          // depth inside elements that are left out
    std::size_t m_inNote = 0;           // depth inside the note that is read, in passes for notes
    bool m_inBody = false;
};

}  // namespace cairn
