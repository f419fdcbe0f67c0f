// The paragraphs of a WordprocessingML part (main text, notes) into a TextBuilder, from the events of its XML. One thread.
#pragma once

#include "core/documents/html/formula_text.h"
#include "core/documents/packages/docx_styles.h"
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
#include <vector>

namespace cairn
{

// What all parts of a document share.
struct DocxContext
{
    OfficeStyles styles;
    DocxNumbering numbering;
    std::unordered_map<std::string, unsigned> footnotes;   // id -> number in the text
    std::unordered_map<std::string, unsigned> endnotes;
    std::unordered_map<std::string, std::string> pictureParts;   // of the main part: relationship id -> path in the package
    std::unordered_map<std::string, std::string> wordParts;      // likewise, with words of the text; each is read once
    Package* package = nullptr;                                  // null pointer: they are left out
    std::size_t unread = 0;                                      // documents inside that are of an unknown kind
    std::size_t comments = 0;                                    // in the margin
    PictureList* pictures = nullptr;                       // those of the main part are noted where given
    std::string title;                                     // first paragraph of the style Title, or first of all in bold type
};

class DocxBody final : public XmlHandler
{
public:
    using Part = OfficePart;
    DocxBody(Part part, DocxContext& context, TextBuilder& builder);
    ~DocxBody() override;

    void startElement(std::string_view name, const XmlAttributes& attributes) override;
    void endElement(std::string_view name) override;
    void text(std::string_view text, std::uint64_t offset, std::uint64_t length) override;

private:
    struct Paragraph
    {
        std::string style;
        std::string numberId;      // "0": explicitly none
        std::optional<unsigned> numberLevel;
        int outlineLevel = -1;     // from 0
        bool begun = false;
        bool goesOn = false;       // its end was deleted, or it is a drop cap: the next one continues it
        bool boldMark = false;     // its end is in bold type
        bool hiddenMark = false;
    };
    struct Cell
    {
        unsigned span = 1;  // columns
        bool begun = false; // its properties were read
        bool deleted = false;
    };
    enum class Properties : std::uint8_t
    {
        None,
        Row,
        Cell
    };
    struct Field // of a form, from older programs
    {
        bool isOpen = false; // it is described
        bool isBox = false;  // to tick
        bool isTicked = false;
        unsigned chosen = 0; // of the entries
        std::vector<std::string> entries;
    };
    using Box = OfficeBox<DocxBody>;

    void startContent(std::string_view name, const XmlAttributes& attributes);
    void startAlternative(std::string_view name);
    void startFormula(std::string_view name, const XmlAttributes& attributes);
    void skipped(std::string_view name, const XmlAttributes& attributes);
    bool endSkipped(std::string_view name);
    bool startTable(std::string_view name);
    void endTable(std::string_view name);
    void beginCell();
    void startProperty(std::string_view name, const XmlAttributes& attributes);
    void notePicture(const XmlAttributes& attributes, const char* reference);
    bool inPlaceholder() const;
    void startPicture(std::string_view name, const XmlAttributes& attributes);
    void endParagraph();
    bool startPart(std::string_view name, const XmlAttributes& attributes);
    std::string wordPart(std::string_view id);
    void fieldMark(std::string_view type);
    bool startField(std::string_view name, const XmlAttributes& attributes);
    void endField();
    void endPicture();
    void closeBox();
    void symbol(const XmlAttributes& attributes);
    void startNote(const XmlAttributes& attributes);
    void noteReference(std::unordered_map<std::string, unsigned>& notes, const char* prefix, const XmlAttributes& attributes);
    void beginParagraph();
    unsigned numberLevel(const Paragraph& paragraph, const std::string& numberId) const;
    std::string number(const Paragraph& paragraph, std::optional<unsigned>& level);

    Part m_part;
    DocxContext& m_context;
    TextBuilder& m_builder;
    OfficeText m_text;
    std::vector<Paragraph> m_paragraphs;     // more than one in malformed parts
    std::vector<std::uint8_t> m_formRead;    // of each open choice between forms of one thing
    std::unique_ptr<Box> m_box;              // the text box that is open
    std::vector<std::uint8_t> m_fields;      // that are open: their result was reached
    std::size_t m_fieldCodes = 0;            // those whose result wasn't
    Field m_field;
    std::vector<bool> m_placeholders; // of each open content control: its words only ask for others
    std::string m_alternative;               // of the picture that is open
    OfficeText::Run m_run;
    std::size_t m_skipped = 0;               // depth inside elements that are left out
    std::size_t m_properties = 0;            // depth inside pPr
    FormulaText m_formula;
    std::vector<Cell> m_cells; // that are open, of nested tables
    Properties m_skippedProperties = Properties::None;
    bool m_rowDeleted = false;
    unsigned m_columnsBefore = 0; // that the row leaves free
    bool m_goesOn = false;       // the next paragraph continues the last one
    bool m_inRun = false;
    bool m_hidden = false;
    bool m_inText = false;
};

}  // namespace cairn
