// A formula in MathML (HTML, EPUB) or in Word's own markup as one line: "(a+b)/2", "x^2", "a_i", "√(x+1)". Its words are kept
// until it ends, since a part is put in brackets only when it is more than a number or a name. One thread.
#pragma once

#include "core/documents/text/text_builder.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cairn
{

class FormulaText
{
public:
    // Elements in the order of the source; the first one opened is the formula. An end without a start is ignored.
    void open(std::string_view name);
    void close(std::string_view name);
    bool isOpen() const { return !m_open.empty(); }

    // What Word gives as a property of the innermost element: "begChr", "endChr", "sepChr", "chr"; "pos" of a bar, "type" of a fraction.
    void sign(std::string_view property, std::string_view value);
    // `length` bytes of the source from `source` stand for `text`. REQUIRES: isOpen(), valid UTF-8.
    void text(std::string_view text, std::uint64_t source, std::uint64_t length);

    // Writes what was collected; the formula is over.
    void write(TextBuilder& builder);

private:
    struct Piece
    {
        std::string text;
        std::uint64_t source = 0;
        std::uint64_t length = 0;   // 0: no source
        bool isExact = true;        // else it stands for them in other signs
    };
    struct Form   // how an element's children are parted
    {
        std::string_view name;
        std::string_view before;             // the element
        std::string_view after;
        std::string_view first, second, third;   // before the child; the third also before all later ones
        unsigned bracketed = 0;              // bits of the children that get brackets
    };
    struct Element
    {
        std::string name;
        const Form* form = nullptr;
        std::string before, after, between;  // of Word's brackets
        std::string accent;                  // above it
        unsigned children = 0;
        unsigned scripts = 0;                // children since the base, or since those in front of it begin
        std::size_t first = 0;               // piece of it
        std::size_t begin = 0;               // piece of its separator
        bool bracketed = false;              // piece begin + 1 is for a bracket
    };
    static const Form* formOf(std::string_view name);
    void insert(std::string_view text);
    bool endsInWord() const;
    std::string_view lastText() const;
    bool inArray() const;
    std::string_view separator(Element& parent, const Element& child, unsigned index) const;
    void addAccent(std::size_t first, std::size_t end, std::string_view accent);
    bool endAccent(const Element& element, std::string_view inside);
    void arrayText(std::string_view text, std::uint64_t source, std::uint64_t length);
    void addText(std::string_view text, std::uint64_t source, std::uint64_t length);
    void beginChild(Element& parent, Element& child);
    void end();

    std::vector<Piece> m_pieces;
    std::vector<Element> m_open;
    bool m_behindIndex = false; // or a fraction, that has no bracket: "x^n" before "y"
    bool m_hasText = false;
    bool m_isFractionFirst = false;
    std::size_t m_tooDeep = 0;   // elements open beyond the deepest one kept
};

}  // namespace cairn
