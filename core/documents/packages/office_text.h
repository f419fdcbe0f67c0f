// Paragraphs of word processors' documents into a TextBuilder: what all of them have in common, whatever their marks. Rows of tables,
// lines of code, what is anchored in a paragraph and stands behind it, powers, clauses in bold type, the title. One thread.
#pragma once

#include "core/documents/text/text_builder.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cairn
{

enum class OfficePart { Main, Footnotes, Endnotes };

class OfficeText
{
public:
    struct Start   // what the marks of a paragraph say
    {
        unsigned heading = 0;                      // its level; 0: none
        std::optional<unsigned> list;              // its depth, from 0
        std::string number;                        // in the list or of the heading
        bool boldMark = false;                     // its end is in bold type: the whole may be a heading
        ParagraphKind kind = ParagraphKind::Text;  // by its style
        bool isTitle = false;
    };
    struct Run     // how a stretch of text looks
    {
        bool bold = false;
        bool raised = false;      // above the line
        bool lowered = false;     // below it
        std::string symbolFont;   // empty: an ordinary font
    };

    // `title` is set by the first paragraph of the title's style, else by the first of all in bold type. Null pointer: the text is of
    // notes, which have neither title nor clauses.
    OfficeText(TextBuilder& builder, std::string* title) : m_builder(builder), m_title(title) {}
    void goOnFrom(const OfficeText& around) { m_isFirst = around.m_isFirst; }   // for a text box in it

    // Text of a new paragraph was found, or of one that continues the last.
    void begin(const Start& start);
    void goOn() { m_plain = false; }
    void text(std::string_view text, std::uint64_t offset, std::uint64_t length, const Run& run);
    void lineBreak();
    void emptyLine();   // a paragraph without text in the style of code
    // The paragraph that begin() was called for has ended; what is behind it comes with writeBehind().
    void end();

    void beginTable() { m_tables.emplace_back(); }
    void beginRow();
    void coverCells(unsigned count); // of the row, that a merged cell reaches over: empty, where another cell follows
    void beginCell();
    void endCell(unsigned times = 1);   // `times`, of cell and row: as often it stands there; more than kMostTimes count as one
    void endRow(unsigned times = 1);
    void endTable();
    bool inCell() const { return !m_tables.empty() && m_tables.back().open > 0; }

    // The mark of the note `number`: in the text, or before the next paragraph. "e": endnotes.
    void noteReference(const char* prefix, unsigned number);
    void noteBegins(const char* prefix, unsigned number);

    // What a picture shows stands in its row of a table, else behind the paragraph that holds it. REQUIRES: in a cell the paragraph
    // was begun.
    void picture(const std::string& alternative);
    void box(Result<CanonicalText> read);   // a text box; an error: no text in it
    void writeBehind();

    static constexpr unsigned kMostTimes = 100;

private:
    static constexpr std::size_t kTables = 2;   // nested; deeper ones become running text
    static constexpr std::uint64_t kParted = ~std::uint64_t(0);
    struct Table
    {
        unsigned open = 0; // cells
        unsigned rows = 0;
        unsigned columns = 0; // of the row
        unsigned covered = 0; // behind them
    };
    struct Behind   // what stands behind the paragraph that it is anchored in
    {
        ParagraphKind kind = ParagraphKind::Text;
        unsigned level = 0;
        std::string text;
    };

    void beginInCell();
    void goOnInCell();
    void beginCode();
    void raise(std::string_view text, const Run& run);
    void symbols(std::string_view text, std::uint64_t offset, const std::string& font);

    TextBuilder& m_builder;
    std::string* m_title;
    std::vector<Table> m_tables;           // that are open
    std::vector<std::size_t> m_cellText;   // paragraphs begun in each open cell of m_tables
    std::vector<std::uint64_t> m_cellBegin; // bytes of the row before it; kParted: the cell stands in several paragraphs
    std::vector<Behind> m_behind;          // of pictures and text boxes in the paragraph
    std::string m_noteMark;                // before the next paragraph
    bool m_isFirst = true;                 // no paragraph of text was closed yet
    bool m_isTitle = false;                // of the paragraph
    bool m_plain = false;                  // not all of the paragraph is in bold type
    bool m_inRaised = false;               // the last text was
    std::optional<std::uint64_t> m_power;  // the "^" of raised digits that end the text, or a stroke behind them
};

// A text box is read like a document of its own, for the paragraph around it goes on behind it.
template <typename Body>
struct OfficeBox
{
    template <typename... Arguments>
    explicit OfficeBox(Arguments&&... arguments) : body(std::forward<Arguments>(arguments)..., builder)
    {
    }

    TextBuilder builder{DocumentFormat::Text};
    Body body;
    std::size_t depth = 0;   // of its elements that are open
};

}  // namespace cairn
