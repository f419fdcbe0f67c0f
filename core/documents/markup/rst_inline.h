// The text of one reStructuredText paragraph without its inline markup: emphasis, literals, roles, references, substitutions
// and escapes leave their words (docutils reference, "Inline Markup"). Linear in the paragraph's length. Borrows the source.
#pragma once

#include "core/documents/text/text_builder.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cairn
{

class RstNames;

class RstInline
{
public:
    explicit RstInline(RstNames* names = nullptr) : m_names(names) {}   // null pointer: nothing is named

    void addLine(std::string_view text, std::uint64_t source);
    void addPiece(std::string_view text, std::uint64_t source);   // goes on in the line, from another place of the source
    bool empty() const { return m_text.empty(); }
    std::string_view text() const { return m_text; }   // lines joined by '\n'

    // Takes a "::" at the end away ("text::" keeps one colon). True: there was one, a literal block follows.
    bool takeLiteralMark();

    // Adds everything to the open paragraph of `builder`.
    void write(TextBuilder& builder);

private:
    struct Line
    {
        std::size_t begin = 0;        // in m_text
        std::size_t end = 0;
        std::uint64_t source = 0;
    };
    struct Closer
    {
        std::string_view mark;
        std::size_t found = 0;        // next place from which on none was passed; npos: none left
    };

    void emit(std::size_t begin, std::size_t end);
    void replace(std::size_t begin, std::size_t end, const std::string& words);
    std::uint64_t placeOf(std::size_t at);
    std::size_t markup(std::size_t at);
    std::size_t escape(std::size_t at);
    std::size_t quoted(std::size_t at, std::string_view role);
    std::size_t role(std::size_t at);
    std::size_t spanned(std::size_t at, std::size_t closer);
    std::size_t reference(std::size_t at);
    std::size_t footnoteLabel(std::size_t at);
    std::size_t findCloser(std::size_t closer, std::size_t from);
    bool opensAt(std::size_t at, std::size_t length) const;

    RstNames* m_names;
    std::string m_text;
    std::vector<Line> m_lines;
    std::size_t m_line = 0;           // line of the last emitted byte
    TextBuilder* m_builder = nullptr;
    std::array<Closer, 5> m_closers{{{"``", 0}, {"**", 0}, {"*", 0}, {"`", 0}, {"|", 0}}};
};

}  // namespace cairn
