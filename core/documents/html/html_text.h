// HTML or XHTML into a TextBuilder: headings, paragraphs, lists, tables as rows `a | b`, quotes, preformatted text; links and
// emphasis as their text, pictures as their alternative text; scripts, styles and what attributes or styles hide left out. One pass
// over tokens with a stack of at most kDepth containers: what is nested deeper is read as if it weren't. Opens nothing.
#pragma once

#include "core/documents/client/import_context.h"
#include "core/documents/html/formula_text.h"
#include "core/documents/html/hidden_html.h"
#include "core/documents/html/html_styles.h"
#include "core/documents/html/html_tokenizer.h"
#include "core/documents/html/html_wraps.h"
#include "core/documents/text/list_numbers.h"
#include "core/documents/text/text_builder.h"
#include "core/result.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace cairn
{

class HtmlText
{
public:
    static constexpr std::size_t kDepth = 64;
    static constexpr std::size_t kTables = 2;   // nested; deeper ones become running text

    HtmlText(TextBuilder& builder, bool xhtml) : m_builder(builder), m_xhtml(xhtml) {}

    // Ids whose place TextBuilder::anchor() shall remember; null pointer: none. Borrowed.
    void setAnchors(const std::unordered_map<std::string, std::size_t>* anchors) { m_anchors = anchors; }
    // Called with the address of each picture, before its alternative text is added.
    void setPictures(std::function<void(std::string_view address)> visit) { m_onPicture = std::move(visit); }
    // Reads the style sheet at an address that the page names; empty: none.
    void setStyleSheets(std::function<std::string(std::string_view address)> read) { m_readSheet = std::move(read); }
    // Called with the words of each mark of a printed page ("57", "Page 57"), before the text of that page is added.
    void setPageMarks(std::function<void(std::string_view words)> visit) { m_onPage = std::move(visit); }
    // Stretches of the next source that are left out, each with all of its elements; ascending. Borrowed.
    void setLeftOut(std::span<const ByteRange> ranges) { m_leftOut = ranges; }
    // What pages show where no scripts run is left out.
    void leaveNoScript() { m_leavesNoScript = true; }
    void setProgress(const ImportContext* context) { m_context = context; }

    // Adds the whole source, whose first byte has the source offset `base`. May be called again: containers stay open.
    // Unsupported: a document type with declarations of its own.
    Result<void> add(std::string_view source, std::uint64_t base);

    const std::string& title() const { return m_title; }   // of the title element
    const std::string& author() const { return m_author; } // of the head's data
    std::size_t comments() const { return m_comments; }    // in the margin, left out
    std::vector<std::uint64_t> boldParagraphs() const;     // where those of running text begin that are all in bold type

private:
    enum class Role
    {
        None,
        Block,
        Heading,
        List,
        NumberedList,
        TermList,
        Item,
        Quote,
        Code,
        Table,
        Row,
        Cell,
        Caption,
        LineBreak,
        Rule,
        Picture,
        Skipped
    };
    struct Element
    {
        Role role = Role::None;
        unsigned level = 0;    // headings: 1..6
        int number = 0;        // numbered lists: of the next item
        int step = 1;
        NumberForm form = NumberForm::Decimal;
        bool isPlain = false;  // numbered lists: shown without numbers
        std::size_t column = 0;            // tables: of the next cell
        std::size_t merged = 0;            // tables: further columns of the last cell
        std::vector<unsigned> covered{};   // tables: rows that a cell above reaches into, by column
        bool isWhole = false;              // cells: all that is inside is one piece of the row
        bool isHead = false;               // cells
    };
    static Element elementOf(std::string_view name);

    void startTag(const HtmlToken& token);
    void formulaTag(const HtmlToken& token);
    void endFormula();
    void linkedSheet(const HtmlToken& token);
    void styleSheet(std::string_view sheet, std::string_view media);
    bool isButton(const HtmlToken& token) const;
    bool linksToItself(const HtmlToken& token) const;
    bool isFallback(const HtmlToken& token) const;
    bool isPageMark(const HtmlToken& token) const;
    std::optional<std::string> shortWords(const HtmlToken& token) const;
    void tellPage(const HtmlToken& token) const;
    bool isOtherOption(const HtmlToken& token);
    std::size_t chosenOption(const HtmlToken& select) const;
    bool holdsFormula(const HtmlToken& token) const;
    static bool isShadowRoot(const HtmlToken& token);
    void drawing(const HtmlToken& token);
    void endDrawing(std::string_view name);
    void gap(std::string_view text);
    void hide(const HtmlToken& token, const Element& element, HtmlHiding hiding, bool closesItself);
    void skip(const HtmlToken& token, bool closesItself);
    void endTag(const HtmlToken& token);
    void openContainer(const HtmlToken& token, Element element);
    void closeContainer(Role role);
    bool closeTo(Role role, Role barrier);
    bool isLeftOut(const HtmlToken& token);
    bool isInWrap(const HtmlToken& token);
    bool isOpen(Role role) const;
    std::size_t count(Role role) const;
    bool inWholeCell() const;
    void cellLimit();
    void breakParagraph();
    void beginInnermost();
    void inlineTag(const HtmlToken& token);
    void beginItem(const HtmlToken& token);
    void beginCell(const HtmlToken& token);
    void beginRow();
    Element* openTable();
    bool holdsClauses(const HtmlToken& table) const;
    void lineBreak(const HtmlToken& token);
    void tellPicture(const HtmlToken& token);
    void picture(const HtmlToken& token);
    void anchor(const HtmlToken& token);
    void characters(std::string_view text, std::uint64_t source, bool references);
    void plain(std::string_view text, std::uint64_t source);
    void reference(const std::string& text, std::uint64_t source, std::size_t length);
    void marker();
    void raise(const HtmlToken& token);
    void lower(std::string_view name);
    void tick(const HtmlToken& token);
    int itemsOf(const HtmlToken& list);
    void countItems(std::size_t from);
    void raised(std::string_view text);
    void noteType();

    TextBuilder& m_builder;
    bool m_xhtml;
    const std::unordered_map<std::string, std::size_t>* m_anchors = nullptr;
    const ImportContext* m_context = nullptr;
    std::function<void(std::string_view)> m_onPicture;
    std::function<void(std::string_view)> m_onPage;
    std::span<const ByteRange> m_leftOut;   // those that aren't passed yet
    std::uint64_t m_base = 0;
    std::string_view m_source;
    std::optional<std::unordered_map<std::size_t, int>> m_itemCounts;   // of the lists that count downward, by their place
    std::vector<HtmlWrap> m_wraps;
    std::size_t m_wrap = 0;                 // the first that isn't passed yet
    std::optional<std::vector<std::size_t>> m_looseCells;           // html_tables.h; by their place
    std::vector<Element> m_open;
    std::size_t m_tooDeep = 0;         // containers open beyond kDepth
    std::size_t m_flatTables = 0;      // tables open beyond kTables, or with clauses
    std::uint64_t m_clauseTables = 0;  // of these, the innermost in the lowest bit: those with clauses
    std::string m_marker;              // of the list item whose text comes next
    std::string m_raised;              // "^" or "[": goes before the text that comes next if that is a number, or a note's mark
    std::string m_raisedElement;       // that "^" stands for
    std::string m_noteElement;         // whose end closes a bracket; empty: none is open
    bool m_isNoteMark = false;         // it begins the paragraph: the note itself follows
    unsigned m_quotes = 0;             // open ones inside the line
    bool m_linkBegins = false;         // to a place, and no text since
    std::string m_skipped;             // element whose contents are left out
    std::size_t m_skippedDepth = 0;
    HiddenHtml m_hidden;
    HtmlStyles m_styles;
    std::function<std::string(std::string_view)> m_readSheet;
    std::string m_media;               // of the style element whose text comes next
    bool m_scriptsHeeded = false;
    FormulaText m_formula;
    std::string m_formulaWords;        // the last one's in another notation
    std::uint64_t m_formulaEnd = 0;    // in the text
    bool m_leavesNoScript = false;
    std::size_t m_option = 0;          // of a list to choose from, see chosenOption()
    std::size_t m_drawings = 0;        // open ones
    bool m_gap = false;                // the words of a picture come before
    std::string m_title, m_author;
    std::size_t m_comments = 0;
    std::size_t m_deletedEnd = 0;      // of the last element of deleted words, in the source
    unsigned m_bold = 0;               // open elements of bold type
    std::vector<std::pair<std::uint64_t, bool>> m_types;   // where paragraphs of text begin, and whether they are all bold; plain ones
                                                           // before the last are left out
};

}  // namespace cairn
