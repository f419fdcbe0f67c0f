// Builds a CanonicalText from pieces of a source in reading order and keeps its promises: valid UTF-8 without NUL, '\n' line
// ends, a blank line between paragraphs (one line end between rows of a table and between list items), runs that ascend and
// never overlap, units without gaps, no line far beyond kSoftLine characters. Ligatures are spelled out, hyphens that hold a line
// together become plain ones, letters with an accent of its own one sign, but in code. One thread.
#pragma once

#include "core/result.h"
#include "core/types/document.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cairn
{

class TextBuilder
{
public:
    static constexpr std::size_t kSoftLine = 4096;   // characters; a longer line is broken at its next space
    static constexpr std::size_t kHardLine = 8192;   // or here, where none comes

    explicit TextBuilder(DocumentFormat format);

    // Source offsets below count inside the newest unit and ascend. A reader with one unit needs no call.
    void beginUnit(std::string label);

    // Ends the paragraph before. A paragraph that gets no text leaves nothing behind, nor does a caption in the words of the one before.
    void beginParagraph(ParagraphKind kind, unsigned level = 0);
    void makeHeading(unsigned level);                              // of the open paragraph. REQUIRES: kind() is Text
    void endParagraph();
    bool inParagraph() const { return m_open; }                    // text was added since beginParagraph()
    ParagraphKind kind() const { return m_kind; }                  // Text after endParagraph()
    std::uint64_t paragraphBytes() const { return m_open ? size() - m_begin : 0; }
    std::string_view paragraphText() const { return m_open ? std::string_view(m_result.text).substr(m_begin) : std::string_view(); }

    // Text as it stands, line ends unified. Invalid bytes and NUL become U+FFFD.
    void verbatim(std::string_view text, std::uint64_t source);
    // Running text: each stretch of white space becomes one space, none at the edges of a paragraph; no-break spaces become
    // spaces, characters that only steer line breaks (soft hyphen, zero width space, word joiner) are left out.
    void flow(std::string_view text, std::uint64_t source);
    // `text` stands for a source range as a whole (an entity); a character that flow() leaves out or takes as a space is treated so
    // here too. REQUIRES: valid UTF-8 without NUL.
    void replaced(std::string_view text, std::uint64_t source, std::uint64_t length);
    // Text of our own, without a source. REQUIRES: as replaced().
    void inserted(std::string_view text);
    // The "^" at `sign` of the text was no power's: "3 1/2" of "3^1/2", "1/2" of "^1/2". REQUIRES: inserted() wrote it.
    void lower(std::uint64_t sign);
    void lineBreak();                                              // inside the paragraph
    void space();                                                  // as white space in flow(), without a source
    void cell();                                                   // starts the next cell of a TableRow: "a | b"
    // Between paragraphs or lines of one cell: "a; b", or a space where a sign parts them already.
    void cellLimit();

    // Remembers where the text that comes next begins.
    void anchor(std::size_t id) { m_pendingAnchors.push_back(id); }
    const std::vector<std::pair<std::size_t, std::uint64_t>>& anchors() const { return m_anchors; }

    void warn(std::string sentence);
    void warnOfComments(std::size_t comments);                     // in the margin; none: nothing to say
    void notePicture() { m_hasPicture = true; }                    // it may hold the text of a document without any
    void setTitle(std::string_view title);                         // the first one that isn't empty counts
    void setAuthor(std::string_view author);
    void setOutline(std::vector<Heading> outline) { m_outline = std::move(outline); }   // instead of the headings
    std::uint64_t size() const { return m_result.text.size(); }
    bool full() const { return m_full; }                           // over limits::kCanonicalTextBytes: finish() will fail

    // Unsupported: no text at all, or too much. The builder is spent.
    Result<CanonicalText> finish(const std::string& fileName);

private:
    struct Space
    {
        bool pending = false;
        bool verbatim = false;
        std::uint64_t source = 0;
        std::uint64_t length = 0;   // 0: no source
        bool isLimit = false;       // of paragraphs in a cell
    };

    bool open();
    void flushSpace(std::string_view next);
    void flowWords(std::string_view words, std::uint64_t source);
    void append(std::string_view text, std::uint64_t source, std::uint64_t length, bool isVerbatim);
    void appendValid(std::string_view text, std::uint64_t source);
    void appendClean(std::string_view text, std::uint64_t source);
    void appendMarked(std::string_view text, std::uint64_t source);
    void appendSpelled(std::string_view text, std::uint64_t source);
    void appendLetters(std::string_view text, std::uint64_t source);
    void appendLongLine(std::string_view text, std::uint64_t source);
    void invalidByte(std::uint64_t source);
    void trim(std::uint64_t begin);
    void takeBack();
    bool blankParagraph(bool isRow) const;
    bool repeatsParagraph() const;

    CanonicalText m_result;
    std::vector<Heading> m_outline;
    ParagraphKind m_kind = ParagraphKind::Text;
    unsigned m_level = 0;
    bool m_open = false;
    std::uint64_t m_begin = 0;           // of the open paragraph
    std::uint64_t m_separator = 0;       // of the line ends before it
    std::size_t m_runsBefore = 0;
    std::size_t m_cells = 0;
    std::size_t m_lineCharacters = 0;
    std::size_t m_unitsWithoutText = 0;  // newest units
    std::size_t m_unitsOpened = 0;       // by the open paragraph
    Space m_space;
    std::vector<std::size_t> m_pendingAnchors;
    std::vector<std::pair<std::size_t, std::uint64_t>> m_anchors;
    std::uint64_t m_invalid = 0;
    bool m_hasPicture = false;
    bool m_full = false;
};

// White space of HTML and of our running text: space, tab, line feed, form feed, carriage return.
inline bool isFlowSpace(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f';
}

// A number, its sign, or a letter that stands for one: what stands above the line behind a word or number and must not run into it, as
// in "10^-6", "Na^+", "2^n", "a^n+1"; but not the ending of an ordinal, as in "1st" or "2e".
bool isPower(std::string_view text);

// "(a)", "(iv)", "2.1", "12.3.1.": the number of a clause and nothing else. "2." or "7" may be any number.
bool isClauseNumber(std::string_view text);

// "12. Notices", "3.1 Scope", "Schedule 2: Inventory", "Article IV": the level that a line in bold type has as a heading; else 0.
unsigned clauseHeadingLevel(std::string_view line);

// One line: white space collapsed and trimmed, cut at a character after `limit` bytes; U+FFFD for invalid bytes.
std::string oneLine(std::string_view text, std::size_t limit = 400);

std::string commentsLeftOut(std::size_t comments);   // the sentence about them; at least one

// What stands for a picture; empty where it is only the name of its file, as some programs write there.
std::string alternativeText(std::string_view description);

}  // namespace cairn
