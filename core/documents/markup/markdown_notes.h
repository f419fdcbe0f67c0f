// What md4c doesn't know of Markdown: blocks between ":::" lines, footnotes ("[^1]: text"), definition lists ("Term", then ": meaning"),
// tables drawn with lines or by columns, blocks of lines ("| text"), lines with labels that count on ("a. text", "(ii) text"). An altered
// copy of the source in which notes and meanings are paragraphs ("[1] text"), tables have pipes and lines end in breaks, and the way from
// it back to the source. Values; the source outlives them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace cairn
{

class MarkdownNotes
{
public:
    static constexpr std::size_t kLongestLabel = 100;   // bytes, with its brackets

    explicit MarkdownNotes(std::string_view source);

    // What is to be parsed: the source itself where it holds neither.
    std::string_view text() const { return m_pieces.empty() ? m_source : std::string_view(m_copy); }
    bool hasNotes() const { return !m_labels.empty(); }
    bool isNote(std::string_view label) const { return m_labels.contains(std::string(label)); }

    // Place in the source of a byte of text(); of one that was added: where the next one comes from.
    std::size_t sourceOf(std::size_t at) const;
    std::string_view source(std::size_t begin, std::size_t end) const { return m_source.substr(begin, end - begin); }

    // Calls visit(bytes, place in the source) for stretches of text()[begin, begin + size) in their order; kAdded: not in the source.
    static constexpr std::size_t kAdded = std::string_view::npos;
    template <typename Visit>
    void each(std::size_t begin, std::size_t size, const Visit& visit) const
    {
        for (std::size_t end = begin + size; begin < end;) {
            const std::size_t stop = std::min(end, pieceEnd(begin));
            visit(text().substr(begin, stop - begin), isAdded(begin) ? kAdded : sourceOf(begin));
            begin = stop;
        }
    }

private:
    struct Piece
    {
        std::size_t begin = 0;    // in the copy; it ends where the next one begins
        std::size_t source = 0;
        bool added = false;
    };
    enum class Hanging { None, Note, Meaning };

    std::size_t line(std::size_t begin, std::size_t end);
    std::size_t block(std::size_t begin);
    std::size_t gridTable(std::size_t begin);
    std::size_t columnTable(std::size_t begin);
    std::size_t lineBlock(std::size_t begin);
    std::size_t gridRow(std::size_t begin, std::size_t end);
    std::size_t columnRow(std::size_t begin, std::size_t end, const std::vector<std::size_t>& columns);
    void tableHead(std::size_t end, std::size_t cells, std::size_t columns);
    std::size_t endTable(std::size_t end);
    struct Line
    {
        std::size_t begin = 0;   // first character that isn't white space
        std::size_t end = 0;     // without white space at the end
        std::size_t next = 0;
        bool blank() const { return begin >= end; }
    };
    Line lineAt(std::size_t begin) const;
    std::string_view textOf(const Line& line) const { return m_source.substr(line.begin, line.end - line.begin); }
    bool isDiv(std::size_t begin, std::size_t end, bool afterBlank);
    void marked(std::size_t begin, std::size_t end, bool afterBlank);
    void labelled(std::size_t begin, std::size_t first, std::size_t end);
    void note(std::size_t begin, std::size_t label, std::size_t labelEnd);
    bool isFence(std::string_view content);
    bool isTerm(bool afterBlank) const;
    void keepTo(std::size_t source);
    void leaveOutTo(std::size_t source);
    void add(std::string_view text);
    const Piece* pieceAt(std::size_t at) const;
    std::size_t pieceEnd(std::size_t at) const;
    bool isAdded(std::size_t at) const;

    std::string_view m_source;
    std::string m_copy;
    std::vector<Piece> m_pieces;
    std::unordered_set<std::string> m_labels;
    std::size_t m_done = 0;            // of the source
    std::size_t m_lastDiv = 0;         // where the last line that ends one may begin
    // Of the lines so far:
    Hanging m_hanging = Hanging::None; // what indented lines go on
    char m_fence = 0;                  // of the code that is open
    std::size_t m_fenceLength = 0;
    bool m_blank = true;               // the last one
    std::size_t m_lines = 0;           // of the paragraph
    std::size_t m_linesBefore = 0;     // of the one before
    bool m_isPlain = false;            // it begins with a word
    std::string_view m_label;          // of the line of the paragraph that had one last
    std::size_t m_divs = 0;            // that are open
    bool m_isTable = false;            // one was drawn, as the paragraph or the one before a blank line
    std::size_t m_noRule = 0;          // no table by columns ends before
};

}  // namespace cairn
